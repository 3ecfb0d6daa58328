package io.tidemark.model.result.finish;

import io.tidemark.model.part.Parts;
import io.tidemark.model.result.BlockedTime;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.Disruption;
import io.tidemark.model.result.Exclusions;
import io.tidemark.model.result.Latencies;
import io.tidemark.model.result.MeasuredPhases;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.TrialTelemetry;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.PhaseScale;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Adds to what was measured in a run what follows from it. */
public final class ResultFinisher {
  private ResultFinisher() {}

  /**
   * The result, which has no verdict yet.
   *
   * @param measured all parts that are not calculated from others
   */
  public static RunResult result(
      RunIdentity identity, RunResult.Shape shape, List<PhaseResult> phases, Parts measured) {
    RunResult run =
        new RunResult(
            identity,
            Verdict.NONE,
            shape,
            total(phases, measured.get(RunResult.WORKLOAD), identity),
            phases,
            measured);
    RunCourse course = RunCourse.of(run.samples(), phases);
    int subscriptions = Math.max(1, shape.subscriptionsPerTopic());
    return run.with()
        .totals(run.totals().withExcluded(Optional.of(exclusions(run, run.totals()))))
        .phases(
            phases.stream()
                .map(
                    phase ->
                        phase
                            .with()
                            .backlogMessages(
                                Optional.ofNullable(course.backlogs().get(phase.name())))
                            .excluded(Optional.of(exclusions(run, phase)))
                            .build())
                .toList())
        .parts(
            measured
                .with(RunResult.BROKER_FACTS, new TreeMap<>(run.brokerFacts()))
                .with(
                    RunResult.COORDINATOR_ENVIRONMENT, new TreeMap<>(run.coordinatorEnvironment()))
                .with(
                    SearchReport.PART,
                    run.search()
                        .map(
                            search -> withReadings(search, phases, run.part(TelemetrySample.PART))))
                .with(
                    DeliveryReport.AGES,
                    DeliveryReport.Ages.of(run.part(DeliveryReport.AGES_NANOS)))
                .with(Disruption.PART, Disruptions.of(course.points(), run.events(), subscriptions))
                .with(BlockedTime.PART, course.blocks(run.events())))
        .build();
  }

  /**
   * All measured phases as one.
   *
   * @param workload with all defaults, as in the result
   */
  public static PhaseResult total(
      List<PhaseResult> phases, Map<String, Object> workload, RunIdentity identity) {
    return MeasuredTotal.of(phases, workload, identity);
  }

  /**
   * Returns what a stretch excludes; with classes, whose numbers of subscriptions may differ, the
   * sum.
   */
  private static Exclusions exclusions(RunResult run, PhaseResult stretch) {
    return run.classes().stream()
        .flatMap(each -> Stream.concat(each.phases().stream(), Stream.of(each.totals())))
        .filter(phase -> phase.name().equals(stretch.name()))
        .flatMap(phase -> phase.excluded().stream())
        .reduce(Exclusions::plus)
        .orElseGet(
            () ->
                Exclusions.of(
                    stretch.counters(),
                    run.requestReply().isPresent(),
                    run.shape().subscriptionsPerTopic()));
  }

  private static SearchReport withReadings(
      SearchReport search, List<PhaseResult> phases, Iterable<TelemetrySample> telemetry) {
    List<PhaseResult> trials =
        phases.stream().filter(phase -> PhaseNames.isTrial(phase.name())).toList();
    Map<String, List<TrialTelemetry>> readings = TrialReadings.of(trials, telemetry);
    return search.withTrials(
        search.trials().stream()
            .map(
                trial ->
                    trial
                        .with()
                        .latencies(latencies(trials, trial.phase()))
                        .telemetry(readings.getOrDefault(trial.phase(), List.of()))
                        .build())
            .toList());
  }

  private static Latencies latencies(List<PhaseResult> trials, String name) {
    return trials.stream()
        .filter(phase -> phase.name().equals(name))
        .findFirst()
        .orElseThrow()
        .latencies();
  }

  /**
   * All measured phases of a run as one: warm-up and drain are left out. Where producers and
   * consumers take turns, each side is counted over the phases in which it was at work.
   */
  private static final class MeasuredTotal {
    private MeasuredTotal() {}

    static PhaseResult of(
        List<PhaseResult> all, Map<String, Object> workload, RunIdentity identity) {
      MeasuredPhases phases = new MeasuredPhases(all, takesTurns(workload));
      List<PhaseResult> measured = phases.all();
      return new PhaseResult(
          PhaseNames.TOTAL,
          true,
          measured.isEmpty()
              ? identity.startedEpochMillis() * 1_000_000
              : measured.get(0).startEpochNanos(),
          measured.stream().mapToLong(PhaseResult::lengthNanos).sum(),
          MeasuredPhases.intendedRate(measured),
          phases.byTime(),
          measured.stream().map(PhaseResult::counters).reduce(Counters.ZERO, Counters::plus),
          PhaseScale.NONE,
          histograms(measured));
    }

