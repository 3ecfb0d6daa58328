package io.tidemark.model.worker;

/**
 * A consumer of this worker.
 *
 * @param index among all of the run, from 0
 * @param subscription what it consumes
 * @param onlyConsumer whether it is the only consumer of the subscription (with a single partition,
 *     order is then known even if the driver does not report partitions)
 */
public record ConsumerRequest(int index, SubscriptionHandle subscription, boolean onlyConsumer) {}
