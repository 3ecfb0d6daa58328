/** Kafka in KRaft mode: configuration, storage, listeners, metrics, MirrorMaker. */
package io.tidemark.brokers.kafka;
