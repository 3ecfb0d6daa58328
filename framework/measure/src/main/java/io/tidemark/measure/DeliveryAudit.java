package io.tidemark.measure;

import io.tidemark.model.load.PriorityPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.roaringbitmap.longlong.LongIterator;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * The delivery audit of a run: acknowledged sequences by producer, and received ones by
 * subscription and producer. It merges the deltas of all workers, in any order of workers.
 *
 * <p>Memory depends on outstanding messages, not on sent ones: the contiguous range from sequence 0
 * is one number. Beyond the first gap a sequence costs 2 bytes or less (a bitmap container of 8 KiB
 * holds 65,536), and a lone one in a range of 65,536 about 60 bytes; plus about 300 bytes for each
 * producer and each pair of subscription and producer.
 *
 * <p>Snapshots of workers are taken one after another, so a redelivery may be reported before the
 * first delivery, in the same round or in the next one. Therefore a message that arrived after
 * later ones is classified as out of order or redelivered after two rounds.
 *
 * <p>Not thread-safe.
 */
public final class DeliveryAudit {
  private static final int SAMPLE_SIZE = 20;

  private final Map<Integer, Publication> publications = new HashMap<>();
  private final Map<Integer, Map<Integer, Delivery>> deliveries = new HashMap<>();
  private final Optional<PriorityPlan> priorities;
  private final long[] settledOutOfOrderByLevel;
  private long round;

  /** An audit of a run whose messages have no priorities. */
  public DeliveryAudit() {
    this(Optional.empty());
  }

  /**
   * @param priorities of messages: order is judged among those of the same, where they are received
   */
  public DeliveryAudit(Optional<PriorityPlan> priorities) {
    this.priorities = priorities;
    this.settledOutOfOrderByLevel = new long[priorities.map(PriorityPlan::levels).orElse(0)];
  }

  /**
   * The result of the audit for a subscription.
   *
   * @param expected acknowledged messages of its producers
   * @param received deliveries, duplicates included
   * @param lost acknowledged and never received
   * @param duplicated deliveries beyond the first
   * @param outOfOrder first deliveries that came after a later message of their producer and
   *     partition; valid only with {@code orderJudged}
   * @param orderJudged whether order was known, for every producer at all times
   * @param unacknowledgedButReceived received, and failed or never acknowledged; without aborted
   *     reads
   * @param abortedReads received although their transaction was aborted
   * @param firstLost the first of the lost, as {@code producer:sequence}, at most 20
   * @param firstAbortedReads the first of the aborted reads, in the same form
   */
  public record Outcome(
      long expected,
      long received,
      long lost,
      long duplicated,
      long outOfOrder,
      boolean orderJudged,
      long unacknowledgedButReceived,
      long abortedReads,
      List<String> firstLost,
      List<String> firstAbortedReads) {
    public Outcome {
      firstLost = List.copyOf(firstLost);
      firstAbortedReads = List.copyOf(firstAbortedReads);
    }
  }

  private static final class Publication {
    private final SequenceFold acknowledged = new SequenceFold();
    private final SequenceFold failed = new SequenceFold();
    private final SequenceFold aborted = new SequenceFold();
  }

  private static final class Delivery {
    private final SequenceFold received = new SequenceFold();

    /** Dead letters, and dropped messages: they are not lost. */
    private final SequenceFold refused = new SequenceFold();

    private final List<Suspicion> suspicions = new ArrayList<>();
    private long duplicated;
    private long settledOutOfOrder;
    private boolean orderJudged = true;

    private Roaring64Bitmap missingOf(Publication publication) {
      Roaring64Bitmap missing =
          Roaring64Bitmap.andNot(publication.acknowledged.toBitmap(), received.toBitmap());
      return refused.cardinality() == 0 ? missing : refused.unknown(missing);
    }

    /** A message that another worker received in order is a redelivery if it arrives late here. */
    private void clear(int worker, Roaring64Bitmap orderly) {
      for (Suspicion suspicion : suspicions) {
        if (suspicion.worker != worker) {
          suspicion.sequences.andNot(orderly);
        }
      }
    }

    /**
     * Takes what a worker with a higher number received late in the same round: so it does not
     * matter which of them reports first.
     */
    private Roaring64Bitmap alsoLate(int worker, long round, Roaring64Bitmap regressed) {
      Roaring64Bitmap taken = new Roaring64Bitmap();
      for (Suspicion suspicion : suspicions) {
        if (suspicion.round == round && suspicion.worker > worker) {
          Roaring64Bitmap both = suspicion.sequences.clone();
          both.and(regressed);
          suspicion.sequences.andNot(both);
          taken.or(both);
        }
      }
      return taken;
    }

    private void settleBefore(long round) {
      for (Suspicion suspicion : suspicions) {
        settledOutOfOrder += suspicion.round < round ? suspicion.size() : 0;
      }
      suspicions.removeIf(suspicion -> suspicion.round < round);
    }

