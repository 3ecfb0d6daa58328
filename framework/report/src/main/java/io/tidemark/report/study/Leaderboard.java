package io.tidemark.report.study;

import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy.Price;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The highest rate of each system of a study within its objectives, and what it costs.
 *
 * @param rows by workload; the best first by the question of the study, of a question about rates
 *     the cheapest one; systems that never met their objectives last
 */
public record Leaderboard(List<Row> rows) {
  private static final double PER_RATE = 1_000;

  /**
   * A system with a workload.
   *
   * @param ratePerSecond mean of the usable runs; empty if not all of them met the objectives
   * @param basis which runs or phases it is from, or why there is none
   * @param asked figures that the study or the workload asks for; empty if neither says it
   */
  public record Row(
      String workload,
      String system,
      OptionalDouble ratePerSecond,
      String basis,
      Optional<Price> price,
      Optional<Asked> asked) {
    /** The best one first. */
    private double rank() {
      return ratePerSecond.isEmpty() && isByRate()
          ? Double.MAX_VALUE
          : isByRate() && cost().isPresent()
              ? cost().getAsDouble()
              : asked.map(Asked::rank).orElse(Double.MAX_VALUE);
    }

    /** Whether its place depends on the rate, or on what the rate costs. */
    private boolean isByRate() {
      return asked.isEmpty() || asked.get().isRate();
    }

    /** The cost of 1,000 messages per second for a month. */
    public OptionalDouble cost() {
      return price.isPresent() && ratePerSecond.isPresent()
          ? OptionalDouble.of(
              price.get().amountPerMonth() / (ratePerSecond.getAsDouble() / PER_RATE))
          : OptionalDouble.empty();
    }
  }

  /** What the runs of a row reached. */
  private record Reached(double ratePerSecond, String basis) {}

  public Leaderboard {
    rows = List.copyOf(rows);
  }

  /** The leaderboard of the runs of a study; empty without one. */
  public static Leaderboard of(ReportedRuns runs) {
    Map<String, Map<String, List<ReportedRun>>> byWorkload =
        runs.runs().stream()
            .filter(run -> run.planned().isPresent())
            .collect(
                Collectors.groupingBy(
                    ReportedRun::workload,
                    LinkedHashMap::new,
                    Collectors.groupingBy(
                        ReportedRun::environment, LinkedHashMap::new, Collectors.toList())));
    List<Row> rows = new ArrayList<>();
    byWorkload
        .values()
        .forEach(
            systems ->
                systems.values().stream()
                    .map(members -> row(members, runs))
                    .sorted(
                        Comparator.comparing((Row row) -> row.ratePerSecond().isEmpty())
                            .thenComparingDouble(Row::rank)
                            .thenComparing(row -> -row.ratePerSecond().orElse(0)))
                    .forEach(rows::add));
    return new Leaderboard(rows);
  }

  private static Row row(List<ReportedRun> members, ReportedRuns runs) {
    ReportedRun first = members.get(0);
    Optional<Price> price =
        runs.study().stream()
            .flatMap(all -> all.environments().stream())
            .filter(each -> each.name().equals(first.planned().orElseThrow().environment()))
            .findFirst()
            .flatMap(each -> Optional.ofNullable(each.price()));
    List<RunResult> usable =
        members.stream()
            .filter(run -> run.unusable().isEmpty() && run.validity(FigureGroup.RATES).usable())
            .flatMap(run -> run.stored().stream())
            .toList();
    Optional<Reached> reached = reached(usable);
    return new Row(
        first.workload(),
        first.environment(),
        reached.stream().mapToDouble(Reached::ratePerSecond).findFirst(),
        reached.map(Reached::basis).orElseGet(() -> missed(usable)),
        price,
        runs.statedQuestionOf(members).map(question -> Asked.of(question, members)));
  }

  private static Optional<Reached> reached(List<RunResult> runs) {
    if (runs.isEmpty()) {
      return Optional.empty();
    }
    List<String> phases = phases(runs.get(0));
    if (!phases.isEmpty()) {
      return phases.stream()
          .filter(phase -> runs.stream().allMatch(run -> met(run, phase)))
          .map(phase -> new Reached(mean(runs, run -> rate(run, phase)), phase(phase, runs)))
          .max(Comparator.comparingDouble(Reached::ratePerSecond));
    }
    if (!runs.stream().allMatch(Leaderboard::isValid)) {
      return Optional.empty();
    }
    double[] found = runs.stream().mapToDouble(Leaderboard::found).filter(r -> r > 0).toArray();
    return found.length == runs.size()
        ? Optional.of(
            new Reached(DoubleStream.of(found).average().orElseThrow(), "searched " + in(runs)))
        : Optional.of(new Reached(mean(runs, run -> rate(run.totals())), valid(runs)));
  }

  private static String valid(List<RunResult> runs) {
    boolean all = runs.stream().allMatch(run -> run.verdict().status() == Status.VALID);
    return (all ? "VALID " : "rates valid ") + in(runs);
  }

  /** By a search for the highest rate; 0 without one. */
  private static double found(RunResult run) {
    return run.search().flatMap(SearchReport::highestRatePerSecond).orElse(0.0);
  }

  private static String phase(String name, List<RunResult> runs) {
    return "phase %s met its objectives %s".formatted(name, in(runs));
  }

  private static String in(List<RunResult> runs) {
    return runs.size() == 1
        ? "in the only usable run"
        : String.format(Locale.ROOT, "in each of %d runs", runs.size());
  }

  private static String missed(List<RunResult> usable) {
    if (usable.isEmpty()) {
      return "no usable run";
    }
    return phases(usable.get(0)).isEmpty()
        ? String.format(
            Locale.ROOT,
            "not VALID in %d of %d runs",
            usable.stream().filter(run -> !isValid(run)).count(),
            usable.size())
        : "no phase met its objectives " + in(usable);
  }

  /** Other figures than rates may be damaged where no objective needs them. */
  private static boolean isValid(RunResult run) {
    Verdict verdict = run.verdict();
    return verdict.status() == Status.VALID
        || (verdict.status() == Status.INVALID
            && verdict.objectives().isEmpty()
            && verdict.findings().stream().noneMatch(each -> each.severity() == Severity.FAILS));
  }

  /** Those with objectives. */
  private static List<String> phases(RunResult run) {
    return phaseObjectives(run)
        .flatMap(each -> Stream.ofNullable(each.phase()))
        .distinct()
        .toList();
  }

  private static Stream<ObjectiveResult> phaseObjectives(RunResult run) {
    return run.verdict().objectives().stream().filter(each -> each.phase() != null);
  }

  private static boolean met(RunResult run, String phase) {
    List<ObjectiveResult> own =
        phaseObjectives(run).filter(each -> phase.equals(each.phase())).toList();
    return !own.isEmpty() && own.stream().allMatch(ObjectiveResult::met);
  }

  private static double rate(RunResult run, String phase) {
    return run.phases().stream()
        .filter(each -> each.name().equals(phase))
        .mapToDouble(Leaderboard::rate)
        .findFirst()
        .orElse(0);
  }

  /**
   * The rate of round trips or published messages, or of consumed ones where nothing is published.
   */
  private static double rate(PhaseResult phase) {
    return Stream.of(Counter.ANSWERED, Counter.ACKNOWLEDGED, Counter.RECEIVED)
        .mapToDouble(counter -> phase.perSecond(counter))
        .filter(rate -> rate > 0)
        .findFirst()
        .orElse(0);
  }

  private static double mean(List<RunResult> runs, ToDoubleFunction<RunResult> rate) {
    return runs.stream().mapToDouble(rate).average().orElse(0);
  }
}
