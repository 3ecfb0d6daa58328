package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.ConfirmationHandler;
import com.rabbitmq.stream.ConfirmationStatus;
import com.rabbitmq.stream.Constants;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.rabbitmq.NotAcknowledgedException;

/** One send: the framework's future and, at once, the client's handler of the confirm. */
final class StreamSend extends SendFuture implements ConfirmationHandler {
  private final OutgoingMessage message;
  private final PartitionWriter writer;

  StreamSend(OutgoingMessage message, PartitionWriter writer) {
    this.message = message;
    this.writer = writer;
  }

  OutgoingMessage message() {
    return message;
  }

  @Override
  public void handle(ConfirmationStatus status) {
    if (status.isConfirmed()) {
      message.release();
      settle(null);
    } else {
      settle(reason(status.getCode()));
    }
  }

  /** Completes it once; {@code failure} null means confirmed. */
  void settle(String failure) {
    if (failure == null) {
      complete(null);
    } else if (completeExceptionally(new NotAcknowledgedException(failure))) {
      writer.failedOne();
    }
  }

  private static String reason(short code) {
    if (code == Constants.CODE_PUBLISH_CONFIRM_TIMEOUT) {
      return "not confirmed in time (confirmTimeout)";
    }
    if (code == Constants.CODE_PRODUCER_NOT_AVAILABLE) {
      return "connection lost before the broker confirmed";
    }
    if (code == Constants.CODE_PRODUCER_CLOSED) {
      return "producer was closed before the broker confirmed";
    }
    if (code == Constants.CODE_MESSAGE_ENQUEUEING_FAILED) {
      return "no room among unconfirmed messages in time (maxUnconfirmed, sendTimeout)";
    }
    return "refused by the broker, stream response code " + code;
  }
}
