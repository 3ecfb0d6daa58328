package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.coordinator.delivery.DeliveryLedger;
import io.tidemark.coordinator.fleet.Assignment;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.snapshot.AuditDelta;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.worker.TopicHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * What the audit costs must grow with the number of topics, not with its square. A bound on time is
 * all that can be asserted without counting inside the code: it is far more than is needed, and
 * less than a comparison of every topic with every producer takes.
 */
class ManyTopicsTest {
  private static final int TOPICS = 20_000;
  private static final int POLLS = 25;

  private final Scenario scenario = new Scenario();

  private Assignment assignment() {
    scenario.topics = TOPICS;
    List<TopicHandle> topics =
        IntStream.range(0, TOPICS)
            .mapToObj(i -> new TopicHandle("test-topic-" + i + "-abcdefg", 1))
            .toList();
    return Assignment.of(scenario.workload(), topics, 2, false, "run", 1);
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
  void theAuditOfManyTopicsEnds() {
    Assignment assignment = assignment();
    DeliveryLedger ledger = new DeliveryLedger(scenario.workload(), assignment, 0);
    Roaring64Bitmap none = new Roaring64Bitmap();
    Roaring64Bitmap both = Roaring64Bitmap.bitmapOf(0, 1);
    List<AuditDelta.Published> published = new ArrayList<>();
    List<AuditDelta.Delivered> delivered = new ArrayList<>();
    for (int i = 0; i < TOPICS; i++) {
      published.add(new AuditDelta.Published(i, both, none));
      delivered.add(new AuditDelta.Delivered(i, i, both, none, 0, true));
    }
    delivered.set(
        TOPICS - 1,
        new AuditDelta.Delivered(
            TOPICS - 1, TOPICS - 1, Roaring64Bitmap.bitmapOf(1), none, 0, true));
    ledger.add(0, new AuditDelta(published, delivered));

    for (int i = 0; i < POLLS; i++) { // A run that drains looks ten times a second.
      assertThat(ledger.nothingMissing()).isFalse();
      ledger.roundEnded();
    }
    DeliveryReport report =
        ledger.report(
            Counters.ZERO
                .with(Counter.SENT, 2 * TOPICS)
                .with(Counter.ACKNOWLEDGED, 2 * TOPICS)
                .with(Counter.RECEIVED, 2 * TOPICS - 1),
            0,
            List.of(),
            "run");

    assertThat(report.lost()).hasValue(1L);
    assertThat(report.subscriptions()).hasSize(TOPICS);
    assertThat(report.subscriptions().get(TOPICS - 1).firstLost())
        .containsExactly((TOPICS - 1) + ":0");
    assertThat(ledger.acknowledged("run").orElseThrow().producers()).hasSize(TOPICS);
  }
}
