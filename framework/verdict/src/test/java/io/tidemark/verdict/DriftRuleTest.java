package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.VerdictInputs.BrokerTrend;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.Phase.Rates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriftRuleTest {
  private static final int SECONDS = 1_200;

  /** Samples of a second with a median and a p99 of the publish latency, in milliseconds. */
  private static List<Sample> samples(IntToDoubleFunction median, IntToDoubleFunction p99) {
    return samples(median, p99, i -> 1_000);
  }

  private static List<Sample> samples(
      IntToDoubleFunction median, IntToDoubleFunction p99, IntToDoubleFunction rate) {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < SECONDS; i++) {
      long p50Nanos = (long) (median.applyAsDouble(i) * 1e6);
      long p99Nanos = (long) (p99.applyAsDouble(i) * 1e6);
      LatencySummary latency =
          new LatencySummary(
              1_000, p50Nanos, p50Nanos, 0, p50Nanos, p50Nanos, p50Nanos, p50Nanos, p99Nanos,
              p99Nanos, p99Nanos, p99Nanos, p99Nanos);
      long messages = (long) rate.applyAsDouble(i);
      samples.add(
          new Sample(
              "test",
              i * 1_000_000_000L,
              1_000_000_000L,
              GoodRun.arrived(messages),
              Map.of(Measure.PUBLISH_LATENCY, latency),
              0,
              0,
              0,
              List.of()));
    }
    return samples;
  }

  private static Optional<String> drift(GoodRun run) {
    Verdict verdict = run.verdict();
    assertThat(verdict.status()).isEqualTo(Status.VALID);
    return verdict.findings().stream()
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

  private static GoodRun growing(double from, double to, double seconds, double errors) {
    GoodRun run = new GoodRun();
    run.brokerTrends =
        List.of(new BrokerTrend("test", "nodeDiskBytes", "a", from, to, seconds, errors));
    return run;
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 1100, 60, 4.1, true",
    "1000, 1099, 60, 4.1, false",
    "1000, 900, 60, 4.1, true",
    "1000, 1100, 59.9, 4.1, false",
    "1000, 1100, 60, 4, false",
    "0, 1100, 60, 4.1, false",
  })
  void aChangeCountsIfItIsLargeLongAndNoNoise(
      double from, double to, double seconds, double errors, boolean found) {
    assertThat(drift(growing(from, to, seconds, errors)).isPresent()).isEqualTo(found);
  }

  @Test
  void whatBecomesLessFell() {
    assertThat(drift(growing(200 << 20, 100 << 20, 600, 30)).orElseThrow())
        .endsWith("nodeDiskBytes of a fell from 200 MiB to 100 MiB in 10:00 min (600 MiB an hour)");
    assertThat(drift(growing(100 << 20, -5 << 20, 600, 30)).orElseThrow())
        .as("no value is below zero")
        .endsWith("nodeDiskBytes of a fell from 100 MiB in 10:00 min (630 MiB an hour)");
  }

  @ParameterizedTest
  @CsvSource({
    "PUBSUB, 0, true",
    "REQUEST_REPLY, 0, true",
    "PUBSUB, 1000000, false",
    "FILL_THEN_DRAIN, 0, false",
  })
  void aLoadThatChangesByItselfHasNoDrift(Pattern pattern, long backlogBytes, boolean found) {
    GoodRun run = growing(100, 200, 600, 30);
    run.workload.pattern = pattern;
    run.workload.backlogBytes = backlogBytes;

    assertThat(GoodRun.codes(run.verdict()).contains("drift")).isEqualTo(found);
  }

  private static Phase phase(String name, double fromRate, Optional<Double> toRate) {
    return Phase.of(
        name,
        Duration.ofSeconds(SECONDS),
        keys -> keys.rate(Rates.of(Optional.of(fromRate), toRate)));
  }

  @Test
  void aPhaseWhoseRateChangesHasNoDrift() {
    GoodRun run = growing(100, 200, 600, 30);
    run.workload.phases =
        List.of(
            phase("ramp", 100, Optional.of(200.0)),
            phase("test", 1_000, Optional.of(1_000.0)),
            phase("later", 100, Optional.empty()));
    assertThat(drift(run)).as("a constant rate").isPresent();
    run.workload.phases = List.of(phase("test", 1_000, Optional.empty()));
    assertThat(drift(run)).as("one rate").isPresent();
    run.workload.phases =
        List.of(phase("test", 500, Optional.of(1_500.0)), phase("later", 100, Optional.of(100.0)));
    assertThat(drift(run)).as("a ramp").isEmpty();
  }

  @Test
  void aRateIsThatOfTheSystemOnlyInAClosedLoop() {
    GoodRun run = new GoodRun();
    run.samples = samples(i -> 1, i -> 4, i -> 1_000 - 0.3 * i);
    assertThat(drift(run)).as("the schedule's").isEmpty();

    run.intended = Optional.empty();
    assertThat(drift(run).orElseThrow()).contains("the rate of sending fell from 999 to 641");
  }

  /** A change of 40 us is not one of the broker. */
  @Test
  void aChangeOfVeryShortLatenciesIsNoDrift() {
    GoodRun run = new GoodRun();
    run.samples = samples(i -> 0.04 + 0.04 * i / SECONDS, i -> 4);
    assertThat(drift(run)).isEmpty();

    run.samples = samples(i -> 0.04 + 0.06 * i / SECONDS, i -> 4);
    assertThat(drift(run).orElseThrow()).contains("rose from 40");
  }
}
