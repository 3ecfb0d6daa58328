package io.tidemark.cli.live;

import io.tidemark.cli.live.Progress.Point;
import io.tidemark.cli.live.Progress.Stage;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Text;
import io.tidemark.model.worker.Counter;
import io.tidemark.model.worker.Measure;
import io.tidemark.report.TerminalStyle;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * One picture of the dashboard as lines of text. Where the terminal has few lines, the least
 * important ones are left out.
 */
final class DashboardFrame {
  private static final int MOST_COLUMNS = 100;
  private static final int SHORTEST_SPARKLINE = 8;
  private static final int LONGEST_SPARKLINE = 60;
  private static final int LONGEST_BAR = 30;

  /** For the phase, percent, and the time that is left. */
  private static final int ROOM_BESIDE_A_BAR = 58;

  private static final int MOST_EVENTS = 3;

  /** Rows of the terminal that are left to the notes above. */
  private static final int OTHER_ROWS = 2;

  private static final DateTimeFormatter TO_THE_SECOND = DateTimeFormatter.ofPattern("HH:mm:ss");
  private static final DateTimeFormatter TO_THE_MINUTE = DateTimeFormatter.ofPattern("HH:mm");

  private static final Map<Measure, String> LATENCIES = new LinkedHashMap<>();

  static {
    LATENCIES.put(Measure.ROUND_TRIP, "round trip");
    LATENCIES.put(Measure.ROUND_TRIP_RESPONSE, "response");
    LATENCIES.put(Measure.END_TO_END, "end-to-end");
    LATENCIES.put(Measure.PUBLISH_LATENCY, "publish");
  }

  /**
   * A line.
   *
   * @param rank the lower, the more important
   */
  private record Row(int rank, String text) {}

  private final Progress progress;
  private final TerminalStyle style;
  private final int width;
  private final ZoneId zone;
  private final List<Row> rows = new ArrayList<>();

  private DashboardFrame(Progress progress, TerminalStyle style, int width, ZoneId zone) {
    this.progress = progress;
    this.style = style;
    this.width = width;
    this.zone = zone;
  }

  /** Lines that are shorter than the terminal is wide; empty before the first run. */
  static List<String> of(Progress progress, TerminalStyle style, Terminal.Size size, ZoneId zone) {
    if (progress.run().isEmpty()) {
      return List.of();
    }
    int width = Math.min(MOST_COLUMNS, size.columns() - 1);
    DashboardFrame frame = new DashboardFrame(progress, style, width, zone);
    frame.title(progress.run().get());
    frame.phase();
    frame.end();
    if (!progress.points().isEmpty()) {
      frame.rates();
      frame.latencies();
    }
    frame.alarms();
    return frame.most(Math.max(1, size.rows() - 1 - OTHER_ROWS));
  }

  private List<String> most(int lines) {
    Set<Row> shown =
        rows.stream()
            .sorted(Comparator.comparingInt(Row::rank))
            .limit(lines)
            .collect(Collectors.toSet());
    return rows.stream().filter(shown::contains).map(row -> cut(row.text())).toList();
  }

  private String cut(String text) {
    return Columns.cut(style.unicode() ? text : Columns.ascii(text), width);
  }

  private void row(int rank, String text) {
    rows.add(new Row(rank, text.stripTrailing()));
  }

  private void title(WatchedRun run) {
    int of = progress.estimate().runs();
    String number = of > 1 ? "run %d of %d: ".formatted(progress.estimate().number(), of) : "";
    String title = style.rule(2) + ' ' + number + Columns.printable(run.title().text()) + ' ';
    row(1, style.bold(title + style.rule(Math.max(0, width - Columns.of(title)))));
  }

  private void phase() {
    if (progress.stage().isEmpty()) {
      row(0, " " + Columns.printable(progress.doing()));
      return;
    }
    Stage stage = progress.stage().get();
    double elapsed = progress.elapsed().toMillis() / 1e3;
    String position =
        Math.round(elapsed)
            + stage.length().map(all -> "/" + Math.round(all.toMillis() / 1e3)).orElse("")
            + " s";
    row(
        0,
        " %-12s%9s  %s"
            .formatted(
                Columns.printable(stage.name()),
                position,
                stage
                    .length()
                    .filter(all -> !all.isZero())
                    .map(all -> bar(elapsed / (all.toMillis() / 1e3)))
                    .orElse("")));
  }

  private String bar(double share) {
    int length = Math.min(LONGEST_BAR, width - ROOM_BESIDE_A_BAR);
    int done = (int) Math.floor(Math.min(1, share) * length);
    String percent = String.format(Locale.ROOT, "%3.0f %%", Math.min(1, share) * 100);
    return length < SHORTEST_SPARKLINE
        ? percent
        : (style.unicode() ? "█" : "#").repeat(done)
            + (style.unicode() ? "░" : ".").repeat(length - done)
            + percent;
  }

  private void end() {
    Optional<Duration> left = progress.estimate().left();
    Optional<Double> share = progress.estimate().share();
    if (left.isPresent() && share.isPresent()) {
      long end = progress.nowEpochNanos() + left.get().toNanos();
      String what = progress.estimate().runs() > 1 ? "all runs" : "run";
      String until =
          Text.duration(left.get().toMillis() / 1e3) + " left, until " + time(end, TO_THE_MINUTE);
      row(7, " %-21s  %s  %s".formatted(what, bar(share.get()), until));
    }
  }

