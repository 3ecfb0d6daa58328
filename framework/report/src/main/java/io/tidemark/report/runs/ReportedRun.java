package io.tidemark.report.runs;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.question.Question;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.csv.TelemetryCsv;
import io.tidemark.report.figures.LatencyCurve;
import io.tidemark.report.figures.RunTimeline;
import io.tidemark.report.figures.RunTimeline.TimeSeries;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.omb.OmbCsv;
import io.tidemark.report.omb.OmbRun;
import io.tidemark.report.store.HistogramLog;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.text.RunTitle;
import io.tidemark.report.text.VerdictText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * What is shown: a run with its figures, as comparisons, tables and charts use it.
 *
 * @param source its directory, or its file in OMB's format
 * @param environment where it ran: what the colour of a line stands for
 * @param iteration from 1, unique among the runs of its workload in its environment
 * @param label in legends, unique among the runs of its workload
 * @param planned its place in a study; empty outside a study
 * @param stored {@code result.json} without its samples; empty for a file in OMB's format
 * @param unusable why none of its figures may be used; empty if some may
 * @param figures which of them may be used; groups that are absent may
 * @param metrics values above 0 over all measured phases, also those that may not be used
 * @param question what its workload asks; empty if it does not say it
 * @param conditions what must be equal for a comparison; without those that are not known
 * @param subject what may differ: settings of the driver, facts and settings of the broker
 * @param defaults keys of settings in it that have the broker's own values
 * @param course what happened in its time; {@link Course#NONE} where only figures are compared
 */
@RecordBuilder
public record ReportedRun(
    Path source,
    String workload,
    String driver,
    String environment,
    int iteration,
    String label,
    Optional<StudyEntry> planned,
    Optional<RunResult> stored,
    Optional<String> unusable,
    Map<FigureGroup, FigureValidity> figures,
    Map<MetricReference, Double> metrics,
    Optional<Question> question,
    Map<String, String> conditions,
    Map<String, String> subject,
    Set<String> defaults,
    Course course)
    implements ReportedRunBuilder.With {

  /**
   * What happened in the time of a run.
   *
   * @param startEpochMicros of the first sample: time 0 of timelines; 0 if not known
   * @param timeline by sample; series in which nothing was measured are absent
   * @param classes end-to-end latency of each traffic class, p99 by sample; its subject is the
   *     class
   * @param telemetry of the broker
   * @param latencies over all measured phases
   */
  @RecordBuilder
  public record Course(
      long startEpochMicros,
      List<TimeSeries> timeline,
      List<TimeSeries> classes,
      List<TimeSeries> telemetry,
      Map<Measure, LatencyCurve> latencies)
      implements ReportedRunCourseBuilder.With {
    /** Nothing was read. */
    public static final Course NONE = new Course(0, List.of(), List.of(), List.of(), Map.of());

    public Course {
      timeline = List.copyOf(timeline);
      classes = List.copyOf(classes);
      telemetry = List.copyOf(telemetry);
    }
  }

  private static final double MICROS_PER_MILLI = 1e3;

  /** A run of which nothing is known. */
  public static ReportedRun unknown(Path source, String workload, String driver) {
    return new ReportedRun(
        source,
        workload,
        driver,
        driver,
        1,
        driver,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Map.of(),
        Optional.empty(),
        Map.of(),
        Map.of(),
        Set.of(),
        Course.NONE);
  }

  /** The figures of a stored run, named by its driver; no file of it is read. */
  public static ReportedRun of(Path directory, RunResult run) {
    RunIdentity id = run.identity();
    return unknown(directory, id.workloadName(), id.driverName())
        .with()
        .iteration(id.iteration())
        .stored(Optional.of(run.with(Sample.PART, List.of())))
        .unusable(VerdictText.unusable(run))
        .figures(run.verdict().figures())
        .metrics(MetricReference.all(run))
        .question(question(run))
        .conditions(RunConditions.of(run))
        .subject(RunConditions.subject(run))
        .defaults(RunConditions.defaults(run))
        .build();
  }

  /**
   * The same with its course.
   *
   * @throws ResultsException if files are missing or damaged
   */
  static ReportedRun withCourse(Path directory, RunResult run) throws ResultsException {
    Iterator<Sample> samples = run.samples().iterator();
    long start = samples.hasNext() ? samples.next().startEpochMicros() : 0;
    return of(directory, run)
        .withCourse(
            new Course(
                start,
                RunTimeline.of(run),
                classes(directory, run),
                telemetry(directory.resolve(TelemetryCsv.FILE), start),
                latencies(directory, run)));
  }

  /** The run of a file in OMB's format, which contains less. */
  public static ReportedRun ofOmb(Path file, JsonNode result) {
    return unknown(file, OmbCsv.workload(result), OmbCsv.driver(result))
        .with()
        .unusable(OmbCsv.problem(file))
        .metrics(figuresOfOmb(result))
        .conditions(RunConditions.ofOmb(result))
        .course(
            new Course(0, OmbRun.timeline(result), List.of(), List.of(), OmbRun.latencies(result)))
        .build();
  }

  /** How often each message is received: once for each subscription. */
  public int deliveriesPerMessage() {
    return stored.map(run -> Math.max(1, run.shape().subscriptionsPerTopic())).orElse(1);
  }

  /** The figures of a run that has just ended. */
  public static ReportedRun of(RunTitle title, Path source, RunResult run) {
    return of(source, run).named(title.system(), title.iteration(), title.name());
  }

  /** A run that has not ended: only its timeline is known. */
  public static ReportedRun running(RunTitle title, List<TimeSeries> timeline) {
    return unknown(Path.of(""), title.workload(), title.system())
        .with()
        .iteration(title.iteration())
        .course(new Course(0, timeline, List.of(), List.of(), Map.of()))
        .build();
  }

  /** Rates are arrays of samples there, latencies are in milliseconds. */
  private static Map<MetricReference, Double> figuresOfOmb(JsonNode result) {
    Map<MetricReference, Double> all = new LinkedHashMap<>();
    for (MetricReference metric : MetricReference.usual()) {
      JsonNode field = result.path(metric.metric().ombField().orElse(""));
      double value = metric.isRate() ? mean(field) : field.asDouble() * MICROS_PER_MILLI;
      if (value > 0) {
        all.put(metric, value);
      }
    }
    return all;
  }

  private static double mean(JsonNode samples) {
    return StreamSupport.stream(samples.spliterator(), false)
        .mapToDouble(JsonNode::asDouble)
        .average()
        .orElse(0);
  }

  /** What the workload of a run asks; empty if its file does not say it. */
  private static Optional<Question> question(RunResult run) {
    return run.workload().get("question") instanceof Map<?, ?> asked
        ? Optional.of(
                new Question(
                    metrics(asked.get("metrics")),
                    asked.get("atLeast") instanceof Number share
                        ? share.doubleValue()
                        : Question.USUAL_DIFFERENCE))
            .filter(question -> !question.metrics().isEmpty())
        : Optional.empty();
  }

  /** A single one is written as a text. */
  private static List<String> metrics(@Nullable Object written) {
    if (written instanceof Collection<?> several) {
      return several.stream().map(Objects::toString).toList();
    }
    return written instanceof String one ? List.of(one) : List.of();
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

  ReportedRun named(String otherEnvironment, int otherIteration, String otherLabel) {
    return with().environment(otherEnvironment).iteration(otherIteration).label(otherLabel).build();
  }

  /** Named by its place in a study. */
  ReportedRun of(StudyEntry place, boolean severalIterations) {
    String run = severalIterations ? ", run " + place.iteration() : "";
    return named(place.system(), place.iteration(), place.system() + run + mark())
        .with()
        .workload(place.load())
        .planned(Optional.of(place))
        .build();
  }

  /** The run as one of which no figure may be used. */
  ReportedRun without(String why) {
    ReportedRun without = withUnusable(Optional.of(why));
    return without.named(environment, iteration, label + without.mark());
  }

  /** Unique among runs. */
  public String name() {
    return workload + " on " + label;
  }

  public long startEpochMicros() {
    return course.startEpochMicros;
  }

  public List<TimeSeries> timeline() {
    return course.timeline;
  }

  public List<TimeSeries> classes() {
    return course.classes;
  }

  public List<TimeSeries> telemetry() {
    return course.telemetry;
  }

  public Map<Measure, LatencyCurve> latencies() {
    return course.latencies;
  }

  /** Added to its name where figures of it may not be used. */
  public String mark() {
    if (unusable.isPresent()) {
      return " (unusable)";
    }
    return metrics.keySet().stream()
            .filter(MetricReference::isUsual)
            .anyMatch(each -> damage(each).isPresent())
        ? " (damaged)"
        : "";
  }

  /** Whether all figures of a group may be used. */
  public boolean usable(FigureGroup group) {
    return validity(group).usable();
  }

  /** Whether the figures of a group may be used, and their possible error. */
  public FigureValidity validity(FigureGroup group) {
    return figures.getOrDefault(group, FigureValidity.GOOD);
  }

  /** The value of a metric; empty if it was not measured or may not be used. */
  public OptionalDouble value(MetricReference metric) {
    Double value = metrics.get(metric);
    return value == null || damage(metric).isPresent()
        ? OptionalDouble.empty()
        : OptionalDouble.of(value);
  }

  /** Why a metric may not be used, with its possible error; empty if it may. */
  public Optional<String> damage(MetricReference metric) {
    FigureValidity validity = validity(metric.group());
    return unusable.isEmpty() && metric.usable(metrics.getOrDefault(metric, 0.0), validity)
        ? Optional.empty()
        : Optional.of(unusable.orElseGet(() -> metric.damage(validity)));
  }

  /** Whether it has all figures that decide, and none of them is damaged. */
  public boolean answers(Question question) {
    return unusable.isEmpty()
        && MetricReference.asked(question).stream()
            .allMatch(name -> !name.isCompared() ? usable(name.group()) : value(name).isPresent());
  }

  /** {@code publish latency (error at most 216 ms: schedule-missed)} for each damaged group. */
  public Optional<String> damage() {
    return VerdictText.damage(figures);
  }

  /** A series over the whole run; empty if it was not measured. */
  public Optional<TimeSeries> series(String name) {
    return timeline().stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** Time since the first sample. */
  public double seconds(long epochMicros) {
    return (epochMicros - startEpochMicros()) / 1e6;
  }
}
