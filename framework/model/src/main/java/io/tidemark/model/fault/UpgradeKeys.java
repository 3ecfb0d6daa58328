package io.tidemark.model.fault;

import io.tidemark.driver.settings.Key;
import java.util.Optional;

/** The {@code rollingUpgrade} of a fault. */
public record UpgradeKeys(
    @Key(
            value =
                "The version after the upgrade: `4.3.1`. A RabbitMQ image may be named in full.",
            required = true)
        String to,
    @Key("Local Kafka: folder of the unpacked server of this version, with `libs`.")
        Optional<String> home) {}
