package io.tidemark.report.runs;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.csv.TelemetryCsv;
import io.tidemark.report.figures.LatencyCurve;
import io.tidemark.report.figures.RunTimeline;
import io.tidemark.report.figures.TimeSeries;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.omb.OmbCsv;
import io.tidemark.report.omb.OmbRun;
import io.tidemark.report.store.HistogramLog;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.text.RunTitle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A stored run as reports and charts show it.
 *
 * @param compared its names, metrics and conditions
 * @param environment where it ran: what the colour of a line stands for
 * @param iteration from 1, unique among the runs of its workload in its environment
 * @param label in legends, unique among the runs of its workload
 * @param stored {@code result.json} without its samples; empty for a file in OMB's format
 * @param startEpochMicros of the first sample: time 0 of timelines; 0 if not known
 * @param timeline by sample; series in which nothing was measured are absent
 * @param classes end-to-end latency of each traffic class, p99 by sample; its subject is the class
 * @param telemetry of the broker
 * @param latencies over all measured phases
 * @param planned its place in a study; empty outside a study
 */
public record ReportedRun(
    ComparedRun compared,
    String environment,
    int iteration,
    String label,
    Optional<RunResult> stored,
    long startEpochMicros,
    List<TimeSeries> timeline,
    List<TimeSeries> classes,
    List<TimeSeries> telemetry,
    Map<Measure, LatencyCurve> latencies,
    Optional<StudyRun> planned) {

  public ReportedRun {
    classes = List.copyOf(classes);
    timeline = List.copyOf(timeline);
    telemetry = List.copyOf(telemetry);
  }

  /**
   * Named by its driver.
   *
   * @throws ResultsException if files are missing or damaged
   */
  static ReportedRun of(Path directory, RunResult run) throws ResultsException {
    Iterator<Sample> samples = run.samples().iterator();
    long start = samples.hasNext() ? samples.next().startEpochMicros() : 0;
    return new ReportedRun(
        ComparedRun.of(directory, run),
        run.identity().driverName(),
        run.identity().iteration(),
        run.identity().driverName(),
        Optional.of(run.with(run.phases(), List.of())),
        start,
        RunTimeline.of(run),
        classes(directory, run),
        telemetry(directory.resolve(TelemetryCsv.FILE), start),
        latencies(directory, run),
        Optional.empty());
  }

  /** A run that has not ended: only its timeline is known. */
  public static ReportedRun running(RunTitle title, List<TimeSeries> timeline) {
    ComparedRun compared =
        new ComparedRun(
            Path.of(""),
            title.workload(),
            title.system(),
            Optional.empty(),
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of(),
            Optional.empty());
    return new ReportedRun(
        compared,
        title.system(),
        title.iteration(),
        title.system(),
        Optional.empty(),
        0,
        timeline,
        List.of(),
        List.of(),
        Map.of(),
        Optional.empty());
  }

  /** From the files of each class. */
  private static List<TimeSeries> classes(Path directory, RunResult run) throws ResultsException {
    String name = TimeSeries.nameOf(Measure.END_TO_END, Statistic.P99);
    List<TimeSeries> classes = new ArrayList<>();
    for (ClassResult each : run.classes()) {
      Path files = directory.resolve(each.folder());
      if (Files.exists(files)) {
        RunTimeline.of(RunDirectory.read(files)).stream()
            .filter(series -> series.name().equals(name))
            .map(series -> series.of(each.name()))
            .forEach(classes::add);
      }
    }
    return classes;
  }

  private static List<TimeSeries> telemetry(Path file, long startEpochMicros)
      throws ResultsException {
    try {
      return Files.exists(file) && startEpochMicros > 0
          ? TelemetryCsv.read(file, startEpochMicros)
          : List.of();
    } catch (IOException e) {
      throw ResultsException.reading(file, e);
    }
  }

  private static Map<Measure, LatencyCurve> latencies(Path directory, RunResult run)
      throws ResultsException {
    Map<Measure, LatencyCurve> curves = new EnumMap<>(Measure.class);
    for (Measure measure : Measure.values()) {
      if (run.totals().latencies().get(measure).isEmpty()) {
        continue;
      }
      Path file = directory.resolve(HistogramLog.fileOf(measure));
      try {
        HistogramLog.total(file).ifPresent(all -> curves.put(measure, LatencyCurve.of(all)));
      } catch (IOException e) {
        throw ResultsException.reading(file, e);
      }
    }
    return curves;
  }

  /** Named by its driver. */
  static ReportedRun ofOmb(Path file, JsonNode result) {
    return new ReportedRun(
        ComparedRun.ofOmb(file, result),
        OmbCsv.driver(result),
        1,
        OmbCsv.driver(result),
        Optional.empty(),
        0,
        OmbRun.timeline(result),
        List.of(),
        List.of(),
        OmbRun.latencies(result),
        Optional.empty());
  }

  ReportedRun named(String otherEnvironment, int otherIteration, String otherLabel) {
    return named(compared, otherEnvironment, otherIteration, otherLabel, planned);
  }

  /** Named by its place in a study. */
  ReportedRun of(StudyRun place, boolean severalIterations) {
    String run = severalIterations ? ", run " + place.iteration() : "";
    return named(
        compared.named(place.load()),
        place.system(),
        place.iteration(),
        place.system() + run + mark(),
        Optional.of(place));
  }

  private ReportedRun named(
      ComparedRun otherCompared,
      String otherEnvironment,
      int otherIteration,
      String otherLabel,
      Optional<StudyRun> place) {
    return new ReportedRun(
        otherCompared,
        otherEnvironment,
        otherIteration,
        otherLabel,
        stored,
        startEpochMicros,
        timeline,
        classes,
        telemetry,
        latencies,
        place);
  }

  /** The run as one of which no figure may be used. */
  ReportedRun without(String why) {
    ReportedRun unusable = named(compared.without(why), environment, iteration, label, planned);
    return unusable.named(environment, iteration, label + unusable.mark());
  }

  /** Its directory, or its file in OMB's format. */
  public Path source() {
    return compared.source();
  }

  public String workload() {
    return compared.workload();
  }

  public String driver() {
    return compared.driver();
  }

  /** Which of its figures may not be used, and why; empty if all may. */
  public Optional<String> damage() {
    return compared.damage();
  }

  /** Why a metric may not be used, with its possible error; empty if it may. */
  public Optional<String> damage(MetricReference metric) {
    return compared.damage(metric);
  }

  /** Added to its name where figures of it may not be used. */
  public String mark() {
    if (unusable().isPresent()) {
      return " (unusable)";
    }
    return metrics().keySet().stream()
            .filter(MetricReference::isUsual)
            .anyMatch(each -> compared.damage(each).isPresent())
        ? " (damaged)"
        : "";
  }

  /** Why none of its figures may be used; empty if some may. */
  public Optional<String> unusable() {
    return compared.unusable();
  }

  /** Whether the figures of a group may be used, and their possible error. */
  public FigureValidity validity(FigureGroup group) {
    return compared.validity(group);
  }

  /** Values above 0 over all measured phases, also those that may not be used. */
  public Map<MetricReference, Double> metrics() {
    return compared.metrics();
  }

  /** A series over the whole run; empty if it was not measured. */
  public Optional<TimeSeries> series(String name) {
    return timeline.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** Time since the first sample. */
  public double seconds(long epochMicros) {
    return (epochMicros - startEpochMicros) / 1e6;
  }
}
