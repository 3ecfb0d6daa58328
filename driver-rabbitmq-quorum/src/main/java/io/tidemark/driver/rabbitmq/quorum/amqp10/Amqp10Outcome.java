package io.tidemark.driver.rabbitmq.quorum.amqp10;

import com.rabbitmq.client.amqp.Publisher;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.SendResult;
import io.tidemark.driver.rabbitmq.NotAcknowledgedException;
import org.jspecify.annotations.Nullable;

/** What the broker's outcome of a message means. */
final class Amqp10Outcome {
  private Amqp10Outcome() {}

  /**
   * Why a message has failed; null if the broker is responsible for it.
   *
   * @param mandatory whether a message that reached no queue has failed, as over AMQP 0-9-1
   */
  static @Nullable NotAcknowledgedException failure(Publisher.Context outcome, boolean mandatory) {
    return switch (outcome.status()) {
      case ACCEPTED -> null;
      case RELEASED ->
          mandatory
              ? new NotAcknowledgedException("released by the broker: it reached no queue")
              : null;
      case REJECTED ->
          new NotAcknowledgedException(
              outcome.failureCause() == null
                  ? "refused by the broker (rejected)"
                  : "not acknowledged: " + FailureReason.of(outcome.failureCause()));
    };
  }

  /** Returns the callback for a message that is of no use without a queue. */
  static Publisher.Callback to(SendResult result) {
    return outcome -> {
      NotAcknowledgedException failure = failure(outcome, true);
      if (failure == null) {
        result.accepted();
      } else {
        result.failed(failure);
      }
    };
  }
}
