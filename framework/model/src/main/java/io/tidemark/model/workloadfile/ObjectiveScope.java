package io.tidemark.model.workloadfile;

import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.workload.TimeSpec;
import java.time.Duration;
import java.util.Optional;

/**
 * Location of objectives in a file, and the permitted ones.
 *
 * @param path of the key, for messages
 * @param ofPhase whether they are of one phase, for which some counts are not known
 * @param sampleInterval no window may be shorter
 * @param length of what is judged, no window may be longer; empty: not limited
 * @param lengthOf what has this length, for messages
 */
record ObjectiveScope(
    String path,
    boolean ofPhase,
    Duration sampleInterval,
    Optional<Duration> length,
    String lengthOf) {

  /** The scope of objectives over all measured phases. */
  static ObjectiveScope ofTest(TimeSpec time, Optional<Duration> measured) {
    return new ObjectiveScope(
        "objectives", false, time.sampleInterval(), measured, "the measured part");
  }

  static ObjectiveScope ofPhase(
      String path, Duration sampleInterval, Duration length, String lengthOf) {
    Optional<Duration> known = Optional.of(length).filter(any -> !any.isZero());
    return new ObjectiveScope(
        path, true, sampleInterval, known, lengthOf); // zero: missing, reported
  }

  boolean allows(Duration window) {
    return window.compareTo(sampleInterval) >= 0
        && length.filter(most -> window.compareTo(most) > 0).isEmpty();
  }

  /** The windows that are allowed. */
  String windows() {
    return "a time span such as 500ms, 30s, 5m or 1h30m from "
        + Quantities.text(sampleInterval)
        + " (sampleInterval)"
        + length.map(most -> " to " + Quantities.text(most) + " (" + lengthOf + ")").orElse("");
  }
}
