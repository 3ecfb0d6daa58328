package io.tidemark.driver.rabbitmq.quorum;

import com.rabbitmq.client.AMQP.BasicProperties;

/** What the clients of a session share. Thread-safe. */
record QuorumContext(
    QuorumConfiguration configuration,
    QuorumTopology topology,
    Administration administration,
    QuorumConnections connections,
    Retries retries,
    RunTelemetry telemetry) {

  /** Properties of a message, to be completed. */
  BasicProperties.Builder properties() {
    return configuration.publishing().properties().builder();
  }
}
