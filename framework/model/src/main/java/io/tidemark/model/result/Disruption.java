package io.tidemark.model.result;

import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An outage of the message flow in the measured phases, and its recovery time.
 *
 * @param startEpochMicros time of the first sign, in the coordinator's clock
 * @param secondsFromStart the same, from the start of the first sample
 * @param cause {@code CONNECTION_LOST}, another kind of event, {@code SENDS_FAILED} or {@code
 *     NOTHING_ACKNOWLEDGED}
 * @param detail the first event's subject and reason; empty without one
 * @param signs how many events, failing or silent intervals belong to it
 * @param resolutionSeconds length of an interval of the timeline: the resolution of the recovery
 *     time
 * @param publish acknowledged messages; null when none were before
 * @param deliver received messages; null when none were before
 */
public record Disruption(
    long startEpochMicros,
    double secondsFromStart,
    String cause,
    String detail,
    int signs,
    double resolutionSeconds,
    @Nullable Recovery publish,
    @Nullable Recovery deliver) {
  public static final Part<List<Disruption>> PART =
      new Part<List<Disruption>>("disruptions", Written.ALWAYS, List.of()) {};

  /**
   * One direction.
   *
   * @param beforeRatePerSecond mean of the last 10 s before, in the same phase
   * @param lowestRatePerSecond of any interval until the recovery
   * @param recoverySeconds from the disruption's start to the first interval from which on the rate
   *     stays at 90 % of the rate before; null without a recovery in the measured phases
   */
  public record Recovery(
      double beforeRatePerSecond, double lowestRatePerSecond, @Nullable Double recoverySeconds) {}
}
