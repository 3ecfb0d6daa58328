package io.tidemark.report.answer;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.FaultReport.Flow;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.report.answer.Trust.Inaccurate;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.MatrixAxis;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.study.Leaderboard;
import io.tidemark.report.study.Leaderboard.Asked;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is required of the systems, and whether each of them meets it: the objectives, and that no
 * message is lost, failed, received twice or out of order, and that a fault is recovered from. With
 * several workloads, each workload with the rate that it carries within its objectives.
 */
final class Requirements {
  /** More are not read side by side. */
  private static final int SYSTEMS = 6;

  private static final int NAMED = 3;
  private static final Cell MET = Cell.of("met", Tone.GOOD);
  private static final double NANOS_PER_SECOND = 1e9;
  private static final Map<String, String> NOTHING =
      Map.of(
          "lost", "no lost messages",
          "errors", "no failed sends",
          "duplicated", "no duplicates",
          "outOfOrder", "no messages out of order");

  private final ReportedRuns all;
  private final List<MatrixAxis> axes;

  /** Runs by workload and system, also those without a usable figure. */
  private final Map<String, Map<String, List<ReportedRun>>> workloads;

  private final List<String> systems;

  /** Whether a row is a workload, else a requirement. */
  private final boolean situations;

  private final Table table;

  private enum State {
    MET,
    MISSED,
    UNKNOWN
  }

  /**
   * A requirement in one run.
   *
   * @param text what was measured, or why it was not
   */
  private record Outcome(State state, String text) {
    static Outcome of(boolean met, String text) {
      return new Outcome(met ? State.MET : State.MISSED, text);
    }

    static Outcome unknown(String why) {
      return new Outcome(State.UNKNOWN, why);
    }

    /** Requires that there are no messages of a kind. */
    static Outcome none(Optional<Long> number, String unknown) {
      return number.map(many -> of(many == 0, Text.count(many))).orElseGet(() -> unknown(unknown));
    }
  }

  /**
   * One row.
   *
   * @param stated whether an objective states it; otherwise it is joined with others that are met
   */
  private record Requirement(
      String name, FigureGroup group, boolean stated, Function<RunResult, Outcome> judged) {}

  private Requirements(ReportedRuns all) {
    this.all = all;
    this.axes = all.study().map(StoredStudy::axes).orElse(List.of());
    this.workloads =
        all.runs().stream()
            .collect(
                groupingBy(
                    run -> run.planned().map(it -> it.loadAt(axes)).orElseGet(run::workload),
                    LinkedHashMap::new,
                    groupingBy(this::system, LinkedHashMap::new, toList())));
    this.systems =
        workloads.values().stream().flatMap(each -> each.keySet().stream()).distinct().toList();
    this.situations = workloads.size() > 1;
    this.table = situations ? situations() : required();
  }

  private String system(ReportedRun run) {
    return run.planned().map(it -> it.systemWithout(axes)).orElseGet(run::environment);
  }

  /** Empty for a single system with one workload, and where there are too many columns. */
  static Optional<Requirements> of(ReportedRuns all) {
    if (results(all.runs()).findAny().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new Requirements(all))
        .filter(each -> each.systems.size() <= SYSTEMS)
        .filter(each -> each.systems.size() > 1 || each.situations)
        .filter(each -> !each.table.isEmpty());
  }

  Table table() {
    return table;
  }

  private Table table(String name, List<List<Cell>> rows) {
    return new Table("", Stream.concat(Stream.of(name), systems.stream()).toList(), rows);
  }

  /** A name, and a cell for each system. */
  private List<Cell> row(
      String name, Map<String, List<ReportedRun>> runs, Function<List<ReportedRun>, Cell> cell) {
    return Stream.concat(
            Stream.of(Cell.of(name)),
            systems.stream().map(system -> cell.apply(runs.getOrDefault(system, List.of()))))
        .toList();
  }

