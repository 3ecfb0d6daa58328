package io.tidemark.measure.offsets;

import io.tidemark.measure.offsets.OffsetOutcome.Check;
import io.tidemark.measure.offsets.OffsetOutcome.Example;
import io.tidemark.model.snapshot.OffsetSamples;
import io.tidemark.model.snapshot.OffsetSamples.Committed;
import io.tidemark.model.snapshot.OffsetSamples.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the sampled positions of one subscription say. Each check uses only what is in the sample
 * for that check's reason, because then nothing about the message, the place or the key is missing.
 */
final class SubscriptionOffsets {
  /** Between a reading of a committed offset and a reception: they have no common order. */
  private static final long COMMIT_MARGIN_NANOS = 1_000_000_000L;

  /** Between receptions on different workers. */
  private static final long CLOCK_MARGIN_NANOS = 100_000_000L;

  private static final int EXAMPLES = 3;
  private static final Comparator<Committed> EARLIEST_READING_FIRST =
      Comparator.comparingLong(Committed::epochNanos).thenComparingLong(Committed::nextOffset);
  private static final Comparator<Seen> EARLIEST_FIRST =
      Comparator.<Seen>comparingLong(each -> each.position().epochNanos())
          .thenComparingInt(Seen::worker);

  private final OffsetShare share;
  private final List<Position> acknowledged;
  private final List<Seen> received;
  private final Map<Integer, List<CommitTrack>> tracks;
  private final long lastReadingNanos;
  private final List<Example> examples = new ArrayList<>();

  private record Message(int producer, long sequence) implements Comparable<Message> {
    private static Message of(Position position) {
      return new Message(position.producer(), position.sequence());
    }

    @Override
    public int compareTo(Message other) {
      return Comparator.comparingInt(Message::producer)
          .thenComparingLong(Message::sequence)
          .compare(this, other);
    }

    @Override
    public String toString() {
      return producer + ":" + sequence;
    }
  }

  private record Place(int partition, long offset) implements Comparable<Place> {
    private static Place of(Position position) {
      return new Place(position.partition(), position.offset());
    }

    @Override
    public int compareTo(Place other) {
      return Comparator.comparingInt(Place::partition)
          .thenComparingLong(Place::offset)
          .compare(this, other);
    }

    @Override
    public String toString() {
      return "offset " + offset + " of partition " + partition;
    }
  }

  /** Messages of one producer that have one key. */
  private record Keyed(int producer, long key) implements Comparable<Keyed> {
    @Override
    public int compareTo(Keyed other) {
      return Comparator.comparingInt(Keyed::producer)
          .thenComparingLong(Keyed::key)
          .compare(this, other);
    }
  }

  /**
   * @param acknowledged of the subscription's topic
   * @param tracks by partition
   * @param lastReadingNanos time of the last reading of any committed offset
   */
  SubscriptionOffsets(
      OffsetShare share,
      List<Position> acknowledged,
      List<Seen> received,
      Map<Integer, List<CommitTrack>> tracks,
      long lastReadingNanos) {
    this.share = share;
    this.acknowledged = acknowledged;
    this.received = received;
    this.tracks = tracks;
    this.lastReadingNanos = lastReadingNanos;
  }

  OffsetOutcome outcome() {
    return new OffsetOutcome(
        share.share(),
        checked(),
        notUnique(),
        mismatched(),
        committedBack(),
        committedAhead(),
        keyOrder(),
        examples);
  }

  private Stream<Position> positions() {
    return Stream.concat(acknowledged.stream(), received.stream().map(Seen::position));
  }

  private void example(Check check, long number, String text) {
    if (number <= EXAMPLES) {
      examples.add(new Example(check, text));
    }
  }

  private long checked() {
    return positions()
        .filter(each -> share.containsMessage(each.producer(), each.sequence()))
        .map(Message::of)
        .distinct()
        .count();
  }

  private long notUnique() {
    Map<Place, Set<Message>> messages = new TreeMap<>();
    positions()
        .forEach(
            each ->
                messages
                    .computeIfAbsent(Place.of(each), key -> new TreeSet<>())
                    .add(Message.of(each)));
    long found = 0;
    for (Map.Entry<Place, Set<Message>> each : messages.entrySet()) {
      if (each.getValue().size() > 1) {
        example(Check.NOT_UNIQUE, ++found, each.getKey() + " had the messages " + each.getValue());
      }
    }
    return found;
  }

  /** Also right with repeated sends of one message: one of its deliveries has the same offset. */
  private Optional<Long> mismatched() {
    Map<Message, Set<Place>> places = new HashMap<>();
    for (Seen each : received) {
      places
          .computeIfAbsent(Message.of(each.position()), key -> new TreeSet<>())
          .add(Place.of(each.position()));
    }
    Map<Message, Set<Place>> answered = new TreeMap<>();
    acknowledged.stream()
        .filter(each -> share.containsMessage(each.producer(), each.sequence()))
        .forEach(
            each ->
                answered
                    .computeIfAbsent(Message.of(each), key -> new TreeSet<>())
                    .add(Place.of(each)));
    long found = 0;
    for (Map.Entry<Message, Set<Place>> each : answered.entrySet()) {
      Set<Place> where = places.getOrDefault(each.getKey(), Set.of());
      if (!where.isEmpty() && where.stream().noneMatch(each.getValue()::contains)) {
        example(
            Check.MISMATCH,
            ++found,
            "message %s was acknowledged at %s and received at %s"
                .formatted(each.getKey(), each.getValue(), where));
      }
    }
    return acknowledged.isEmpty() ? Optional.empty() : Optional.of(found);
  }

