package io.tidemark.coordinator.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.coordinator.fleet.Assignment;
import io.tidemark.coordinator.run.Scenario;
import io.tidemark.model.earlier.AcknowledgedMessages;
import io.tidemark.model.earlier.AcknowledgedWriter;
import io.tidemark.model.earlier.EarlierRun;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.ProducerDelivery;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.snapshot.AuditDelta;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.workload.Pattern;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.longlong.Roaring64Bitmap;

class DeliveryLedgerTest {
  private static final AuditDelta THREE_ACKNOWLEDGED =
      new AuditDelta(
          List.of(
              new AuditDelta.Published(
                  0, Roaring64Bitmap.bitmapOf(0, 1, 2), new Roaring64Bitmap())),
          List.of());

  private final Scenario scenario = new Scenario();

  private DeliveryLedger ledger() {
    return new DeliveryLedger(
        scenario.workload(),
        Assignment.of(scenario.workload(), List.of(new TopicHandle("t", 1)), 1, false, "run", 1),
        0);
  }

  private static SubscriptionDelivery only(DeliveryReport report) {
    assertThat(report.subscriptions()).hasSize(1);
    return report.subscriptions().get(0);
  }

  private static Counters received(long messages) {
    return Counters.ZERO
        .with(Counter.SENT, 3)
        .with(Counter.SENT_BYTES, 300)
        .with(Counter.ACKNOWLEDGED, 3)
        .with(Counter.ACKNOWLEDGED_BYTES, 300)
        .with(Counter.RECEIVED, messages)
        .with(Counter.RECEIVED_BYTES, 100 * messages);
  }

  /** Without an audit the numbers alone must not miss them. */
  @Test
  void aMessageThatConsumersFilterOutIsNotExpected() {
    scenario.delivery = DeliveryMode.COUNTS;
    Counters counters = received(2).with(Counter.FILTERED_MESSAGES, 1);
    SubscriptionDelivery counted = only(ledger().report(counters, 0, List.of(), "run"));
    assertThat(counted.expected()).isEqualTo(2);
    assertThat(counted.lost()).isEqualTo(Optional.of(0L));
  }

  @Test
  void everyProducersMessagesAreReported() {
    scenario.producers = 2;
    DeliveryLedger ledger = ledger();
    Roaring64Bitmap none = new Roaring64Bitmap();

    ledger.add(0, THREE_ACKNOWLEDGED);
    ledger.add(
        0,
        new AuditDelta(
            List.of(new AuditDelta.Published(1, Roaring64Bitmap.bitmapOf(0, 1), none)),
            List.of(
                new AuditDelta.Delivered(0, 0, Roaring64Bitmap.bitmapOf(0, 2), none, 0, true),
                new AuditDelta.Delivered(0, 1, Roaring64Bitmap.bitmapOf(0, 1, 2), none, 4, true))));

    assertThat(only(ledger.report(received(9), 0, List.of(), "run")).producers())
        .containsExactly(
            new ProducerDelivery(
                0, 3, 2, Optional.of(1L), 0, Optional.of(0L), Optional.of(0L), Optional.empty()),
            new ProducerDelivery(
                1, 2, 7, Optional.of(0L), 4, Optional.of(0L), Optional.of(1L), Optional.empty()));
  }

  @Test
  void duplicatesOfAnEarlierRunAreReportedAndNothingIsMissing() {
    scenario.pattern = Pattern.CONSUME_ONLY;
    scenario.topicNames = List.of("t");
    scenario.fromRun =
        Optional.of(new EarlierRun("earlier", "a folder", 10, Optional.empty(), List.of()));
    DeliveryLedger ledger = ledger();
    Roaring64Bitmap none = new Roaring64Bitmap();

    ledger.add(
        0,
        new AuditDelta(
            List.of(),
            List.of(
                new AuditDelta.Delivered(0, 9, Roaring64Bitmap.bitmapOf(3, 4), none, 1, true),
                new AuditDelta.Delivered(0, 2, Roaring64Bitmap.bitmapOf(0), none, 0, true))));

    SubscriptionDelivery delivery = only(ledger.report(received(4), 0, List.of(), "run"));
    assertThat(delivery.received()).isEqualTo(4);
    assertThat(delivery.duplicated()).hasValue(1L);
    assertThat(delivery.lost()).isEmpty();
    assertThat(delivery.unacknowledgedButReceived()).isEmpty();
    assertThat(ledger.nothingMissing()).isTrue();
  }

  private void followsARunThatPublished(AcknowledgedMessages messages) {
    scenario.pattern = Pattern.CONSUME_ONLY;
    scenario.topicNames = List.of("t");
    scenario.fromRun =
        Optional.of(
            new EarlierRun("earlier", "a folder", 10, Optional.of(messages), List.of("A limit.")));
  }

