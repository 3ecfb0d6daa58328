package io.tidemark.cli.trace;

import io.tidemark.driver.Quantities;
import io.tidemark.model.recorded.CountSeries;
import io.tidemark.model.recorded.TraceStatistics;
import io.tidemark.model.recorded.TraceTime;
import io.tidemark.model.recorded.TraceWorkload;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A trace as text: rate over time, burstiness, sizes, keys, and the workload that is like it. */
final class TraceText {
  private static final double NANOS = 1e9;
  private static final int BAR = 40;
  private static final int MOST_LISTED = 20;
  private static final double[] SHARES = {0.5, 0.9, 0.99};

  private final TraceStatistics trace;
  private final StringBuilder text = new StringBuilder();

  private TraceText(TraceStatistics trace) {
    this.trace = trace;
  }

  static String of(TraceStatistics trace) {
    return new TraceText(trace).write();
  }

  private String write() {
    head();
    if (trace.messages() > 1 && trace.lengthNanos() > 0) {
      rates();
      bursts();
    }
    sizes();
    keys();
    groups();
    if (trace.messages() > 1 && trace.lengthNanos() > 0) {
      text.append(
          "\nA workload that is like it, without the trace (then producerRate or rateCurve,");
      text.append(" sizes and keys can be changed):\n");
      text.append(TraceWorkload.of(trace));
    }
    return text.toString().stripTrailing();
  }

  private void line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private void head() {
    line("source    %s", trace.header().source());
    String time =
        switch (trace.header().time()) {
          case PUBLISHED -> "of publication, in milliseconds";
          case RECEIVED -> "of reception, in nanoseconds";
          case FILE -> "of the file";
        };
    long start = trace.header().startEpochNanos();
    boolean known = start > 0 && trace.header().time() != TraceTime.FILE;
    line("times     %s%s", time, known ? ", from " + Instant.ofEpochSecond(0, start) : "");
    line(
        "messages  %,d in %s, %,.1f msg/s, %,.3f MB/s",
        trace.messages(),
        Quantities.text(Duration.ofMillis(trace.lengthNanos() / 1_000_000)),
        trace.ratePerSecond(),
        trace.ratePerSecond() * trace.sizes().mean() / 1e6);
  }

  private void rates() {
    long[] counts = trace.rates().counts();
    double bin = trace.rates().binNanos() / NANOS;
    long most = Math.max(1, Arrays.stream(counts).max().orElse(1));
    line("%nRate over time");
    for (int i = 0; i < counts.length; i++) {
      double from = i * bin;
      double length = Math.min(bin, Math.max(1e-9, trace.lengthNanos() / NANOS - from));
      boolean cut = length < bin / 20; // A rate of few messages says nothing.
      line(
          "  %9.1f s  %,12.1f msg/s  %s",
          from, counts[i] / (cut ? bin : length), "#".repeat((int) (BAR * counts[i] / most)));
    }
  }

  private void bursts() {
    line("%nBurstiness");
    line("  standard deviation of gaps over their mean  %.3f", trace.gapVariation());
    for (CountSeries each : trace.series()) {
      if (each.windows() >= 10) {
        line(
            "  index of dispersion of counts in %6s     %.3f (without slow changes %.3f)",
            Quantities.text(Duration.ofNanos(each.windowNanos())),
            each.dispersion(),
            each.localDispersion());
      }
    }
    line("  1: independent messages (poisson); 0: equal gaps; above 1: bursts");
  }

  private void sizes() {
    line("%nSizes");
    line(
        "  mean %,.1f B, %s, max %,d B",
        trace.sizes().mean(),
        Arrays.stream(SHARES)
            .mapToObj(
                share ->
                    String.format(
                        Locale.ROOT, "p%.0f %,d B", share * 100, trace.sizes().quantile(share)))
            .collect(Collectors.joining(", ")),
        trace.sizes().largest());
    if (trace.meanHeaders() > 0) {
      line(
          "  headers  %.2f of each message, %,.1f B", trace.meanHeaders(), trace.meanHeaderBytes());
    }
  }

  private void keys() {
    line("%nKeys");
    if (trace.keys().keyed() == 0) {
      line("  none");
    } else {
      line(
          "  %s%,d different keys in %,d messages; most frequent key %.2f %%, 10 keys %.2f %%, 100"
              + " keys %.2f %%",
          trace.keys().more() ? "more than " : "",
          trace.keys().different(),
          trace.keys().keyed(),
          100 * trace.keys().shareOfTop(1),
          100 * trace.keys().shareOfTop(10),
          100 * trace.keys().shareOfTop(100));
      line("  exponent of Zipf's law %.2f", trace.keys().zipfExponent());
    }
    Map<Integer, Long> partitions = trace.partitions();
    if (partitions.keySet().stream().anyMatch(partition -> partition >= 0)) {
      line(
          "  %d partitions with %.2f %% to %.2f %% of the messages",
          partitions.size(),
          100.0 * partitions.values().stream().mapToLong(n -> n).min().orElse(0) / trace.messages(),
          100.0
              * partitions.values().stream().mapToLong(n -> n).max().orElse(0)
              / trace.messages());
    }
  }

  private void groups() {
    if (trace.groups().size() > 1) {
      line("%nClasses");
      trace.groups().entrySet().stream()
          .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
          .limit(MOST_LISTED)
          .forEach(
              each ->
                  line(
                      "  %6.2f %%  %s",
                      100.0 * each.getValue() / trace.messages(),
                      each.getKey().isEmpty() ? "(none)" : each.getKey()));
    }
  }
}