    private long outOfOrder() {
      return settledOutOfOrder + suspicions.stream().mapToLong(Suspicion::size).sum();
    }
  }

  /** Sequences that one worker received late, and no other worker, as far as is known, before. */
  private record Suspicion(int worker, long round, Roaring64Bitmap sequences) {
    private long size() {
      return sequences.getLongCardinality();
    }
  }

  /** Sequences of a producer that were acknowledged, or failed, in an interval. */
  public void published(int producer, Roaring64Bitmap acknowledged, Roaring64Bitmap failed) {
    Publication publication = publications.computeIfAbsent(producer, key -> new Publication());
    publication.acknowledged.add(acknowledged);
    publication.failed.add(failed);
  }

  /** Sequences of a producer whose transactions were aborted on purpose, in an interval. */
  public void aborted(int producer, Roaring64Bitmap aborted) {
    if (!aborted.isEmpty()) {
      publications.computeIfAbsent(producer, key -> new Publication()).aborted.add(aborted);
    }
  }

  /** Whether any transaction was aborted on purpose. */
  public boolean anyAborted() {
    return publications.values().stream().anyMatch(each -> each.aborted.cardinality() > 0);
  }

  /** Sequences of a producer that were acknowledged in an earlier run: {@code from} to the end. */
  public void acknowledgedBefore(int producer, long from, long end) {
    publications.computeIfAbsent(producer, key -> new Publication()).acknowledged.add(from, end);
  }

  /** Passes on all sequences of a producer that were acknowledged. */
  public void acknowledged(int producer, SequenceRange.Taker ranges) {
    publication(producer).acknowledged.forEachRange(ranges);
  }

  private Publication publication(int producer) {
    Publication publication = publications.get(producer);
    return publication == null ? new Publication() : publication;
  }

  private Delivery delivery(int subscription, int producer) {
    Delivery delivery = deliveries.getOrDefault(subscription, Map.of()).get(producer);
    return delivery == null ? new Delivery() : delivery;
  }

  /**
   * Sequences of a producer that a subscription received on one worker in an interval.
   *
   * @param worker which
   * @param regressed those that arrived after a higher one of the same partition, including
   *     redeliveries, which are recognized here as received before
   * @param duplicated deliveries of sequences already received in this interval
   * @return how many of these deliveries were not the first
   */
  public long delivered(
      int worker,
      int subscription,
      int producer,
      Roaring64Bitmap received,
      Roaring64Bitmap regressed,
      long duplicated,
      boolean orderJudged) {
    Delivery delivery =
        deliveries
            .computeIfAbsent(subscription, key -> new HashMap<>())
            .computeIfAbsent(producer, key -> new Delivery());
    if (!delivery.suspicions.isEmpty()) {
      delivery.clear(worker, Roaring64Bitmap.andNot(received, regressed));
    }
    if (!regressed.isEmpty()) {
      Roaring64Bitmap late = delivery.received.unknown(regressed);
      late.or(delivery.alsoLate(worker, round, regressed));
      delivery.suspicions.add(new Suspicion(worker, round, late));
    }
    long again = duplicated + delivery.received.add(received);
    delivery.duplicated += again;
    delivery.orderJudged &= orderJudged;
    return again;
  }

  /**
   * Sequences that ended without being received: dead letters, and what the broker dropped as
   * planned.
   *
   * @return how many of them have not ended so, or been received, before
   */
  public long refused(int subscription, int producer, Roaring64Bitmap sequences) {
    Delivery delivery =
        deliveries
            .computeIfAbsent(subscription, key -> new HashMap<>())
            .computeIfAbsent(producer, key -> new Delivery());
    Roaring64Bitmap fresh = delivery.refused.unknown(delivery.received.unknown(sequences));
    delivery.refused.add(sequences);
    return fresh.getLongCardinality();
  }

  /**
   * Sequences that a consumer refused and that come again later: they are not out of order. Another
   * worker may have reported them as late already.
   */
  public void returned(int subscription, int producer, Roaring64Bitmap sequences) {
    delivery(subscription, producer)
        .suspicions
        .forEach(suspicion -> suspicion.sequences.andNot(sequences));
  }

  /** Every worker has reported once more. */
  public void roundEnded() {
    priorities.ifPresent(
        plan -> addByLevel(plan, settledOutOfOrderByLevel, suspicion -> suspicion.round < round));
    deliveries.values().stream()
        .flatMap(byProducer -> byProducer.values().stream())
        .forEach(delivery -> delivery.settleBefore(round));
    round++;
  }

