package io.tidemark.features.corpus;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import io.tidemark.charts.page.ChartsPage;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.result.Text;
import io.tidemark.report.chart.ChartText.Drawn;
import io.tidemark.report.chart.SystemRows;
import io.tidemark.report.document.Block;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.document.Block.Statements;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Columns;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.StoredStudy.Figure;
import io.tidemark.report.statistics.Mean;
import io.tidemark.report.text.RunFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The page of a corpus: one file, with links to the bundles beside it. */
final class CorpusSite {
  private final Corpus corpus;
  private final CorpusCheck check;
  private final List<Submission> accepted;

  /** The newest of each variant. */
  private final List<Submission> newest;

  private CorpusSite(Corpus corpus, CorpusCheck check) {
    this.corpus = corpus;
    this.check = check;
    this.accepted = check.submissions().stream().filter(check::accepts).toList();
    Map<String, Submission> last = new LinkedHashMap<>();
    accepted.forEach(each -> last.put(each.place().environment(), each));
    this.newest = List.copyOf(last.values());
  }

  /** Of all submissions that keep the rules; the others are listed with what is wrong. */
  static String html(Corpus corpus, CorpusCheck check) {
    return ChartsPage.html(new CorpusSite(corpus, check).document());
  }

  private Document document() {
    Map<String, List<Submission>> groups =
        newest.stream()
            .collect(
                groupingBy(
                    each -> each.guarantees().get(0) + "\n" + each.machines().get(0),
                    TreeMap::new,
                    toList()));
    List<Section> sections = new ArrayList<>();
    sections.add(systems());
    int place = 1;
    for (List<Submission> members : groups.values()) {
      sections.add(group("group-" + place++, members));
    }
    sections.add(statements("tuned", "What is tuned", CorpusSite::tuned));
    sections.add(statements("exceptions", "Exceptions", CorpusSite::exceptions));
    sections.add(statements("replies", "Replies and disputes", CorpusSite::replies));
    sections.add(earlier());
    sections.add(check.wrong().isEmpty() ? check.wrong() : notShown());
    sections.add(Rule.section());
    String subtitle =
        "%s on %s, measured %s. Systems are compared only at equal guarantees on equal machines; each"
            + " run is shown, and each figure follows from a bundle that bin/benchmark verify"
            + " computes again.";
    List<String> days = newest.stream().map(Submission::day).sorted().distinct().toList();
    return new Document(
        "Message brokers side by side",
        List.of(
            new Paragraph(
                Cell.of(
                    subtitle.formatted(
                        Text.plural(corpus.workloads().size(), "workload"),
                        Text.plural(
                            newest.stream().map(it -> it.place().system()).distinct().count(),
                            "system"),
                        days.isEmpty()
                            ? "never"
                            : days.size() == 1
                                ? days.get(0)
                                : days.get(0) + " to " + days.get(days.size() - 1))))),
        sections);
  }

  private SystemFile file(Submission it) {
    return Optional.ofNullable(check.files().get(it.place().system())).orElseThrow();
  }

  /** In charts and tables. */
  private String label(Submission it) {
    boolean tuned = it.place().variant().equals(Corpus.TUNED);
    String name = file(it).name();
    boolean unique =
        check.files().values().stream().filter(other -> other.name().equals(name)).count() == 1;
    return name + (unique ? "" : " (" + it.place().system() + ")") + (tuned ? ", tuned" : "");
  }

  private static Cell link(Submission it) {
    return Cell.link(it.place().name().replace(".bundle", ""), it.place().toString());
  }

  private Section systems() {
    return Section.of("systems", "Systems")
        .add(
            new Columns<Submission>()
                .text("system", this::label)
                .cell("bundle", CorpusSite::link)
                .text("guarantee", each -> each.guarantees().get(0))
                .text("runs", CorpusCheck::verdicts)
                .text("broker", CorpusSite::broker)
                .text("disk, by the probe", CorpusSite::disk)
                .text("vendor", each -> file(each).vendor())
                .text("measured by", each -> file(each).submitter())
                .text("interest", each -> file(each).interest())
                .text("contact", each -> file(each).contact())
                .table("", newest.stream()));
  }

  private static String broker(Submission it) {
    return it.results().stream()
        .map(run -> RunFacts.of(run).getOrDefault("broker", ""))
        .distinct()
        .collect(joining("; "));
  }

  private static String disk(Submission it) {
    return it.study().environments().stream()
        .flatMap(each -> each.limits().stream())
        .filter(each -> each.name().startsWith("disk"))
        .mapToDouble(Figure::value)
        .distinct()
        .mapToObj(value -> Text.megabytes(value) + " MB/s")
        .collect(joining(", "));
  }

  /** Systems that can be compared. */
  private Section group(String id, List<Submission> members) {
    Section section =
        Section.of(id, Text.capital(members.get(0).guarantees().get(0)))
            .notes(
                "Machine: " + members.get(0).machines().get(0) + ".",
                members.stream().map(it -> it.place().system()).distinct().count() == 1
                    ? "No other system has this guarantee on this machine: do not compare these"
                        + " figures with those of other chapters."
                    : "");
    List<Block> charts = new ArrayList<>();
    List<Row> table = new ArrayList<>();
    for (String workload : corpus.workloads().keySet()) {
      List<ReportedRun> all =
          members.stream()
              .flatMap(it -> it.byWorkload().getOrDefault(workload, List.of()).stream())
              .toList();
      if (!all.isEmpty()) {
        for (MetricReference metric :
            MetricReference.decisive(members.get(0).runs().questionOf(all))) {
          List<Row> rows =
              members.stream()
                  .map(
                      it ->
                          new Row(
                              workload,
                              metric,
                              it,
                              it.byWorkload().getOrDefault(workload, List.of())))
                  .filter(row -> !row.runs.isEmpty())
                  .sorted(Comparator.comparingDouble(Row::rank))
                  .toList();
          String title = workload + ": " + metric.words();
          chart(id(workload, metric), title, rows, metric).ifPresent(charts::add);
          table.addAll(rows);
        }
      }
    }
    return section.add(charts).add(table(table));
  }

