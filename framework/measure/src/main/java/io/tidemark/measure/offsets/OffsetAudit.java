package io.tidemark.measure.offsets;

import io.tidemark.model.snapshot.OffsetSamples;
import io.tidemark.model.snapshot.OffsetSamples.Committed;
import io.tidemark.model.snapshot.OffsetSamples.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The audit of offsets of a run: it merges the samples of all workers, in any order of workers.
 *
 * <p>Memory is bounded: if there are too many positions, the sample becomes half as large, and half
 * of the messages, places and keys are forgotten as a whole. So what was found is right for any
 * share; a smaller one finds less.
 *
 * <p>Not thread-safe.
 */
public final class OffsetAudit {
  /** About 30 MB. */
  static final int MOST_POSITIONS = 200_000;

  private final Topology topology;
  private final int most;
  private final Set<Seen> seen = new HashSet<>();
  private final Map<Integer, Map<Reader, CommitTrack>> tracks = new TreeMap<>();
  private OffsetShare share = OffsetShare.ALL;
  private long lastReadingNanos = Long.MIN_VALUE;

  /** Where producers and subscriptions of the run belong. */
  public interface Topology {
    /** Any number, the same for all producers and subscriptions of a topic. */
    int topicOfProducer(int producer);

    int topicOfSubscription(int subscription);

    /** Index of the subscription; empty if it is not of the run. */
    OptionalInt subscriptionOf(Committed reading);
  }

  /** Who reads the committed offset of what. */
  private record Reader(int worker, int partition) implements Comparable<Reader> {
    @Override
    public int compareTo(Reader other) {
      return Comparator.comparingInt(Reader::partition)
          .thenComparingInt(Reader::worker)
          .compare(this, other);
    }
  }

  public OffsetAudit(Topology topology) {
    this(topology, MOST_POSITIONS);
  }

  /**
   * @param most positions that are kept
   */
  OffsetAudit(Topology topology, int most) {
    this.topology = topology;
    this.most = most;
  }

  /** Samples of a worker since its last ones. */
  public void add(int worker, OffsetSamples samples) {
    if (samples.halvings() > share.halvings()) {
      shrinkTo(new OffsetShare(samples.halvings()));
    }
    for (Position position : samples.positions()) {
      if (share.contains(position)) {
        seen.add(new Seen(worker, position));
      }
    }
    while (seen.size() > most) {
      shrinkTo(share.half());
    }
    for (Committed reading : samples.committed()) {
      lastReadingNanos = Math.max(lastReadingNanos, reading.epochNanos());
      topology
          .subscriptionOf(reading)
          .ifPresent(
              subscription ->
                  tracks
                      .computeIfAbsent(subscription, key -> new TreeMap<>())
                      .computeIfAbsent(
                          new Reader(worker, reading.partition()), key -> new CommitTrack())
                      .add(reading));
    }
  }

  private void shrinkTo(OffsetShare smaller) {
    share = smaller;
    seen.removeIf(each -> !smaller.contains(each.position()));
  }

  /**
   * The account of each subscription with a known position, by its index, as far as it has come.
   */
  public Map<Integer, OffsetOutcome> outcomes() {
    Map<Integer, List<Position>> acknowledged = new HashMap<>();
    Map<Integer, List<Seen>> received = new HashMap<>();
    for (Seen each : seen) {
      Position position = each.position();
      if (position.isAcknowledgement()) {
        int topic = topology.topicOfProducer(position.producer());
        acknowledged.computeIfAbsent(topic, key -> new ArrayList<>()).add(position);
      } else {
        received.computeIfAbsent(position.subscription(), key -> new ArrayList<>()).add(each);
      }
    }
    Set<Integer> subscriptions = new TreeSet<>(received.keySet());
    subscriptions.addAll(tracks.keySet());
    Map<Integer, OffsetOutcome> outcomes = new TreeMap<>();
    for (int subscription : subscriptions) {
      SubscriptionOffsets offsets =
          new SubscriptionOffsets(
              share,
              acknowledged.getOrDefault(topology.topicOfSubscription(subscription), List.of()),
              received.getOrDefault(subscription, List.of()),
              tracks(subscription),
              lastReadingNanos);
      outcomes.put(subscription, offsets.outcome());
    }
    return outcomes;
  }

  private Map<Integer, List<CommitTrack>> tracks(int subscription) {
    Map<Integer, List<CommitTrack>> byPartition = new TreeMap<>();
    tracks
        .getOrDefault(subscription, Map.of())
        .forEach(
            (reader, track) ->
                byPartition
                    .computeIfAbsent(reader.partition(), key -> new ArrayList<>())
                    .add(track));
    return byPartition;
  }
}
