/**
 * Kafka, on Strimzi or elsewhere. {@link io.tidemark.driver.kafka.KafkaBenchmarkDriver} is the
 * entry; {@code KafkaTopics} and {@code SubscriptionGroups} use the admin API, {@code PollLoop} and
 * {@code ReadProcessWrite} consumers.
 */
package io.tidemark.driver.kafka;
