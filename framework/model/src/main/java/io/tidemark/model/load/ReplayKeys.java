package io.tidemark.model.load;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import java.util.Optional;

/** The keys of {@code replay}. */
@RecordBuilder
public record ReplayKeys(
    @Key(
            value =
                "File of `bin/benchmark record`. Looked for in the working directory, and then"
                    + " where the workload file is.",
            required = true)
        Optional<TraceFile> trace,
    @Key(
            value = "Factor by which the replay is faster than the trace.",
            range = "0.001..1000000",
            orElse = "1")
        double speed,
    @Key(
            value =
                "`same-skew`: messages that had the same key have the same key again, made from its"
                    + " hash. `none`: no keys.",
            orElse = "same-skew")
        ReplayedKeys keys,
    @Key(
            value = "How often the trace is sent, one time after the other.",
            range = "1..1000000",
            orElse = "1")
        int repeat)
    implements ReplayKeysBuilder.With {

  /** What becomes of the keys of a trace. */
  public enum ReplayedKeys {
    SAME_SKEW,
    NONE
  }

  /** The trace; without messages if the file does not name one. */
  public TraceFile source() {
    return trace.orElse(TraceFile.NONE);
  }

  /** Whether messages get keys. */
  public boolean hasKeys() {
    return keys == ReplayedKeys.SAME_SKEW && source().keyed();
  }

  /** An offset of the trace at the speed of the replay. */
  public long scaled(long offsetNanos) {
    return speed == 1 ? offsetNanos : Math.round(offsetNanos / speed);
  }

  /** Returns the time from the first message of one repetition to that of the next one. */
  public long periodNanos() {
    return Math.max(1, scaled(source().lengthNanos()));
  }

  /** Returns the length of all repetitions. */
  public long lengthNanos() {
    return Math.multiplyExact(periodNanos(), (long) repeat);
  }
}
