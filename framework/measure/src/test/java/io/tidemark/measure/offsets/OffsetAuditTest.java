package io.tidemark.measure.offsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.RandomCase;
import io.tidemark.measure.offsets.OffsetOutcome.Check;
import io.tidemark.measure.offsets.OffsetOutcome.Example;
import io.tidemark.model.snapshot.OffsetSamples;
import io.tidemark.model.snapshot.OffsetSamples.Committed;
import io.tidemark.model.snapshot.OffsetSamples.Position;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OffsetAuditTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long KEY = keyHash("key");

  /** Producer and subscription n belong to topic n; a reading names its subscription's number. */
  private static final OffsetAudit.Topology TOPOLOGY =
      new OffsetAudit.Topology() {
        @Override
        public int topicOfProducer(int producer) {
          return producer;
        }

        @Override
        public int topicOfSubscription(int subscription) {
          return subscription;
        }

        @Override
        public OptionalInt subscriptionOf(Committed reading) {
          return reading.subscription().isEmpty()
              ? OptionalInt.empty()
              : OptionalInt.of(Integer.parseInt(reading.subscription()));
        }
      };

  private final OffsetAudit audit = new OffsetAudit(TOPOLOGY);

  private static Position acknowledged(long sequence, int partition, long offset) {
    return new Position(
        OffsetSamples.ACKNOWLEDGED, 0, sequence, partition, offset, OffsetSamples.NO_KEY, 0);
  }

  private static Position received(long sequence, int partition, long offset, long atNanos) {
    return received(sequence, partition, offset, OffsetSamples.NO_KEY, atNanos);
  }

  private static Position received(
      long sequence, int partition, long offset, long key, long atNanos) {
    return new Position(0, 0, sequence, partition, offset, key, atNanos);
  }

  private static Committed committed(int partition, long next, long end, long atNanos) {
    return new Committed("topic", "0", partition, next, end, atNanos);
  }

  private void add(int worker, Position... positions) {
    audit.add(worker, new OffsetSamples(0, List.of(positions), List.of()));
  }

  private void add(int worker, Committed... readings) {
    audit.add(worker, new OffsetSamples(0, List.of(), List.of(readings)));
  }

  private OffsetOutcome outcome() {
    return audit.outcomes().get(0);
  }

  private static long keyHash(String key) {
    return OffsetShare.keyHash(StandardCharsets.UTF_8.encode(key));
  }

  @Test
  void withoutPositionsThereIsNoOutcome() {
    assertThat(audit.outcomes()).isEmpty();
    add(0, new Committed("other", "", 0, 1, 1, 1));
    assertThat(audit.outcomes()).isEmpty();
  }

  @Test
  void aMessageAtItsAcknowledgedOffsetIsNothingToReport() {
    add(0, acknowledged(0, 1, 5));
    add(1, received(0, 1, 5, 1), received(0, 1, 5, 2));

    assertThat(outcome().checked()).isEqualTo(1);
    assertThat(outcome().notUnique()).isZero();
    assertThat(outcome().mismatched()).hasValue(0L);
    assertThat(outcome().examples()).isEmpty();
  }

  @Test
  void twoMessagesAtOneOffsetAreNotUniqueHoweverTheyAreKnown() {
    add(0, acknowledged(0, 1, 5), acknowledged(1, 1, 5));
    add(1, received(2, 1, 6, 1), received(3, 1, 6, 2), received(3, 0, 6, 3));

    assertThat(outcome().notUnique()).isEqualTo(2);
    assertThat(outcome().examples())
        .contains(
            new Example(Check.NOT_UNIQUE, "offset 5 of partition 1 had the messages [0:0, 0:1]"));
  }

  @Test
  void messagesOfOtherTopicsMayHaveTheSameOffset() {
    add(0, acknowledged(0, 1, 5), received(0, 1, 5, 1));
    add(0, new Position(OffsetSamples.ACKNOWLEDGED, 1, 0, 1, 5, 0, 0));
    add(0, new Position(1, 1, 0, 1, 5, 0, 0));

    assertThat(audit.outcomes().values()).hasSize(2).allMatch(each -> each.notUnique() == 0);
  }

  @Test
  void anotherOffsetThanTheAcknowledgedIsAMismatch() {
    add(0, acknowledged(0, 1, 5), received(0, 1, 6, 1));

    assertThat(outcome().mismatched()).hasValue(1L);
  }

  @Test
  void aMessageThatIsStoredTwiceHasItsAcknowledgedOffsetOnce() {
    add(0, acknowledged(0, 1, 6), received(0, 1, 5, 1), received(0, 1, 6, 2));

    assertThat(outcome().mismatched()).hasValue(0L);
  }

  @Test
  void withoutOffsetsInAcknowledgementsAMismatchIsNotKnown() {
    add(0, received(0, 1, 6, 1));

    assertThat(outcome().mismatched()).isEmpty();
    assertThat(outcome().committedBack()).isEmpty();
    assertThat(outcome().committedAhead()).isEmpty();
    assertThat(outcome().keyOrder()).isEmpty();
  }

  @Test
  void aCommittedOffsetThatGoesBackIsCountedUnlessTheLogWasTruncated() {
    add(0, committed(0, 5, 9, 1), committed(0, 3, 9, 2), committed(0, 6, 9, 3));
    add(0, committed(1, 5, 9, 1), committed(1, 3, 4, 2));
    add(0, committed(2, 5, -1, 1), committed(2, 5, -1, 2));

    assertThat(outcome().committedBack()).hasValue(1L);
    assertThat(outcome().examples())
        .containsExactly(
            new Example(
                Check.COMMIT_BACK, "the committed offset of partition 0 went back from 5 to 3"));
  }

  @Test
  void thereIsAnExampleAlsoIfAnOffsetGoesBackOften() {
    for (int i = 0; i < 20; i++) {
      add(0, committed(0, 5 + i % 2, -1, i));
    }

    assertThat(outcome().committedBack()).hasValue(9L);
    assertThat(outcome().examples()).extracting(Example::check).containsExactly(Check.COMMIT_BACK);
  }

  /** Two workers read the same offsets at other times: their readings have no common order. */
  @Test
  void readingsOfSeveralWorkersAreNotCompared() {
    add(0, committed(0, 5, 9, 10));
    add(1, committed(0, 4, 9, 11));
    add(0, committed(0, 7, 9, 20));
    add(1, committed(0, 6, 9, 21));

    assertThat(outcome().committedBack()).hasValue(0L);
  }

  @Test
  void aMessageBelowACommittedOffsetThatComesLaterWasSkipped() {
    add(0, acknowledged(0, 0, 4), acknowledged(1, 0, 5), acknowledged(2, 0, 6));
    add(0, committed(0, 6, 9, SECOND));
    add(0, received(0, 0, 4, 2 * SECOND), received(1, 0, 5, 3 * SECOND));

    assertThat(outcome().committedAhead()).as("one more than a second later").hasValue(1L);
    assertThat(outcome().examples())
        .containsExactly(
            new Example(
                Check.COMMIT_AHEAD,
                "offset 5 of partition 0 was received 2.0 s later, but offset 6 was committed"));
  }

  @Test
  void aMessageBelowACommittedOffsetThatNeverComesWasSkippedIfItCannotBeUnderWay() {
    add(0, acknowledged(0, 0, 4));
    add(0, committed(0, 6, 9, SECOND));
    assertThat(outcome().committedAhead()).hasValue(0L);

    add(0, committed(0, 6, 9, 2 * SECOND));
    assertThat(outcome().committedAhead()).hasValue(1L);
  }

  @Test
  void manyReadingsAreThinnedAndStillFindWhatIsSkipped() {
    add(0, acknowledged(0, 0, 10), acknowledged(1, 0, 9_990));
    for (int i = 0; i < 10_000; i++) {
      add(0, committed(0, i, -1, i * SECOND));
    }

    assertThat(outcome().committedAhead()).hasValue(2L);
    assertThat(outcome().committedBack()).hasValue(0L);
  }

  @Test
  void aMessageAfterALaterOneOfItsKeyIsOutOfOrderAtAnyConsumer() {
    add(0, received(1, 0, 2, KEY, 1), received(0, 0, 1, KEY, 2));
    add(0, received(2, 0, 3, keyHash("other"), 1));

    assertThat(outcome().keyOrder()).hasValue(1L);
    assertThat(outcome().examples())
        .containsExactly(
            new Example(
                Check.KEY_ORDER, "message 0:0 was received after 0:1, which has the same key"));
  }

  @Test
  void aRedeliveryIsNotOutOfOrder() {
    add(0, received(0, 0, 1, KEY, 1), received(1, 0, 2, KEY, 2));
    add(1, received(0, 0, 1, KEY, 2 * SECOND), received(1, 0, 2, KEY, 3 * SECOND));

    assertThat(outcome().keyOrder()).hasValue(0L);
  }

  @Test
  void receptionsOnDifferentWorkersAreInOrderWithinTheErrorOfTheirClocks() {
    add(0, received(1, 0, 2, KEY, SECOND));
    add(1, received(0, 0, 1, KEY, SECOND + 100_000_000));
    assertThat(outcome().keyOrder()).hasValue(0L);

    add(1, received(2, 0, 1, KEY, 0));
    add(0, received(3, 0, 2, KEY, SECOND));
    assertThat(outcome().keyOrder()).as("message 2 came first").hasValue(2L);
  }

  @Test
  void aSmallerSampleForgetsMessagesPlacesAndKeysAsAWhole() {
    List<Position> all = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      all.add(acknowledged(i, 0, i));
      all.add(received(i, 0, i, keyHash("key-" + i % 500), i));
      // The log has stored it twice.
      all.add(received(i, 1, i, keyHash("key-" + i % 500), i + 1));
    }
    OffsetAudit small = new OffsetAudit(TOPOLOGY, 5_000);
    small.add(0, new OffsetSamples(0, all, List.of(committed(0, 20_000, -1, 40_000))));
    small.add(0, new OffsetSamples(2, List.of(), List.of(committed(0, 20_000, -1, 9 * SECOND))));
    OffsetOutcome outcome = small.outcomes().get(0);

    assertThat(outcome.share()).isLessThanOrEqualTo(1.0 / 8);
    assertThat(outcome.checked()).isBetween(1L, 20_000L / 4);
    assertThat(outcome.notUnique()).isZero();
    assertThat(outcome.mismatched()).hasValue(0L);
    assertThat(outcome.committedAhead()).hasValue(0L);
    assertThat(outcome.keyOrder()).hasValue(0L);
  }

  @Test
  void theOrderOfWorkersDoesNotMatter() {
    RandomCase.forAll(
        200,
        any -> {
          List<List<OffsetSamples>> ofWorkers =
              IntStream.range(0, 3)
                  .mapToObj(worker -> any.listOf(0, 6, () -> samples(any)))
                  .toList();
          int most = any.between(1, 60);

          Map<Integer, OffsetOutcome> one = merged(any, ofWorkers, most);
          assertThat(merged(any, ofWorkers, most)).isEqualTo(one);
        });
  }

  /** Each worker's samples in their order, and the workers in any. */
  private static Map<Integer, OffsetOutcome> merged(
      RandomCase any, List<List<OffsetSamples>> ofWorkers, int most) {
    OffsetAudit merged = new OffsetAudit(TOPOLOGY, most);
    List<Deque<OffsetSamples>> left = new ArrayList<>();
    ofWorkers.forEach(each -> left.add(new ArrayDeque<>(each)));
    while (left.stream().anyMatch(each -> !each.isEmpty())) {
      int worker = any.random().nextInt(left.size());
      if (!left.get(worker).isEmpty()) {
        merged.add(worker, left.get(worker).remove());
      }
    }
    return merged.outcomes();
  }

  private static OffsetSamples samples(RandomCase any) {
    return new OffsetSamples(
        any.between(0, 2),
        any.listOf(
            0,
            20,
            () ->
                new Position(
                    any.between(-1, 1),
                    any.between(0, 1),
                    any.between(0, 8),
                    any.between(0, 1),
                    any.between(0, 8),
                    any.either() ? OffsetSamples.NO_KEY : keyHash("k" + any.either()),
                    any.between(0, 3 * SECOND))),
        any.listOf(
            0,
            3,
            () ->
                new Committed(
                    "topic",
                    any.either() ? "0" : "1",
                    any.between(0, 1),
                    any.between(0, 9),
                    any.between(-1, 9),
                    any.between(0, 3 * SECOND))));
  }
}
