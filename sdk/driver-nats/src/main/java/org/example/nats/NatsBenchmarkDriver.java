package org.example.nats;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.OwnConnections;
import io.tidemark.driver.headers.HeaderSupport;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.outcome.OutcomeRequest;
import io.tidemark.driver.outcome.OutcomeSupport;
import io.tidemark.driver.session.SessionDriver;
import io.tidemark.driver.settings.SettingValues;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The driver. {@link SessionDriver} implements the SPI and most capabilities: it reads the file,
 * and makes all calls of {@link NatsSession} on separate threads.
 */
public final class NatsBenchmarkDriver extends SessionDriver<NatsConfiguration, NatsSession>
    implements HeaderSupport, OutcomeSupport, OwnConnections {
  private Optional<OutcomeRequest> outcomes = Optional.empty();

  public NatsBenchmarkDriver() {
    super("NATS", NatsConfiguration.class, NatsConfiguration::yaml);
  }

  @Override
  protected NatsConfiguration read(SettingValues values) {
    return NatsConfiguration.read(values);
  }

  @Override
  protected NatsSession open(NatsConfiguration read, Consumer<DriverEvent> listener)
      throws IOException, InterruptedException {
    return NatsSession.open(new NatsConnector(read, listener), outcomes);
  }

  /** Each producer connects. */
  @Override
  public Optional<String> connectionProblem(boolean requests, Map<String, Object> configuration) {
    return Optional.empty();
  }

  /** JetStream has all but a place for dead letters: the server only tells of them. */
  @Override
  public Optional<String> outcomeProblem(OutcomeRequest wanted, Map<String, Object> configuration) {
    return wanted
        .deadLetterDestination()
        .map(
            named ->
                "deadLetterDestination: JetStream has none, and the run reads the server's notices;"
                    + " allowed without it");
  }

  @Override
  public void expectOutcomes(OutcomeRequest wanted) {
    outcomes = Optional.of(wanted);
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createDeadLetterConsumer(
      String topic, String subscriptionName, ConsumerCallback callback) {
    return inSession(session -> session.createDeadLetterConsumer(topic, subscriptionName, callback));
  }

  @Override
  public boolean binaryHeaders() {
    return false;
  }

  @Override
  public Optional<String> cloudEventHeader(String attribute) {
    return Optional.of("ce-" + attribute);
  }

  /** The binding of NATS has no content type: a structured event is known by its body. */
  @Override
  public Optional<String> contentTypeHeader() {
    return Optional.empty();
  }

  @Override
  public Optional<String> headerProblem(
      MessageHeader header, Map<String, Object> configuration) {
    return NatsHeaders.problem(header);
  }

  /** The client keeps the body until it is written. */
  @Override
  public boolean copiesPayload() {
    return false;
  }

  /** Begins the names of all topics of a run. */
  @Override
  public String getTopicNamePrefix() {
    return "test-topic";
  }
}