  private static AuditDelta.Delivered received(int producer, long... sequences) {
    return new AuditDelta.Delivered(
        0, producer, Roaring64Bitmap.bitmapOf(sequences), new Roaring64Bitmap(), 0, true);
  }

  @Test
  void acknowledgedMessagesOfAnEarlierRunThatAreNotReceivedAreLost() {
    AcknowledgedWriter writer = new AcknowledgedWriter("earlier");
    writer.producer("t");
    writer.range(0, 4);
    writer.range(6, 8);
    writer.producer("other");
    writer.range(0, 100);
    writer.producer("t");
    writer.range(1, 2);
    followsARunThatPublished(writer.finish());
    DeliveryLedger ledger = ledger();
    assertThat(ledger.earlierMessages()).hasValue(7);
    assertThat(ledger.stillOwed()).isEqualTo(7);
    assertThat(ledger.nothingMissing()).isFalse();

    ledger.add(0, new AuditDelta(List.of(), List.of(received(0, 0, 1, 3, 5, 6))));
    ledger.add(0, new AuditDelta(List.of(), List.of(received(0, 6), received(1, 9))));

    DeliveryReport report = ledger.report(counters(0, 0, 7), 0, List.of(), "run");
    SubscriptionDelivery delivery = only(report);
    assertThat(delivery.expected()).isEqualTo(7);
    assertThat(delivery.received()).isEqualTo(7);
    assertThat(delivery.lost()).hasValue(3L);
    assertThat(delivery.firstLost()).containsExactly("0:2", "0:7", "2:1");
    assertThat(delivery.duplicated()).hasValue(1L);
    assertThat(delivery.unacknowledgedButReceived()).as("0:5 and 1:9").hasValue(2L);
    assertThat(delivery.producers())
        .containsExactly(
            new ProducerDelivery(
                0, 6, 6, Optional.of(2L), 1, Optional.of(0L), Optional.of(1L), Optional.empty()),
            new ProducerDelivery(
                1, 0, 1, Optional.of(0L), 0, Optional.of(0L), Optional.of(1L), Optional.empty()),
            new ProducerDelivery(
                2, 1, 0, Optional.of(1L), 0, Optional.of(0L), Optional.of(0L), Optional.empty()));
    assertThat(report.limits())
        .hasSize(2)
        .contains("A limit.")
        .anyMatch(limit -> limit.contains("earlier") && limit.contains("other"));
    assertThat(ledger.nothingMissing()).isFalse();
    assertThat(ledger.missing(0)).isTrue();

    ledger.add(0, new AuditDelta(List.of(), List.of(received(0, 2, 7), received(2, 1))));

    assertThat(ledger.nothingMissing()).isTrue();
    assertThat(only(ledger.report(counters(0, 0, 10), 0, List.of(), "run")).lost()).hasValue(0L);
  }

  @Test
  void nothingIsExpectedOnATopicThatTheEarlierRunDidNotUse() {
    AcknowledgedWriter writer = new AcknowledgedWriter("earlier");
    writer.producer("elsewhere");
    followsARunThatPublished(writer.finish());
    DeliveryLedger ledger = ledger();
    ledger.add(0, new AuditDelta(List.of(), List.of(received(0, 4))));

    DeliveryReport report = ledger.report(counters(0, 0, 1), 0, List.of(), "run");

    assertThat(only(report).lost()).hasValue(0L);
    assertThat(only(report).unacknowledgedButReceived()).hasValue(1L);
    assertThat(report.limits())
        .anyMatch(limit -> limit.contains("earlier did not publish") && limit.contains(": t."));
  }

  @Test
  void saysWhyASubscriptionMayHaveReceivedNothing() {
    AcknowledgedWriter writer = new AcknowledgedWriter("earlier");
    writer.producer("t");
    writer.range(0, 4);
    followsARunThatPublished(writer.finish());
    DeliveryLedger ledger = ledger();

    DeliveryReport nothing = ledger.report(counters(0, 0, 0), 0, List.of(), "run");
    ledger.add(0, new AuditDelta(List.of(), List.of(received(0, 1))));
    DeliveryReport one = ledger.report(counters(0, 0, 1), 0, List.of(), "run");

    assertThat(only(nothing).lost()).hasValue(4L);
    assertThat(nothing.limits())
        .anyMatch(limit -> limit.contains("1 of 1 subscriptions received nothing"));
    assertThat(one.limits()).containsExactly("A limit.");
  }

