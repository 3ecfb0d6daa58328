package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.ConfirmationHandler;
import com.rabbitmq.stream.ConfirmationStatus;
import com.rabbitmq.stream.Constants;
import io.tidemark.driver.RefusedException;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.rabbitmq.NotAcknowledgedException;
import java.io.IOException;

/** One send: the framework's future and, at once, the client's handler of the confirm. */
final class StreamSend extends SendFuture implements ConfirmationHandler {
  private static final String CONNECTION_LOST = "connection lost before the broker confirmed";

  private final DoneCount segment;
  private final boolean delivered;
  private volatile boolean connectionLost;

  /**
   * @param segment count of the segment of the send, increased when it is done
   * @param delivered whether consumers of the driver's file get the message
   */
  StreamSend(DoneCount segment, boolean delivered) {
    this.segment = segment;
    this.delivered = delivered;
  }

  @Override
  public boolean reachesConsumers() {
    return delivered;
  }

  @Override
  public void handle(ConfirmationStatus status) {
    if (status.isConfirmed()) {
      confirmed();
    } else {
      String why = reason(status.getCode());
      failed(
          StreamRefusals.isFinal(status.getCode())
              ? new RefusedException(why, null)
              : new NotAcknowledgedException(why));
    }
  }

  /** Since it was sent: that is why, should it fail. */
  void connectionLost() {
    connectionLost = true;
  }

  /** Completes it, unless it is complete. */
  void confirmed() {
    if (complete(null)) {
      segment.oneIsDone();
    }
  }

  /** Completes it with a failure, unless it is complete. */
  void failed(String why) {
    failed(new NotAcknowledgedException(why));
  }

  private void failed(IOException why) {
    if (completeExceptionally(why)) {
      segment.oneIsDone();
    }
  }

  private String reason(short code) {
    if (code == Constants.CODE_PUBLISH_CONFIRM_TIMEOUT) {
      // The client calls so what it does not send again after a reconnect, too.
      return connectionLost ? CONNECTION_LOST : "not confirmed in time (confirmTimeout)";
    }
    if (code == Constants.CODE_PRODUCER_NOT_AVAILABLE) {
      return CONNECTION_LOST;
    }
    if (code == Constants.CODE_PRODUCER_CLOSED) {
      return "producer was closed before the broker confirmed";
    }
    if (code == Constants.CODE_MESSAGE_ENQUEUEING_FAILED) {
      return "no room among unconfirmed messages in time (maxUnconfirmed, sendTimeout)";
    }
    return "refused by the broker: " + StreamRefusals.text(code);
  }
}
