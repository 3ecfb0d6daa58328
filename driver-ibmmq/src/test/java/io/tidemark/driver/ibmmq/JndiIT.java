package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.requests.RequestReplyPair;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** provider: jndi, with the context of Artemis's client. */
class JndiIT {
  private static final String QUEUES = "dynamicQueues/%s";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "consuming: {wait: 50ms}\n",
        "publishing: {transacted: true}\nconsuming: {acknowledge: transacted, wait: 50ms}\n",
        "publishing: {send: async}\nconsuming: {by: listener}\n",
        "connections: {mode: shared}\nconsuming: {wait: 50ms}\n"
      })
  void queuesAreFoundByName(String more) throws Exception {
    File file = LocalJms.jndiFile(QUEUES, more);
    try (DriverRun run = new DriverRun(file.toPath());
        BenchmarkConsumer consumer = run.consumer()) {
      assertThat(run.driver().describeTopics(List.of(DriverRun.TOPIC)).join())
          .containsEntry(DriverRun.TOPIC, 1);
      run.put(new byte[] {7});
      assertThat(run.received()).containsExactly(7);
      assertThat(run.driver().brokerFacts())
          .containsEntry("broker.name", "ActiveMQ")
          .containsEntry("jms.provider", "by JNDI, JMS 2.0");
    }
  }

  @Test
  void aFactoryThatCompletesPutsTooEarlyIsRefused() throws Exception {
    Path file = LocalJms.jndiFile(QUEUES, "publishing: {send: async}\n").toPath();
    Path without =
        Files.writeString(
            folder.resolve("without.yaml"),
            Files.readString(file).replace(LocalJms.WITH_CONFIRMATION, ""));
    assertThatThrownBy(() -> new DriverRun(without).close())
        .hasMessageContaining("publishing.send: got async")
        .hasMessageContaining("allowed with ?confirmationWindowSize=1048576");
  }

  @Test
  void requestsAreAnswered() throws Exception {
    try (RoundTrips trips = new RoundTrips(LocalJms.jndiFile(QUEUES, ""))) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      trips.responder(0, pair);
      RoundTrips.Client client = trips.requester(0, pair, false, RoundTrips.TIMEOUT);
      for (long number = 0; number < 10; number++) {
        client.request(number, 100);
      }
      assertThat(client.replies).hasSize(10);
      assertThat(trips.failures).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "org.example.Missing | benchmark | %s | class org.example.Missing is not in drivers",
        "org.apache.activemq.artemis.jndi.ActiveMQInitialContextFactory | nothing | %s | JNDI has"
            + " no name 'nothing'",
        "org.apache.activemq.artemis.jndi.ActiveMQInitialContextFactory | dynamicQueues/q | %s | is"
            + " not a javax.jms.ConnectionFactory but",
      })
  void whatTheContextLacksIsAnErrorBeforeTheRun(
      String context, String factory, String destinations, String message) throws Exception {
    String text = Files.readString(LocalJms.jndiFile("'" + destinations + "'", "").toPath());
    Path file =
        Files.writeString(
            folder.resolve("driver.yaml"),
            text.replaceAll("(initial:) .*", "$1 " + context)
                .replaceAll("(\n  connectionFactory:) .*", "$1 " + factory));
    assertThatThrownBy(() -> new DriverRun(file)).hasMessageContaining(message);
  }

  @Test
  void aQueueThatTheContextLacksIsAnErrorBeforeTheLoad() throws Exception {
    try (DriverRun run = new DriverRun(LocalJms.jndiFile("'jms/%s'", "").toPath())) {
      assertThatThrownBy(() -> DriverRun.get(run.driver().createTopic("ORDERS", 1)))
          .hasMessageContaining("queue ORDERS does not exist")
          .hasMessageContaining("a queue with the JNDI name jms/ORDERS");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  void theBrokerDeliversAfterTheDelay(String send) throws Exception {
    long delayMillis = 400;
    String more =
        "messages: {deliveryDelay: %dms}\npublishing: {send: %s}\n".formatted(delayMillis, send);
    for (File file : new File[] {LocalJms.jndiFile(QUEUES, more), LocalJms.file(more)}) {
      try (DriverRun run = new DriverRun(file.toPath());
          BenchmarkConsumer consumer = run.consumer();
          BenchmarkProducer producer = run.producer()) {
        long sentNanos = System.nanoTime();
        DriverRun.get(producer.sendAsync(Optional.empty(), new byte[] {1}));
        assertThat(run.received()).containsExactly(1);
        assertThat((System.nanoTime() - sentNanos) / 1_000_000).isGreaterThan(delayMillis - 50);
      }
    }
  }
}
