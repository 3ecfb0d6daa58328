package io.tidemark.report.compare;

import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.text.BrokerLine;
import io.tidemark.report.text.RequestReplySection;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.report.text.TextTable;
import io.tidemark.report.text.VerdictText;
import io.tidemark.report.text.Wrapped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * A comparison of runs by workload. Lists obstacles to a comparison: different clusters, brokers
 * beside the load generator, runs that are not valid, messages that were lost.
 */
public final class ComparisonTable {
  private final TerminalStyle style;
  private final List<String> lines = new ArrayList<>();

  private ComparisonTable(TerminalStyle style) {
    this.style = style;
  }

  /** Draws runs in the order given; lines, each ended by a line feed. */
  public static String render(List<RunResult> runs, TerminalStyle style) {
    Map<String, List<RunResult>> byWorkload = new LinkedHashMap<>();
    for (RunResult run : runs) {
      byWorkload.computeIfAbsent(title(run), title -> new ArrayList<>()).add(run);
    }
    ComparisonTable table = new ComparisonTable(style);
    byWorkload.forEach(table::workload);
    return table.lines.isEmpty() ? "" : String.join("\n", table.lines) + "\n";
  }

  private static String title(RunResult run) {
    RunIdentity id = run.identity();
    return id.workloadName().equals(id.workloadFileBase())
        ? id.workloadName()
        : id.workloadFileBase() + ": " + id.workloadName();
  }

  private void workload(String title, List<RunResult> runs) {
    if (!lines.isEmpty()) {
      lines.add("");
    }
    lines.add(style.bold(title));
    boolean asks = runs.stream().allMatch(run -> run.requestReply().isPresent());
    lines.addAll(asks ? steps(runs) : rows(runs));
    lines.addAll(notes(runs));
  }

  /** One row for each step of each run; the steps of all drivers stand together. */
  private List<String> steps(List<RunResult> runs) {
    List<String> head = new ArrayList<>(List.of("driver", "cluster", "way"));
    head.addAll(RequestReplySection.HEADER.subList(1, RequestReplySection.HEADER.size()));
    head.add("verdict");
    TextTable table = new TextTable(3).row(head);
    Set<String> phases = new LinkedHashSet<>();
    for (RunResult run : runs) {
      run.phases().stream()
          .filter(PhaseResult::measured)
          .map(PhaseResult::name)
          .forEach(phases::add);
    }
    for (String name : phases) {
      for (RunResult run : runs) {
        run.phases().stream()
            .filter(phase -> phase.measured() && phase.name().equals(name))
            .forEach(phase -> table.row(step(run, phase)));
      }
    }
    return table.lines().stream().map(line -> "  " + line).toList();
  }

  private List<String> step(RunResult run, PhaseResult phase) {
    List<String> cells = new ArrayList<>();
    cells.add(name(run));
    cells.add(cluster(run));
    cells.add(run.requestReply().map(RequestReplyReport::way).orElse(""));
    cells.add(phase.requesters().map(Text::count).orElse(""));
    cells.addAll(RequestReplySection.figures(phase, style));
    cells.add(VerdictText.coloured(run.verdict().status(), run.verdict().status().name(), style));
    return cells;
  }

  private List<String> rows(List<RunResult> runs) {
    TextTable table =
        new TextTable(2)
            .row(
                "driver",
                "cluster",
                "publish/s",
                "consume/s",
                "pub p50",
                "pub p99",
                "e2e p50",
                "e2e p99",
                "verdict");
    for (RunResult run : runs) {
      table.row(
          name(run),
          cluster(run),
          Text.perSecond(run.totals().perSecond(Counter.ACKNOWLEDGED)),
          Text.perSecond(run.totals().perSecond(Counter.RECEIVED)),
          latency(run, Measure.PUBLISH_LATENCY, LatencyMicros::p50),
          latency(run, Measure.PUBLISH_LATENCY, LatencyMicros::p99),
          latency(run, Measure.END_TO_END, LatencyMicros::p50),
          latency(run, Measure.END_TO_END, LatencyMicros::p99),
          VerdictText.coloured(run.verdict().status(), run.verdict().status().name(), style));
    }
    return table.lines().stream().map(line -> "  " + line).toList();
  }

  private static String name(RunResult run) {
    RunIdentity id = run.identity();
    return id.iterations() > 1 ? id.driverName() + " #" + id.iteration() : id.driverName();
  }

  /** {@code 3 nodes RF3*}: short, for there are many columns. */
  private static String cluster(RunResult run) {
    List<String> parts = new ArrayList<>();
    BrokerLine.nodes(run).ifPresent(n -> parts.add(n.equals("1") ? "1 node" : n + " nodes"));
    BrokerLine.replication(run).ifPresent(factor -> parts.add("RF" + factor));
    String cluster = parts.isEmpty() ? "unknown" : String.join(" ", parts);
    return BrokerLine.coLocated(run) ? cluster + "*" : cluster;
  }

  private String latency(
      RunResult run, Measure measure, ToDoubleFunction<LatencyMicros> percentile) {
    return run.totals()
        .latencies()
        .get(measure)
        .map(latency -> style.latency(percentile.applyAsDouble(latency)))
        .orElse("none");
  }

  private List<String> notes(List<RunResult> runs) {
    Set<String> notes = new LinkedHashSet<>();
    Set<String> clusters = new LinkedHashSet<>();
    runs.forEach(run -> clusters.add(cluster(run)));
    if (clusters.size() > 1) {
      notes.add(style.warning("not directly comparable: the clusters differ"));
    }
    if (runs.stream().allMatch(run -> run.requestReply().isPresent())) {
      notes.add(RequestReplySection.VIEWS);
    }
    Set<String> mechanisms = new LinkedHashSet<>();
    for (RunResult run : runs) {
      run.requestReply().ifPresent(asked -> mechanisms.add(name(run) + ": " + asked.mechanism()));
    }
    notes.addAll(mechanisms);
    for (RunResult run : runs) {
      VerdictText.reason(run)
          .ifPresent(
              reason -> notes.add(name(run) + " is " + run.verdict().status() + ": " + reason));
      long lost = run.delivery().lost().orElse(0L);
      if (lost > 0) {
        notes.add(style.bad(name(run) + " lost " + Text.plural(lost, "message")));
      }
      run.delivery()
          .audits()
          .forEach(
              (audit, found) -> {
                if (found > 0) {
                  notes.add(style.bad(name(run) + " has " + audit + " " + Text.count(found)));
                }
              });
    }
    List<String> texts = new ArrayList<>();
    notes.forEach(note -> texts.addAll(Wrapped.lines("  ! " + note, Wrapped.WIDTH, "    ")));
    if (runs.stream().anyMatch(BrokerLine::coLocated)) {
      texts.add("  * the brokers shared the load generator's machine");
    }
    return texts;
  }
}
