package io.tidemark.report.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.part.Series;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.figures.RunTimeline;
import io.tidemark.report.figures.RunTimeline.TimeSeries;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of hours with a sample each second. */
class LongRunTest {
  private static final int SECONDS = 10_000;
  private static final long MOST_BYTES = 500_000;

  @TempDir Path dir;

  /** The samples of a short run again and again. */
  private static final class Hours extends Series<Sample> {
    private final List<Sample> few = SampleRuns.sample().samples();

    @Override
    public Sample get(int index) {
      Sample one = few.get(1);
      return new Sample(
          one.phase(),
          one.startEpochNanos() + index * 1_000_000_000L,
          1_000_000_000L,
          one.counters(),
          one.latencies(),
          index,
          one.inFlight(),
          one.scheduleDebt(),
          one.hosts());
    }

    @Override
    public int size() {
      return SECONDS;
    }
  }

  @Test
  void hasASmallResultFileAndASampleForEachSecond() throws Exception {
    RunResult run = SampleRuns.sample();
    Path directory = RunDirectory.write(dir, run.with(Sample.PART, new Hours()), Map.of());

    assertThat(Files.size(directory.resolve("result.json"))).isLessThan(MOST_BYTES);
    RunResult read = RunDirectory.read(directory);
    TimeSeries backlog =
        RunTimeline.of(read).stream()
            .filter(series -> series.name().equals(TimeSeries.BACKLOG))
            .findFirst()
            .orElseThrow();
    assertThat(backlog.values()).hasSize(SECONDS);
    assertThat(backlog.values()[SECONDS - 1]).isEqualTo(SECONDS - 1);
  }
}
