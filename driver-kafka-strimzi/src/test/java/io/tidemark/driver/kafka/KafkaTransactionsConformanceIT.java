package io.tidemark.driver.kafka;

import io.tidemark.driver.testkit.ProxiedBroker;
import java.nio.file.Path;
import java.util.Optional;

/** The kit with each message acknowledged by the commit of its transaction. */
class KafkaTransactionsConformanceIT extends KafkaConformanceIT {
  /** Many sends of the kit wait for the one before. */
  @Override
  String settings() {
    return "transactionInterval: 10ms";
  }

  @Override
  String producerProperty() {
    return "transactional.id=conformance";
  }

  @Override
  String consumerProperty() {
    return "isolation.level=read_committed";
  }

  /** {@link KafkaConformanceIT} tries more. */
  @Override
  public int messages() {
    return 1_000;
  }

  /** The connections are those of {@link KafkaConformanceIT}, which tries the faults. */
  @Override
  public Optional<ProxiedBroker> proxied(Path directory) {
    return Optional.empty();
  }
}
