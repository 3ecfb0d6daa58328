package io.tidemark.report.answer;

import static java.util.stream.Collectors.joining;

import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultKind.FaultAction;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.FaultReport.Flow;
import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.Text;
import io.tidemark.report.answer.Trust.Inaccurate;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Event;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.chart.Charts;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** How each system recovered from the faults of its usable runs, and what it lost. */
final class FaultAnswer implements AnswerPattern {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Map<String, List<ReportedRun>> systems;

  private FaultAnswer(List<ReportedRun> runs) {
    this.systems = AnswerPattern.bySystem(runs);
  }

  /** Empty if a run has no fault with an effect: then other runs decide. */
  static Optional<FaultAnswer> of(List<ReportedRun> usable) {
    return usable.stream().noneMatch(run -> known(run).isEmpty())
        ? Optional.of(new FaultAnswer(usable))
        : Optional.empty();
  }

  /** What some of the runs show of faults, beside the answer of all of them. */
  static List<Statement> ofSome(List<ReportedRun> usable) {
    List<ReportedRun> some = usable.stream().filter(run -> !known(run).isEmpty()).toList();
    return some.isEmpty() ? List.of() : new FaultAnswer(some).statements();
  }

  @Override
  public String question() {
    return "How does %s recover when %s?"
        .formatted(String.join(" and ", systems.keySet()), String.join(" or ", actions()));
  }

  private List<String> actions() {
    return systems.values().stream()
        .flatMap(List::stream)
        .flatMap(FaultAnswer::faults)
        .filter(fault -> fault.effect().isPresent())
        .map(fault -> clause(fault.action()))
        .distinct()
        .toList();
  }

  private static Stream<FaultReport> faults(ReportedRun run) {
    return run.stored().stream().flatMap(stored -> stored.faults().stream());
  }

  @Override
  public Statement headline() {
    List<Statement> statements = statements();
    if (statements.size() == 1) {
      return statements.get(0);
    }
    List<String> times = new ArrayList<>();
    systems.forEach((system, runs) -> times.add(system + " " + recovery(runs)));
    return Statement.of("", "Back to " + goal(all()) + ": " + String.join("; ", times) + ".");
  }

  private List<ReportedRun> all() {
    return systems.values().stream().flatMap(List::stream).toList();
  }

  /** What a system must reach again: the rate before a fault only where no rate is intended. */
  static String goal(List<ReportedRun> runs) {
    List<Flow> flows =
        runs.stream()
            .flatMap(FaultAnswer::faults)
            .flatMap(fault -> fault.effect().stream())
            .flatMap(Effect::flows)
            .toList();
    if (flows.stream().allMatch(flow -> flow.intendedPerSecond().isPresent())) {
      return "99 % of the intended rate";
    }
    boolean closed =
        runs.stream()
            .flatMap(run -> run.stored().stream())
            .allMatch(run -> run.totals().intendedRatePerSecond().isEmpty());
    return "99 % of the rate before the fault" + (closed ? " (a closed loop)" : "");
  }

  /** {@code 900/s of the intended 1,500/s before the fault}. */
  static String below(Flow flow) {
    return "%s/s of the intended %s/s before the fault"
        .formatted(
            Text.perSecond(flow.beforePerSecond()),
            Text.perSecond(flow.intendedPerSecond().orElse(0.0)));
  }

  private static Stream<Flow> belowIntention(List<ReportedRun> runs) {
    return effects(runs).stream().flatMap(Effect::flows).filter(Flow::wasBelowIntention);
  }

  private static String recovery(List<ReportedRun> runs) {
    DoubleSummaryStatistics recovery = recoveries(runs);
    long faults = effects(runs).size();
    return recovery.getCount() < faults
        ? "after " + recovery.getCount() + " of " + Text.plural(faults, "fault")
        : "within "
            + (isInaccurate(runs) ? "about " : "")
            + time(recovery.getMax())
            + FailoverAnswer.accuracy(runs)
            + ", n = "
            + timed(runs);
  }

  @Override
  public List<Statement> statements() {
    return systems.entrySet().stream()
        .map(each -> statement(each.getKey(), each.getValue()))
        .toList();
  }

  private static List<Effect> known(ReportedRun run) {
    return faults(run)
        .map(FaultReport::effect)
        .flatMap(Optional::stream)
        .filter(effect -> effect.overlaps().isEmpty())
        .toList();
  }

