package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.measure.DeliveryAudit.Outcome;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** What is asked of an audit during and after a run. */
class DeliveryAuditAnswersTest {
  @Test
  void onlyTransactionsThatWereAbortedCountAsSome() {
    DeliveryAudit audit = new DeliveryAudit();
    audit.published(0, Roaring64Bitmap.bitmapOf(0), Roaring64Bitmap.bitmapOf(1));
    audit.aborted(1, new Roaring64Bitmap());
    assertThat(audit.anyAborted()).isFalse();
    audit.aborted(1, Roaring64Bitmap.bitmapOf(0));
    assertThat(audit.anyAborted()).isTrue();
  }

  @Test
  void eachReportSaysHowManyDeliveriesWereNotTheFirst() {
    DeliveryAudit audit = new DeliveryAudit();
    Roaring64Bitmap none = new Roaring64Bitmap();
    assertThat(audit.delivered(0, 0, 0, Roaring64Bitmap.bitmapOf(0, 1, 5), none, 2, true))
        .isEqualTo(2);
    assertThat(audit.delivered(1, 0, 0, Roaring64Bitmap.bitmapOf(1, 2, 5), none, 1, true))
        .isEqualTo(3);
    assertThat(audit.outcome(0, new int[] {0}).duplicated()).isEqualTo(5);
  }

  @Test
  void whatASubscriptionHasNotReceivedIsKnown() {
    DeliveryAudit audit = new DeliveryAudit();
    Roaring64Bitmap none = new Roaring64Bitmap();
    audit.published(3, Roaring64Bitmap.bitmapOf(0, 1, 2, 7), none);
    audit.delivered(0, 1, 3, Roaring64Bitmap.bitmapOf(0, 2), none, 0, true);
    audit.delivered(0, 1, 2, Roaring64Bitmap.bitmapOf(0), none, 0, true);
    assertThat(audit.missing(1, 3)).isEqualTo(Roaring64Bitmap.bitmapOf(1, 7));
    assertThat(audit.missing(0, 3)).isEqualTo(Roaring64Bitmap.bitmapOf(0, 1, 2, 7));
    assertThat(audit.producersSeenBy(1)).containsExactly(2, 3);
    assertThat(audit.producersSeenBy(0)).isEmpty();
  }

  @Test
  void oneProducerWithoutAKnownOrderIsEnough() {
    DeliveryAudit audit = new DeliveryAudit();
    Roaring64Bitmap none = new Roaring64Bitmap();
    audit.delivered(0, 0, 0, Roaring64Bitmap.bitmapOf(0), none, 0, false);
    audit.delivered(0, 0, 1, Roaring64Bitmap.bitmapOf(0), none, 0, true);
    assertThat(audit.outcome(0, new int[] {0, 1}).orderJudged()).isFalse();
    assertThat(audit.outcome(0, new int[] {1}).orderJudged()).isTrue();
  }

  @Test
  void theSizeIsThatOfAllSets() {
    DeliveryAudit audit = new DeliveryAudit();
    assertThat(audit.sizeInBytes()).isZero();
    Roaring64Bitmap none = new Roaring64Bitmap();
    Roaring64Bitmap gaps = new Roaring64Bitmap();
    for (long sequence = 1; sequence < 65_536; sequence += 2) {
      gaps.addLong(sequence);
    }
    audit.published(0, gaps, none);
    long one = audit.sizeInBytes();
    assertThat(one).isBetween(8_192L, 9_000L);
    audit.published(0, none, gaps);
    assertThat(audit.sizeInBytes()).isBetween(2 * 8_192L, 2 * one);
    audit.aborted(0, gaps);
    assertThat(audit.sizeInBytes()).isBetween(3 * 8_192L, 3 * one);
    audit.delivered(0, 0, 0, gaps, none, 0, true);
    assertThat(audit.sizeInBytes()).isBetween(4 * 8_192L, 4 * one);
  }

  @Test
  void memoryFollowsWhatIsOutstandingAndNotWhatWasSent() {
    DeliveryAudit audit = new DeliveryAudit();
    for (long start = 0; start < 1_000_000_000L; start += 10_000_000) {
      Roaring64Bitmap delta = new Roaring64Bitmap();
      delta.addRange(start, start + 10_000_000);
      audit.published(0, delta, new Roaring64Bitmap());
      audit.delivered(0, 0, 0, delta, new Roaring64Bitmap(), 0, true);
    }
    assertThat(audit.sizeInBytes()).isLessThan(1000);
    Outcome outcome = audit.outcome(0, new int[] {0});
    assertThat(outcome.expected()).isEqualTo(1_000_000_000L);
    assertThat(outcome.lost()).isZero();
  }
}
