package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.RandomCase;
import io.tidemark.measure.DeliveryAudit.Outcome;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.roaringbitmap.longlong.Roaring64Bitmap;

class DeliveryAuditTest {

  @Test
  void agreesWithANaiveModelOfRandomDeliveries() {
    RandomCase.forAll(
        60, any -> agreesWithANaiveModel(any.random(), any.between(1, 3), any.between(1, 30_000)));
  }

  /** Two workers with a recorder each, cut at random, against sets that know all. */
  private static void agreesWithANaiveModel(Random random, int producers, int messages) {
    DeliveryAudit audit = new DeliveryAudit();
    Naive naive = new Naive();
    List<StripedRecorder> workers =
        List.of(new StripedRecorder(true, 1), new StripedRecorder(true, 1));
    List<Map<Integer, OrderTrack>> tracks = List.of(new HashMap<>(), new HashMap<>());
    ThreadSlot slot = ThreadSlot.current();
    for (int[] event : events(random, producers, messages)) {
      int producer = event[0];
      long sequence = event[1];
      int worker = event[3];
      Stripe stripe = workers.get(worker).acquire(slot);
      switch (event[2]) {
        case 0 -> {
          stripe.interval().acknowledged(0, 1, 1, 1, producer, sequence);
          naive.acknowledged(producer, sequence);
        }
        case 1 -> stripe.interval().failed(0, 1, producer, sequence);
        default -> {
          OrderTrack track = tracks.get(worker).computeIfAbsent(producer, key -> new OrderTrack());
          OrderVerdict order = track.enter(sequence);
          stripe.interval().delivered(producer, sequence, order);
          track.leave();
          naive.received(worker, producer, sequence);
        }
      }
      stripe.release();
      if (random.nextInt(2000) == 0) {
        int folded = random.nextInt(2);
        fold(folded, workers.get(folded), audit);
      }
    }
    fold(0, workers.get(0), audit);
    fold(1, workers.get(1), audit);

    for (int producer = 0; producer < producers; producer++) {
      Outcome outcome = audit.outcome(0, new int[] {producer});
      Outcome expected = naive.outcome(producer);
      assertThat(outcome.expected()).isEqualTo(expected.expected());
      assertThat(outcome.received()).isEqualTo(expected.received());
      assertThat(outcome.lost()).isEqualTo(expected.lost());
      assertThat(outcome.duplicated()).isEqualTo(expected.duplicated());
      assertThat(outcome.unacknowledgedButReceived())
          .isEqualTo(expected.unacknowledgedButReceived());
      assertThat(outcome.firstLost()).isEqualTo(expected.firstLost());
      assertThat(outcome.orderJudged()).isTrue();
      // For late and repeated deliveries the first one is unknown.
      assertThat(outcome.outOfOrder())
          .isBetween(naive.lateAndNeverAgain(producer), naive.late(producer));
    }
  }

  /** {producer, sequence, 0 acknowledged / 1 failed / 2 received, worker}. */
  private static List<int[]> events(Random random, int producers, int messages) {
    List<int[]> events = new ArrayList<>();
    for (int producer = 0; producer < producers; producer++) {
      for (int sequence = 0; sequence < messages; sequence++) {
        if (random.nextInt(100) != 0) {
          events.add(new int[] {producer, sequence, random.nextInt(50) == 0 ? 1 : 0, 0});
        }
        for (int copies = copies(random); copies > 0; copies--) {
          events.add(new int[] {producer, sequence, 2, random.nextInt(2)});
        }
      }
    }
    int window = 1 + random.nextInt(200);
    for (int i = 0; i + window < events.size(); i += window) {
      Collections.shuffle(events.subList(i, i + window), random);
    }
    return events;
  }

  private static int copies(Random random) {
    int dice = random.nextInt(100);
    return dice < 2 ? 0 : dice < 5 ? 2 : dice < 6 ? 3 : 1;
  }

  private static void fold(int worker, StripedRecorder recorder, DeliveryAudit audit) {
    fold(worker, recorder.cut(), audit);
  }

  static void fold(int worker, RecordedInterval interval, DeliveryAudit audit) {
    interval.published().forEach(p -> audit.published(p.sender(), p.acknowledged(), p.failed()));
    interval
        .delivered()
        .forEach(
            d ->
                audit.delivered(
                    worker,
                    0,
                    d.stream(),
                    d.received(),
                    d.regressed(),
                    d.duplicated(),
                    d.orderJudged()));
  }

