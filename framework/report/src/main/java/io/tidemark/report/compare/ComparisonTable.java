package io.tidemark.report.compare;

import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.figures.LatencyMicros;
import io.tidemark.report.figures.StoredPhase;
import io.tidemark.report.figures.StoredRequestReply;
import io.tidemark.report.figures.StoredRun;
import io.tidemark.report.text.BrokerLine;
import io.tidemark.report.text.RequestReplySection;
import io.tidemark.report.text.SummaryTable;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.report.text.TextTable;
import io.tidemark.report.text.VerdictText;
import io.tidemark.report.text.Wrapped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  public static String render(List<StoredRun> runs, TerminalStyle style) {
    Map<String, List<StoredRun>> byWorkload = new LinkedHashMap<>();
    for (StoredRun run : runs) {
      byWorkload.computeIfAbsent(title(run), title -> new ArrayList<>()).add(run);
    }
    ComparisonTable table = new ComparisonTable(style);
    byWorkload.forEach(table::workload);
    return table.lines.isEmpty() ? "" : String.join("\n", table.lines) + "\n";
  }

  private static String title(StoredRun run) {
    StoredRun.Run id = run.run();
    return id.workload().equals(id.workloadFile())
        ? id.workload()
        : id.workloadFile() + ": " + id.workload();
  }

  private void workload(String title, List<StoredRun> runs) {
    if (!lines.isEmpty()) {
      lines.add("");
    }
    lines.add(style.bold(title));
    boolean asks = runs.stream().allMatch(run -> run.requestReply() != null);
    lines.addAll(asks ? steps(runs) : rows(runs));
    lines.addAll(notes(runs));
  }

  /** One row for each step of each run; the steps of all drivers stand together. */
  private List<String> steps(List<StoredRun> runs) {
    List<String> head = new ArrayList<>(List.of("driver", "cluster", "way"));
    head.addAll(RequestReplySection.HEADER.subList(1, RequestReplySection.HEADER.size()));
    head.add("verdict");
    TextTable table = new TextTable(3).row(head);
    Set<String> phases = new LinkedHashSet<>();
    for (StoredRun run : runs) {
      run.phases().stream()
          .filter(StoredPhase::measured)
          .map(StoredPhase::name)
          .forEach(phases::add);
    }
    for (String name : phases) {
      for (StoredRun run : runs) {
        run.phases().stream()
            .filter(phase -> phase.measured() && phase.name().equals(name))
            .forEach(phase -> table.row(step(run, phase)));
      }
    }
    return table.lines().stream().map(line -> "  " + line).toList();
  }

  private List<String> step(StoredRun run, StoredPhase phase) {
    List<String> cells = new ArrayList<>();
    cells.add(name(run));
    cells.add(cluster(run));
    cells.add(Optional.ofNullable(run.requestReply()).map(StoredRequestReply::way).orElse(""));
    cells.add(phase.requesters() == null ? "" : Text.count(phase.requesters()));
    cells.addAll(RequestReplySection.figures(phase, style));
    cells.add(VerdictText.coloured(run.verdict().status(), run.verdict().status().name(), style));
    return cells;
  }

  private List<String> rows(List<StoredRun> runs) {
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
    for (StoredRun run : runs) {
      table.row(
          name(run),
          cluster(run),
          Text.perSecond(run.totals().rates().get(Counter.ACKNOWLEDGED)),
          Text.perSecond(run.totals().rates().get(Counter.RECEIVED)),
          latency(run, Measure.PUBLISH_LATENCY, LatencyMicros::p50),
          latency(run, Measure.PUBLISH_LATENCY, LatencyMicros::p99),
          latency(run, Measure.END_TO_END, LatencyMicros::p50),
          latency(run, Measure.END_TO_END, LatencyMicros::p99),
          VerdictText.coloured(run.verdict().status(), run.verdict().status().name(), style));
    }
    return table.lines().stream().map(line -> "  " + line).toList();
  }

  private static String name(StoredRun run) {
    StoredRun.Run id = run.run();
    return id.iterations() > 1 ? id.driver() + " #" + id.iteration() : id.driver();
  }

  /** {@code 3 nodes RF3*}: short, for there are many columns. */
  private static String cluster(StoredRun run) {
    List<String> parts = new ArrayList<>();
    BrokerLine.nodes(run).ifPresent(n -> parts.add(n.equals("1") ? "1 node" : n + " nodes"));
    BrokerLine.replication(run).ifPresent(factor -> parts.add("RF" + factor));
    String cluster = parts.isEmpty() ? "unknown" : String.join(" ", parts);
    return BrokerLine.coLocated(run) ? cluster + "*" : cluster;
  }

  private String latency(
      StoredRun run, Measure measure, ToDoubleFunction<LatencyMicros> percentile) {
    return run.totals()
        .latencies()
        .get(measure)
        .map(latency -> style.latency(percentile.applyAsDouble(latency)))
        .orElse("none");
  }

  private List<String> notes(List<StoredRun> runs) {
    Set<String> notes = new LinkedHashSet<>();
    Set<String> clusters = new LinkedHashSet<>();
    runs.forEach(run -> clusters.add(cluster(run)));
    if (clusters.size() > 1) {
      notes.add(style.warning("not directly comparable: the clusters differ"));
    }
    if (runs.stream().allMatch(run -> run.requestReply() != null)) {
      notes.add(RequestReplySection.VIEWS);
    }
    Set<String> mechanisms = new LinkedHashSet<>();
    runs.stream()
        .filter(run -> run.requestReply() != null)
        .forEach(run -> mechanisms.add(name(run) + ": " + run.requestReply().mechanism()));
    notes.addAll(mechanisms);
    for (StoredRun run : runs) {
      VerdictText.reason(run)
          .ifPresent(
              reason -> notes.add(name(run) + " is " + run.verdict().status() + ": " + reason));
      Long lost = run.delivery().lostMessages();
      if (lost != null && lost > 0) {
        notes.add(style.bad(name(run) + " lost " + Text.plural(lost, "message")));
      }
    }
    List<String> texts = new ArrayList<>();
    notes.forEach(note -> texts.addAll(Wrapped.lines("  ! " + note, SummaryTable.WIDTH, "    ")));
    if (runs.stream().anyMatch(BrokerLine::coLocated)) {
      texts.add("  * the brokers shared the load generator's machine");
    }
    return texts;
  }
}