  /**
   * Sums what offsets went back; of several workers that read the same, the one that saw most
   * counts.
   */
  private Optional<Long> committedBack() {
    if (tracks.isEmpty()) {
      return Optional.empty();
    }
    long found = 0;
    long partitions = 0;
    for (List<CommitTrack> readers : tracks.values()) {
      CommitTrack most =
          readers.stream().max(Comparator.comparingLong(CommitTrack::back)).orElseThrow();
      found += most.back();
      if (most.back() > 0) {
        example(Check.COMMIT_BACK, ++partitions, most.firstBack().orElse(""));
      }
    }
    return Optional.of(found);
  }

  private Optional<Long> committedAhead() {
    if (tracks.isEmpty()) {
      return Optional.empty();
    }
    Map<Place, Long> firstReceived = new TreeMap<>();
    positions()
        .filter(each -> share.containsPlace(each.partition(), each.offset()))
        .forEach(
            each ->
                firstReceived.merge(
                    Place.of(each),
                    each.isAcknowledgement() ? Long.MAX_VALUE : each.epochNanos(),
                    Math::min));
    long found = 0;
    for (Map.Entry<Place, Long> each : firstReceived.entrySet()) {
      Optional<Committed> beyond =
          tracks.getOrDefault(each.getKey().partition(), List.of()).stream()
              .flatMap(track -> track.firstBeyond(each.getKey().offset()).stream())
              .min(EARLIEST_READING_FIRST);
      if (beyond.isPresent() && isAhead(beyond.get(), each.getValue())) {
        example(Check.COMMIT_AHEAD, ++found, ahead(each.getKey(), beyond.get(), each.getValue()));
      }
    }
    return Optional.of(found);
  }

  /** What was never received may be in a report that is still to come. */
  private boolean isAhead(Committed reading, long firstReceivedNanos) {
    long certain = reading.epochNanos() + COMMIT_MARGIN_NANOS;
    return firstReceivedNanos == Long.MAX_VALUE
        ? certain <= lastReadingNanos
        : firstReceivedNanos > certain;
  }

  private static String ahead(Place place, Committed reading, long firstReceivedNanos) {
    return place
        + (firstReceivedNanos == Long.MAX_VALUE
            ? " was never received"
            : String.format(
                Locale.ROOT,
                " was received %.1f s later",
                (firstReceivedNanos - reading.epochNanos()) / 1e9))
        + ", but offset "
        + reading.nextOffset()
        + " was committed";
  }

  private Optional<Long> keyOrder() {
    Map<Keyed, TreeMap<Long, Seen>> first = new TreeMap<>();
    for (Seen each : received) {
      Position position = each.position();
      if (share.containsKey(position.key())) {
        first
            .computeIfAbsent(new Keyed(position.producer(), position.key()), key -> new TreeMap<>())
            .merge(position.sequence(), each, SubscriptionOffsets::earlier);
      }
    }
    long found = 0;
    for (TreeMap<Long, Seen> messages : first.values()) {
      found = ofKey(messages, found);
    }
    boolean keyed =
        received.stream().anyMatch(each -> each.position().key() != OffsetSamples.NO_KEY);
    return keyed ? Optional.of(found) : Optional.empty();
  }

  private static Seen earlier(Seen one, Seen other) {
    return EARLIEST_FIRST.compare(one, other) <= 0 ? one : other;
  }

  /**
   * Searches from the last message to the first; a redelivery is not the first reception of a
   * message.
   */
  private long ofKey(TreeMap<Long, Seen> messages, long before) {
    long found = before;
    Map<Integer, Seen> earliestByWorker = new HashMap<>();
    for (Seen each : messages.descendingMap().values()) {
      Seen overtaking = overtaking(each, earliestByWorker.values());
      if (overtaking != null) {
        example(
            Check.KEY_ORDER,
            ++found,
            "message %s was received after %s, which has the same key"
                .formatted(Message.of(each.position()), Message.of(overtaking.position())));
      }
      earliestByWorker.merge(each.worker(), each, SubscriptionOffsets::earlier);
    }
    return found;
  }

  private static @Nullable Seen overtaking(Seen late, Iterable<Seen> earliest) {
    for (Seen each : earliest) {
      long margin = each.worker() == late.worker() ? 0 : CLOCK_MARGIN_NANOS;
      if (late.position().epochNanos() - each.position().epochNanos() > margin) {
        return each;
      }
    }
    return null;
  }
}
