package io.tidemark.model.result;

import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import java.util.List;

/**
 * A time in which the broker refused messages from at least one connection, for example because of
 * a memory alarm.
 *
 * @param startEpochMicros in the coordinator's clock
 * @param secondsFromStart from the start of the first sample
 * @param lengthSeconds until every connection was free again, or until the end of the run
 * @param ended whether the broker took messages again before the end of the run
 * @param connections most at the same time
 * @param reason the broker's, of the first one
 */
public record BlockedTime(
    long startEpochMicros,
    double secondsFromStart,
    double lengthSeconds,
    boolean ended,
    int connections,
    String reason) {
  public static final Part<List<BlockedTime>> PART =
      new Part<List<BlockedTime>>("blocks", Written.ALWAYS, List.of()) {};
}
