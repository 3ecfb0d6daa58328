package io.tidemark.driver.rabbitmq.quorum.topology;

import com.rabbitmq.client.AMQP.BasicProperties;
import io.tidemark.driver.rabbitmq.quorum.config.MessageProperties;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration;
import io.tidemark.driver.rabbitmq.quorum.connection.QuorumConnections;
import io.tidemark.driver.rabbitmq.quorum.connection.Retries;

/** What the clients of a session share. Thread-safe. */
public record QuorumContext(
    QuorumConfiguration configuration,
    QuorumTopology topology,
    Administration administration,
    QuorumConnections connections,
    Retries retries,
    RunTelemetry telemetry) {

  /** Properties of a message, to be completed. */
  public BasicProperties.Builder properties() {
    return MessageProperties.common(configuration.publishing()).builder();
  }
}
