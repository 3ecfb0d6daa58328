package io.tidemark.coordinator.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.worker.ProbeCounts;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When the broker's figures may be compared with ours. */
class BrokerCountsTest {
  private final BrokerCounts counts = new BrokerCounts();

  private static long seconds(double seconds) {
    return 1_000_000_000_000L + (long) (seconds * 1e9);
  }

  private static Counters ours(long acknowledged, long received) {
    return Counters.ZERO
        .with(Counter.SENT, acknowledged)
        .with(Counter.ACKNOWLEDGED, acknowledged)
        .with(Counter.RECEIVED, received);
  }

  private void read(String name, double atSeconds, long messages) {
    counts.add(0, new TelemetrySample(seconds(atSeconds), name, "q", messages, 1_000));
  }

  private void reported(double atSeconds, long published, long delivered) {
    read(TelemetrySample.RUN_PUBLISHED, atSeconds, published);
    read(TelemetrySample.RUN_DELIVERED, atSeconds, delivered);
  }

  /** The same in each second of a time, with both its ends. */
  private void reportedFromTo(int fromSecond, int toSecond, long messages) {
    for (int i = fromSecond; i <= toSecond; i++) {
      reported(i, messages, messages);
    }
  }

  private boolean overAt(double atSeconds) {
    return counts.over(seconds(atSeconds));
  }

  @Test
  void waitsForProbesToo() {
    counts.waitingSince(seconds(0));
    counts.probes(new ProbeCounts(3, 3, 6));
    reported(1, 100, 200);
    assertThat(counts.caughtUpWith(ours(100, 200), seconds(1))).isFalse();
    reported(2, 103, 206);
    assertThat(counts.caughtUpWith(ours(100, 200), seconds(2))).isTrue();
    assertThat(counts.totals().waitedNanos()).isEqualTo(Duration.ofSeconds(2).toNanos());
  }

  private void acknowledged(double atSeconds, long messages) {
    read(TelemetrySample.RUN_ACKNOWLEDGED, atSeconds, messages);
  }

  @Test
  void waitsForAcknowledgementsThatComeLater() {
    counts.waitingSince(seconds(0));
    reported(1, 100, 100);
    acknowledged(1, 40);
    assertThat(counts.caughtUpWith(ours(100, 100), seconds(1))).isFalse();
    assertThat(counts.acknowledgedInTheEnd()).as("not settled").isEmpty();
    acknowledged(2, 100);
    assertThat(counts.caughtUpWith(ours(100, 100), seconds(2))).isTrue();
  }

  @Test
  void acknowledgementsThatNeverComeAreKnownWhenNothingChangesAnyMore() {
    counts.waitingSince(seconds(0));
    for (int i = 1; i <= 7; i++) {
      reported(i, 100, 100);
      acknowledged(i, 0);
      assertThat(counts.caughtUpWith(ours(100, 100), seconds(i))).isFalse();
    }
    assertThat(overAt(7)).isTrue();
    assertThat(counts.acknowledgedInTheEnd()).contains(0L);
  }

  @Test
  void figuresThatStandStillWhileTheLoadStoppedHaveNotSettledYet() {
    reportedFromTo(0, 9, 100);
    counts.waitingSince(seconds(9));
    reported(10, 100, 100);
    assertThat(counts.totals().settled()).isFalse();
    reportedFromTo(11, 15, 100);
    assertThat(overAt(15)).isTrue();
    assertThat(counts.totals().settled()).isTrue();
  }

  @Test
  void figuresThatStandStillWhileMessagesArriveHaveNotSettled() {
    counts.waitingSince(seconds(0));
    for (int i = 1; i <= 8; i++) {
      reported(i, 1_000, 100);
      assertThat(counts.caughtUpWith(ours(1_000, 100 + 10 * i), seconds(i))).isFalse();
    }
    assertThat(overAt(8)).isTrue();
    assertThat(counts.totals().settled()).isFalse();
    for (int i = 9; i <= 14; i++) {
      reported(i, 1_000, 100);
      counts.caughtUpWith(ours(1_000, 180), seconds(i));
    }
    assertThat(counts.totals().settled()).isTrue();
  }

  @Test
  void aChangeBeginsTheWaitAnew() {
    counts.waitingSince(seconds(0));
    for (int i = 0; i <= 40; i++) {
      reported(i, i, i);
      assertThat(overAt(i)).isFalse();
    }
    reportedFromTo(41, 46, 40);
    assertThat(overAt(46)).isTrue();
  }

  @Test
  void aBrokerThatAnswersSlowlyRepeatsItsAnswersForLonger() {
    counts.waitingSince(seconds(0));
    for (int i = 0; i <= 15; i += 3) {
      reported(i, 100, 100);
      assertThat(overAt(i)).isFalse();
    }
    reported(18, 100, 100);
    assertThat(overAt(18)).isTrue();
  }

  @Test
  void anAnswerThatWasAskedForUnderLoadIsRepeatedQuicklyAfterIt() {
    for (int i = 0; i <= 9; i += 3) {
      reported(i, 100, 100);
    }
    counts.waitingSince(seconds(10));
    for (int i = 12; i <= 29; i++) { // The answer of second 12 took up to three seconds.
      reported(i, 100, 100);
      assertThat(overAt(i)).as("second %d", i).isFalse();
    }
    reported(30, 100, 100);
    assertThat(overAt(30)).isTrue();
  }

  @Test
  void anAnswerThatCameSlowlyJustBeforeTheEndIsRepeatedAfterIt() {
    reported(0, 100, 100);
    reported(4, 100, 100);
    counts.waitingSince(seconds(4.5));
    for (int i = 5; i <= 27; i++) {
      reported(i, 100, 100);
      assertThat(overAt(i)).as("second %d", i).isFalse();
    }
    reported(28, 100, 100);
    assertThat(overAt(28)).isTrue();
  }

  @Test
  void slownessLongBeforeTheEndDoesNotMatter() {
    reported(0, 100, 100);
    reported(3, 100, 100);
    reportedFromTo(4, 40, 100);
    counts.waitingSince(seconds(40));
    reportedFromTo(41, 46, 100);
    assertThat(overAt(46)).isTrue();
  }

  @Test
  void readingsThatNoLongerComeAreNotWaitedFor() {
    reported(0, 100, 100);
    counts.waitingSince(seconds(5));
    assertThat(overAt(34)).isFalse();
    assertThat(overAt(35)).isTrue();
    assertThat(counts.totals().settled()).isFalse();
  }

  @Test
  void countsThatWereAnnouncedAreExpectedBeforeTheFirstOfThem() {
    counts.add(0, new TelemetrySample(seconds(0), TelemetrySample.NODE_RUNNING, "n", 1, 1_000));
    assertThat(counts.expected()).isFalse();
    counts.add(0, new TelemetrySample(seconds(0), TelemetrySample.RUN_COUNTED_TOPICS, "w", 1, 0));
    assertThat(counts.expected()).isTrue();
    counts.waitingSince(seconds(1));
    assertThat(overAt(30)).isFalse();
    assertThat(overAt(31)).isTrue();
    assertThat(counts.totals().settled()).isFalse();
  }

  @Test
  void workersTellTheSameAndOneOfThemLater() {
    reported(1, 100, 90);
    counts.add(1, new TelemetrySample(seconds(2), TelemetrySample.RUN_PUBLISHED, "q", 80, 1_000));
    assertThat(counts.totals().published()).isEqualTo(100L);
  }
}
