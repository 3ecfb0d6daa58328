package io.tidemark.driver.kafka;

import io.tidemark.driver.testkit.ProxiedBroker;
import java.nio.file.Path;
import java.util.Optional;

/** The kit with each message acknowledged by the commit of its transaction. */
class KafkaTransactionsConformanceIT extends KafkaConformanceIT {
  @Override
  String producerProperty() {
    return "transactional.id=conformance";
  }

  @Override
  String consumerProperty() {
    return "isolation.level=read_committed";
  }

  /** The connections are those of {@link KafkaConformanceIT}, which tries the faults. */
  @Override
  public Optional<ProxiedBroker> proxied(Path directory) {
    return Optional.empty();
  }
}
