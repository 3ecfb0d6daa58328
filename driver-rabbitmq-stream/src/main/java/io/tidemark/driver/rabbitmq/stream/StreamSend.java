package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.ConfirmationHandler;
import com.rabbitmq.stream.ConfirmationStatus;
import com.rabbitmq.stream.Constants;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.rabbitmq.NotAcknowledgedException;

/** One send: the framework's future and, at once, the client's handler of the confirm. */
final class StreamSend extends SendFuture implements ConfirmationHandler {
  private final PartitionWriter writer;
  private final SendsUnderWay.Segment segment;

  /**
   * @param segment that it belongs to and tells when it is done
   */
  StreamSend(PartitionWriter writer, SendsUnderWay.Segment segment) {
    this.writer = writer;
    this.segment = segment;
  }

  @Override
  public void handle(ConfirmationStatus status) {
    if (status.isConfirmed()) {
      confirmed();
    } else {
      failed(reason(status.getCode()));
    }
  }

  /** Completes it, unless it is complete. */
  void confirmed() {
    if (complete(null)) {
      segment.oneIsDone();
    }
  }

  /** Completes it with a failure, unless it is complete. */
  void failed(String why) {
    if (completeExceptionally(new NotAcknowledgedException(why))) {
      segment.oneIsDone();
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