  private static final class Naive {
    private final Map<Integer, Set<Long>> acknowledged = new HashMap<>();
    private final Map<Integer, Set<Long>> received = new HashMap<>();
    private final Map<Integer, Long> deliveries = new HashMap<>();
    private final Map<Integer, Long> highest = new HashMap<>();
    private final Map<Integer, Set<Long>> late = new HashMap<>();
    private final Map<Integer, Set<Long>> again = new HashMap<>();

    void acknowledged(int producer, long sequence) {
      acknowledged.computeIfAbsent(producer, key -> new HashSet<>()).add(sequence);
    }

    void received(int worker, int producer, long sequence) {
      boolean first = received.computeIfAbsent(producer, key -> new HashSet<>()).add(sequence);
      long before = highest.getOrDefault(2 * producer + worker, -1L);
      if (!first) {
        again.computeIfAbsent(producer, key -> new HashSet<>()).add(sequence);
      } else if (sequence < before) {
        late.computeIfAbsent(producer, key -> new HashSet<>()).add(sequence);
      }
      highest.put(2 * producer + worker, Math.max(before, sequence));
      deliveries.merge(producer, 1L, Long::sum);
    }

    /** First deliveries that came after a later message at the same worker. */
    long late(int producer) {
      return late.getOrDefault(producer, Set.of()).size();
    }

    long lateAndNeverAgain(int producer) {
      Set<Long> never = new HashSet<>(late.getOrDefault(producer, Set.of()));
      never.removeAll(again.getOrDefault(producer, Set.of()));
      return never.size();
    }

    Outcome outcome(int producer) {
      Set<Long> sent = acknowledged.getOrDefault(producer, Set.of());
      Set<Long> got = received.getOrDefault(producer, Set.of());
      List<Long> lost = sent.stream().filter(s -> !got.contains(s)).sorted().toList();
      long total = deliveries.getOrDefault(producer, 0L);
      return new Outcome(
          sent.size(),
          total,
          lost.size(),
          total - got.size(),
          0,
          true,
          got.stream().filter(s -> !sent.contains(s)).count(),
          0,
          lost.stream().limit(20).map(s -> producer + ":" + s).toList(),
          List.of());
    }
  }

  /** What one worker reported in an interval. */
  private record Reported(
      Roaring64Bitmap acknowledged,
      Roaring64Bitmap failed,
      Roaring64Bitmap aborted,
      Roaring64Bitmap received,
      Roaring64Bitmap regressed,
      long duplicated) {
    private static Reported any(RandomCase any) {
      Roaring64Bitmap received = sequences(any);
      Roaring64Bitmap regressed = sequences(any);
      regressed.and(received);
      return new Reported(
          sequences(any), sequences(any), sequences(any), received, regressed, any.between(0L, 3L));
    }

    private static Roaring64Bitmap sequences(RandomCase any) {
      Roaring64Bitmap sequences = new Roaring64Bitmap();
      any.listOf(0, 8, () -> any.between(0L, 20L)).forEach(sequences::addLong);
      return sequences;
    }

    private void into(DeliveryAudit audit, int worker) {
      audit.published(worker % 2, acknowledged, failed);
      audit.aborted(worker % 2, aborted);
      audit.delivered(worker, 0, 0, received, regressed, duplicated, true);
      audit.delivered(worker, 0, 1, received, regressed, 0, worker != 2);
    }
  }

  @Test
  void theOrderOfWorkersInARoundDoesNotMatter() {
    RandomCase.forAll(
        500,
        any -> {
          int workers = any.between(1, 4);
          List<List<Reported>> rounds =
              any.listOf(0, 5, () -> any.listOf(workers, workers, () -> Reported.any(any)));

          assertThat(merged(any, rounds)).isEqualTo(merged(any, rounds));
        });
  }

  private static List<Outcome> merged(RandomCase any, List<List<Reported>> rounds) {
    DeliveryAudit audit = new DeliveryAudit();
    for (List<Reported> round : rounds) {
      List<Integer> order = new ArrayList<>();
      for (int worker = 0; worker < round.size(); worker++) {
        order.add(worker);
      }
      Collections.shuffle(order, any.random());
      order.forEach(worker -> round.get(worker).into(audit, worker));
      audit.roundEnded();
    }
    return List.of(
        audit.outcome(0, new int[] {0, 1}),
        audit.outcome(0, new int[] {0}),
        audit.outcome(0, new int[] {0}, new int[] {1}));
  }

