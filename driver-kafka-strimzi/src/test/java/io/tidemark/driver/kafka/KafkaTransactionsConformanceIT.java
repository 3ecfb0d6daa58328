package io.tidemark.driver.kafka;

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
}
