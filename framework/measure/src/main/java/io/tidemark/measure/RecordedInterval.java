package io.tidemark.measure;

import io.tidemark.model.snapshot.ArrivalSpan;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import java.util.ArrayList;
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
 * @param phases pairs of phases with events, in order
 * @param published by sender, in order; empty without audit
 * @param delivered by stream, in order; empty without audit
 */
public record RecordedInterval(
    List<PhaseSlice> phases, List<Published> published, List<Delivered> delivered) {

  /**
   * @param sender dense index of the worker's producer
   * @param acknowledged its sequences that were acknowledged
   * @param failed its sequences that failed
   * @param aborted those of transactions that were aborted on purpose
   */
  public record Published(
      int sender, Roaring64Bitmap acknowledged, Roaring64Bitmap failed, Roaring64Bitmap aborted) {}

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

  private static List<PhaseSlice> mergePhases(List<Interval> stripes) {
    Map<Integer, List<PhaseRecord>> byPhase = new TreeMap<>();
    for (Interval stripe : stripes) {
      for (PhaseRecord record : stripe.phases()) {
        byPhase.computeIfAbsent(record.phase, phase -> new ArrayList<>()).add(record);
      }
    }
    List<PhaseSlice> merged = new ArrayList<>(byPhase.size());
    byPhase.forEach((pair, records) -> merged.add(mergePhase(pair, records)));
    merged.removeIf(slice -> slice.latencies().isEmpty() && slice.counters().equals(Counters.ZERO));
    merged.sort(
        Comparator.comparingInt(PhaseSlice::phase).thenComparingInt(PhaseSlice::happenedIn));
    return merged;
  }

  private static PhaseSlice mergePhase(int pair, List<PhaseRecord> records) {
    Map<Measure, LatencyCounts> latencies = new EnumMap<>(Measure.class);
    for (Measure measure : Measure.values()) {
      List<LatencyBuckets> buckets =
          records.stream().map(record -> record.buckets(measure)).filter(Objects::nonNull).toList();
      if (!buckets.isEmpty()) {
        latencies.put(measure, LatencyBuckets.merge(buckets));
      }
    }
    return new PhaseSlice(
        PhasePair.intended(pair),
        PhasePair.happened(pair),
        records.stream().map(PhaseRecord::counters).reduce(Counters.ZERO, Counters::plus),
        records.stream().map(PhaseRecord::arrivals).reduce(ArrivalSpan.NONE, ArrivalSpan::plus),
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
      List<SequenceSet> aborted =
          present(stripes.stream().map(stripe -> stripe.aborted(sender)).toList());
      if (!acknowledged.isEmpty() || !failed.isEmpty() || !aborted.isEmpty()) {
        merged.add(
            new Published(
                sender, merge.union(acknowledged), merge.union(failed), merge.union(aborted)));
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
