package io.tidemark.base.brokers;

import io.tidemark.driver.settings.Key;
import java.util.Optional;

/** The section {@code localBrokers} of a driver file. */
public record LocalBrokersSection(
    @Key(value = "Broker to start.", required = true) BrokerKind kind,
    @Key(value = "Number of nodes.", orElse = "1", range = "1..9") int nodes,
    @Key(
            "Version of the broker, if there are several. Default: Tidemark's own Kafka, and RabbitMQ 4.")
        Optional<String> version,
    BrokerOptions options) {}