    private static boolean takesTurns(Map<String, Object> workload) {
      Object pattern = workload.get("pattern");
      return Stream.of(Pattern.values())
          .anyMatch(each -> each.fillsFirst() && each.key().equals(pattern));
    }

    private static Map<Measure, Histogram> histograms(List<PhaseResult> phases) {
      Map<Measure, Histogram> all = new EnumMap<>(Measure.class);
      for (PhaseResult phase : phases) {
        phase
            .histograms()
            .forEach(
                (measure, histogram) ->
                    all.merge(measure, histogram.copy(), MeasuredTotal::withAll));
      }
      return all;
    }

    private static Histogram withAll(Histogram sum, Histogram other) {
      sum.add(other);
      return sum;
    }
  }

  /**
   * The samples of a run as the search for outages needs them, from one pass.
   *
   * @param backlogs at the end of each phase
   */
  private record RunCourse(
      List<Disruptions.Point> points,
      Map<String, Long> backlogs,
      long startMicros,
      long endMicros) {

    static RunCourse of(List<Sample> samples, List<PhaseResult> phases) {
      Map<String, PhaseResult> byName = new TreeMap<>();
      phases.forEach(phase -> byName.put(phase.name(), phase));
      List<Disruptions.Point> points = new ArrayList<>();
      Map<String, Long> backlogs = new TreeMap<>();
      long start = 0;
      long end = 0;
      long debt = 0;
      for (Sample sample : samples) {
        start = points.isEmpty() ? sample.startEpochMicros() : start;
        end = sample.startEpochMicros() + Math.round(sample.lengthSeconds() * 1e6);
        points.add(point(sample, byName.get(sample.phase()), debt));
        debt = sample.scheduleDebt();
        backlogs.put(sample.phase(), sample.backlog());
      }
      return new RunCourse(points, backlogs, start, end);
    }

    private static Disruptions.Point point(
        Sample sample, @Nullable PhaseResult phase, long debtBefore) {
      double intended =
          phase == null ? Double.NaN : phase.intendedRatePerSecond().orElse(Double.NaN);
      return new Disruptions.Point(
          phase == null ? sample.phase() : phase.name(), // One text for all of a phase.
          phase != null && phase.measured(),
          sample.startEpochMicros(),
          sample.lengthSeconds(),
          sample.perSecond(Counter.ACKNOWLEDGED),
          sample.perSecond(Counter.RECEIVED),
          sample.counters().get(Counter.FAILED),
          sample.counters().get(Counter.SENT) > 0 || sample.inFlight() > 0,
          intended,
          Double.isNaN(intended) ? Double.NaN : sample.dueRatePerSecond(debtBefore));
    }

    List<BlockedTime> blocks(List<RunEvent> events) {
      return points.isEmpty() ? List.of() : BlockedTimes.of(events, startMicros, endMicros);
    }
  }

  /** The telemetry of a run, by the trials of its search. */
  private static final class TrialReadings {
    private TrialReadings() {}

    /** A trial, and its readings by name. */
    private record Readings(long endEpochMicros, String phase, Map<String, Sum> byName) {}

    private static final class Sum {
      private long readings;
      private double total;
      private TelemetrySample highest;

      Sum(TelemetrySample first) {
        highest = first;
      }

      void add(TelemetrySample sample) {
        readings++;
        total += sample.value();
        highest = sample.value() > highest.value() ? sample : highest;
      }
    }

    /** By the name of the trial's phase, in order of their names. Reads the telemetry once. */
    static Map<String, List<TrialTelemetry>> of(
        List<PhaseResult> trials, Iterable<TelemetrySample> telemetry) {
      NavigableMap<Long, Readings> byStart = new TreeMap<>();
      for (PhaseResult trial : trials) {
        long end = trial.startEpochMicros() + Math.round(trial.lengthSeconds() * 1e6);
        byStart.put(trial.startEpochMicros(), new Readings(end, trial.name(), new TreeMap<>()));
      }
      for (TelemetrySample sample : telemetry) {
        Map.Entry<Long, Readings> trial = byStart.floorEntry(sample.epochNanos() / 1_000);
        if (trial != null
            && sample.epochNanos() / 1_000 < trial.getValue().endEpochMicros()
            && !sample.isSum()
            && Double.isFinite(sample.value())) {
          trial
              .getValue()
              .byName()
              .computeIfAbsent(sample.name(), name -> new Sum(sample))
              .add(sample);
        }
      }
      Map<String, List<TrialTelemetry>> byPhase = new HashMap<>();
      for (Readings readings : byStart.values()) {
        List<TrialTelemetry> all = new ArrayList<>();
        readings
            .byName()
            .forEach(
                (name, sum) ->
                    all.add(
                        new TrialTelemetry(
                            name,
                            sum.total / sum.readings,
                            sum.highest.value(),
                            sum.highest.subject())));
        byPhase.put(readings.phase(), all);
      }
      return byPhase;
    }
  }
}
