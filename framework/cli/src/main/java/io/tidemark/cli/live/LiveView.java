package io.tidemark.cli.live;

import io.tidemark.charts.Chart;
import io.tidemark.charts.page.Cell;
import io.tidemark.charts.page.Cell.Tone;
import io.tidemark.charts.page.LivePage.Bar;
import io.tidemark.charts.page.LivePage.View;
import io.tidemark.charts.page.Section;
import io.tidemark.charts.page.Table;
import io.tidemark.cli.live.Progress.Point;
import io.tidemark.cli.live.Progress.Stage;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Text;
import io.tidemark.model.worker.Counter;
import io.tidemark.model.worker.Measure;
import io.tidemark.report.RunOutcome;
import io.tidemark.report.TerminalStyle;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the live page shows of the progress of a command. */
final class LiveView {
  private static final TerminalStyle STYLE = TerminalStyle.UNICODE;
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

  private static final Map<Measure, String> LATENCIES = new LinkedHashMap<>();

  static {
    LATENCIES.put(Measure.SCHEDULE_DELAY, "schedule delay");
    LATENCIES.put(Measure.PUBLISH_LATENCY, "publish latency");
    LATENCIES.put(Measure.END_TO_END, "end-to-end latency");
    LATENCIES.put(Measure.ROUND_TRIP, "round trip");
    LATENCIES.put(Measure.ROUND_TRIP_RESPONSE, "round trip from the intended send");
  }

  private final Progress progress;
  private final ZoneId zone;
  private final boolean ended;

  private LiveView(Progress progress, ZoneId zone, boolean ended) {
    this.progress = progress;
    this.zone = zone;
    this.ended = ended;
  }

  /**
   * @param charts of the current run
   * @param ended whether reports of runs cannot be opened any more
   */
  static View of(Progress progress, List<Chart> charts, ZoneId zone, boolean ended) {
    LiveView view = new LiveView(progress, zone, ended);
    return new View(
        view.title(),
        view.status(),
        view.bars(),
        List.of(view.now(), view.events(), view.runs()),
        charts);
  }

  private String title() {
    int runs = progress.estimate().runs();
    String number = runs > 1 ? "Run %d of %d: ".formatted(progress.estimate().number(), runs) : "";
    return progress.run().map(run -> number + run.title().text()).orElse("No run yet");
  }

  private String status() {
    if (ended) {
      return "The command has ended: " + RunOutcome.counts(progress.outcomes()) + ".";
    }
    String left =
        progress
            .estimate()
            .left()
            .map(
                time ->
                    "%s left, until about %s"
                        .formatted(
                            Text.duration(time.toMillis() / 1e3),
                            time(progress.nowEpochNanos() + time.toNanos())))
            .orElse("no estimate of the end: a run ends by a condition");
    return progress.stage().map(stage -> left).orElseGet(progress::doing);
  }

  private String time(long epochNanos) {
    return TIME.format(Instant.ofEpochMilli(epochNanos / 1_000_000).atZone(zone));
  }

  private List<Bar> bars() {
    List<Bar> bars = new ArrayList<>();
    if (ended) {
      return bars;
    }
    progress.stage().ifPresent(stage -> bars.add(bar(stage)));
    progress
        .estimate()
        .share()
        .ifPresent(
            share ->
                bars.add(
                    new Bar(
                        progress.estimate().runs() > 1 ? "all runs" : "run",
                        share,
                        "%d %%".formatted(Math.round(100 * share)))));
    return bars;
  }

  private Bar bar(Stage stage) {
    double elapsed = progress.elapsed().toMillis() / 1e3;
    Optional<Duration> length = stage.length().filter(all -> !all.isZero());
    String text =
        Text.duration(elapsed)
            + length
                .map(all -> " of " + Text.duration(all.toMillis() / 1e3))
                .orElse(", ends by a condition");
    double share = length.map(all -> elapsed / (all.toMillis() / 1e3)).orElse(0.0);
    return new Bar("phase " + stage.name(), Math.min(1, share), text);
  }