  private void addByLevel(PriorityPlan plan, long[] sums, Predicate<Suspicion> which) {
    for (Map<Integer, Delivery> byProducer : deliveries.values()) {
      byProducer.forEach(
          (producer, delivery) ->
              delivery.suspicions.stream()
                  .filter(which)
                  .forEach(
                      each ->
                          each.sequences.forEach(
                              sequence -> sums[plan.level(producer, sequence)]++)));
    }
  }

  /** Messages out of order by the level of their priority, over all subscriptions. */
  public long[] outOfOrderByLevel() {
    long[] sums = settledOutOfOrderByLevel.clone();
    priorities.ifPresent(plan -> addByLevel(plan, sums, any -> true));
    return sums;
  }

  /** Whether a subscription has received all acknowledged messages of the producers. */
  public boolean nothingMissing(int subscription, int[] producers) {
    return Arrays.stream(producers)
        .allMatch(
            producer -> {
              Delivery delivery = delivery(subscription, producer);
              Publication publication = publication(producer);
              return publication.acknowledged.isWithin(delivery.received)
                  || (delivery.refused.cardinality() > 0
                      && delivery.missingOf(publication).isEmpty());
            });
  }

  /** Acknowledged messages of a producer that a subscription has not received. */
  public Roaring64Bitmap missing(int subscription, int producer) {
    return delivery(subscription, producer).missingOf(publication(producer));
  }

  /** The account of a subscription over the producers of its topic, as far as it has come. */
  public Outcome outcome(int subscription, int[] producers) {
    return outcome(subscription, producers, new int[] {});
  }

  /**
   * The account of a subscription, as far as it has come.
   *
   * @param producers of its topic
   * @param strays other producers: none of their messages is expected
   */
  public Outcome outcome(int subscription, int[] producers, int[] strays) {
    long expected = 0;
    long distinct = 0;
    long lost = 0;
    long duplicated = 0;
    long outOfOrder = 0;
    long unacknowledgedButReceived = 0;
    long abortedReads = 0;
    boolean orderJudged = true;
    List<String> firstLost = new ArrayList<>();
    List<String> firstAbortedReads = new ArrayList<>();
    Set<Integer> unexpected = Arrays.stream(strays).boxed().collect(Collectors.toSet());
    for (int producer :
        IntStream.concat(Arrays.stream(producers), Arrays.stream(strays)).sorted().toArray()) {
      Delivery delivery = delivery(subscription, producer);
      Publication publication =
          unexpected.contains(producer) ? new Publication() : publication(producer);
      Roaring64Bitmap acknowledged = publication.acknowledged.toBitmap();
      Roaring64Bitmap received = delivery.received.toBitmap();
      Roaring64Bitmap missing = delivery.missingOf(publication);
      long both = Roaring64Bitmap.andCardinality(acknowledged, received);
      expected += acknowledged.getLongCardinality();
      distinct += received.getLongCardinality();
      lost += missing.getLongCardinality();
      duplicated += delivery.duplicated;
      outOfOrder += delivery.outOfOrder();
      orderJudged &= delivery.orderJudged;
      Roaring64Bitmap aborted = publication.aborted.toBitmap();
      aborted.and(received);
      abortedReads += aborted.getLongCardinality();
      unacknowledgedButReceived +=
          received.getLongCardinality() - both - aborted.getLongCardinality();
      sample(producer, aborted, firstAbortedReads);
      sample(producer, missing, firstLost);
    }
    return new Outcome(
        expected,
        distinct + duplicated,
        lost,
        duplicated,
        outOfOrder,
        orderJudged,
        unacknowledgedButReceived,
        abortedReads,
        firstLost,
        firstAbortedReads);
  }

  /** The producers of which a subscription received something, in order. */
  public int[] producersSeenBy(int subscription) {
    return deliveries.getOrDefault(subscription, Map.of()).keySet().stream()
        .mapToInt(Integer::intValue)
        .sorted()
        .toArray();
  }

  /** Distinct sequences that failed, over the given producers. */
  public long failed(int[] producers) {
    return Arrays.stream(producers)
        .mapToObj(publications::get)
        .mapToLong(publication -> publication == null ? 0 : publication.failed.cardinality())
        .sum();
  }

  /** Approximate bytes of the sets. */
  public long sizeInBytes() {
    long published =
        publications.values().stream()
            .mapToLong(
                p ->
                    p.acknowledged.sizeInBytes() + p.failed.sizeInBytes() + p.aborted.sizeInBytes())
            .sum();
    long delivered =
        deliveries.values().stream()
            .flatMap(byProducer -> byProducer.values().stream())
            .mapToLong(delivery -> delivery.received.sizeInBytes())
            .sum();
    return published + delivered;
  }

  private static void sample(int producer, Roaring64Bitmap members, List<String> first) {
    LongIterator sequences = members.getLongIterator();
    while (first.size() < SAMPLE_SIZE && sequences.hasNext()) {
      first.add(producer + ":" + sequences.next());
    }
  }
}
