package io.tidemark.driver.kafka.consumer;

import io.tidemark.driver.FailureReason;
import io.tidemark.driver.RefusedException;
import java.io.IOException;
import java.util.List;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupMaxSizeReachedException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidPartitionsException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.InvalidRequiredAcksException;
import org.apache.kafka.common.errors.InvalidSessionTimeoutException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.InvalidTxnTimeoutException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/** Which of Kafka's errors a broker would repeat. */
public final class KafkaRefusals {
  /** Not all that Kafka calls not retriable: members and producers that are fenced come back. */
  private static final List<Class<? extends Exception>> FINAL =
      List.of(
          AuthenticationException.class,
          AuthorizationException.class,
          GroupMaxSizeReachedException.class,
          InvalidConfigurationException.class,
          InvalidPartitionsException.class,
          InvalidReplicationFactorException.class,
          InvalidRequestException.class,
          InvalidRequiredAcksException.class,
          InvalidSessionTimeoutException.class,
          InvalidTopicException.class,
          InvalidTxnTimeoutException.class,
          PolicyViolationException.class,
          UnsupportedVersionException.class);

  private KafkaRefusals() {}

  public static boolean isFinal(@Nullable Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      Throwable one = each;
      if (FINAL.stream().anyMatch(type -> type.isInstance(one))) {
        return true;
      }
    }
    return RefusedException.isIn(failure);
  }

  /** Returns the exception that shows whether the failure can pass. */
  public static IOException failure(String message, @Nullable Throwable cause) {
    return isFinal(cause) ? new RefusedException(message, cause) : new IOException(message, cause);
  }

  /** The failure itself if it can pass. */
  public static Throwable shown(Throwable failure) {
    return isFinal(failure) && !RefusedException.isIn(failure)
        ? new RefusedException(FailureReason.of(failure), failure)
        : failure;
  }
}
