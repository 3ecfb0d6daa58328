package io.tidemark.model.worker;

/**
 * A message that arrived before the load and is not a probe of the run: possibly one that the
 * driver or the broker changed.
 *
 * @param subscription index of the subscription at which it arrived
 * @param kind how sure that is
 * @param text sent and received bytes, one line
 */
public record AlteredProbe(int subscription, Kind kind, String text) {

  /** How sure it is that it was a probe. */
  public enum Kind {
    /** Surely: a probe that was converted to text. */
    TEXT,
    /** Surely: a probe with a part of its stamp overwritten. */
    STAMP,
    /** Surely: a probe with its whole stamp, and another body. */
    BODY,
    /** Surely: a probe that was cut, encoded or changed otherwise. */
    CHANGED,
    /** Not sure: in shared topics it may be a message of another application. */
    UNKNOWN
  }
}