  private static String id(String workload, MetricReference metric) {
    return (workload + "-" + metric.key()).replaceAll("[^A-Za-z0-9]+", "-");
  }

  /** A metric of a workload on a system. */
  private record Row(
      String workload, MetricReference metric, Submission of, List<ReportedRun> runs) {
    /** Those that may be used. */
    double[] values() {
      return runs.stream().flatMapToDouble(run -> run.value(metric).stream()).toArray();
    }

    Optional<Mean> mean() {
      double[] values = values();
      return values.length == 0 ? Optional.empty() : Optional.of(Mean.of(values));
    }

    /** The best one first. */
    double rank() {
      return mean()
          .map(it -> metric.higherIsBetter() ? -it.value() : it.value())
          .orElse(Double.MAX_VALUE);
    }

    /** Also one that must not be used, marked. */
    Cell run(int place) {
      if (place >= runs.size()) {
        return Cell.EMPTY;
      }
      ReportedRun run = runs.get(place);
      return Optional.ofNullable(run.metrics().get(metric))
          .map(value -> figure(metric, value).usable(run.damage(metric).isEmpty()))
          .orElse(Cell.UNKNOWN);
    }
  }

  private static Cell figure(MetricReference metric, double value) {
    return Cell.of(metric.metric().unit().with(value), value);
  }

  private Optional<Block> chart(String id, String title, List<Row> rows, MetricReference metric) {
    SystemRows chart = new SystemRows("mean of the runs");
    for (Row row : rows) {
      row.mean()
          .ifPresent(
              mean ->
                  chart.runs(
                      "",
                      label(row.of),
                      DoubleStream.of(row.values()).boxed().toList(),
                      mean.value(),
                      SystemRows.interval(mean)));
    }
    return chart
        .chart(
            id,
            Text.capital(title),
            "Each run, their mean and its 95 % interval. "
                + (metric.higherIsBetter() ? "Higher is better." : "Lower is better."),
            metric.metric().unit())
        .map(Drawn::new);
  }

  private Table table(List<Row> rows) {
    Columns<Row> columns =
        new Columns<Row>()
            .text("workload", row -> row.workload)
            .text("metric", row -> row.metric.key())
            .text("system", row -> label(row.of))
            .cell(
                "mean",
                row -> row.mean().map(it -> figure(row.metric, it.value())).orElse(Cell.UNKNOWN))
            .text(
                "95 % interval",
                row -> row.mean().flatMap(it -> interval(it, row.metric)).orElse(""));
    int most = rows.stream().mapToInt(row -> row.runs.size()).max().orElse(0);
    for (int i = 0; i < most; i++) {
      int place = i;
      columns.cell("run " + (i + 1), row -> row.run(place));
    }
    return columns
        .text("verdicts", row -> CorpusCheck.verdicts(row.runs))
        .cell("bundle", row -> link(row.of))
        .table("Each run", rows.stream());
  }

  private static Optional<String> interval(Mean mean, MetricReference metric) {
    return SystemRows.interval(mean)
        .map(
            it ->
                metric.metric().unit().with(it.lowest())
                    + " to "
                    + metric.metric().unit().with(it.highest()));
  }

  /** What the files of the systems say, in the order of their folders. */
  private Section statements(
      String id, String title, Function<SystemFile, Stream<Statement>> ofSystem) {
    return Section.of(id, title)
        .add(
            new Statements(
                new TreeMap<>(check.files()).values().stream().flatMap(ofSystem).toList()));
  }

  private static Stream<Statement> tuned(SystemFile it) {
    return it.tuned().map(text -> Statement.of(it.name(), text)).stream();
  }

  private static Stream<Statement> exceptions(SystemFile it) {
    return it.exceptions().entrySet().stream()
        .map(
            each ->
                Statement.of(it.name() + ", " + each.getKey(), String.valueOf(each.getValue())));
  }

  private static Stream<Statement> replies(SystemFile it) {
    return it.replies().stream()
        .map(
            each ->
                Statement.of(
                    "%s, %s, %s%s"
                        .formatted(
                            it.name(),
                            each.date(),
                            each.from(),
                            each.about().map(bundle -> ", on " + bundle).orElse("")),
                    each.text()));
  }

  private Section earlier() {
    Predicate<Submission> old = each -> !newest.contains(each);
    return Section.of("earlier", "Earlier bundles")
        .add(
            new Columns<Submission>()
                .text("system", this::label)
                .cell("bundle", CorpusSite::link)
                .text("runs", CorpusCheck::verdicts)
                .text("guarantee", each -> each.guarantees().get(0))
                .table("", accepted.stream().filter(old)));
  }

  private Section notShown() {
    return Section.of("wrong", "Not shown")
        .notes("These break rules, and bundles with such an entry have no figures on this page.")
        .add(check.wrong().blocks());
  }
}
