package io.tidemark.features.selftest;

import io.tidemark.features.selftest.WaitingThread.Lateness;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run on the known broker, with what must be measured in it.
 *
 * @param question what its figures answer
 * @param workload the keys that differ from {@link #WORKLOAD}
 * @param known the keys below {@code known} of the driver's file, in YAML's flow style
 */
record Experiment(String question, String workload, String known, Checks checks) {
  private static final String WORKLOAD =
      """
      name: selftest
      topics: 1
      partitionsPerTopic: 1
      subscriptionsPerTopic: 1
      producersPerTopic: 1
      consumerPerSubscription: 1
      messageSize: 100
      warmupDuration: 0s
      """;

  private static final String DRIVER =
      """
      name: known-broker
      driverClass: io.tidemark.driver.inmemory.InMemoryBenchmarkDriver
      known: {%s}
      """;

  /** Of 20 messages: 80 %, 15 % and 5 %, so that p50, p90 and p99 are in the middle of a share. */
  private static final List<Integer> DELAYS_MILLIS =
      Stream.of(Collections.nCopies(16, 2), Collections.nCopies(3, 20), List.of(200))
          .flatMap(List::stream)
          .toList();

  private static final double MEAN_MILLIS =
      DELAYS_MILLIS.stream().mapToInt(each -> each).average().orElseThrow();

  private static final int LATE_MESSAGES = 20_000;
  private static final int COUNTED_MESSAGES = 20_500;
  private static final int STALLED_MESSAGES = 10_000;
  private static final double CAPACITY = 2_000;

  /** Histograms have three digits. */
  private static final double DIGITS = 1.001;

  /**
   * A message is due every millisecond, so a percentile is known to a millisecond on both sides.
   */
  private static final double RANK_MICROS = 2_000;

  /** What must be measured if a waiting thread was so late. */
  interface Checks {
    List<Check> of(RunResult run, Lateness late);
  }

  String workloadText() {
    return WORKLOAD + workload;
  }

  String driverText() {
    return DRIVER.formatted(known);
  }

  /** Those that take the same time on each machine. */
  static List<Experiment> all() {
    return List.of(delays(), errors(), stalls(false), stalls(true), overload());
  }

  private static Experiment delays() {
    String delays =
        DELAYS_MILLIS.stream().map(millis -> millis + "ms").collect(Collectors.joining(", "));
    int overtaken = LATE_MESSAGES * 4 / 20;
    return new Experiment(
        "Is latency as long as the broker's delays (80 % 2 ms, 15 % 20 ms, 5 % 200 ms)?",
        sends(LATE_MESSAGES, 1_000),
        "delays: [" + delays + "]",
        (run, late) ->
            List.of(
                latency(run, Measure.END_TO_END, "p50", LatencyMicros::p50, 2, late.p90Micros()),
                latency(run, Measure.END_TO_END, "p90", LatencyMicros::p90, 20, late.p90Micros()),
                latency(run, Measure.END_TO_END, "p99", LatencyMicros::p99, 200, late.p90Micros()),
                latency(
                    run,
                    Measure.END_TO_END,
                    "mean",
                    LatencyMicros::mean,
                    MEAN_MILLIS,
                    late.meanMicros()),
                latency(
                    run, Measure.PUBLISH_LATENCY, "p99", LatencyMicros::p99, 0, late.p99Micros()),
                Check.exact("received", LATE_MESSAGES, received(run)),
                // A sender that was late overtakes fewer of them.
                new Check(
                    "out of order",
                    Unit.COUNT,
                    overtaken,
                    overtaken * 0.95,
                    overtaken,
                    number(run.delivery().outOfOrder()))));
  }

  /** A few probes before the load shift the numbers, but not how many multiples there are. */
  private static Experiment errors() {
    long lost = COUNTED_MESSAGES / 1_000;
    long repeated = COUNTED_MESSAGES / 730;
    return new Experiment(
        "Is each lost and each repeated message counted?",
        sends(COUNTED_MESSAGES, 8_000) + "drainTimeout: 2s\n", // It waits for what is lost.
        "loseEvery: 1000, repeatEvery: 730",
        (run, late) -> {
          DeliveryReport delivery = run.delivery();
          return List.of(
              Check.exact("acknowledged", COUNTED_MESSAGES, delivery.acknowledged()),
              Check.exact("lost", lost, number(delivery.lost())),
              Check.exact("duplicated", repeated, number(delivery.duplicated())),
              Check.exact("received", COUNTED_MESSAGES - lost + repeated, received(run)));
        });
  }

  /** Of each 2 s 20 % of the messages wait up to 400 ms: p90 is 200 ms, p99 is 380 ms. */
  private static Experiment stalls(boolean blocking) {
    return new Experiment(
        "Does a stall of 400 ms in each 2 s count for every message that was due in it, if sends "
            + (blocking ? "block?" : "do not block?"),
        sends(STALLED_MESSAGES, 1_000),
        "stallEvery: 2s, stallTime: 400ms, blockingSends: " + blocking,
        (run, late) ->
            List.of(
                stalled(run, Measure.END_TO_END, "p90", LatencyMicros::p90, 200, late.p99Micros()),
                stalled(run, Measure.END_TO_END, "p99", LatencyMicros::p99, 380, late.p99Micros()),
                stalled(
                    run,
                    Measure.PUBLISH_RESPONSE,
                    "p99",
                    LatencyMicros::p99,
                    380,
                    late.p99Micros()),
                Check.exact("received", STALLED_MESSAGES, received(run))));
  }

  private static Experiment overload() {
    return new Experiment(
        "Is the capacity of 2,000/s found, and missed at 2,500/s?",
        "producerRate: 2500\ntestDuration: 10s\n",
        "capacity: 2000",
        (run, late) ->
            List.of(
                rate(run, "published", Counter.ACKNOWLEDGED),
                rate(run, "consumed", Counter.RECEIVED),
                Check.exact(
                    "findings rate-not-met",
                    1,
                    run.verdict().findings().stream()
                        .filter(each -> each.code().equals("rate-not-met"))
                        .count())));
  }

  /** Whether everything is right at a rate: latency, each message, and the verdict. */
  static Experiment atRate(long ratePerSecond) {
    long messages = ratePerSecond * 3;
    return new Experiment(
        String.format(Locale.ROOT, "Is a delay of 5 ms right at %,d/s?", ratePerSecond),
        sends(messages, ratePerSecond),
        "delays: [5ms]",
        (run, late) ->
            List.of(
                latency(run, Measure.END_TO_END, "p50", LatencyMicros::p50, 5, late.p90Micros()),
                latency(run, Measure.END_TO_END, "p90", LatencyMicros::p90, 5, late.p99Micros()),
                Check.exact("received", messages, received(run)),
                Check.exact("lost", 0, number(run.delivery().lost())),
                new Check(
                    "a waiting thread is late, p90",
                    Unit.MICROSECONDS,
                    0,
                    0,
                    1_000,
                    late.p90Micros()),
                Check.exact("valid runs", 1, run.verdict().status() == Status.VALID ? 1 : 0)));
  }

  private static String sends(long messages, long ratePerSecond) {
    return "producerRate: "
        + ratePerSecond
        + "\nmessageLimit: "
        + messages
        + "\ntestDuration: 60s\n";
  }

  /**
   * Nothing is faster than the broker, and what it delivers is as late as a waiting thread, with as
   * much for the tool. A percentile in the middle of a share is that of a usual message.
   */
  private static Check latency(
      RunResult run,
      Measure measure,
      String name,
      ToDoubleFunction<LatencyMicros> statistic,
      double knownMillis,
      double lateMicros) {
    double known = knownMillis * 1e3;
    double most = known * DIGITS + 2 * lateMicros;
    return new Check(
        measure.words() + " " + name,
        Unit.MICROSECONDS,
        known,
        known / DIGITS,
        most,
        micros(run, measure, statistic));
  }

  private static Check stalled(
      RunResult run,
      Measure measure,
      String name,
      ToDoubleFunction<LatencyMicros> statistic,
      double knownMillis,
      double lateMicros) {
    double known = knownMillis * 1e3;
    return new Check(
        measure.words() + " " + name,
        Unit.MICROSECONDS,
        known,
        known - RANK_MICROS,
        known * DIGITS + RANK_MICROS + 2 * lateMicros,
        micros(run, measure, statistic));
  }

  private static Check rate(RunResult run, String name, Counter counter) {
    return new Check(
        name,
        Unit.PER_SECOND,
        CAPACITY,
        CAPACITY * 0.995,
        CAPACITY * 1.005,
        run.totals().perSecond(counter));
  }

  private static double micros(
      RunResult run, Measure measure, ToDoubleFunction<LatencyMicros> statistic) {
    return run.totals().latencies().get(measure).map(statistic::applyAsDouble).orElse(Double.NaN);
  }

  private static double received(RunResult run) {
    return run.delivery().subscriptions().stream()
        .mapToLong(DeliveryReport.SubscriptionDelivery::received)
        .sum();
  }

  private static double number(Optional<Long> count) {
    return count.map(Long::doubleValue).orElse(Double.NaN);
  }
}
