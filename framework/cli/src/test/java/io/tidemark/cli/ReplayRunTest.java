package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.recorded.TraceHeader;
import io.tidemark.model.recorded.TraceMessage;
import io.tidemark.model.recorded.TraceTime;
import io.tidemark.model.recorded.TraceWriter;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Counter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace that several workers replay, with HTTP between them and the coordinator. */
@Tag("slow")
class ReplayRunTest {
  private static final int MESSAGES = 12_000;

  @TempDir Path folder;

  private long write() throws Exception {
    Random random = new Random(1);
    long bytes = 0;
    TraceHeader header = new TraceHeader("test", TraceTime.FILE, 0);
    try (TraceWriter writer =
        new TraceWriter(Files.newOutputStream(folder.resolve("t.gz")), header)) {
      for (int i = 0; i < MESSAGES; i++) {
        int size = 20 + random.nextInt(300);
        bytes += size;
        writer.add(TraceMessage.of(i * 200_000L, size, 0, random.nextInt(50)));
      }
    }
    return bytes;
  }

  @Test
  void eachMessageIsSentOnceWithItsSize() throws Exception {
    long bytes = write();
    Path workload =
        Files.writeString(
            folder.resolve("w.yaml"),
            """
            topics: 1
            producersPerTopic: 4
            subscriptionsPerTopic: 1
            consumerPerSubscription: 1
            warmupDuration: 500ms
            sampleInterval: 200ms
            replay: {trace: t.gz}
            """);
    RunResult result;
    try (MiniBench bench =
        new MiniBench().worker(Duration.ZERO).worker(Duration.ZERO).worker(Duration.ZERO)) {
      result = bench.run(workload);
    }

    long sent = 0;
    long sentBytes = 0;
    for (PhaseResult phase : result.phases()) {
      sent += phase.counters().get(Counter.SENT);
      sentBytes += phase.counters().get(Counter.SENT_BYTES);
    }
    // A busy machine does not send all before the load stops.
    long left = result.verdictInputs().neverSent().messages();
    assertThat(sent + left).isEqualTo(MESSAGES);
    if (left == 0) {
      assertThat(sentBytes).isEqualTo(bytes);
    }
    assertThat(result.delivery().lost()).isEqualTo(Optional.of(0L));
    assertThat(result.workload()).containsKeys("replay", "rateCurve", "messageSizeDistribution");
  }
}
