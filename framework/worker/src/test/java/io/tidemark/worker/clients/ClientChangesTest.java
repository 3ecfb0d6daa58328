package io.tidemark.worker.clients;

import static io.tidemark.worker.TestRuns.LEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.WorkerEvent;
import io.tidemark.model.worker.ClientsReport;
import io.tidemark.model.worker.ClientsRequest;
import io.tidemark.worker.DriverDouble;
import io.tidemark.worker.DriverDouble.DriverScript;
import io.tidemark.worker.TestRuns;
import io.tidemark.worker.WithWorker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients that are opened and closed while a worker's load is under way. */
@Tag("slow")
class ClientChangesTest extends WithWorker {
  private static final ClientsRequest ALL = new ClientsRequest(TOPICS, TOPICS, 0, 0);

  private void settled(ClientsRequest order) {
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              take();
              return worker.changeClients(order).settled();
            });
  }

  @Test
  void aMessageOfAClosedProducerIsSentWhenItIsOpenAgainAndNothingIsLost() throws Exception {
    ready(TestRuns.inMemory("joins", "queued", LEASE));
    start(2_000);

    settled(new ClientsRequest(1, 1, 0, 0));
    ClientsReport few = worker.changeClients(new ClientsRequest(1, 1, 0, 0));
    assertThat(few).isEqualTo(new ClientsReport(1, 1, true, ""));
    settled(ALL);
    untilCounted(Counter.RECEIVED, 2_000);

    assertThat(total.get(Counter.SENT)).isEqualTo(2_000);
    assertThat(total.get(Counter.ACKNOWLEDGED)).isEqualTo(2_000);
    assertThat(total.get(Counter.RECEIVED)).isEqualTo(2_000);
    assertThat(total.get(Counter.CLIENTS_OPENED)).isEqualTo(2);
    assertThat(events).extracting(WorkerEvent::kind).contains("CLIENTS");
  }

  @Test
  void churnClosesAndOpensClientsInTurnUntilTheNextOrder() throws Exception {
    ready(TestRuns.inMemory("churn", "queued", LEASE));
    start(4_000);

    worker.changeClients(new ClientsRequest(TOPICS, TOPICS, 50, 50));
    untilCounted(Counter.CLIENTS_OPENED, 20);
    settled(ALL);
    untilCounted(Counter.RECEIVED, 4_000);

    assertThat(total.get(Counter.SENT)).isEqualTo(4_000);
    assertThat(total.get(Counter.FAILED)).isZero();
    assertThat(total.get(Counter.RECEIVED)).isEqualTo(4_000);
    assertThat(total.get(Counter.CLIENTS_FAILED)).isZero();
  }

  @Test
  void aClientThatCannotBeOpenedIsCountedReportedAndTriedAgain() throws Exception {
    AtomicInteger refusals = new AtomicInteger(-TOPICS);
    DriverScript script = DriverDouble.play();
    script.createProducer =
        topic ->
            refusals.incrementAndGet() == 1
                ? CompletableFuture.failedFuture(new IllegalStateException("no more connections"))
                : script.inMemory.createProducer(topic);
    ready(TestRuns.scripted("refused"));
    start(2_000);

    settled(new ClientsRequest(1, TOPICS, 0, 0));
    settled(ALL);
    take();

    assertThat(total.get(Counter.CLIENTS_FAILED)).isEqualTo(1);
    assertThat(total.get(Counter.CLIENTS_OPENED)).isEqualTo(1);
    assertThat(events)
        .filteredOn(event -> event.kind().equals("CLIENT_ERROR"))
        .singleElement()
        .satisfies(event -> assertThat(event.detail()).contains("no more connections"));
  }
}
