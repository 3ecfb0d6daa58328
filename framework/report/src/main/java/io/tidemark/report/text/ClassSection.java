package io.tidemark.report.text;

import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The traffic classes of a run on the console: rates and messages, then latencies. */
public final class ClassSection {
  public static final List<String> MESSAGES =
      List.of(
          "class",
          "verdict",
          "intended",
          "published",
          "consumed",
          "MB/s",
          "lost",
          "duplicated",
          "out of order");
  private static final List<Measure> MEASURES =
      List.of(Measure.PUBLISH_LATENCY, Measure.END_TO_END);

  private ClassSection() {}

  /** Empty for a run without classes. */
  static List<String> lines(RunResult run, TerminalStyle style) {
    if (run.classes().isEmpty()) {
      return List.of();
    }
    TextTable messages = new TextTable(2).row(MESSAGES);
    TextTable latencies = new TextTable(1).row(latencies());
    for (ClassResult each : run.classes()) {
      List<String> row = new ArrayList<>(messages(each));
      row.set(1, VerdictText.coloured(each.verdict().status(), row.get(1), style));
      messages.row(row);
      latencies.row(latencies(each, style));
    }
    List<String> lines = new ArrayList<>(messages.lines());
    lines.add("");
    lines.addAll(latencies.lines());
    lines.add("rates in msg/s; lost, duplicated and out of order over the whole run");
    return lines;
  }

  /** The columns of {@link #latencies(ClassResult, TerminalStyle)}. */
  public static List<String> latencies() {
    return List.of("class", "publish p50", "p99", "p99.9", "end-to-end p50", "p99", "p99.9");
  }

  /** The columns of {@link #MESSAGES}. */
  public static List<String> messages(ClassResult of) {
    PhaseResult totals = of.totals();
    return List.of(
        of.name(),
        of.verdict().status().toString(),
        totals.intendedRatePerSecond().map(Text::perSecond).orElse(""),
        Text.perSecond(totals.perSecond(Counter.ACKNOWLEDGED)),
        Text.perSecond(totals.perSecond(Counter.RECEIVED)),
        Text.megabytes(totals.perSecond(Counter.ACKNOWLEDGED_BYTES)),
        count(of.delivery().lost()),
        count(of.delivery().duplicated()),
        count(of.delivery().outOfOrder()));
  }

  private static String count(Optional<Long> messages) {
    return messages.map(Text::count).orElse("not known");
  }

  /** Percentiles over the measured time. */
  public static List<String> latencies(ClassResult of, TerminalStyle style) {
    List<String> cells = new ArrayList<>(List.of(of.name()));
    for (Measure measure : MEASURES) {
      for (ToDoubleFunction<LatencyMicros> figure :
          List.<ToDoubleFunction<LatencyMicros>>of(
              LatencyMicros::p50, LatencyMicros::p99, LatencyMicros::p999)) {
        cells.add(PhaseSection.latency(of.totals(), measure, figure, style));
      }
    }
    return cells;
  }

  /** Whether its objectives are met, in a word; empty text without objectives. */
  public static String objectives(ClassResult of) {
    List<ObjectiveResult> all = of.verdict().objectives();
    long met = all.stream().filter(ObjectiveResult::met).count();
    return all.isEmpty() ? "" : met + " of " + all.size() + " met";
  }

  /** Whether something is wrong with it. */
  public static boolean isBad(ClassResult of) {
    return of.verdict().status() != Status.VALID;
  }
}
