package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.VerdictInputs.BrokerTrend;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class DriftRuleTest {
  private static final int SECONDS = 1_200;

  /** Samples of a second with a median and a p99 of the publish latency, in milliseconds. */
  private static List<Sample> samples(IntToDoubleFunction median, IntToDoubleFunction p99) {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < SECONDS; i++) {
      long p50Nanos = (long) (median.applyAsDouble(i) * 1e6);
      long p99Nanos = (long) (p99.applyAsDouble(i) * 1e6);
      LatencySummary latency =
          new LatencySummary(
              1_000, p50Nanos, p50Nanos, 0, p50Nanos, p50Nanos, p50Nanos, p50Nanos, p99Nanos,
              p99Nanos, p99Nanos, p99Nanos, p99Nanos);
      Counters counters =
          Counters.ZERO
              .with(Counter.SENT, 1_000)
              .with(Counter.ACKNOWLEDGED, 1_000)
              .with(Counter.RECEIVED, 1_000);
      samples.add(
          new Sample(
              "test",
              i * 1_000_000_000L,
              1_000_000_000L,
              counters,
              Map.of(Measure.PUBLISH_LATENCY, latency),
              0,
              0,
              0,
              List.of()));
    }
    return samples;
  }

  private static Optional<String> drift(GoodRun run) {
    assertThat(run.verdict().status()).isEqualTo(Status.VALID);
    return run.verdict().findings().stream()
        .filter(each -> each.code().equals("drift"))
        .map(Finding::message)
        .findFirst();
  }

  @Test
  void aLatencyThatRisesThroughoutTheRunIsNamedWithItsSizePerHour() {
    Random random = new Random(1);
    GoodRun run = new GoodRun();
    run.samples =
        samples(
            i -> 1 + 0.1 * random.nextGaussian(),
            i -> 4 + 4.0 * i / SECONDS + 0.5 * random.nextGaussian());

    assertThat(drift(run).orElseThrow())
        .startsWith("in phase test under a constant load the p99 of publish latency rose from 4.0")
        .contains("in 19:52 min (12.")
        .doesNotContain("median");
  }

  @Test
  void noiseWithoutATrendIsNoDrift() {
    int found = 0;
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      double[] level = {0};
      GoodRun run = new GoodRun();
      run.samples =
          samples(
              i -> Math.exp(0.2 * random.nextGaussian()),
              i -> {
                level[0] = 0.8 * level[0] + random.nextGaussian();
                return 4 * Math.exp(0.3 * level[0]);
              });
      found += drift(run).isPresent() ? 1 : 0;
    }
    assertThat(found).isLessThanOrEqualTo(2);
  }

  @Test
  void aSmallChangeIsNoDrift() {
    GoodRun run = new GoodRun();
    run.samples = samples(i -> 1 + 0.05 * i / SECONDS, i -> 4 + 0.5 * i / SECONDS);

    assertThat(drift(run)).isEmpty();
  }

  @Test
  void memoryOfANodeThatGrowsIsNamed() {
    GoodRun run = new GoodRun();
    run.brokerTrends =
        List.of(
            new BrokerTrend("test", "nodeMemoryBytes", "rabbit@a", 100 << 20, 200 << 20, 600, 30),
            new BrokerTrend("test", "nodeMemoryBytes", "rabbit@b", 100 << 20, 200 << 20, 600, 2),
            new BrokerTrend("test", "nodeMemoryBytes", "rabbit@c", 100 << 20, 101 << 20, 600, 9));

    assertThat(drift(run))
        .hasValue(
            "in phase test under a constant load nodeMemoryBytes of rabbit@a rose from 100 MiB to"
                + " 200 MiB in 10:00 min (600 MiB an hour)");
  }
}
