/**
 * Kafka, on Strimzi or elsewhere. {@link io.tidemark.driver.kafka.KafkaBenchmarkDriver} is the
 * entry; {@code KafkaTopics} and {@code KafkaGroups} use the admin API, only {@code ReceiveLoop}
 * uses a consumer.
 */
package io.tidemark.driver.kafka;
