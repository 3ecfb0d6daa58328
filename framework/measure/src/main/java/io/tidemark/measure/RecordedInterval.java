package io.tidemark.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * An interval of all stripes in one.
 *
 * @param phases those pairs of phases that got anything, in order
 * @param published by sender, in order; empty without audit
 * @param delivered by stream, in order; empty without audit
 */
public record RecordedInterval(
    List<Phase> phases, List<Published> published, List<Delivered> delivered) {

  /**
   * @param phase index of the phase in which the messages were intended
   * @param happenedIn index of the phase in which this happened to them
   * @param tally counts
   * @param firstArrivalEpochNanos of a message; {@link Long#MAX_VALUE} when none arrived
   * @param lastArrivalEpochNanos of a message; {@link Long#MIN_VALUE} when none arrived
   * @param latencies only those that hold something
   */
  public record Phase(
      int phase,
      int happenedIn,
      Tally tally,
      long firstArrivalEpochNanos,
      long lastArrivalEpochNanos,
      Map<Latency, LatencyRange> latencies) {
    public Phase {
      latencies = Collections.unmodifiableMap(new EnumMap<>(latencies));
    }
  }

  /**
   * @param sender dense index of the worker's producer
   * @param acknowledged its sequences that were acknowledged
   * @param failed its sequences that failed
   */
  public record Published(int sender, Roaring64Bitmap acknowledged, Roaring64Bitmap failed) {}

  /**
   * One producer's messages at one subscription; see {@link DeliveryAudit#delivered}.
   *
   * @param stream dense index of that pair
   */
  public record Delivered(
      int stream,
      Roaring64Bitmap received,
      Roaring64Bitmap regressed,
      long duplicated,
      boolean orderJudged) {}

  public RecordedInterval {
    phases = List.copyOf(phases);
    published = List.copyOf(published);
    delivered = List.copyOf(delivered);
  }

  static RecordedInterval merge(List<Interval> stripes, boolean audit) {
    SequenceMerge merge = new SequenceMerge();
    return new RecordedInterval(
        mergePhases(stripes),
        audit ? mergePublished(stripes, merge) : List.of(),
        audit ? mergeDelivered(stripes, merge) : List.of());
  }

  private static List<Phase> mergePhases(List<Interval> stripes) {
    Map<Integer, List<PhaseRecord>> byPhase = new TreeMap<>();
    for (Interval stripe : stripes) {
      for (PhaseRecord record : stripe.phases()) {
        byPhase.computeIfAbsent(record.phase, phase -> new ArrayList<>()).add(record);
      }
    }
    List<Phase> merged = new ArrayList<>(byPhase.size());
    byPhase.forEach((pair, records) -> merged.add(mergePhase(pair, records)));
    merged.removeIf(phase -> phase.latencies().isEmpty() && phase.tally().isZero());
    merged.sort(Comparator.comparingInt(Phase::phase).thenComparingInt(Phase::happenedIn));
    return merged;
  }

  private static Phase mergePhase(int pair, List<PhaseRecord> records) {
    Tally tally = new Tally();
    records.forEach(record -> tally.add(record.tally));
    Map<Latency, LatencyRange> latencies = new EnumMap<>(Latency.class);
    for (Latency latency : Latency.values()) {
      List<LatencyCounts> counts =
          records.stream().map(record -> record.counts(latency)).filter(Objects::nonNull).toList();
      if (!counts.isEmpty()) {
        latencies.put(latency, LatencyCounts.merge(counts));
      }
    }
    return new Phase(
        PhasePair.intended(pair),
        PhasePair.happened(pair),
        tally,
        records.stream().mapToLong(PhaseRecord::firstArrivalEpochNanos).min().getAsLong(),
        records.stream().mapToLong(PhaseRecord::lastArrivalEpochNanos).max().getAsLong(),
        latencies);
  }

  private static List<Published> mergePublished(List<Interval> stripes, SequenceMerge merge) {
    int senders = stripes.stream().mapToInt(Interval::senders).max().orElse(0);
    List<Published> merged = new ArrayList<>();
    for (int i = 0; i < senders; i++) {
      int sender = i;
      List<SequenceSet> acknowledged =
          present(stripes.stream().map(stripe -> stripe.acknowledged(sender)).toList());
      List<SequenceSet> failed =
          present(stripes.stream().map(stripe -> stripe.failed(sender)).toList());
      if (!acknowledged.isEmpty() || !failed.isEmpty()) {
        merged.add(new Published(sender, merge.union(acknowledged), merge.union(failed)));
      }
    }
    return merged;
  }

  private static List<SequenceSet> present(List<SequenceSet> sets) {
    return sets.stream().filter(set -> set != null && !set.isEmpty()).toList();
  }

  private static List<Delivered> mergeDelivered(List<Interval> stripes, SequenceMerge merge) {
    int streams = stripes.stream().mapToInt(Interval::streams).max().orElse(0);
    List<Delivered> merged = new ArrayList<>();
    for (int i = 0; i < streams; i++) {
      int stream = i;
      List<DeliveredRecord> records =
          stripes.stream()
              .map(stripe -> stripe.delivered(stream))
              .filter(record -> record != null && !record.isEmpty())
              .toList();
      if (!records.isEmpty()) {
        merged.add(mergeDelivered(stream, records, merge));
      }
    }
    return merged;
  }

  private static Delivered mergeDelivered(
      int stream, List<DeliveredRecord> records, SequenceMerge merge) {
    List<SequenceSet> received = records.stream().map(record -> record.received).toList();
    List<SequenceSet> regressed = records.stream().map(record -> record.regressed).toList();
    return new Delivered(
        stream,
        merge.union(received),
        merge.regressed(received, regressed),
        records.stream().mapToLong(record -> record.duplicated).sum() + merge.overlap(received),
        records.stream().allMatch(record -> record.orderJudged));
  }
}
