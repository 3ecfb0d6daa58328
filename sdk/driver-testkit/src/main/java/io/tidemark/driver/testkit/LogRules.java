package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.AbortedSend;
import io.tidemark.driver.MessagePosition;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.testkit.observed.DetailedInbox;
import io.tidemark.driver.testkit.observed.Inbox;
import io.tidemark.driver.topics.CommittedOffset;
import io.tidemark.driver.topics.OffsetSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Parts of several chapters: what only logs have. */
final class LogRules {
  private static final int READINGS = 5;

  private LogRules() {}

  /** The end of chapter 3. */
  static List<Rule> ofSends() {
    return List.of(
        Rule.may(
            "3.13",
            "AbortedSend: no consumer receives a message of a transaction that was aborted",
            LogRules::abortedMessagesDoNotArrive));
  }

  /** The end of chapter 4. */
  static List<Rule> ofDeliveries() {
    return List.of(
        Rule.may(
            "4.18",
            "LogMessage: a message has one position at all subscriptions, and no other message has it",
            LogRules::positionsAreUnique),
        Rule.may(
            "4.19",
            "SendFuture.position: an acknowledgement has the position of the delivery",
            LogRules::acknowledgementsHaveThePositionOfTheDelivery));
  }

  /** The end of chapter 6. */
  static List<Rule> ofCapabilities() {
    return List.of(
        Rule.may(
            "6.15",
            "OffsetSource: committed offsets do not go back, and reach the end and not more",
            LogRules::committedOffsetsReachTheEnd));
  }

  private static void abortedMessagesDoNotArrive(ConformanceBench bench) throws Exception {
    String topic = bench.topic(bench.kit().partitions());
    Inbox inbox = bench.subscribe(topic);
    List<CompletableFuture<Void>> sent = bench.startAll(bench.producer(topic), bench.few());
    bench.awaitUntil(
        () -> sent.stream().allMatch(CompletableFuture::isDone),
        "completion of " + sent.size() + " sends",
        () -> sent.stream().filter(CompletableFuture::isDone).count());
    Set<Long> committed = new HashSet<>();
    Set<Long> aborted = new HashSet<>();
    for (int number = 0; number < sent.size(); number++) {
      Optional<Throwable> failure = failure(sent.get(number));
      if (failure.isEmpty()) {
        committed.add((long) number);
      } else if (failure.get() instanceof AbortedSend) {
        aborted.add((long) number);
      }
    }
    bench.require(!aborted.isEmpty(), "the driver has aborted no transaction on purpose");
    bench.awaitUntil(
        () -> inbox.distinctNumbers().containsAll(committed),
        committed.size() + " messages of committed transactions",
        inbox::count);
    aborted.retainAll(inbox.distinctNumbers());
    assertThat(aborted).as("received messages of aborted transactions").isEmpty();
  }

  private static Optional<Throwable> failure(CompletableFuture<Void> done)
      throws InterruptedException {
    try {
      done.get();
      return Optional.empty();
    } catch (ExecutionException e) {
      return Optional.of(e.getCause() == null ? e : e.getCause());
    }
  }

  private static void positionsAreUnique(ConformanceBench bench) throws Exception {
    String topic = bench.topic(bench.kit().partitions());
    Inbox one = bench.subscribe(topic);
    Inbox other = bench.subscribe(topic);
    int messages = bench.few();
    bench.send(bench.producer(topic), 0, messages);
    bench.awaitCount(one, messages);
    bench.awaitCount(other, messages);
    bench.require(!positions(one).isEmpty(), "the driver passes no positions");
    assertThat(positions(one)).as("positions at two subscriptions").isEqualTo(positions(other));
    Map<MessagePosition, Long> messageAt = new HashMap<>();
    positions(one)
        .forEach(
            (number, positions) ->
                positions.forEach(
                    position ->
                        assertThat(messageAt.put(position, number))
                            .as("another message than %d at %s", number, position)
                            .isNull()));
  }

  /** Those that the driver reported, by the number of the message. */
  private static Map<Long, Set<MessagePosition>> positions(Inbox inbox) {
    Map<Long, Set<MessagePosition>> positions = new HashMap<>();
    for (Inbox.Arrival each : inbox.arrivals()) {
      if (each.partition() >= 0 && each.offset() >= 0) {
        positions
            .computeIfAbsent(each.number(), number -> new HashSet<>())
            .add(new MessagePosition(each.partition(), each.offset()));
      }
    }
    return positions;
  }

