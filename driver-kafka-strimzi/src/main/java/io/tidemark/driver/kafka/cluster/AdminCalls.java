package io.tidemark.driver.kafka.cluster;

import io.tidemark.driver.FailureReason;
import io.tidemark.driver.kafka.consumer.KafkaRefusals;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaFuture;

/** Waits for the admin client's responses with a deadline; errors name the request. */
final class AdminCalls {
  /** The client has a timeout; this is the margin after which the wait ends anyway. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private AdminCalls() {}

  /** The deadline to give to the client, in the type that its options want. */
  static int millis(Duration timeout) {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, timeout.toMillis()));
  }

  /**
   * @param what was asked, for the message: "create topic x"
   * @throws IOException with the broker's reason, which is also the cause
   */
  static <T> T await(KafkaFuture<T> answer, Duration timeout, String what)
      throws IOException, InterruptedException {
    try {
      return answer.get(timeout.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw KafkaRefusals.failure("cannot " + what + ": " + FailureReason.of(e), e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("cannot " + what + ": no answer for " + timeout.toMillis() + " ms", e);
    }
  }
}
