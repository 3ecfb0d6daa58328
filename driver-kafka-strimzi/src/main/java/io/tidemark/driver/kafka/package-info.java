/**
 * Kafka, as Strimzi and anybody else runs it. {@link io.tidemark.driver.kafka.KafkaBenchmarkDriver}
 * is the entry; {@code KafkaTopics} and {@code KafkaGroups} speak to the admin API, {@code
 * ReceiveLoop} is the one place that touches a consumer.
 */
package io.tidemark.driver.kafka;
