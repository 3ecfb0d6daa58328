package io.tidemark.report.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.workload.PhaseScale;
import io.tidemark.report.RunFigures;
import io.tidemark.report.SampleRuns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunTimelineTest {
  private static final double RECEIVED = 500_000;

  /**
   * The consume rates of the samples of a phase that only reads, of a second each.
   *
   * @param receivingSeconds from the first arrival to the last one
   */
  private static double[] rates(double receivingSeconds, long... received) {
    Counters all = Counters.ZERO.with(Counter.RECEIVED, Arrays.stream(received).sum());
    long length = received.length * RunFigures.SECOND;
    PhaseResult drain =
        new PhaseResult(
            "drain",
            true,
            RunFigures.START,
            length,
            Optional.empty(),
            new Throughput(all, length, Math.round(receivingSeconds * RunFigures.SECOND)),
            all,
            PhaseScale.NONE,
            Map.of());
    List<Sample> samples = new ArrayList<>();
    for (long each : received) {
      samples.add(
          new Sample(
              "drain",
              RunFigures.START + samples.size() * RunFigures.SECOND,
              RunFigures.SECOND,
              Counters.ZERO.with(Counter.RECEIVED, each),
              Map.of(),
              0,
              0,
              0,
              List.of()));
    }
    RunResult run =
        SampleRuns.withSamples(SampleRuns.withPhases(SampleRuns.sample(), List.of(drain)), samples);
    return RunTimeline.of(run).stream()
        .filter(series -> series.name().equals(Counter.RECEIVED.rateName()))
        .findFirst()
        .orElseThrow()
        .values();
  }

  @Test
  void messagesThatArriveInAPartOfASampleHaveTheRateOfThisPart() {
    assertThat(rates(0.4, (long) RECEIVED))
        .containsExactly(new double[] {RECEIVED / 0.4}, within(1.0));
    assertThat(rates(0.4, 0, (long) RECEIVED, 0))
        .containsExactly(new double[] {0, RECEIVED / 0.4, 0}, within(1.0));
  }

  @Test
  void theFirstAndTheLastSampleOfAReadHaveNoLowerRateThanItsFigure() {
    assertThat(rates(2, 500_000, 1_000_000, 500_000))
        .containsExactly(new double[] {1_000_000, 1_000_000, 1_000_000}, within(1.0));
  }

  @Test
  void samplesThatAreFullKeepTheirRate() {
    assertThat(rates(3, 500_000, 1_000_000, 1_500_000))
        .containsExactly(new double[] {500_000, 1_000_000, 1_500_000}, within(1.0));
  }
}
