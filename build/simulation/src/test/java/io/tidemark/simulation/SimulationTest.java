package io.tidemark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulation.kernel.Reduction;
import io.tidemark.simulation.kernel.RewritingLoader;
import io.tidemark.simulation.kernel.SeedReport;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs with faults on virtual time. */
@Tag("slow")
class SimulationTest {
  private static final int SEEDS = Integer.getInteger("simulation.seeds", 300);

  /** More than processors: the threads of a simulation wait for each other most of the time. */
  private static final int AT_A_TIME = 4;

  @Test
  void theSameSeedIsTheSameRunEventForEvent() throws Exception {
    RewritingLoader fresh = new RewritingLoader(getClass().getClassLoader(), SeedRunner.REPLACING);
    try (SeedRunner one = new SeedRunner(fresh);
        SeedRunner other = new SeedRunner()) {
      for (long seed = 1; seed <= 5; seed++) {
        SeedReport first = one.run(seed, Reduction.NONE, true);
        other.run(seed + 100);
        SeedReport second = other.run(seed, Reduction.NONE, true);
        assertThat(second.lines()).isEqualTo(first.lines());
        assertThat(second).isEqualTo(first);
      }
    }
  }

  @Test
  void everyRunEndsInTimeAndSaysWhatTheBrokerKnows() throws Exception {
    Queue<String> problems = new ConcurrentLinkedQueue<>();
    List<CompletableFuture<Void>> parts =
        IntStream.rangeClosed(1, AT_A_TIME)
            .mapToObj(first -> CompletableFuture.runAsync(() -> simulate(first, problems)))
            .toList();
    for (CompletableFuture<Void> part : parts) {
      part.get();
    }
    assertThat(problems).isEmpty();
  }

  /** Every fourth seed from one on. */
  private static void simulate(long first, Queue<String> problems) {
    try (SeedRunner runner = new SeedRunner()) {
      for (long seed = first; seed <= SEEDS; seed += AT_A_TIME) {
        SeedReport report = runner.run(seed);
        if (!report.problems().isEmpty()) {
          problems.add("seed " + seed + ": " + report.problems());
        }
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
