package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import io.tidemark.model.result.json.EpochMicros;
import io.tidemark.model.snapshot.WorkerEvent;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Something that happened during a run.
 *
 * @param epochNanos when, in the coordinator's clock; whole microseconds, as in files
 * @param source which worker, or {@code coordinator}
 * @param kind for example {@code PHASE}, {@code BLOCKED}, {@code CONNECTION_LOST}
 * @param subject which connection, producer, phase
 * @param detail one line
 * @param numbers what the detail says, for programs, with units in the names
 */
public record RunEvent(
    @JsonProperty("epochMicros") @EpochMicros long epochNanos,
    String source,
    String kind,
    String subject,
    String detail,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Double> numbers) {
  public static final Part<List<RunEvent>> PART =
      new Part<List<RunEvent>>("events", Written.ALWAYS, null, RunEvent::ofClasses) {};

  /** Kind of the begin of a phase, which is the subject. */
  public static final String PHASE = "PHASE";

  /** Kind of an error of the load generator itself. */
  public static final String ENGINE_ERROR = "ENGINE_ERROR";

  /** Kind of a failure to open or close a client during the load. */
  public static final String CLIENT_ERROR = "CLIENT_ERROR";

  /** Topics of other runs are at the broker. */
  public static final String EARLIER_TOPICS = "EARLIER_TOPICS";

  /** Neither driver nor driver file says when the broker has a message whose send is complete. */
  public static final String CONFIRMATION_UNKNOWN = "CONFIRMATION_UNKNOWN";

  /** A worker may have no port left for the new connections of a run. */
  public static final String FEW_PORTS = "FEW_PORTS";

  /** Kind of the loss of a worker, which is the subject. */
  public static final String WORKER_LOST = "WORKER_LOST";

  /** Processes on a worker's machine that do not belong to the run used much of its CPU. */
  public static final String OTHER_PROCESSES = "OTHER_PROCESSES";

  /** Metrics or events of the run could not be exported. */
  public static final String NOT_EXPORTED = "NOT_EXPORTED";

  /** Workers learned after the beginning of a phase, the subject, that it begins. */
  public static final String LATE_PHASE = "LATE_PHASE";

  /** How a warm-up ended whose length follows from what is measured. */
  public static final String WARM_UP = "WARM_UP";

  /** The limit ended such a warm-up; the detail is the reason. */
  public static final String NOT_STEADY = "NOT_STEADY";

  /** A process was profiled, which is the subject. */
  public static final String PROFILED = "PROFILED";

  /** A process, the subject, was not profiled, or not completely. */
  public static final String PROFILE_FAILED = "PROFILE_FAILED";

  public RunEvent {
    epochNanos = epochNanos / 1_000 * 1_000;
    numbers = numbers == null ? Map.of() : Map.copyOf(numbers);
  }

  public RunEvent(long epochNanos, String source, String kind, String subject, String detail) {
    this(epochNanos, source, kind, subject, detail, Map.of());
  }

  /** Phases, which all classes have, once. */
  private static List<RunEvent> ofClasses(Map<String, List<RunEvent>> classes) {
    Set<String> phases = new HashSet<>();
    return classes.entrySet().stream()
        .flatMap(each -> each.getValue().stream().map(event -> event.ofClass(each.getKey())))
        .filter(event -> !event.kind.equals(PHASE) || phases.add(event.subject))
        .sorted(Comparator.comparingLong(RunEvent::epochNanos))
        .toList();
  }

  /** The event in a run with traffic classes: it names the class, unless all have it. */
  public RunEvent ofClass(String name) {
    return kind.equals(PHASE)
        ? this
        : new RunEvent(epochNanos, source, kind, "class " + name + ": " + subject, detail, numbers);
  }

  /** The detail, with the number of times if it stands for several. */
  public String text() {
    long times = numbers.getOrDefault(WorkerEvent.TIMES, 1.0).longValue();
    return times == 1 ? detail : detail + " (" + Text.plural(times, "time") + ")";
  }

  /** When, in microseconds. */
  public long epochMicros() {
    return epochNanos / 1_000;
  }
}