  private Table situations() {
    return table(
        "situation",
        workloads.entrySet().stream()
            .map(each -> row(each.getKey(), each.getValue(), this::carried))
            .toList());
  }

  /** The rate of a system with one workload, or why it has none. */
  private Cell carried(List<ReportedRun> runs) {
    if (runs.isEmpty()) {
      return Cell.of("not run", Tone.NONE);
    }
    Leaderboard.Row row = Leaderboard.row(runs, all);
    if (row.ratePerSecond().isPresent()) {
      return Cell.of(
          Stream.of(
                  Stream.of(Text.rate(row.ratePerSecond().getAsDouble())),
                  row.asked().stream().flatMap(Requirements::times),
                  missed(runs, each -> !each.stated()))
              .flatMap(parts -> parts)
              .collect(joining("; ")),
          Tone.GOOD);
    }
    List<String> missed = missed(runs, Requirement::stated).toList();
    if (!missed.isEmpty()) {
      return Cell.of("none: " + Text.listed(missed, 1), Tone.BAD);
    }
    List<ReportedRun> invalid = runs.stream().filter(Requirements::isInvalid).toList();
    return invalid.isEmpty()
        ? Cell.of("none: " + row.basis(), Tone.BAD)
        : unknown(invalid.stream().map(Requirements::unusable).toList());
  }

  /** Whether its status says nothing about the system. */
  private static boolean isInvalid(ReportedRun run) {
    return run.unusable().isPresent()
        || run.stored()
            .filter(stored -> Tone.of(stored.verdict().status()) == Tone.BAD)
            .isPresent();
  }

  /** Returns the times that the question asks for; its rates are others than the one of the row. */
  private static Stream<String> times(Asked asked) {
    return asked.figures().entrySet().stream()
        .filter(each -> !each.getKey().isRate())
        .map(
            each -> each.getKey().words() + " " + ChangeWords.text(each.getKey(), each.getValue()));
  }

  /** {@code failed sends: 328}, {@code p99 latency <= 20ms in 2 of 3 runs: 31 ms}. */
  private static Stream<String> missed(List<ReportedRun> runs, Predicate<Requirement> which) {
    return requirements(runs).stream()
        .filter(which)
        .flatMap(
            each ->
                missed(each, runs).stream().map(how -> each.name().replaceFirst("^no ", "") + how));
  }

  private Table required() {
    Map<String, List<ReportedRun>> runs = workloads.values().iterator().next();
    List<ReportedRun> every = runs.values().stream().flatMap(List::stream).toList();
    List<List<Cell>> rows = new ArrayList<>();
    List<String> met = new ArrayList<>();
    for (Requirement each : requirements(every)) {
      List<Cell> row = row(each.name(), runs, some -> cell(each, some));
      if (!each.stated() && row.stream().skip(1).allMatch(MET::equals)) {
        met.add(each.name());
      } else {
        rows.add(row);
      }
    }
    if (!met.isEmpty()) {
      rows.add(row(String.join(", ", met), runs, any -> MET));
    }
    return table("requirement", rows);
  }

  /** Objectives in their order; then what is required of every system. */
  private static List<Requirement> requirements(List<ReportedRun> runs) {
    Map<List<String>, Requirement> stated = new LinkedHashMap<>();
    results(runs)
        .flatMap(run -> run.verdict().objectives().stream())
        .forEach(
            each -> stated.putIfAbsent(List.of(each.key(), each.condition()), objective(each)));
    List<Requirement> all = new ArrayList<>(stated.values());
    List<String> known = stated.keySet().stream().map(key -> key.get(0)).toList();
    if (results(runs).findAny().isPresent()
        && results(runs).allMatch(run -> run.requestReply().isEmpty())) {
      implied("lost", DeliveryReport::lost, known, all);
      implied(
          "errors",
          delivery -> Optional.of(delivery.failed() + delivery.unacknowledged()),
          known,
          all);
      implied("duplicated", DeliveryReport::duplicated, known, all);
      implied("outOfOrder", DeliveryReport::outOfOrder, known, all);
    }
    if (results(runs).anyMatch(run -> !run.faults().isEmpty())
        && known.stream().noneMatch(key -> key.startsWith(Metrics.RECOVERY_TIME.id()))) {
      all.add(
          new Requirement(
              "recovery to " + FaultAnswer.goal(runs),
              FigureGroup.RECOVERY,
              true,
              Requirements::recovery));
    }
    return all;
  }