  @Test
  void whatWasAbortedIsNotExpectedAndCountsWhenItIsRead() {
    DeliveryAudit audit = new DeliveryAudit();
    audit.published(0, Roaring64Bitmap.bitmapOf(0, 1), Roaring64Bitmap.bitmapOf(4));
    audit.aborted(0, Roaring64Bitmap.bitmapOf(2, 3));
    audit.delivered(0, 0, 0, Roaring64Bitmap.bitmapOf(0, 1, 3, 4), new Roaring64Bitmap(), 0, true);

    Outcome outcome = audit.outcome(0, new int[] {0});

    assertThat(outcome.expected()).isEqualTo(2);
    assertThat(outcome.lost()).isZero();
    assertThat(outcome.abortedReads()).isEqualTo(1);
    assertThat(outcome.firstAbortedReads()).containsExactly("0:3");
    assertThat(outcome.unacknowledgedButReceived()).isEqualTo(1);
    assertThat(audit.nothingMissing(0, new int[] {0})).isTrue();
  }

  @Test
  void countsWhatIsLateTheFirstTimeAndNotWhatIsDeliveredAgain() {
    StripedRecorder recorder = new StripedRecorder(true, 1);
    DeliveryAudit audit = new DeliveryAudit();
    OrderTrack track = new OrderTrack();
    for (long sequence : new long[] {0, 1, 2, 1, 5, 3, 4, 6, 5}) {
      deliver(recorder, track, sequence);
    }
    fold(0, recorder, audit);
    for (long sequence : new long[] {2, 3, 7, 9, 8, 8}) {
      deliver(recorder, track, sequence);
    }
    fold(0, recorder, audit);

    Outcome outcome = audit.outcome(0, new int[] {0});
    assertThat(outcome.outOfOrder()).as("3, 4 and 8").isEqualTo(3);
    assertThat(outcome.duplicated()).as("1, 5, 2, 3 and 8").isEqualTo(5);
    assertThat(outcome.received()).isEqualTo(15);
  }

  private static void deliver(StripedRecorder recorder, OrderTrack track, long sequence) {
    OrderVerdict order = track.enter(sequence);
    IntervalTest.record(recorder, interval -> interval.delivered(0, sequence, order));
    track.leave();
  }

  private static void received(DeliveryAudit audit, int worker, long... sequences) {
    OrderTrack track = new OrderTrack();
    StripedRecorder recorder = new StripedRecorder(true, 1);
    for (long sequence : sequences) {
      deliver(recorder, track, sequence);
    }
    fold(worker, recorder, audit);
  }

  /** What the workers 0 and 1 received, in the order of their reports; a round ends at a slash. */
  @ParameterizedTest
  @CsvSource({
    "a redelivery to another worker, 0:1 2 3|1:4 5 3, 0, 1",
    "the same if it is heard first, 1:4 5 3|0:1 2 3, 0, 1",
    "the first delivery is heard a round later, 0:1 2|1:4 5 3/0:3/, 0, 1",
    "late and again long after, 1:4 5 3/1:3 6/0:3, 1, 2",
    "late at two workers, 0:7 3|1:4 5 3, 1, 1",
    "late at two workers and again, 0:7 3|1:8 3/0:3 9, 1, 2",
    "the same if the other is heard first, 1:7 3|0:8 3/0:3 9, 1, 2"
  })
  void aMessageIsOutOfOrderOnceIfItsFirstDeliveryIsLate(
      String what, String rounds, long outOfOrder, long duplicated) {
    DeliveryAudit audit = new DeliveryAudit();
    for (String part : rounds.split("(?=/)")) {
      if (part.startsWith("/")) {
        audit.roundEnded();
      }
      report(audit, part.replace("/", ""));
    }
    for (int further = 0; further < 3; further++) {
      Outcome outcome = audit.outcome(0, new int[] {0});
      assertThat(outcome.outOfOrder()).as(what).isEqualTo(outOfOrder);
      assertThat(outcome.duplicated()).as(what).isEqualTo(duplicated);
      audit.roundEnded();
    }
  }

  private static void report(DeliveryAudit audit, String round) {
    for (String report : round.isEmpty() ? new String[0] : round.split("\\|")) {
      String[] parts = report.split(":");
      received(
          audit,
          Integer.parseInt(parts[0]),
          Stream.of(parts[1].split(" ")).mapToLong(Long::parseLong).toArray());
    }
  }

