package io.tidemark.coordinator.search;

import io.tidemark.coordinator.search.NextStep.Try;
import io.tidemark.coordinator.stage.FinishedStage;
import io.tidemark.coordinator.stage.RunContext;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.part.Parts;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.Intended;
import io.tidemark.model.result.JudgedRun;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunCounts;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.VerdictInputs;
import io.tidemark.model.result.VerdictInputs.NeverSent;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.PhaseScale;
import io.tidemark.model.workload.SearchSpec;
import io.tidemark.model.workload.SearchSpec.Quantity;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.workload.Workload;
import io.tidemark.verdict.TrialRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Judges the trials of a search, each after its drain, by the rules of a run. */
final class TrialJudge {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double SMALL_MEDIAN = 0.1; // of the limit of a percentile
  private static final String LATE = "; the load generator was not good enough: ";

  private final RunContext run;
  private final SearchSpec spec;
  private final List<Throughput> throughputs = new ArrayList<>();
  private final int maxInFlightPerProducer;
  private DeliveryReport before;

  /**
   * A trial and its outcome.
   *
   * @param byGenerator whether it failed while the load generator was not good enough
   */
  record Judged(Trial trial, SearchReport.Trial report, boolean byGenerator) {}

  /** What was handled at a step, in messages or, of sizes, in bytes per second. */
  private record Throughput(double step, double perSecond) {}

  TrialJudge(RunContext run, SearchSpec spec, int maxInFlightPerProducer) {
    this.run = run;
    this.spec = spec;
    this.maxInFlightPerProducer = maxInFlightPerProducer;
    this.before = delivery();
  }

  /** In a closed loop without objectives, more of a quantity must handle more to pass. */
  static boolean needsGrowth(Workload workload) {
    return workload.objectives().isEmpty() && workload.load().isClosedLoop();
  }

  /** What was delivered until now belongs to no trial. */
  void skip() {
    before = delivery();
  }

  /**
   * @param owed what was due and not sent when the trial ended
   */
  Judged judge(
      Try step, SearchScale scale, FinishedStage ran, TrialProgress progress, NeverSent owed) {
    DeliveryReport now = delivery();
    DeliveryReport delivery = difference(now, before);
    before = now;
    double value = scale.value(step.ratePerSecond());
    Workload workload = run.workload().at(spec.over(), value);
    PhaseResult phase = ran.result(run.timeline(), PhaseScale.NONE).withMeasured(true);
    TrialRules rules =
        TrialRules.forTrial(judgedRun(phase, delivery, owed), workload, spec.over().isOfRate());
    BacklogSlope slope = progress.slope();
    Optional<String> lost = lost(delivery);
    Optional<String> failure =
        lost.or(() -> rules.objective().map(TrialRules::text))
            .or(() -> tooMuch(phase, progress))
            .or(() -> growth(slope, phase, workload, progress))
            .or(() -> noMore(step.ratePerSecond(), workload, progress))
            .or(rules::system);
    boolean byGenerator = failure.isPresent() && rules.generator().isPresent();
    boolean passed = failure.isEmpty();
    Optional<String> disturbance =
        rules
            .objective()
            .filter(any -> lost.isEmpty()) // It is the failure.
            .filter(any -> !progress.isHopeless() && rules.system().isEmpty())
            .flatMap(missed -> disturbance(missed, phase, workload));
    double achieved = progress.achievedPerSecond();
    return new Judged(
        new Trial(
            step.ratePerSecond(),
            step.full(),
            passed,
            handled(step, workload, passed, achieved),
            byGenerator || disturbance.isPresent()),
        new SearchReport.Trial(
            phase.name(),
            Optional.of(value).filter(any -> spec.over() != Quantity.RATE),
            spec.over() == Quantity.RATE ? Optional.of(value) : phase.intendedRatePerSecond(),
            phase.lengthNanos() / 1e9,
            step.full(),
            passed,
            failure.orElse("")
                + disturbance.orElse("")
                + (byGenerator ? LATE + rules.generator().orElseThrow() : ""),
            achieved,
            slope.perSecond(),
            Optional.of(slope.errorPerSecond()).filter(Double::isFinite),
            phase.latencies(),
            List.of()), // Telemetry is added when the run is over.
        byGenerator);
  }

  /**
   * That a stall and no limit may have been the cause of a latency above its objective: at a limit
   * all messages wait.
   */
  private static Optional<String> disturbance(
      ObjectiveResult missed, PhaseResult phase, Workload workload) {
    double limitMicros =
        workload.objectives().stream()
                .filter(each -> each.key().equals(missed.key()))
                .mapToDouble(Objective::limit)
                .min()
                .orElse(0) // It is one of them.
            / NANOS_PER_MICRO;
    return MetricNames.objective(missed.key())
        .flatMap(Metric::measure)
        .flatMap(phase.latencies()::get)
        .map(LatencyMicros::p50)
        .filter(median -> median < SMALL_MEDIAN * limitMicros)
        .map(
            median ->
                "; it may be a stall: the median was "
                    + Text.nanos(Math.round(median * NANOS_PER_MICRO)));
  }

  /**
   * The received rate in a search over rates, or what it is of the rates at 1; otherwise only
   * whether anything was received.
   */
  private double handled(Try step, Workload at, boolean passed, double achieved) {
    if (spec.over().isOfRate() || achieved == 0) {
      return achieved(spec, step, at, achieved);
    }
    return passed ? step.ratePerSecond() : Double.NaN;
  }

