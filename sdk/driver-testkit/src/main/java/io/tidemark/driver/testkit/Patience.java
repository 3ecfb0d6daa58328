package io.tidemark.driver.testkit;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long the rules of one conformance run wait. A wait that timed out once is shorter in later
 * rules: its cause is known, and a rule must not wait for the full deadline again. No wait is
 * longer than what is left of the whole run. Thread-safe.
 */
final class Patience {
  private static final Duration LEAST = Duration.ofSeconds(2);
  private static final int TIMES_THE_LONGEST = 4;

  /** A driver is closed also when the run's time is over. */
  private static final Duration LAST = Duration.ofSeconds(1);

  private final Duration deadline;
  private final Duration limit;
  private final long startNanos = System.nanoTime();
  private final Map<String, Duration> longest = new ConcurrentHashMap<>();
  private final Set<String> timedOut = ConcurrentHashMap.newKeySet();

  /**
   * @param deadline of one wait
   * @param limit of all rules together
   */
  Patience(Duration deadline, Duration limit) {
    this.deadline = deadline;
    this.limit = limit;
  }

  static Patience of(DriverUnderTest subject) {
    return new Patience(subject.deadline(), subject.limit());
  }

  /** The deadline of a wait for this. */
  Duration deadline(String what) {
    String kind = kind(what);
    Duration wanted =
        timedOut.contains(kind)
            ? larger(
                LEAST, longest.getOrDefault(kind, Duration.ZERO).multipliedBy(TIMES_THE_LONGEST))
            : deadline;
    return smaller(smaller(wanted, deadline), larger(left(), LAST));
  }

  void fulfilled(String what, Duration took) {
    longest.merge(kind(what), took, Patience::larger);
  }

  void timedOut(String what) {
    timedOut.add(kind(what));
  }

  /** Whether the time of the whole run is over. */
  boolean isOver() {
    return left().isZero();
  }

  Duration limit() {
    return limit;
  }

  private Duration left() {
    Duration left = limit.minusNanos(System.nanoTime() - startNanos);
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Without numbers and names, which differ between rules. */
  private static String kind(String what) {
    return what.replaceAll("\\S*\\d\\S*", "#");
  }

  private static Duration larger(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static Duration smaller(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
