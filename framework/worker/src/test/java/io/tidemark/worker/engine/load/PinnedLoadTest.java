package io.tidemark.worker.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.SystemClock;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.worker.SendOnly;
import io.tidemark.worker.engine.Engine;
import io.tidemark.worker.engine.RunSetups;
import io.tidemark.worker.host.CoreAffinity;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Timeout(60)
class PinnedLoadTest {
  private static final int MESSAGES = 50;

  private final CompletableFuture<List<Integer>> cores = new CompletableFuture<>();

  private final SendOnly producer =
      (key, payload) -> {
        try {
          cores.complete(CoreAffinity.ofThisThread());
        } catch (IOException e) {
          cores.completeExceptionally(e);
        }
        return CompletableFuture.completedFuture(null);
      };

  private Engine started(int core) {
    SystemClock clock = SystemClock.get();
    Engine engine =
        new Engine(
            clock,
            RunSetups.setup(1, 100, DeliveryMode.OFF),
            RunSetups.options(false, 1).pinnedTo(List.of(core)));
    engine.addProducer(RunSetups.producer(0), producer);
    engine.startLoad(RunSetups.openLoop(clock.epochNanos(), 1_000, 1, MESSAGES));
    return engine;
  }

  @Test
  void sendsOnItsCoreOnly() throws Exception {
    List<Integer> available = CoreAffinity.ofThisThread();
    int last = available.get(available.size() - 1);
    try (Engine engine = started(last)) {
      assertThat(cores.get()).containsExactly(last);
      assertThat(engine.stopLoad(Duration.ofSeconds(10)).stuckThreads()).isZero();
    }
  }

  @Test
  void aCoreThatIsNotAvailableIsAnEventAndTheLoadGoesOn() throws Exception {
    List<Integer> available = CoreAffinity.ofThisThread();
    try (Engine engine = started(1_023)) {
      assertThat(cores.get()).isEqualTo(available);
      engine.stopLoad(Duration.ofSeconds(10));
      assertThat(engine.cut().events())
          .anyMatch(
              event -> event.kind().equals("NOT_PINNED") && event.detail().contains("core 1023"));
    }
  }
}
