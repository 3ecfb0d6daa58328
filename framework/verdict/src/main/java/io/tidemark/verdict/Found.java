package io.tidemark.verdict;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.yaml.DriverSecrets;
import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a rule has found, with its values: a record beside its rule. It, or the one interface that
 * its different forms have in common, has a {@link Type}, and its name is the code in results. All
 * that is said about a finding comes from here: in the verdict, in reports, and in
 * docs/reference/verdict.md.
 */
public interface Found {
  /** The declaration of a finding: its row in docs/reference/verdict.md. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface Type {
    /** What it means, and when it has less effect; the first sentence for each reader. */
    String value();

    /** Effects that it can have. */
    Severity[] as() default Severity.REMARK;

    /** What to do where it counts: a clause that begins with a verb. */
    String next() default "";

    /** Figures that the cause can have changed; the rule may know that some are not. */
    Reach damages() default Reach.NOTHING;

    Threshold[] limits() default {};
  }

  /** The groups that a finding can damage. */
  enum Reach {
    NOTHING,
    ALL(FigureGroup.values()),
    /** All that depends on when messages flow, and not on what became of them. */
    FLOW(
        FigureGroup.RATES,
        FigureGroup.PUBLISH_LATENCY,
        FigureGroup.END_TO_END_LATENCY,
        FigureGroup.ROUND_TRIP_LATENCY,
        FigureGroup.RECOVERY),
    LATENCIES(
        FigureGroup.PUBLISH_LATENCY,
        FigureGroup.END_TO_END_LATENCY,
        FigureGroup.ROUND_TRIP_LATENCY),
    RECEIVED(FigureGroup.END_TO_END_LATENCY, FigureGroup.ROUND_TRIP_LATENCY, FigureGroup.DELIVERY),
    REPLIES(FigureGroup.RATES, FigureGroup.ROUND_TRIP_LATENCY, FigureGroup.DELIVERY),
    COUNTS(FigureGroup.RATES, FigureGroup.DELIVERY, FigureGroup.TELEMETRY),
    TELEMETRY(FigureGroup.TELEMETRY);

    private final Set<FigureGroup> groups = EnumSet.noneOf(FigureGroup.class);

    Reach(FigureGroup... groups) {
      this.groups.addAll(Arrays.asList(groups));
    }

    /** Those that the cause can have changed. */
    public Set<FigureGroup> groups() {
      return Collections.unmodifiableSet(groups);
    }
  }

  /**
   * What a record says with its values, as {@link Template}s; of records with the same words their
   * interface has it.
   */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface Says {
    /** One sentence with the figures and the limit, without a full stop. */
    String value();

    /** The same for a line of a summary, if the sentence is long. */
    String brief() default "";

    /** What to do, if it is not the next step of the type. */
    String next() default "";
  }

  default String sentence() {
    return said(says(getClass()).orElseThrow().value());
  }

  default String brief() {
    return says(getClass()).map(says -> Template.fill(says.brief(), (Record) this)).orElse("");
  }

  /** What to do. */
  default String next() {
    return says(getClass())
        .map(Says::next)
        .filter(next -> !next.isEmpty())
        .orElse(type(getClass()).next());
  }

  /** A template with the values of this record. */
  default String said(String template) {
    return Template.fill(template, (Record) this, this::brief);
  }

  /** Empty if its methods say it. */
  static Optional<Says> says(Class<?> found) {
    return declared(found, Says.class).map(each -> each.getAnnotation(Says.class));
  }

  static Type type(Class<?> found) {
    return declared(found, Type.class).orElseThrow().getAnnotation(Type.class);
  }

  /** The record, or the interface of it, that has an annotation. */
  private static Optional<Class<?>> declared(
      Class<?> found, Class<? extends Annotation> annotation) {
    return Stream.concat(Stream.of(found), Arrays.stream(found.getInterfaces()))
        .filter(each -> each.isAnnotationPresent(annotation))
        .findFirst();
  }

  /** {@code cpu-steal} of {@code CpuSteal}. */
  static String code(Class<? extends Found> found) {
    return declared(found, Type.class)
        .orElseThrow()
        .getSimpleName()
        .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
        .toLowerCase(Locale.ROOT);
  }

  /** The findings of a type in a verdict that may have been stored. */
  static Stream<Finding> in(Verdict verdict, Class<? extends Found> type) {
    String code = code(type);
    return verdict.findings().stream().filter(each -> each.code().equals(code));
  }

  static boolean isIn(Verdict verdict, Class<? extends Found> type) {
    return in(verdict, type).findAny().isPresent();
  }

  /** A stored finding as its type; empty if it has no values, as those of earlier versions. */
  static <F extends Record & Found> Optional<F> read(Finding finding, Class<F> type) {
    return finding.values().isEmpty()
        ? Optional.empty()
        : Optional.of(Stored.JSON.convertValue(finding.values(), type));
  }

  /**
   * Returns the finding as it is stored. Names of topics and texts of drivers may have passwords in
   * them.
   */
  default Finding finding(Severity severity) {
    String message = DriverSecrets.masked(sentence());
    Map<String, Object> values = Stored.JSON.convertValue(this, new TypeReference<>() {});
    values.replaceAll((name, value) -> Stored.masked(value));
    values
        .values()
        .removeIf(value -> value.equals(message) || value.equals(Double.NaN)); // Not in JSON.
    return new Finding(
        severity,
        code(getClass()),
        message,
        DriverSecrets.masked(brief()),
        severity == Severity.REMARK ? "" : next(),
        values);
  }

  /** Values of findings as JSON. */
  final class Stored {
    private static final ObjectMapper JSON =
        new ObjectMapper()
            .registerModule(new Jdk8Module())
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .setSerializationInclusion(JsonInclude.Include.NON_EMPTY)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private Stored() {}

    private static Object masked(Object value) {
      if (value instanceof List<?> list) {
        return list.stream().map(Stored::masked).toList();
      }
      return value instanceof String text ? DriverSecrets.masked(text) : value;
    }
  }
}
