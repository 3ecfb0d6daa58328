package io.tidemark.measure.offsets;

import java.util.List;
import java.util.Optional;

/**
 * The audit of offsets at a subscription.
 *
 * @param share share of the messages in the sample, 0 to 1
 * @param checked messages of the sample with a known position
 * @param notUnique offsets with two messages
 * @param mismatched messages whose deliveries had other offsets than the acknowledgement; empty
 *     without offsets in acknowledgements
 * @param committedBack committed offsets that went back; empty if none was read
 * @param committedAhead messages below a committed offset that were received later or never; empty
 *     if none was read
 * @param keyOrder first deliveries after a later message of the same producer and key; empty
 *     without keys
 * @param examples some of what was found, each check's first
 */
public record OffsetOutcome(
    double share,
    long checked,
    long notUnique,
    Optional<Long> mismatched,
    Optional<Long> committedBack,
    Optional<Long> committedAhead,
    Optional<Long> keyOrder,
    List<Example> examples) {

  /** What is checked. */
  public enum Check {
    NOT_UNIQUE,
    MISMATCH,
    COMMIT_BACK,
    COMMIT_AHEAD,
    KEY_ORDER
  }

  /** Something that was found. */
  public record Example(Check check, String text) {}

  public OffsetOutcome {
    examples = List.copyOf(examples);
  }
}