  private Section now() {
    Section now = Section.of("now", "Now");
    List<Point> points = progress.points();
    if (points.isEmpty()) {
      return now;
    }
    Point last = points.get(points.size() - 1);
    return now.warnings(progress.missedObjectives())
        .tables(List.of(rates(last), latencies(last.sample())));
  }

  private static Table rates(Point last) {
    Sample sample = last.sample();
    List<List<Cell>> rows = new ArrayList<>();
    if (Double.isFinite(last.intendedPerSecond())) {
      rows.add(rate("intended", last.intendedPerSecond()));
    }
    rows.add(rate("sent", sample.perSecond(Counter.SENT)));
    if (sample.latencies().containsKey(Measure.ROUND_TRIP_RESPONSE)) {
      rows.add(rate("round trips", sample.perSecond(Counter.ANSWERED)));
    } else {
      rows.add(rate("published", sample.perSecond(Counter.ACKNOWLEDGED)));
      rows.add(rate("consumed", sample.perSecond(Counter.RECEIVED)));
    }
    rows.add(count("backlog", sample.backlog()));
    rows.add(count("in flight", sample.inFlight()));
    rows.add(count("failed sends", sample.counters().get(Counter.FAILED)));
    return new Table(
        "The last sample, of %s".formatted(Text.duration(sample.lengthNanos() / 1e9)),
        List.of("", "value"),
        rows);
  }

  private static List<Cell> rate(String name, double perSecond) {
    return List.of(Cell.of(name), Cell.of(Text.rate(perSecond), perSecond));
  }

  private static List<Cell> count(String name, long number) {
    return List.of(Cell.of(name), Cell.of(Text.count(number), number));
  }

  private static Table latencies(Sample sample) {
    List<List<Cell>> rows = new ArrayList<>();
    LATENCIES.forEach(
        (measure, name) -> {
          LatencySummary latency = sample.latencies().get(measure);
          if (latency != null) {
            rows.add(
                List.of(
                    Cell.of(name),
                    latency(latency.p50Nanos()),
                    latency(latency.p99Nanos()),
                    latency(latency.p999Nanos()),
                    latency(latency.maxNanos())));
          }
        });
    return new Table(
        "Latencies of the last sample", List.of("latency", "p50", "p99", "p99.9", "max"), rows);
  }

  private static Cell latency(long nanos) {
    return Cell.of(STYLE.latency(nanos / 1e3), nanos);
  }

  /** The newest one first. */
  private Section events() {
    List<List<Cell>> rows = new ArrayList<>();
    for (RunEvent event : progress.events()) {
      rows.add(
          List.of(
              Cell.of(time(event.epochNanos())),
              Cell.of(event.kind(), Tone.WARNING),
              Cell.of(event.subject()),
              Cell.of(event.detail())));
    }
    Collections.reverse(rows);
    Section events = Section.of("events", "Events");
    return rows.isEmpty()
        ? events
        : events.tables(
            List.of(
                new Table(
                    "Events of this run, the newest first",
                    List.of("time", "event", "of", "what"),
                    rows)));
  }

  private Section runs() {
    List<List<Cell>> rows = new ArrayList<>();
    List<RunOutcome> outcomes = progress.outcomes();
    for (int i = 0; i < outcomes.size(); i++) {
      RunOutcome outcome = outcomes.get(i);
      rows.add(
          List.of(
              Cell.of(outcome.title().text()),
              Cell.of(outcome.reason(), tone(outcome)),
              ended || outcome.directory().isEmpty()
                  ? Cell.of("")
                  : Cell.link("Report", "runs/" + (i + 1)),
              Cell.of(outcome.directory().map(Object::toString).orElse(""))));
    }
    Section runs = Section.of("runs", "Finished runs");
    return rows.isEmpty()
        ? runs
        : runs.tables(
            List.of(
                new Table(
                    "Runs of this command", List.of("run", "verdict", "report", "files"), rows)));
  }

  private static Tone tone(RunOutcome outcome) {
    return switch (outcome.status()) {
      case "VALID" -> Tone.GOOD;
      case "FAILED" -> Tone.WARNING;
      default -> Tone.BAD;
    };
  }
}