  @Test
  void reportsALaterRunWhichMessagesWereAcknowledged() {
    scenario.producers = 3;
    DeliveryLedger ledger = ledger();
    ledger.add(0, THREE_ACKNOWLEDGED);
    ledger.add(
        0,
        new AuditDelta(
            List.of(
                new AuditDelta.Published(
                    2, Roaring64Bitmap.bitmapOf(1, 2, 5), Roaring64Bitmap.bitmapOf(0))),
            List.of()));

    AcknowledgedWriter expected = new AcknowledgedWriter("run");
    expected.producer("t");
    expected.range(0, 3);
    expected.producer("t");
    expected.producer("t");
    expected.range(1, 3);
    expected.range(5, 6);
    assertThat(ledger.acknowledged("run")).contains(expected.finish());
  }

  @Test
  void acknowledgedMessagesAreNotKnownWithoutAudit() {
    scenario.delivery = DeliveryMode.COUNTS;
    assertThat(ledger().acknowledged("run")).isEmpty();
    scenario.delivery = DeliveryMode.FULL;
    assertThat(ledger().acknowledged("run")).isPresent();
    assertThat(ofSizes(5).acknowledged("run")).isEmpty();
    scenario.pattern = Pattern.CONSUME_ONLY;
    scenario.topicNames = List.of("t");
    assertThat(ledger().acknowledged("run")).isEmpty();
  }

  @Test
  void messagesWithoutEnvelopeAreCountedAndNotTakenForLost() {
    scenario.envelope = new EnvelopeSpec(EnvelopeSpec.Position.OFF, EnvelopeSpec.Form.BINARY);
    DeliveryLedger ledger = ledger();

    ledger.add(0, THREE_ACKNOWLEDGED);

    assertThat(ledger.nothingMissing()).isTrue();
    SubscriptionDelivery delivery = only(ledger.report(received(3), 0, List.of(), "run"));
    assertThat(delivery.received()).isEqualTo(3);
    assertThat(delivery.lost()).isEqualTo(Optional.of(0L));
    assertThat(delivery.duplicated()).isEmpty();
    assertThat(only(ledger.report(received(2), 0, List.of(), "run")).lost()).hasValue(1L);
  }

  private DeliveryLedger ofSizes(int... bytes) {
    scenario.payload =
        new PayloadSpec(
            Arrays.stream(bytes).mapToObj(size -> new PayloadSpec.WeightedSize(size, 1)).toList(),
            new PayloadSpec.Zeros());
    return ledger();
  }

  private static Counters counters(long acknowledged, long failed, long received) {
    return Counters.ZERO
        .with(Counter.SENT, acknowledged + failed)
        .with(Counter.ACKNOWLEDGED, acknowledged)
        .with(Counter.FAILED, failed)
        .with(Counter.RECEIVED, received)
        .with(Counter.FOREIGN, 2)
        .with(Counter.CORRUPTED, 1);
  }

  @Test
  void messagesThatAreTooSmallForAStampAreCountedBesideTheOthers() {
    DeliveryLedger ledger = ofSizes(5, 40);
    ledger.add(0, THREE_ACKNOWLEDGED);
    ledger.add(0, delivered(Roaring64Bitmap.bitmapOf(0, 1, 2), new Roaring64Bitmap()));

    DeliveryReport all = ledger.report(counters(10, 0, 10), 0, List.of(), "run");
    DeliveryReport missing = ledger.report(counters(10, 0, 8), 0, List.of(), "run");
    DeliveryReport doubtful = ledger.report(counters(10, 1, 10), 0, List.of(), "run");

    assertThat(all.subscriptions())
        .extracting(SubscriptionDelivery::subscription, SubscriptionDelivery::expected)
        .endsWith(tuple("(without stamp)", 7L))
        .hasSize(2);
    assertThat(all.lost()).hasValue(0L);
    assertThat(all.duplicated()).isEmpty();
    assertThat(all.corrupted()).isEmpty();
    assertThat(all.foreign()).isEmpty();
    assertThat(all.limits())
        .hasSize(2)
        .anyMatch(limit -> limit.contains("10 bytes"))
        .anyMatch(limit -> limit.contains("32 bytes") && limit.contains("corruption"));
    assertThat(missing.lost()).hasValue(2L);
    assertThat(doubtful.lost()).isEmpty();
  }

  @Test
  void whatIsCertainlyLostOrDoubledIsReportedWhereTheRestIsNotKnown() {
    DeliveryLedger ledger = ofSizes(5, 40);
    Roaring64Bitmap none = new Roaring64Bitmap();
    ledger.add(0, THREE_ACKNOWLEDGED);
    Roaring64Bitmap two = Roaring64Bitmap.bitmapOf(0, 1);
    ledger.add(
        0, new AuditDelta(List.of(), List.of(new AuditDelta.Delivered(0, 0, two, none, 4, true))));

    DeliveryReport report = ledger.report(counters(10, 1, 13), 0, List.of(), "run");

    assertThat(report.lost()).hasValue(1L);
    assertThat(report.duplicated()).hasValue(4L);
  }

