package io.tidemark.features.live;

import io.tidemark.charts.page.LivePage.Bar;
import io.tidemark.charts.page.LivePage.View;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.suite.RunOutcome;
import io.tidemark.runs.watch.Progress;
import io.tidemark.runs.watch.Progress.Point;
import io.tidemark.runs.watch.Progress.Stage;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the live page shows of the progress of a command. */
final class LiveView {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  private static final List<Measure> LATENCIES =
      List.of(
          Measure.SCHEDULE_DELAY,
          Measure.PUBLISH_LATENCY,
          Measure.END_TO_END,
          Measure.ROUND_TRIP,
          Measure.ROUND_TRIP_RESPONSE);

  private final Progress progress;
  private final ZoneId zone;
  private final boolean ended;

  private LiveView(Progress progress, ZoneId zone, boolean ended) {
    this.progress = progress;
    this.zone = zone;
    this.ended = ended;
  }

  /**
   * @param answer of the runs that have ended
   * @param charts of the current run
   * @param ended whether reports of runs cannot be opened any more
   */
  static View of(
      Progress progress,
      Optional<Document> answer,
      List<Chart> charts,
      ZoneId zone,
      boolean ended) {
    LiveView view = new LiveView(progress, zone, ended);
    return new View(
        view.title(),
        view.status(),
        view.bars(),
        answer,
        List.of(view.now(), view.events(), view.runs()),
        charts);
  }

  private String title() {
    int runs = progress.estimate().runs();
    String number =
        runs > 1
            ? String.format(Locale.ROOT, "Run %d of %d: ", progress.estimate().number(), runs)
            : "";
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
                        String.format(Locale.ROOT, "%d %%", Math.round(100 * share)))));
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
    return now.notes(progress.figuresSoFar().stream().toList())
        .warnings(progress.missedObjectives())
        .add(rates(last), latencies(last.sample()));
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
    rows.add(List.of(Cell.of("backlog"), Cell.of(sample.backlog(), Unit.COUNT)));
    rows.add(List.of(Cell.of("in flight"), Cell.of(sample.inFlight(), Unit.COUNT)));
    long failed = sample.counters().get(Counter.FAILED);
    rows.add(List.of(Cell.of("failed sends"), Cell.of(failed, Unit.COUNT)));
    return new Table(
        "The last sample, of " + Text.duration(sample.lengthNanos() / 1e9),
        List.of("figure", "value"),
        rows);
  }

  private static List<Cell> rate(String name, double perSecond) {
    return List.of(Cell.of(name), Cell.of(Text.rate(perSecond), perSecond));
  }

  private static Table latencies(Sample sample) {
    return new Table(
        "Latencies of the last sample",
        List.of("latency", "p50", "p99", "p99.9", "max"),
        LATENCIES.stream()
            .flatMap(
                measure ->
                    Optional.ofNullable(sample.latencies().get(measure))
                        .map(latency -> latency(measure, latency))
                        .stream())
            .toList());
  }

  private static List<Cell> latency(Measure measure, LatencySummary latency) {
    return List.of(
        Cell.of(measure.words()),
        Cell.of(latency.p50Nanos() / 1e3, Unit.MICROSECONDS),
        Cell.of(latency.p99Nanos() / 1e3, Unit.MICROSECONDS),
        Cell.of(latency.p999Nanos() / 1e3, Unit.MICROSECONDS),
        Cell.of(latency.maxNanos() / 1e3, Unit.MICROSECONDS));
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
              Cell.of(event.text())));
    }
    Collections.reverse(rows);
    return Section.of("events", "Events")
        .add(
            new Table(
                "Events of this run, the newest first",
                List.of("time", "event", "of", "what"),
                rows));
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
    return Section.of("runs", "Finished runs")
        .add(new Table("Runs of this command", List.of("run", "verdict", "report", "files"), rows));
  }

  private static Tone tone(RunOutcome outcome) {
    return switch (outcome.status()) {
      case "VALID" -> Tone.GOOD;
      case "FAILED" -> Tone.WARNING;
      default -> Tone.BAD;
    };
  }
}