  /** Returns the effects whose times may be used. */
  private static List<Effect> usable(ReportedRun run) {
    FigureValidity times = run.validity(FigureGroup.RECOVERY);
    return known(run).stream()
        .filter(
            effect ->
                effect
                    .recoverySeconds()
                    .map(seconds -> times.usable(FigureError.MAX, seconds * NANOS_PER_SECOND))
                    .orElse(times.usable()))
        .toList();
  }

  /** All of them where none is usable: the sentence says how inaccurate they are. */
  private static List<Effect> effects(List<ReportedRun> runs) {
    List<Effect> usable = runs.stream().flatMap(run -> usable(run).stream()).toList();
    return usable.isEmpty() ? runs.stream().flatMap(run -> known(run).stream()).toList() : usable;
  }

  private static boolean isInaccurate(List<ReportedRun> runs) {
    return runs.stream().allMatch(run -> usable(run).isEmpty());
  }

  private static DoubleSummaryStatistics recoveries(List<ReportedRun> runs) {
    return effects(runs).stream()
        .flatMap(effect -> effect.recoverySeconds().stream())
        .mapToDouble(Double::doubleValue)
        .summaryStatistics();
  }

  private static Statement statement(String system, List<ReportedRun> runs) {
    long faults = effects(runs).size();
    DoubleSummaryStatistics recovery = recoveries(runs);
    Optional<Long> lost = lost(runs);
    String times =
        recovery.getCount() == 0
            ? "not back to %s after %s%s"
                .formatted(
                    goal(runs),
                    faults == 1 ? "the fault" : "any of " + Text.plural(faults, "fault"),
                    belowIntention(runs).findFirst().map(flow -> ", " + below(flow)).orElse(""))
            : recovery.getCount() == faults && recovery.getMax() == 0
                ? "never below " + goal(runs) + (faults == 1 ? "" : " in " + faults + " faults")
                : "back to %s, %s%s after the start of %s%s"
                    .formatted(
                        goal(runs),
                        isInaccurate(runs) ? "about " : "",
                        FailoverAnswer.range(time(recovery.getMin()), time(recovery.getMax())),
                        recovery.getCount() == faults
                            ? faults == 1 ? "the fault" : "each of " + Text.plural(faults, "fault")
                            : "%s of %s, and not after the others"
                                .formatted(
                                    Text.count(recovery.getCount()), Text.plural(faults, "fault")),
                        FailoverAnswer.accuracy(runs));
    String text =
        "%s; %s%s."
            .formatted(
                times,
                lost.map(messages -> lost(messages, expected(runs)))
                    .orElse("whether messages were lost is not known"),
                runs.size() == 1 ? "" : ", " + ChangeWords.runs(timed(runs), runs.size()));
    boolean bad = recovery.getCount() < faults || lost.orElse(0L) > 0;
    return new Statement(system, text, bad ? Tone.BAD : Tone.NONE);
  }

  /** Returns the number of runs whose times are used. */
  private static int timed(List<ReportedRun> runs) {
    int usable = (int) runs.stream().filter(run -> !usable(run).isEmpty()).count();
    return usable > 0 ? usable : (int) runs.stream().filter(run -> !known(run).isEmpty()).count();
  }

  @Override
  public int fewest() {
    return systems.values().stream().mapToInt(FaultAnswer::timed).min().orElse(0);
  }

  @Override
  public boolean isDecision() {
    return true;
  }

  @Override
  public List<Inaccurate> inaccurate() {
    return systems.values().stream()
        .filter(FaultAnswer::isInaccurate)
        .flatMap(
            runs -> FailoverAnswer.inaccurate(runs, recoveries(runs).getMax() * NANOS_PER_SECOND))
        .toList();
  }

  private static long expected(List<ReportedRun> runs) {
    return runs.stream()
        .flatMap(run -> run.stored().stream())
        .mapToLong(stored -> expected(stored.delivery()))
        .sum();
  }

  private static Optional<Long> lost(List<ReportedRun> runs) {
    List<Long> lost =
        runs.stream()
            .filter(run -> run.validity(FigureGroup.DELIVERY).usable())
            .flatMap(run -> run.stored().stream())
            .flatMap(stored -> stored.delivery().lost().stream())
            .toList();
    return lost.size() < runs.size()
        ? Optional.empty()
        : Optional.of(lost.stream().mapToLong(Long::longValue).sum());
  }

  private static String time(double seconds) {
    return Text.nanos(seconds * NANOS_PER_SECOND);
  }

