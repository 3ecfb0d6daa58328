package io.tidemark.model.worker;

import java.util.Objects;

/**
 * A consumer that this worker shall have.
 *
 * @param index among all of the run, from 0
 * @param subscription what it consumes
 * @param onlyConsumer whether nobody else consumes this subscription (order can be judged then even
 *     if the driver does not tell partitions and there is only one)
 */
public record ConsumerAssignment(int index, SubscriptionHandle subscription, boolean onlyConsumer) {
  public ConsumerAssignment {
    Objects.requireNonNull(subscription);
  }
}
