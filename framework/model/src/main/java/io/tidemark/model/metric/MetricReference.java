package io.tidemark.model.metric;

import com.fasterxml.jackson.annotation.JsonValue;
import io.tidemark.model.question.Question;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Measure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A metric as users name it: {@code endToEnd.p99}, {@code roundTripRate at 8 requesters}, {@code
 * classes.orders.endToEnd.p99}, {@code priorities.9.endToEnd.p99}.
 *
 * @param at that of the phases with this number of clients; empty: that of all measured phases
 * @param trafficClass the class of the workload that it is about; empty: all messages
 * @param priority of the messages that it is about; empty: all
 */
public record MetricReference(
    Metric metric, Optional<Scale> at, Optional<String> trafficClass, Optional<Integer> priority)
    implements Comparable<MetricReference> {
  /** Clients whose number can differ from phase to phase. */
  public enum Clients {
    REQUESTERS("requester"),
    PRODUCERS("producer"),
    CONSUMERS("consumer");

    private final String one;

    Clients(String one) {
      this.one = one;
    }

    /** Empty if all phases of the run have the same. */
    public Optional<Integer> in(PhaseResult phase) {
      return switch (this) {
        case REQUESTERS -> phase.requesters();
        case PRODUCERS -> phase.producers();
        case CONSUMERS -> phase.consumers();
      };
    }

    @Override
    public String toString() {
      return one + "s";
    }
  }

  /** A number of clients. */
  public record Scale(int number, Clients clients) {
    public boolean is(int other) {
      return number == other;
    }

    public boolean isOf(PhaseResult phase) {
      return clients.in(phase).filter(this::is).isPresent();
    }

    @Override
    public String toString() {
      return number + " " + (number == 1 ? clients.one : clients);
    }
  }

  private static final Pattern OF_CLASS = Pattern.compile("classes\\.([A-Za-z0-9_-]{1,40})\\.(.+)");
  private static final Pattern OF_PRIORITY = Pattern.compile("priorities\\.([0-9]{1,3})\\.(.+)");
  private static final Pattern AT =
      Pattern.compile("(\\S+)\\s+at\\s+([1-9][0-9]{0,8})\\s+(requesters?|producers?|consumers?)");
  private static final double NANOS_PER_MICRO = 1e3;
  private static final List<MetricReference> USUAL =
      Metrics.all().stream().filter(Metric::isUsual).map(MetricReference::of).toList();
  private static final Comparator<MetricReference> ORDER =
      Comparator.<MetricReference>comparingInt(
              each -> each.isUsual() ? USUAL.indexOf(each) : USUAL.size())
          .thenComparing(MetricReference::key);

  /** A metric over a whole run. */
  public static MetricReference of(Metric metric) {
    return new MetricReference(metric, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** A metric as it is written in files; empty for another text. */
  public static Optional<MetricReference> parse(String text) {
    Matcher ofPriority = OF_PRIORITY.matcher(text.strip());
    if (ofPriority.matches()) {
      return Metrics.of(ofPriority.group(2))
          .filter(metric -> metric.isAsked() && metric.isOfPhases())
          .map(metric -> of(metric).ofPriority(Integer.valueOf(ofPriority.group(1))));
    }
    Matcher ofClass = OF_CLASS.matcher(text.strip());
    return ofClass.matches()
        ? ofAllMessages(ofClass.group(2))
            .filter(reference -> reference.metric.isOfPhases())
            .map(reference -> reference.ofClass(ofClass.group(1)))
        : ofAllMessages(text.strip());
  }

  private static Optional<MetricReference> ofAllMessages(String name) {
    Matcher at = AT.matcher(name);
    return Metrics.of(name)
        .filter(Metric::isAsked)
        .map(MetricReference::of)
        .or(
            () ->
                Optional.of(at)
                    .filter(Matcher::matches)
                    .flatMap(parts -> Metrics.of(parts.group(1)))
                    .filter(metric -> metric.isOfPhases())
                    .map(metric -> MetricReference.of(metric).at(scale(at))));
  }

  private static Scale scale(Matcher at) {
    return new Scale(
        Integer.parseInt(at.group(2)),
        Stream.of(Clients.values())
            .filter(each -> each.toString().startsWith(at.group(3)))
            .findFirst()
            .orElseThrow()); // The pattern has no other words.
  }

  /** One that statistics compare; empty for a count, and another text. */
  public static Optional<MetricReference> compared(String text) {
    return parse(text).filter(MetricReference::isCompared);
  }

  /** The metrics of a question that are known, in its order. */
  public static List<MetricReference> asked(Question question) {
    return question.metrics().stream().flatMap(each -> parse(each).stream()).toList();
  }

  /** The metrics of a question that statistics compare, in its order. */
  public static List<MetricReference> decisive(Question question) {
    return asked(question).stream().filter(MetricReference::isCompared).toList();
  }

  /** The metrics of each table, in their order. */
  public static List<MetricReference> usual() {
    return USUAL;
  }

  /** The metrics of each table, and those of a question that are not among them. */
  public static List<MetricReference> usualAnd(Question question) {
    return Stream.concat(usual().stream(), decisive(question).stream()).distinct().toList();
  }

  /** The metric in phases with a number of clients. */
  public MetricReference at(Scale scale) {
    return new MetricReference(metric, Optional.of(scale), trafficClass, priority);
  }

  /** The metric of a class. */
  public MetricReference ofClass(String name) {
    return new MetricReference(metric, at, Optional.of(name), priority);
  }

  /** The metric of the messages of a priority. */
  public MetricReference ofPriority(int number) {
    return new MetricReference(metric, at, trafficClass, Optional.of(number));
  }

  /** The same metric of all messages. */
  public MetricReference ofAll() {
    return new MetricReference(metric, at, Optional.empty(), Optional.empty());
  }

  /** Returns the reference as files have it. */
  @JsonValue
  public String key() {
    return trafficClass.map(name -> "classes." + name + ".").orElse("")
        + priority.map(number -> "priorities." + number + ".").orElse("")
        + metric.id()
        + at.map(scale -> " at " + scale).orElse("");
  }

  /** {@code median publish latency} for {@code publishLatency.p50}. */
  public String words() {
    return metric.words()
        + at.map(scale -> " at " + scale).orElse("")
        + trafficClass.map(name -> " of class " + name).orElse("")
        + priority.map(number -> " of priority " + number).orElse("");
  }

  /** The words at the beginning of a sentence. */
  public String title() {
    return Text.capital(words());
  }

  /** In words, if it is one; another text as it is. */
  public static String inWords(String key) {
    return parse(key).map(MetricReference::words).orElse(key);
  }

  /** Whether each table has it. */
  public boolean isUsual() {
    return metric.isUsual() && at.isEmpty() && trafficClass.isEmpty() && priority.isEmpty();
  }

  /** Whether statistics compare it; a count is mostly 0. */
  public boolean isCompared() {
    return metric.unit() != Unit.COUNT && metric.unit() != Unit.MESSAGES;
  }

  /** Whether a question is about it, so that it is tested. */
  public boolean decides(Question question) {
    return decisive(question).contains(this);
  }

  public boolean higherIsBetter() {
    return metric.higherIsBetter();
  }

  /** Whether it is in 1/s. */
  public boolean isRate() {
    return metric.unit() == Unit.PER_SECOND;
  }

  /** Whether it is a latency or another time, in microseconds. */
  public boolean isTime() {
    return metric.unit() == Unit.MICROSECONDS;
  }

  /** The percentile of a latency; another time has its error as a whole. */
  public String statistic() {
    return metric.statistic();
  }

  /** What a latency is about; empty for another metric. */
  public Optional<Measure> measure() {
    return metric.measure();
  }

  /** What is damaged together with it. */
  public FigureGroup group() {
    return metric.group();
  }

  /** Whether the value of a run can be used. */
  public boolean usable(double value, FigureValidity validity) {
    return isTime()
        ? validity.usable(metric.statistic(), value * NANOS_PER_MICRO)
        : validity.usable();
  }

  /** {@code error at most 216 ms: schedule-missed}. */
  public String damage(FigureValidity validity) {
    return validity.errorText(isTime() ? metric.statistic() : "")
        + ": "
        + String.join(", ", validity.because());
  }

  /** In the unit of the metric; empty if the run, or the class or priority in it, has none. */
  public OptionalDouble value(RunResult run) {
    if (priority.isPresent()) {
      return run.part(RunResult.PRIORITIES).stream()
          .filter(each -> priority.get() == each.priority())
          .flatMapToDouble(
              each -> metric.value(MetricSource.of(run, Optional.of(each.totals()))).stream())
          .findFirst();
    }
    Optional<ClassResult> ofClass =
        run.classes().stream()
            .filter(each -> trafficClass.equals(Optional.of(each.name())))
            .findFirst();
    if (trafficClass.isPresent() && ofClass.isEmpty()) {
      return OptionalDouble.empty();
    }
    if (at.isEmpty()) {
      return metric.value(MetricSource.of(run, ofClass.map(ClassResult::totals)));
    }
    double[] values =
        ofClass.map(ClassResult::phases).orElseGet(run::phases).stream()
            .filter(phase -> phase.measured() && at.get().isOf(phase))
            .flatMapToDouble(
                phase -> positive(metric.value(MetricSource.of(run, Optional.of(phase)))).stream())
            .toArray();
    return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(mean(values));
  }

  /**
   * Several values as one: their geometric mean.
   *
   * @param values at least one, above 0
   */
  public static double mean(double... values) {
    return values.length == 1
        ? values[0]
        : Math.exp(DoubleStream.of(values).map(Math::log).average().orElseThrow());
  }

  /**
   * All that statistics compare and that a run has measured, with those of its classes, priorities
   * and phases; a logarithm needs more than 0.
   */
  public static Map<MetricReference, Double> all(RunResult run) {
    List<MetricReference> all = new ArrayList<>();
    for (Metric metric : Metrics.all()) {
      all.add(MetricReference.of(metric));
      if (metric.isOfPhases()) {
        run.classes().stream()
            .map(ClassResult::name)
            .forEach(name -> all.add(MetricReference.of(metric).ofClass(name)));
        run.part(RunResult.PRIORITIES)
            .forEach(each -> all.add(MetricReference.of(metric).ofPriority(each.priority())));
      }
    }
    run.phases().stream()
        .filter(PhaseResult::measured)
        .flatMap(phase -> scales(phase).stream())
        .distinct()
        .forEach(
            scale ->
                Metrics.all().stream()
                    .filter(metric -> metric.isOfPhases())
                    .forEach(metric -> all.add(MetricReference.of(metric).at(scale))));
    Map<MetricReference, Double> values = new LinkedHashMap<>();
    all.stream()
        .filter(each -> each.metric.isAsked() && each.isCompared())
        .forEach(each -> positive(each.value(run)).ifPresent(value -> values.put(each, value)));
    return values;
  }

  private static List<Scale> scales(PhaseResult phase) {
    return Stream.of(Clients.values())
        .flatMap(clients -> clients.in(phase).map(number -> new Scale(number, clients)).stream())
        .toList();
  }

  private static OptionalDouble positive(OptionalDouble value) {
    return value.isPresent() && value.getAsDouble() > 0 ? value : OptionalDouble.empty();
  }

  @Override
  public int compareTo(MetricReference other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return key();
  }
}