  private static void acknowledgementsHaveThePositionOfTheDelivery(ConformanceBench bench)
      throws Exception {
    String topic = bench.topic(bench.kit().partitions());
    Inbox inbox = bench.subscribe(topic);
    List<CompletableFuture<Void>> sent = bench.startAll(bench.producer(topic), bench.few());
    bench.awaitAll(sent);
    bench.awaitCount(inbox, sent.size());
    Map<Long, Set<MessagePosition>> received = positions(inbox);
    int known = 0;
    for (int number = 0; number < sent.size(); number++) {
      Optional<MessagePosition> acknowledged =
          sent.get(number) instanceof SendFuture send ? send.position() : Optional.empty();
      if (acknowledged.isPresent()) {
        known++;
        assertThat(received.getOrDefault((long) number, Set.of()))
            .as("positions of message %d, which was acknowledged at another one", number)
            .contains(acknowledged.get());
      }
    }
    bench.require(known > 0, "acknowledgements have no positions");
  }

  private static void committedOffsetsReachTheEnd(ConformanceBench bench) throws Exception {
    OffsetSource source = bench.capability(OffsetSource.class);
    String topic = bench.topic(bench.kit().partitions());
    Inbox inbox = new DetailedInbox();
    String subscription = bench.newSubscriptionName();
    AutoCloseable consumer = bench.consumer(topic, subscription, inbox);
    BenchmarkProducer producer = bench.producer(topic);
    int messages = bench.few();
    List<Map<Integer, CommittedOffset>> readings = new ArrayList<>();
    for (int part = 0; part < READINGS; part++) {
      bench.send(producer, (long) part * messages, (part + 1L) * messages);
      bench.awaitCount(inbox, (part + 1) * messages);
      readings.add(committed(bench, source, topic, subscription));
    }
    bench.closeClient(consumer); // It commits what it has processed.
    Map<Integer, Long> ends = ends(inbox);
    bench.awaitUntil(
        () -> reach(committed(bench, source, topic, subscription), ends),
        "committed offsets behind the received messages " + ends,
        () -> committed(bench, source, topic, subscription));
    readings.add(committed(bench, source, topic, subscription));
    for (int i = 1; i < readings.size(); i++) {
      Map<Integer, CommittedOffset> later = readings.get(i);
      readings
          .get(i - 1)
          .forEach(
              (partition, before) ->
                  assertThat(later)
                      .as("committed offset of partition %d after %s", partition, before)
                      .hasEntrySatisfying(
                          partition,
                          after ->
                              assertThat(after.nextOffset())
                                  .isGreaterThanOrEqualTo(before.nextOffset())));
      assertThat(later.values())
          .as("committed offsets, and where the partitions end")
          .allMatch(each -> each.endOffset() < 0 || each.nextOffset() <= each.endOffset());
    }
  }

  /** Behind the last message of each partition. */
  private static Map<Integer, Long> ends(Inbox inbox) {
    Map<Integer, Long> ends = new HashMap<>();
    positions(inbox).values().stream()
        .flatMap(Set::stream)
        .forEach(each -> ends.merge(each.partition(), each.offset() + 1, Math::max));
    return ends;
  }

  private static boolean reach(Map<Integer, CommittedOffset> committed, Map<Integer, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(
            end ->
                committed.containsKey(end.getKey())
                    && committed.get(end.getKey()).nextOffset() >= end.getValue());
  }

  private static Map<Integer, CommittedOffset> committed(
      ConformanceBench bench, OffsetSource source, String topic, String subscription) {
    Map<Integer, CommittedOffset> byPartition = new HashMap<>();
    try {
      bench.call("committedOffsets", source::committedOffsets).stream()
          .filter(each -> each.topic().equals(topic) && each.subscription().equals(subscription))
          .forEach(each -> byPartition.put(each.partition(), each));
    } catch (Exception e) {
      throw new AssertionError("committedOffsets failed: " + e.getMessage(), e);
    }
    return byPartition;
  }
}
