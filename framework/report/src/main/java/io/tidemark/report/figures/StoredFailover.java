package io.tidemark.report.figures;

import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FailoverReport.Lag;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The failover from site A to its standby, site B, as stored. Times count from the failure.
 *
 * @param failedEpochMicros when site A was made to fail
 * @param failure how
 * @param promotedSeconds until site B was promoted
 * @param confirmedMessages that site A had acknowledged
 * @param recoveryPointMessages those of them that consumers at site B did not receive; null if not
 *     known
 * @param recoveryPointAgeSeconds from the acknowledgement of the oldest of them to the failure; 0
 *     if none is missing; null if not known
 * @param recoveryTimeFirstSeconds until the first message was received at site B; null if none was
 * @param recoveryTimeLastSeconds until the last one was received
 * @param diskBytes growth of the disk use of site B during the load; null if not known
 * @param lag of the replication, in order of time; empty if not known
 */
public record StoredFailover(
    long failedEpochMicros,
    String failure,
    double promotedSeconds,
    long confirmedMessages,
    @Nullable Long recoveryPointMessages,
    @Nullable Double recoveryPointAgeSeconds,
    @Nullable Double recoveryTimeFirstSeconds,
    @Nullable Double recoveryTimeLastSeconds,
    @Nullable Long diskBytes,
    List<Point> lag) {

  /**
   * The replication at one moment.
   *
   * @param confirmedMessages that site A had acknowledged until then
   * @param replicatedMessages that site B held
   * @param lagMessages the difference
   */
  public record Point(
      long epochMicros, long confirmedMessages, long replicatedMessages, long lagMessages) {
    private static Point of(Lag lag) {
      return new Point(lag.epochNanos() / 1_000, lag.confirmed(), lag.replicated(), lag.messages());
    }
  }

  public StoredFailover {
    Objects.requireNonNull(failure);
    lag = List.copyOf(lag);
  }

  static StoredFailover of(FailoverReport report) {
    return new StoredFailover(
        report.failedEpochNanos() / 1_000,
        report.failure(),
        seconds(report.promotedNanos()),
        report.confirmed(),
        report.missing().orElse(null),
        report.oldestMissingNanos().map(StoredFailover::seconds).orElse(null),
        report.firstMessageNanos().map(StoredFailover::seconds).orElse(null),
        report.lastMessageNanos().map(StoredFailover::seconds).orElse(null),
        report.diskBytes().orElse(null),
        report.lag().stream().map(Point::of).toList());
  }

  public FailoverReport report() {
    return new FailoverReport(
        failedEpochMicros * 1_000,
        failure,
        nanos(promotedSeconds),
        confirmedMessages,
        Optional.ofNullable(recoveryPointMessages),
        Optional.ofNullable(recoveryPointAgeSeconds).map(StoredFailover::nanos),
        Optional.ofNullable(recoveryTimeFirstSeconds).map(StoredFailover::nanos),
        Optional.ofNullable(recoveryTimeLastSeconds).map(StoredFailover::nanos),
        Optional.ofNullable(diskBytes),
        lag.stream()
            .map(
                point ->
                    new Lag(
                        point.epochMicros() * 1_000,
                        point.confirmedMessages(),
                        point.replicatedMessages()))
            .toList());
  }

  private static double seconds(long nanos) {
    return nanos / 1_000 / 1e6;
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * 1e6) * 1_000;
  }
}
