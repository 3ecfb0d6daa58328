package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whether a run's results are valid, and whether the system under test was good enough.
 *
 * @param status the worst that was found
 * @param findings why; also remarks on a valid run
 * @param objectives the workload's objectives, in its order
 * @param figures validity of each group; where earlier versions stored none, that of the status
 */
public record Verdict(
    Status status,
    List<Finding> findings,
    List<ObjectiveResult> objectives,
    Map<FigureGroup, FigureValidity> figures) {
  /** The verdict of a run before the rules have been applied. */
  public static final Verdict NONE = new Verdict(Status.ABORTED, List.of(), List.of());

  /** All figures are as valid as the run. */
  public Verdict(Status status, List<Finding> findings, List<ObjectiveResult> objectives) {
    this(status, findings, objectives, ofStatus(status, findings));
  }

  /** The statuses from good to bad. */
  public enum Status {
    VALID(
        "The figures that the run is made for are valid, and every objective and the rate were"
            + " met."),
    FAILED(
        "An objective was missed, or the system under test did not keep up with the rate. The"
            + " figures that the run is made for are valid."),
    INVALID(
        "A figure that the run is made for must not be used: the load generator, a worker or a"
            + " clock was not good enough."),
    ABORTED("The run ended before its planned end. The results until then are kept.");

    private final String meaning;

    Status(String meaning) {
      this.meaning = meaning;
    }

    /** Returns the meaning for reference pages. */
    public String meaning() {
      return meaning;
    }
  }

  /**
   * What a rule has found. Its type, which the code names, is in {@code io.tidemark.verdict}.
   *
   * @param severity what it does to the verdict
   * @param code stable, for programs: {@code schedule-missed}, {@code worker-lost}, ...
   * @param message one sentence with the figures and the threshold
   * @param brief the same in fewer words; empty if the message is short
   * @param next what to do; empty for remarks
   * @param values what the message says, for programs; their names have the units
   */
  public record Finding(
      Severity severity,
      String code,
      String message,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) String brief,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) String next,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Object> values) {
    public Finding {
      brief = brief == null ? "" : brief;
      next = next == null ? "" : next;
      Map<String, Object> known = new LinkedHashMap<>(values == null ? Map.of() : values);
      known.replaceAll((name, value) -> withLongs(value));
      values = Collections.unmodifiableMap(known);
    }

    /** A file does not tell an int from a long. */
    private static Object withLongs(Object value) {
      if (value instanceof Integer number) {
        return number.longValue();
      }
      return value instanceof List<?> list ? list.stream().map(Finding::withLongs).toList() : value;
    }

    /** Creates a finding without values and a next step, as earlier versions stored them. */
    public Finding(Severity severity, String code, String message) {
      this(severity, code, message, "", "", Map.of());
    }

    /** Returns the text for a line of a summary. */
    public String shortLine() {
      return brief.isEmpty() ? message : brief;
    }

    /** {@code gc-pause: worker a: ... (next: use a larger heap)}, for a line of a list. */
    public String line() {
      return code + ": " + message + (next.isEmpty() ? "" : " (next: " + next + ")");
    }

    /** Whether it changes the status, or is a warning. */
    public boolean counts() {
      return severity != Severity.REMARK;
    }

    /** Returns the finding as one of a traffic class. */
    public Finding ofClass(String name) {
      String of = "class " + name + ": ";
      return new Finding(
          severity, code, of + message, brief.isEmpty() ? "" : of + brief, next, values);
    }
  }

  /** What a finding does to the verdict, in ascending order. */
  public enum Severity {
    /** The status does not change. */
    REMARK,
    /** The status does not change; the summary shows the finding at its top. */
    WARNS,
    /** The run is FAILED: the system under test was not good enough. */
    FAILS,
    /** The run is INVALID: the generator, a worker or a clock was not good enough. */
    INVALIDATES,
    /** The run is ABORTED. */
    ABORTS
  }

  /**
   * @param key as in the workload: {@code publishLatency.p99}; of one phase with its name: {@code
   *     publishLatency.p99 of step-2}
   * @param condition as in the workload: {@code <= 20ms}
   * @param actual what was measured, with its unit, or why nothing was
   * @param met whether the condition holds; not measured is not met
   * @param measured whether the measurement shows if it is met
   * @param phase the phase that it is about; null: all measured phases, or the whole run
   */
  public record ObjectiveResult(
      String key,
      String condition,
      String actual,
      boolean met,
      boolean measured,
      @Nullable String phase) {
    private static final String OF_PHASE = " of ";

    /** The result over all measured phases, or the whole run. */
    public ObjectiveResult(String key, String condition, String actual, boolean met) {
      this(key, condition, actual, met, true, null);
    }

    /** Returns a result without a value. */
    public static ObjectiveResult unknown(String key, String condition, String why) {
      return new ObjectiveResult(key, condition, why, false, false, null);
    }

    /** The result as that of one phase. */
    public ObjectiveResult of(String phaseName) {
      return new ObjectiveResult(
          key + OF_PHASE + phaseName, condition, actual, met, measured, phaseName);
    }

    /** The result as that of a traffic class. */
    public ObjectiveResult ofClass(String name) {
      return new ObjectiveResult(
          "classes." + name + "." + key, condition, actual, met, measured, phase);
    }

    /** The metric that the objective is about, without the phase. */
    public String metric() {
      return phase == null ? key : key.substring(0, key.length() - (OF_PHASE + phase).length());
    }
  }

  public Verdict {
    findings = List.copyOf(findings);
    objectives = List.copyOf(objectives);
    figures =
        Collections.unmodifiableMap(
            new EnumMap<>(figures == null ? ofStatus(status, findings) : figures));
  }

  private static Map<FigureGroup, FigureValidity> ofStatus(Status status, List<Finding> findings) {
    List<String> because =
        findings.stream()
            .filter(each -> each.severity().compareTo(Severity.INVALIDATES) >= 0)
            .map(Finding::code)
            .distinct()
            .toList();
    FigureValidity all =
        status.compareTo(Status.INVALID) < 0
            ? FigureValidity.GOOD
            : FigureValidity.of(false, because, FigureError.UNKNOWN);
    return Arrays.stream(FigureGroup.values()).collect(Collectors.toMap(each -> each, each -> all));
  }

  /** Whether the figures of a group can be used. */
  public FigureValidity of(FigureGroup group) {
    return figures.getOrDefault(group, FigureValidity.GOOD);
  }

  /** Whether all figures of a group can be used. */
  public boolean usable(FigureGroup group) {
    return of(group).usable();
  }
}