  /** The received messages per second as a step of the search. */
  static double achieved(SearchSpec spec, Try step, Workload at, double receivedPerSecond) {
    return at.load()
        .ratePerSecond()
        .filter(any -> spec.over() == Quantity.SCALE_RATE)
        .map(sentPerSecond -> step.ratePerSecond() * receivedPerSecond / sentPerSecond)
        .orElse(receivedPerSecond);
  }

  /** In a closed loop without objectives: whether less of the quantity handled as much. */
  private Optional<String> noMore(double step, Workload at, TrialProgress progress) {
    if (spec.over().isOfRate() || !needsGrowth(at)) {
      return Optional.empty();
    }
    double bytes = spec.over() == Quantity.MESSAGE_SIZE ? at.messages().messageSizeBytes() : 1;
    double now = progress.achievedPerSecond() * bytes;
    double before =
        throughputs.stream()
            .filter(each -> each.step() < step)
            .mapToDouble(Throughput::perSecond)
            .max()
            .orElse(0);
    throughputs.add(new Throughput(step, now));
    String unit = spec.over() == Quantity.MESSAGE_SIZE ? " B/s" : " msg/s";
    return now < before * (1 + spec.precision())
        ? Optional.of(
            "the throughput of %s%s is not %s more than %s%s with less"
                .formatted(
                    Text.count(Math.round(now)),
                    unit,
                    Text.percent(100 * spec.precision()),
                    Text.count(Math.round(before)),
                    unit))
        : Optional.empty();
  }

  private static Optional<String> lost(DeliveryReport delivery) {
    return delivery
        .lost()
        .filter(messages -> messages > 0)
        .map(
            messages ->
                Text.plural(messages, "acknowledged message was", "acknowledged messages were")
                    + " not received");
  }

  private static Optional<String> tooMuch(PhaseResult phase, TrialProgress progress) {
    return progress.isHopeless()
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "%s were received; the trial was ended after %.1f s",
                Text.rate(progress.achievedPerSecond()),
                phase.lengthNanos() / 1e9))
        : Optional.empty();
  }

  private Optional<String> growth(
      BacklogSlope slope, PhaseResult phase, Workload workload, TrialProgress progress) {
    double seconds = phase.lengthNanos() / 1e9;
    Intended intended =
        new Intended(
            phase.intendedRatePerSecond().orElseGet(progress::achievedPerSecond) * seconds,
            workload.load().arrivals(),
            run.assignment().totalProducers());
    double required = Threshold.ACHIEVED_RATE.in(workload.thresholds());
    return slope.isGrowth(intended, seconds, required)
        ? Optional.of(
            "the backlog grew by %s, standard error %s"
                .formatted(Text.rate(slope.perSecond()), Text.rate(slope.errorPerSecond())))
        : Optional.empty();
  }

  private JudgedRun judgedRun(PhaseResult phase, DeliveryReport delivery, NeverSent owed) {
    return new JudgedTrial(
        List.of(phase),
        Parts.NONE
            .with(
                Sample.PART,
                run.timeline().samples().stream()
                    .filter(sample -> sample.phase().equals(phase.name()))
                    .toList())
            .with(DeliveryReport.PART, delivery)
            .with(
                RunEvent.PART,
                run.log().events().stream()
                    .filter(event -> event.epochNanos() >= phase.startEpochNanos())
                    .toList())
            .with(RunCounts.PART, new RunCounts(phase.counters()))
            .with(
                VerdictInputs.PART,
                VerdictInputs.GOOD
                    .with()
                    .workers(
                        IntStream.range(0, run.fleet().size()).mapToObj(run.fleet()::name).toList())
                    .producers(run.assignment().totalProducers())
                    .maxInFlightPerProducer(maxInFlightPerProducer)
                    .neverSent(owed)
                    .build()));
  }

  private DeliveryReport delivery() {
    return run.ledger().report(run.timeline().total(), 0, List.of(), run.plan().identity().runId());
  }

  private static DeliveryReport difference(DeliveryReport now, DeliveryReport before) {
    SubscriptionDelivery all =
        new SubscriptionDelivery(
            "",
            "",
            now.acknowledged() - before.acknowledged(),
            received(now) - received(before),
            minus(now, before, DeliveryReport::lost),
            minus(now, before, DeliveryReport::duplicated),
            minus(now, before, DeliveryReport::outOfOrder),
            Optional.empty(),
            List.of(),
            List.of());
    return new DeliveryReport(
        now.mode(),
        now.sent() - before.sent(),
        now.acknowledged() - before.acknowledged(),
        now.failed() - before.failed(),
        0,
        minus(now, before, DeliveryReport::corrupted),
        minus(now, before, DeliveryReport::foreign),
        now.subscriptions().isEmpty() ? List.of() : List.of(all),
        List.of(),
        Optional.empty());
  }

  /** Returns the messages that all subscriptions received. */
  private static long received(DeliveryReport report) {
    return report.subscriptions().stream().mapToLong(SubscriptionDelivery::received).sum();
  }

  private static Optional<Long> minus(
      DeliveryReport now, DeliveryReport before, Function<DeliveryReport, Optional<Long>> number) {
    return number.apply(now).map(messages -> messages - number.apply(before).orElse(0L));
  }

  /** A trial as a run that had nothing else. */
  private record JudgedTrial(List<PhaseResult> phases, Parts parts) implements JudgedRun {}
}