  @Test
  void whatAnotherWorkerRefusedIsNotOutOfOrderThoughItReportsLater() {
    DeliveryAudit audit = new DeliveryAudit();
    report(audit, "0:1 2 5 3 4");
    audit.returned(0, 0, Roaring64Bitmap.bitmapOf(3, 5));
    assertThat(audit.outcome(0, new int[] {0}).outOfOrder()).as("4").isEqualTo(1);
  }

  @Test
  void anUnknownProducerHasLostAllItsMessages() {
    DeliveryAudit audit = new DeliveryAudit();
    audit.published(4, Roaring64Bitmap.bitmapOf(0, 1, 2), Roaring64Bitmap.bitmapOf(3));
    Outcome outcome = audit.outcome(1, new int[] {4});
    assertThat(outcome.lost()).isEqualTo(3);
    assertThat(outcome.firstLost()).containsExactly("4:0", "4:1", "4:2");
    assertThat(audit.failed(new int[] {4})).isEqualTo(1);
  }

  @Test
  void givesBackTheRangesThatWereAcknowledged() {
    RandomCase.forAll(
        60,
        any -> {
          Random random = any.random();
          DeliveryAudit audit = new DeliveryAudit();
          BitSet expected = new BitSet();
          for (int i = random.nextInt(40); i > 0; i--) {
            int from = random.nextInt(3) == 0 ? expected.length() : random.nextInt(200_000);
            int end = from + 1 + random.nextInt(random.nextBoolean() ? 3 : 5_000);
            expected.set(from, end);
            if (random.nextBoolean()) {
              audit.acknowledgedBefore(4, from, end);
            } else {
              Roaring64Bitmap delta = new Roaring64Bitmap();
              delta.addRange(from, end);
              audit.published(4, delta, new Roaring64Bitmap());
            }
          }
          BitSet found = new BitSet();
          audit.acknowledged(
              4,
              (from, end) -> {
                assertThat(from == 0 || !found.get((int) from - 1)).as("joined").isTrue();
                assertThat((int) from).isGreaterThanOrEqualTo(found.length());
                found.set((int) from, (int) end);
              });
          assertThat(found).isEqualTo(expected);
          assertThat(audit.outcome(0, new int[] {4}).expected()).isEqualTo(expected.cardinality());
        });
  }

  @Test
  void knowsWhetherAnythingIsMissingWithoutCounting() {
    RandomCase.forAll(
        200,
        any -> {
          Random random = any.random();
          DeliveryAudit audit = new DeliveryAudit();
          audit.published(1, bits(random), new Roaring64Bitmap());
          audit.delivered(0, 0, 1, bits(random), new Roaring64Bitmap(), 0, true);
          int[] producer = {1};
          assertThat(audit.nothingMissing(0, producer))
              .isEqualTo(audit.outcome(0, producer).lost() == 0);
        });
  }

  private static Roaring64Bitmap bits(Random random) {
    Roaring64Bitmap bits = new Roaring64Bitmap();
    bits.addRange(0, 1 + random.nextInt(4));
    for (int i = random.nextInt(3); i > 0; i--) {
      bits.addLong(random.nextInt(8));
    }
    return bits;
  }

  @Test
  void whatComesFromAProducerOfAnotherTopicIsNotExpected() {
    DeliveryAudit audit = new DeliveryAudit();
    Roaring64Bitmap none = new Roaring64Bitmap();
    audit.published(1, Roaring64Bitmap.bitmapOf(0, 1, 2), none);
    audit.published(2, Roaring64Bitmap.bitmapOf(0, 1), none);
    audit.delivered(0, 0, 1, Roaring64Bitmap.bitmapOf(0, 1), none, 0, true);
    audit.delivered(0, 0, 2, Roaring64Bitmap.bitmapOf(1), none, 3, true);

    Outcome outcome = audit.outcome(0, new int[] {1}, new int[] {2});

    assertThat(outcome.expected()).isEqualTo(3);
    assertThat(outcome.received()).isEqualTo(6);
    assertThat(outcome.lost()).isEqualTo(1);
    assertThat(outcome.unacknowledgedButReceived()).isEqualTo(1);
    assertThat(outcome.duplicated()).isEqualTo(3);
  }
}
