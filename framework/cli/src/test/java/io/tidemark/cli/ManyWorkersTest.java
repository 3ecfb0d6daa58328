package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More workers in one process than are called at a time, with HTTP between. */
@Tag("release")
class ManyWorkersTest {
  private static final int WORKERS = 40;

  @TempDir Path folder;

  @Test
  void allWorkersStartAndNoneIsLost() throws Exception {
    Path workload =
        Files.writeString(
            folder.resolve("many.yaml"),
            """
            name: many
            topics: 2
            partitionsPerTopic: 10
            messageSize: 100
            subscriptionsPerTopic: 1
            producersPerTopic: 10
            consumerPerSubscription: 10
            producerRate: 400
            warmupDuration: 0s
            testDuration: 2s
            """);
    try (MiniBench bench = new MiniBench()) {
      for (int i = 0; i < WORKERS; i++) {
        bench.worker(Duration.ofMillis(i));
      }
      RunResult result = bench.run(workload);

      assertThat(result.workers()).hasSize(WORKERS);
      assertThat(result.verdictInputs().lostWorkers()).isEmpty();
      assertThat(result.delivery().lost()).hasValue(0L);
    }
  }
}