  @Test
  void aRunWhoseMessagesAreAllTooSmallIsCountedAlsoWhenNothingArrived() {
    DeliveryReport report = ofSizes(5).report(counters(3, 0, 0), 0, List.of(), "run");

    assertThat(report.lost()).hasValue(3L);
    assertThat(report.limits()).anyMatch(limit -> limit.contains("no room for a stamp"));
  }

  @Test
  void moreProducersThanTheCompactFormCanTellLeaveSmallMessagesWithoutStamp() {
    scenario.producers = 4_097;

    assertThat(ofSizes(20).report(counters(3, 0, 3), 0, List.of(), "run").limits())
        .anyMatch(limit -> limit.contains("4,096 producers") && limit.contains("only numbers"));
    assertThat(ofSizes(20, 32).report(counters(3, 0, 3), 0, List.of(), "run").limits())
        .anyMatch(limit -> limit.contains("32 bytes") && limit.contains("4,096 producers"));
  }

  @Test
  void countsSayThatNothingIsLostOnlyWhereTheyAddUp() {
    scenario.delivery = DeliveryMode.COUNTS;
    DeliveryLedger ledger = ledger();

    assertThat(ledger.report(counters(10, 0, 10), 0, List.of(), "run").lost()).hasValue(0L);
    assertThat(ledger.report(counters(10, 1, 9), 1, List.of(), "run").lost()).hasValue(1L);
    assertThat(ledger.report(counters(10, 0, 11), 0, List.of(), "run").lost()).isEmpty();
    assertThat(ledger.report(counters(10, 1, 10), 0, List.of(), "run").lost()).isEmpty();
    assertThat(ledger.report(counters(10, 0, 10), 1, List.of(), "run").lost()).isEmpty();
  }

  @Test
  void corruptionIsKnownOnlyWhereItIsLookedFor() {
    assertThat(ofSizes(32).report(counters(3, 0, 3), 0, List.of(), "run").corrupted()).hasValue(1L);
    assertThat(ofSizes(10).report(counters(3, 0, 3), 0, List.of(), "run").corrupted()).isEmpty();
    scenario.delivery = DeliveryMode.COUNTS;
    assertThat(ofSizes(32).report(counters(3, 0, 3), 0, List.of(), "run").corrupted()).isEmpty();
  }

  @Test
  void foreignMessagesAreKnownOnlyWhereOursHaveAStamp() {
    assertThat(ofSizes(10).report(counters(3, 0, 3), 0, List.of(), "run").foreign()).hasValue(2L);
    scenario.envelope = new EnvelopeSpec(EnvelopeSpec.Position.OFF, EnvelopeSpec.Form.BINARY);
    assertThat(ofSizes(100).report(counters(3, 0, 3), 0, List.of(), "run").foreign()).isEmpty();
  }

  private static AuditDelta delivered(Roaring64Bitmap received, Roaring64Bitmap regressed) {
    return new AuditDelta(
        List.of(), List.of(new AuditDelta.Delivered(0, 0, received, regressed, 0, true)));
  }

  /** Two workers with a consumer each at one subscription; the second got 0 late. */
  private DeliveryLedger competing() {
    scenario.consumers = 2;
    Assignment assignment =
        Assignment.of(scenario.workload(), List.of(new TopicHandle("t", 1)), 4, false, "run", 1);
    assertThat(assignment.consumers()).extracting(List::size).containsExactly(0, 0, 1, 1);
    DeliveryLedger ledger = new DeliveryLedger(scenario.workload(), assignment, 0);
    ledger.add(0, THREE_ACKNOWLEDGED);
    ledger.add(2, delivered(Roaring64Bitmap.bitmapOf(0, 1, 2), Roaring64Bitmap.bitmapOf(0)));
    return ledger;
  }

  @Test
  void aMessageThatCameLateIsOutOfOrderUnlessAnotherWorkerHadItBefore() {
    DeliveryLedger ledger = competing();
    assertThat(only(ledger.report(received(3), 0, List.of(), "run")).outOfOrder()).hasValue(1L);
    ledger.roundEnded();

    ledger.add(3, delivered(Roaring64Bitmap.bitmapOf(0), new Roaring64Bitmap()));

    assertThat(only(ledger.report(received(4), 0, List.of(), "run")).outOfOrder()).hasValue(0L);
  }

  @Test
  void orderIsNotJudgedWhereAWorkerIsLostThatMayHaveHadAMessageBefore() {
    DeliveryLedger ledger = competing();

    ledger.lost(Set.of(0));
    assertThat(only(ledger.report(received(3), 0, List.of(), "run")).outOfOrder()).hasValue(1L);
    ledger.lost(Set.of(3));
    assertThat(only(ledger.report(received(3), 0, List.of(), "run")).outOfOrder()).isEmpty();
  }
}
