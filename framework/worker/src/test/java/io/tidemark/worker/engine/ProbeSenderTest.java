package io.tidemark.worker.engine;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.driver.headers.ProbeSender;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.worker.SendOnly;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Producers that know a way for probes past what keeps messages from consumers. */
class ProbeSenderTest extends OneEngine {
  private final Queue<String> ways = new ConcurrentLinkedQueue<>();

  private final class Prober implements SendOnly, ProbeSender {
    @Override
    public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
      ways.add("message");
      return DONE;
    }

    @Override
    public CompletableFuture<Void> sendProbeAsync(Optional<String> key, byte[] payload) {
      ways.add("probe with " + key.orElse("no key"));
      return DONE;
    }
  }

  @Test
  void probesGoTheirOwnWayWhereThereIsOne() {
    engine(manual, RunSetups.setup(1, 100, DeliveryMode.FULL));
    engine.addProducer(RunSetups.producer(0), new Prober());
    engine.probe();
    await().atMost(60, SECONDS).until(() -> engine.probeStatus().acknowledged() == 1);
    assertThat(ways).containsExactly("probe with key");
  }
}