  /** The rates of the first run, or of the first run of each system. */
  @Override
  public List<Chart> charts() {
    List<ReportedRun> firsts = systems.values().stream().map(runs -> runs.get(0)).toList();
    ReportedRun first = firsts.get(0);
    String title =
        firsts.size() == 1
            ? "Rates around the faults" + (first.iteration() > 1 ? "" : ofFirst(first))
            : "Consume rate around the faults, first run of each system";
    List<Mark> marks = faults(first).flatMap(fault -> mark(first, fault).stream()).toList();
    return Charts.courses(firsts).stream()
        .filter(chart -> chart.id().equals(firsts.size() == 1 ? "rates" : "consume-rate"))
        .map(chart -> chart.with(title, chart.lines()).withMarks(marks))
        .toList();
  }

  private String ofFirst(ReportedRun first) {
    List<ReportedRun> runs = systems.getOrDefault(first.environment(), List.of());
    return runs.size() > 1 ? ", first of " + Text.plural(runs.size(), "run") : "";
  }

  /** Marks the time from the injection to the recovery, or for as long as the fault lasted. */
  private static Optional<Mark> mark(ReportedRun run, FaultReport fault) {
    if (fault.injectedMicros() == 0) {
      return Optional.empty();
    }
    double from = run.seconds(fault.windowStartMicros());
    Optional<Double> recovery = fault.effect().flatMap(Effect::recoverySeconds);
    double to =
        recovery
            .map(seconds -> from + seconds)
            .or(() -> fault.undoneMicros().map(run::seconds))
            .orElse(from);
    String end = recovery.map(seconds -> ": back after " + time(seconds)).orElse(": not recovered");
    return Optional.of(new Mark(Event.FAULT, from, to, event(fault) + end));
  }

  // ---- Faults in words; tables and files have the keys of workload files.

  /** {@code a random node is killed} for {@code kill random}. */
  static String clause(FaultAction action) {
    boolean all = action.target().equals("all");
    String what = object(action.target());
    String is = all ? " are " : " is ";
    return action
        .kind()
        .map(
            kind ->
                switch (kind) {
                  case KILL, STOP, RESTART, FREEZE, PARTITION -> what + is + participle(kind);
                  case ROLLING_RESTART -> "nodes are restarted one after another";
                  case ROLLING_UPGRADE -> "nodes are upgraded one after another";
                  case LATENCY -> "the traffic of " + what + " is delayed";
                  case RESET_CONNECTIONS -> "the connections to " + what + " are reset";
                  case MEMORY_ALARM -> what + (all ? " have" : " has") + " no memory left";
                  case COMMAND -> "a command is run";
                })
        .orElseGet(action::toString);
  }

  private static String object(String target) {
    if (target.matches("\\d+")) {
      return "node " + target;
    }
    return switch (target) {
      case "random" -> "a random node";
      case "all" -> "all nodes";
      case "worker" -> "a worker";
      default -> target.startsWith("worker") ? target : "the " + target;
    };
  }

  private static String participle(FaultKind kind) {
    return switch (kind) {
      case KILL -> "killed";
      case STOP -> "stopped";
      case RESTART, ROLLING_RESTART -> "restarted";
      case ROLLING_UPGRADE -> "upgraded";
      case FREEZE -> "frozen";
      case PARTITION -> "cut off";
      case LATENCY -> "delayed";
      case RESET_CONNECTIONS -> "disconnected";
      case MEMORY_ALARM -> "out of memory";
      case COMMAND -> "changed by a command";
    };
  }

  /** {@code node 2 killed}: what it was done to, in a few words. */
  static String event(FaultReport fault) {
    String nodes = fault.nodes().stream().map(Object::toString).collect(joining(", "));
    String what =
        fault.nodes().isEmpty()
            ? String.join(", ", fault.workers())
            : (fault.nodes().size() == 1 ? "node " : "nodes ") + nodes;
    return fault
        .action()
        .kind()
        .filter(kind -> kind != FaultKind.COMMAND && !what.isEmpty())
        .map(kind -> what + " " + participle(kind))
        .orElseGet(fault.action()::toString);
  }

  /** Messages that should have been received. */
  static long expected(DeliveryReport delivery) {
    return delivery.subscriptions().isEmpty()
        ? delivery.acknowledged()
        : delivery.subscriptions().stream().mapToLong(SubscriptionDelivery::expected).sum();
  }

  /** {@code 0 of 6,000 messages lost}. */
  static String lost(long lost, long expected) {
    return "%s of %s lost".formatted(Text.count(lost), Text.plural(expected, "message"));
  }
}