  private static Stream<RunResult> results(List<ReportedRun> runs) {
    return runs.stream().flatMap(run -> run.stored().stream());
  }

  private static Requirement objective(ObjectiveResult objective) {
    String key = objective.key();
    String metric = objective.metric();
    String words = MetricReference.inWords(metric) + key.substring(metric.length());
    return new Requirement(
        objective.condition().equals("0") && NOTHING.containsKey(key)
            ? NOTHING.getOrDefault(key, key)
            : words + " " + objective.condition(),
        MetricNames.objective(metric).map(Metric::group).orElse(FigureGroup.DELIVERY),
        true,
        run ->
            run.verdict().objectives().stream()
                .filter(
                    each ->
                        each.key().equals(key) && each.condition().equals(objective.condition()))
                .findFirst()
                .map(Requirements::outcome)
                .orElseGet(() -> Outcome.unknown("not an objective of the run")));
  }

  private static Outcome outcome(ObjectiveResult result) {
    return result.measured()
        ? Outcome.of(result.met(), result.actual())
        : Outcome.unknown(result.actual());
  }

  private static void implied(
      String key,
      Function<DeliveryReport, Optional<Long>> number,
      List<String> known,
      List<Requirement> all) {
    if (!known.contains(key)) {
      all.add(
          new Requirement(
              NOTHING.getOrDefault(key, key),
              FigureGroup.DELIVERY,
              false,
              run -> Outcome.none(number.apply(run.delivery()), "not known")));
    }
  }

  /** Judges the recovery from the fault that took longest. */
  private static Outcome recovery(RunResult run) {
    double longest = -1;
    for (FaultReport fault : run.faults()) {
      Effect effect = fault.effect().orElse(null);
      if (effect == null || !effect.overlaps().isEmpty()) {
        return Outcome.unknown(effect == null ? "not injected" : "faults overlap");
      }
      Optional<Flow> below = effect.flows().filter(Flow::wasBelowIntention).findFirst();
      if (below.isPresent()) {
        return Outcome.unknown(FaultAnswer.below(below.get()));
      }
      if (effect.recoverySeconds().isEmpty()) {
        return Outcome.of(false, "not recovered");
      }
      longest = Math.max(longest, effect.recoverySeconds().get());
    }
    return longest < 0
        ? Outcome.unknown("no fault")
        : Outcome.of(true, Text.nanos(longest * NANOS_PER_SECOND));
  }

  /** All runs of a system. */
  private static Cell cell(Requirement requirement, List<ReportedRun> runs) {
    if (runs.isEmpty()) {
      return Cell.of("not run", Tone.NONE);
    }
    List<Outcome> outcomes = runs.stream().map(run -> outcome(requirement, run)).toList();
    List<Outcome> known = outcomes.stream().filter(each -> each.state != State.UNKNOWN).toList();
    if (known.isEmpty()) {
      return unknown(outcomes.stream().map(Outcome::text).toList());
    }
    boolean counted = !requirement.stated || requirement.group == FigureGroup.DELIVERY;
    return missed(requirement, runs)
        .map(how -> Cell.of("missed" + how, Tone.BAD))
        .orElseGet(
            () ->
                Cell.of(
                    "met" + in(known, runs) + (counted ? "" : ": " + listed(known)), Tone.GOOD));
  }

