package io.tidemark.report.runs;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * How many blocks a study may have, and what has ended it. docs/reference/study.md explains the
 * fields.
 *
 * @param least blocks before it may end
 * @param most blocks
 * @param untilDecided whether it ends as soon as its question is decided
 * @param maxDurationSeconds no block begins that would end later; null without a limit
 * @param seconds that the study has taken, over all calls
 * @param end why no more blocks are run; null as long as it is not known
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StudyBlocks(
    int least,
    int most,
    boolean untilDecided,
    @Nullable Double maxDurationSeconds,
    double seconds,
    @Nullable End end) {

  /** Why no more blocks are run. */
  public enum End {
    DECIDED,
    /** {@link #most} blocks are done. */
    MOST,
    MAX_DURATION
  }

  /** After some more time. */
  public StudyBlocks after(double moreSeconds) {
    return new StudyBlocks(
        least, most, untilDecided, maxDurationSeconds, seconds + moreSeconds, end);
  }

  /** With a reason for its end; null if it goes on. */
  public StudyBlocks with(@Nullable End reason) {
    return new StudyBlocks(least, most, untilDecided, maxDurationSeconds, seconds, reason);
  }

  /** Whether a block that takes some time must not begin. */
  public boolean isTooLong(double blockSeconds) {
    return maxDurationSeconds != null && seconds + blockSeconds > maxDurationSeconds;
  }
}
