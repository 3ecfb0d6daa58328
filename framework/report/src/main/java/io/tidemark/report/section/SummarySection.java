package io.tidemark.report.section;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.finish.BrokerSize;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns.DisturbedRuns;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.text.BrokerLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Runs side by side: the figures of each over all its measured phases, and what limits them. */
public final class SummarySection {
  /** The status of a file in OMB's format. */
  private static final String NO_VERDICT = "no verdict";

  private static final int LISTED = 4;

  private SummarySection() {}

  public static Section of(List<ReportedRun> runs) {
    List<MetricReference> metrics =
        MetricReference.usual().stream()
            .filter(metric -> runs.stream().anyMatch(run -> run.metrics().containsKey(metric)))
            .toList();
    List<String> head =
        new ArrayList<>(List.of("workload", "run", "cluster", "way", "verdict", "intended/s"));
    metrics.forEach(metric -> head.add(metric.metric().heading()));
    head.addAll(List.of("lost", "failed sends"));
    boolean workloads = runs.stream().map(ReportedRun::workload).distinct().count() > 1;
    Section section =
        Section.of("summary", "Figures")
            .add(
                new Table(
                    "", head, runs.stream().map(run -> row(run, metrics, workloads)).toList()))
            .warnings(clusters(runs))
            .warnings(unusable(runs))
            .notes(mechanisms(runs));
    return runs.stream().flatMap(run -> run.stored().stream()).anyMatch(BrokerLine::coLocated)
        ? section.notes("* the brokers shared the load generator's machine")
        : section;
  }

  /** What a command prints after its last run: with all numbers of requesters side by side. */
  public static Document document(List<ReportedRun> runs) {
    List<ReportedRun> asking =
        runs.stream()
            .filter(run -> run.stored().flatMap(RunResult::requestReply).isPresent())
            .toList();
    return new Document("", List.of(), List.of(of(runs), PhaseSection.of(ShownRuns.of(asking))));
  }

  private static List<Cell> row(ReportedRun run, List<MetricReference> metrics, boolean workloads) {
    boolean disturbed = DisturbedRuns.of(run).findAny().isPresent();
    Optional<RunResult> stored = run.stored();
    List<Cell> row = new ArrayList<>();
    row.add(Cell.of(workloads ? run.workload() : ""));
    row.add(Cell.of(run.label()));
    row.add(Cell.of(stored.map(SummarySection::cluster).orElse("")));
    row.add(
        Cell.of(stored.flatMap(RunResult::requestReply).map(RequestReplyReport::way).orElse("")));
    row.add(Cell.of(status(run) + (disturbed ? ", disturbed" : ""), tone(run)));
    row.add(
        Cell.of(stored.flatMap(each -> each.totals().intendedRatePerSecond()), Unit.PER_SECOND));
    for (MetricReference metric : metrics) {
      Optional<Double> value = Optional.ofNullable(run.metrics().get(metric));
      row.add(
          Cell.of(value, metric.metric().unit())
              .usable(run.unusable().isPresent() || run.damage(metric).isEmpty()));
    }
    row.add(
        stored
            .map(each -> Cell.zero(each.delivery().lost()))
            .orElse(Cell.EMPTY)
            .usable(run.unusable().isPresent() || run.validity(FigureGroup.DELIVERY).usable()));
    row.add(
        stored
            .map(RunResult::delivery)
            .map(DeliveryReport::failed)
            .map(failed -> Cell.zero(Optional.of(failed)))
            .orElse(Cell.EMPTY));
    return row;
  }

  /** {@code 3 nodes RF3*}: short, for there are many columns. */
  private static String cluster(RunResult run) {
    List<String> parts = new ArrayList<>();
    BrokerSize.nodes(run).ifPresent(number -> parts.add(Text.plural(number, "node")));
    BrokerLine.replication(run).ifPresent(factor -> parts.add("RF" + factor));
    String cluster = parts.isEmpty() ? "unknown" : String.join(" ", parts);
    return BrokerLine.coLocated(run) ? cluster + "*" : cluster;
  }

  /** {@code 2 runs VALID, 1 run INVALID}. */
  public static String counts(List<ReportedRun> runs) {
    Map<String, List<ReportedRun>> byStatus =
        runs.stream().collect(groupingBy(SummarySection::status, TreeMap::new, toList()));
    return String.join(
        ", ",
        byStatus.entrySet().stream()
            .map(each -> Text.plural(each.getValue().size(), "run") + " " + each.getKey())
            .toList());
  }

  private static String status(ReportedRun run) {
    return run.stored()
        .map(stored -> stored.verdict().status().name())
        .orElse(run.unusable().isPresent() ? Status.INVALID.name() : NO_VERDICT);
  }

  private static Tone tone(ReportedRun run) {
    return status(run).equals(NO_VERDICT) ? Tone.NONE : Tone.of(Status.valueOf(status(run)));
  }

  private static List<String> clusters(List<ReportedRun> runs) {
    Map<String, Set<String>> clusters = new LinkedHashMap<>();
    runs.forEach(
        run ->
            run.stored()
                .ifPresent(
                    stored ->
                        clusters
                            .computeIfAbsent(run.workload(), any -> new LinkedHashSet<>())
                            .add(cluster(stored))));
    return clusters.values().stream().anyMatch(each -> each.size() > 1)
        ? List.of("not directly comparable: the clusters differ")
        : List.of();
  }

  private static List<String> unusable(List<ReportedRun> runs) {
    List<String> all =
        runs.stream()
            .filter(run -> run.unusable().isPresent())
            .map(run -> "Do not use the figures of " + run.name() + ": " + run.unusable().get())
            .toList();
    List<String> damaged =
        runs.stream()
            .filter(run -> run.unusable().isEmpty())
            .flatMap(
                run ->
                    run.damage().map(what -> "Do not use of " + run.name() + ": " + what).stream())
            .toList();
    return Stream.of(
            limited(all, "that must not be used"), limited(damaged, "with damaged figures"))
        .flatMap(List::stream)
        .toList();
  }

  private static List<String> limited(List<String> texts, String what) {
    List<String> first = new ArrayList<>(texts.stream().limit(LISTED).toList());
    if (texts.size() > LISTED) {
      first.add(
          String.format(
              Locale.ROOT,
              "The table marks %s %s.",
              Text.plural(texts.size() - LISTED, "more run"),
              what));
    }
    return first;
  }

  private static List<String> mechanisms(List<ReportedRun> runs) {
    Set<String> mechanisms = new LinkedHashSet<>();
    for (ReportedRun run : runs) {
      run.stored()
          .flatMap(RunResult::requestReply)
          .ifPresent(asked -> mechanisms.add(run.environment() + ": " + asked.mechanism()));
    }
    return List.copyOf(mechanisms);
  }
}