  private String time(long epochNanos, DateTimeFormatter format) {
    return format.format(Instant.ofEpochMilli(epochNanos / 1_000_000).atZone(zone));
  }

  private Point last() {
    return progress.points().get(progress.points().size() - 1);
  }

  private void rates() {
    row(12, " %-12s%11s  %s".formatted("", "now", "last 2 min"));
    rate(9, "intended/s", Point::intendedPerSecond);
    rate(8, "sent/s", counted(Counter.SENT));
    if (last().sample().latencies().containsKey(Measure.ROUND_TRIP_RESPONSE)) {
      rate(2, "round trips", counted(Counter.ANSWERED));
    } else {
      rate(2, "published/s", counted(Counter.ACKNOWLEDGED));
      rate(3, "consumed/s", counted(Counter.RECEIVED));
    }
    Sample sample = last().sample();
    ToDoubleFunction<Point> backlog = point -> point.sample().backlog();
    value(6, "backlog", Text.count(sample.backlog()), highest(backlog));
    ToDoubleFunction<Point> inFlight = point -> point.sample().inFlight();
    value(13, "in flight", Text.count(sample.inFlight()), highest(inFlight));
  }

  private static ToDoubleFunction<Point> counted(Counter counter) {
    return point -> point.sample().perSecond(counter);
  }

  private void rate(int rank, String name, ToDoubleFunction<Point> rate) {
    double now = rate.applyAsDouble(last());
    if (Double.isFinite(now)) {
      value(rank, name, Text.perSecond(now), Sparkline.mean(progress.points(), columns(26), rate));
    }
  }

  private void value(int rank, String name, String now, double[] course) {
    row(rank, " %-12s%11s  %s".formatted(name, now, line(course)));
  }

  private double[] highest(ToDoubleFunction<Point> value) {
    return Sparkline.highest(progress.points(), columns(26), value);
  }

  private String line(double[] course) {
    return Sparkline.of(course, style.unicode());
  }

  /** Room for a line behind other columns; 0 if there is too little. */
  private int columns(int others) {
    int room = Math.min(LONGEST_SPARKLINE, width - others);
    return room < SHORTEST_SPARKLINE ? 0 : room;
  }

  private void latencies() {
    Map<Measure, LatencySummary> now = last().sample().latencies();
    if (LATENCIES.keySet().stream().anyMatch(now::containsKey)) {
      row(
          10,
          " %-12s%10s%10s%10s%10s  %s"
              .formatted(
                  "latency", "p50", "p99", "p99.9", "max", columns(55) > 0 ? "p99, 2 min" : ""));
    }
    int rank = 4;
    for (Map.Entry<Measure, String> latency : LATENCIES.entrySet()) {
      Measure measure = latency.getKey();
      if (now.containsKey(measure)) {
        latency(rank++, latency.getValue(), measure, now.get(measure));
      }
    }
  }

  private void latency(int rank, String name, Measure measure, LatencySummary now) {
    double[] course =
        Sparkline.highest(
            progress.points(),
            columns(55),
            point -> {
              LatencySummary latency = point.sample().latencies().get(measure);
              return latency == null ? Double.NaN : latency.p99Nanos();
            });
    row(
        rank,
        " %-12s%10s%10s%10s%10s  %s"
            .formatted(
                name,
                text(now.p50Nanos()),
                text(now.p99Nanos()),
                text(now.p999Nanos()),
                text(now.maxNanos()),
                line(course)));
  }

  private String text(long nanos) {
    return style.latency(nanos / 1e3);
  }

  private void alarms() {
    if (progress.stage().isPresent() && !progress.points().isEmpty()) {
      Sample sample = last().sample();
      long errors =
          sample.counters().get(Counter.FAILED) + sample.counters().get(Counter.CONSUMER_ERRORS);
      long timeouts = sample.counters().get(Counter.TIMED_OUT);
      if (errors + timeouts > 0) {
        alarm(
            3,
            "%s, %s in the last sample"
                .formatted(Text.plural(errors, "error"), Text.plural(timeouts, "timeout")));
      }
      if (sample.counters().get(Counter.ACKNOWLEDGED) + sample.counters().get(Counter.RECEIVED)
          == 0) {
        alarm(3, "no messages in the last sample");
      }
    }
    progress.missedObjectives().forEach(line -> alarm(11, line));
    List<RunEvent> events = progress.events();
    for (int i = Math.max(0, events.size() - MOST_EVENTS); i < events.size(); i++) {
      RunEvent event = events.get(i);
      boolean newest = i == events.size() - 1;
      alarm(
          newest ? 3 : 12,
          Columns.printable(
              "%s %s %s: %s"
                  .formatted(
                      time(event.epochNanos(), TO_THE_SECOND),
                      event.kind(),
                      event.subject(),
                      event.detail())));
    }
  }

  private void alarm(int rank, String text) {
    row(rank, style.warning(" ! " + text));
  }
}
