package io.tidemark.features.record;

import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.recorded.TraceTime;
import io.tidemark.report.document.Block;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;

/** A trace: rate over time, burstiness, sizes, keys, and the workload that is like it. */
record TraceDocument(TraceStatistics trace) {
  private static final double NANOS = 1e9;
  private static final int BAR = 40;
  private static final int MOST_LISTED = 20;
  private static final double[] SHARES = {0.5, 0.9, 0.99};
  private static final List<Integer> TOP_KEYS = List.of(1, 10, 100);

  static Document of(TraceStatistics trace) {
    TraceDocument of = new TraceDocument(trace);
    boolean overTime = trace.messages() > 1 && trace.lengthNanos() > 0;
    List<Section> sections = new ArrayList<>();
    sections.add(of.head());
    if (overTime) {
      sections.add(of.rates());
      sections.add(of.bursts());
    }
    sections.add(of.sizes());
    sections.add(of.keys());
    sections.add(of.groups());
    if (overTime) {
      sections.add(
          Section.of("workload", "A workload that is like it")
              .add(
                  new Block.Text(
                      "Without the trace; then producerRate or rateCurve, sizes and keys can be"
                          + " changed:",
                      TraceWorkload.of(trace))));
    }
    return new Document("", List.of(), sections);
  }

  private static List<Cell> row(String name, String format, Object... values) {
    return Table.field(name, String.format(Locale.ROOT, format, values));
  }

  private static Cell number(String format, double value) {
    return Cell.of(String.format(Locale.ROOT, format, value), value);
  }

  private Section head() {
    String time =
        switch (trace.header().time()) {
          case PUBLISHED -> "of publication, in milliseconds";
          case RECEIVED -> "of reception, in nanoseconds";
          case FILE -> "of the file";
        };
    long start = trace.header().startEpochNanos();
    boolean known = start > 0 && trace.header().time() != TraceTime.FILE;
    return Section.of("trace", "Trace")
        .add(
            Table.ofFields(
                List.of(
                    row("source", "%s", trace.header().source()),
                    row(
                        "times",
                        "%s%s",
                        time,
                        known ? ", from " + Instant.ofEpochSecond(0, start) : ""),
                    row(
                        "messages",
                        "%,d in %s, %,.1f msg/s, %,.3f MB/s",
                        trace.messages(),
                        Quantities.text(Duration.ofMillis(trace.lengthNanos() / 1_000_000)),
                        trace.ratePerSecond(),
                        trace.ratePerSecond() * trace.sizes().mean() / 1e6))));
  }

  private Section rates() {
    long[] counts = trace.rates().counts();
    double bin = trace.rates().binNanos() / NANOS;
    long most = Math.max(1, Arrays.stream(counts).max().orElse(1));
    List<List<Cell>> rows = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      double from = i * bin;
      double length = Math.min(bin, Math.max(1e-9, trace.lengthNanos() / NANOS - from));
      boolean cut = length < bin / 20; // A rate of few messages says nothing.
      rows.add(
          List.of(
              number("%.1f", from),
              number("%,.1f", counts[i] / (cut ? bin : length)),
              Cell.of("#".repeat((int) (BAR * counts[i] / most)))));
    }
    return Section.of("rate", "Rate over time")
        .add(new Table("", List.of("from (s)", "msg/s", ""), rows));
  }

  private Section bursts() {
    List<List<Cell>> rows = new ArrayList<>();
    for (CountSeries each : trace.series()) {
      if (each.windows() >= 10) {
        rows.add(
            List.of(
                Cell.of(Quantities.text(Duration.ofNanos(each.windowNanos()))),
                number("%.3f", each.dispersion()),
                number("%.3f", each.localDispersion())));
      }
    }
    return Section.of("bursts", "Burstiness")
        .notes(
            String.format(
                Locale.ROOT,
                "Standard deviation of gaps over their mean: %.3f",
                trace.gapVariation()),
            "1: independent messages (poisson); 0: equal gaps; above 1: bursts")
        .add(
            new Table(
                "Index of dispersion of counts",
                List.of("in", "dispersion", "without slow changes"),
                rows));
  }

  private Section sizes() {
    List<List<Cell>> rows = new ArrayList<>();
    rows.add(row("mean", "%,.1f B", trace.sizes().mean()));
    for (double share : SHARES) {
      rows.add(row("p" + Math.round(share * 100), "%,d B", trace.sizes().quantile(share)));
    }
    rows.add(row("max", "%,d B", trace.sizes().largest()));
    if (trace.meanHeaders() > 0) {
      rows.add(
          row(
              "headers",
              "%.2f of each message, %,.1f B",
              trace.meanHeaders(),
              trace.meanHeaderBytes()));
    }
    return Section.of("sizes", "Sizes").add(Table.ofFields(rows));
  }

  private Section keys() {
    List<List<Cell>> rows = new ArrayList<>();
    if (trace.keys().keyed() > 0) {
      String more = trace.keys().more() ? "more than " : "";
      rows.add(
          row(
              "different keys",
              "%s%,d in %,d messages",
              more,
              trace.keys().different(),
              trace.keys().keyed()));
      for (int top : TOP_KEYS) {
        String name = top == 1 ? "most frequent key" : top + " most frequent keys";
        rows.add(row(name, "%.2f %%", 100 * trace.keys().shareOfTop(top)));
      }
      rows.add(row("exponent of Zipf's law", "%.2f", trace.keys().zipfExponent()));
    }
    Map<Integer, Long> partitions = trace.partitions();
    if (partitions.keySet().stream().anyMatch(partition -> partition >= 0)) {
      LongSummaryStatistics sizes =
          partitions.values().stream().mapToLong(n -> n).summaryStatistics();
      rows.add(
          row(
              "partitions",
              "%d with %.2f %% to %.2f %% of the messages",
              partitions.size(),
              100.0 * sizes.getMin() / trace.messages(),
              100.0 * sizes.getMax() / trace.messages()));
    }
    return Section.of("keys", "Keys")
        .notes(trace.keys().keyed() == 0 ? "No message has a key." : "")
        .add(Table.ofFields(rows));
  }

  /** One class is none. */
  private Section groups() {
    List<List<Cell>> rows =
        trace.groups().entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .limit(trace.groups().size() > 1 ? MOST_LISTED : 0)
            .map(
                each ->
                    List.of(
                        Cell.of(each.getKey().isEmpty() ? "(none)" : each.getKey()),
                        number("%.2f", 100.0 * each.getValue() / trace.messages())))
            .toList();
    return Section.of("classes", "Classes").add(new Table("", List.of("class", "share (%)"), rows));
  }
}
