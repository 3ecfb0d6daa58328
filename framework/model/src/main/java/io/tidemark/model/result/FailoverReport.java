package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import io.tidemark.model.result.json.EpochMicros;
import io.tidemark.model.result.json.OptionalSeconds;
import io.tidemark.model.result.json.Seconds;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The failover from a site to its standby: what arrived there, and how long that took. Times count
 * from the moment at which the site was made to fail; they are whole microseconds, as in {@code
 * result.json}.
 *
 * @param failedEpochNanos that moment, in the coordinator's clock
 * @param failure how the site was made to fail
 * @param promotedNanos until the standby was promoted
 * @param confirmed messages that the failed site had acknowledged
 * @param missing those of them that consumers at the standby did not receive; empty if not known,
 *     also if the run ended before they had read everything
 * @param oldestMissingNanos how long before the failure the oldest of them was acknowledged, at
 *     most one reading of the workers too long; 0 if none is missing; empty if not known
 * @param firstMessageNanos until the first message was received at the standby; empty if none was
 * @param lastMessageNanos until the last one was received
 * @param diskBytes growth of the standby's disk use from the start of the load to the failure;
 *     empty if not known
 * @param lag over the load, in order of time; empty where the standby's driver has no live counts
 */
@RecordBuilder
public record FailoverReport(
    @JsonProperty("failedEpochMicros") @EpochMicros long failedEpochNanos,
    String failure,
    @JsonProperty("promotedSeconds") @Seconds long promotedNanos,
    @JsonProperty("confirmedMessages") long confirmed,
    @JsonProperty("recoveryPointMessages") Optional<Long> missing,
    @JsonProperty("recoveryPointAgeSeconds") @OptionalSeconds Optional<Long> oldestMissingNanos,
    @JsonProperty("recoveryTimeFirstSeconds") @OptionalSeconds Optional<Long> firstMessageNanos,
    @JsonProperty("recoveryTimeLastSeconds") @OptionalSeconds Optional<Long> lastMessageNanos,
    Optional<Long> diskBytes,
    List<Lag> lag)
    implements FailoverReportBuilder.With {
  public static final Part<Optional<FailoverReport>> PART =
      new Part<Optional<FailoverReport>>("failover", Written.IF_ANY, Optional.empty()) {};

  /**
   * The replication at one moment.
   *
   * @param epochNanos when the standby's messages were counted
   * @param confirmed messages that the first site had acknowledged until then
   * @param replicated messages that the standby held
   */
  public record Lag(
      @JsonProperty("epochMicros") @EpochMicros long epochNanos,
      @JsonProperty("confirmedMessages") long confirmed,
      @JsonProperty("replicatedMessages") long replicated) {
    public Lag {
      epochNanos = micros(epochNanos);
    }

    @JsonProperty(value = "lagMessages", access = JsonProperty.Access.READ_ONLY)
    public long messages() {
      return Math.max(0, confirmed - replicated);
    }
  }

  public FailoverReport {
    failedEpochNanos = micros(failedEpochNanos);
    promotedNanos = micros(promotedNanos);
    oldestMissingNanos = oldestMissingNanos.map(FailoverReport::micros);
    firstMessageNanos = firstMessageNanos.map(FailoverReport::micros);
    lastMessageNanos = lastMessageNanos.map(FailoverReport::micros);
    lag = List.copyOf(lag);
  }

  private static long micros(long nanos) {
    return nanos / 1_000 * 1_000;
  }

  /** The last one before the failure; empty where there is none. */
  public Optional<Lag> lastLag() {
    return lag.stream().filter(each -> each.epochNanos() <= failedEpochNanos).reduce((a, b) -> b);
  }

  /** The largest one; empty where there is none. */
  public Optional<Lag> largestLag() {
    return lag.stream().max(Comparator.comparingLong(Lag::messages));
  }
}