  /** {@code : 31 ms}, {@code in 2 of 3 runs: 31 ms}; empty if no run misses it. */
  private static Optional<String> missed(Requirement requirement, List<ReportedRun> runs) {
    List<Outcome> missed =
        runs.stream()
            .map(run -> outcome(requirement, run))
            .filter(each -> each.state == State.MISSED)
            .toList();
    return missed.isEmpty()
        ? Optional.empty()
        : Optional.of(in(missed, runs) + ": " + listed(missed));
  }

  private static String in(List<Outcome> some, List<ReportedRun> runs) {
    return some.size() == runs.size()
        ? ""
        : " in " + some.size() + " of " + Text.plural(runs.size(), "run");
  }

  private static String listed(List<Outcome> outcomes) {
    return Text.listed(outcomes.stream().map(Outcome::text).distinct().toList(), NAMED);
  }

  private static Outcome outcome(Requirement requirement, ReportedRun run) {
    if (run.unusable().isPresent()) {
      return Outcome.unknown(unusable(run));
    }
    Outcome outcome =
        run.stored().map(requirement.judged).orElseGet(() -> Outcome.unknown("not in the file"));
    return run.validity(requirement.group).usable() || outcome.state == State.UNKNOWN
        ? outcome
        : Outcome.unknown(
            requirement.group.heading()
                + " inaccurate "
                + Inaccurate.by(run.validity(requirement.group).error(), "max"));
  }

  private static Cell unknown(List<String> reasons) {
    return Cell.of(
        "not measurable: " + Text.listed(reasons.stream().distinct().toList(), 1), Tone.NONE);
  }

  /** {@code INVALID: cpu-starved}. */
  private static String unusable(ReportedRun run) {
    return Unanswered.Cause.of(run).words();
  }

  /** What is missed or not known, for each system; empty if all requirements are met. */
  Optional<Statement> summary() {
    if (table.rows().stream()
        .flatMap(row -> row.stream().skip(1))
        .allMatch(cell -> cell.tone() == Tone.GOOD)) {
      return Optional.empty();
    }
    String all = Text.plural(table.rows().size(), situations ? "situation" : "requirement");
    List<String> missed = new ArrayList<>();
    for (int i = 1; i <= systems.size(); i++) {
      missed.add(
          Stream.of(
                  situations ? met(i) : "",
                  part(i, Tone.BAD, situations ? "not in %s" : "misses %s"),
                  part(i, Tone.NONE, "%s not measurable"))
              .filter(text -> !text.isEmpty())
              .reduce((one, other) -> one + ", " + other)
              .orElse("meets all"));
    }
    boolean same = systems.size() > 1 && missed.stream().distinct().count() == 1;
    String parts =
        same
            ? "each system " + missed.get(0)
            : IntStream.range(0, systems.size())
                .mapToObj(i -> systems.get(i) + " " + missed.get(i))
                .collect(joining("; "));
    return Optional.of(
        new Statement(
            "",
            "%s %s: %s.".formatted(situations ? "Within the objectives, of" : "Of", all, parts),
            Tone.BAD));
  }

  /** {@code in 3}. */
  private String met(int column) {
    List<List<Cell>> rows = table.rows();
    long met = rows.stream().filter(row -> row.get(column).tone() == Tone.GOOD).count();
    return met == rows.size() ? "in all" : met == 0 ? "" : "in " + met;
  }

  /** {@code misses 2 (no duplicates; recovery time <= 5s)}; empty without such a row. */
  private String part(int column, Tone tone, String form) {
    List<String> names =
        table.rows().stream()
            .filter(row -> row.get(column).tone() == tone)
            .map(row -> row.get(0).text())
            .toList();
    if (names.isEmpty()) {
      return "";
    }
    return names.size() == table.rows().size()
        ? form.formatted("all")
        : form.formatted(names.size()) + " (" + Text.listed(names, NAMED) + ")";
  }
}
