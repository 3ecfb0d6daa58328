package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.requests.PairsRequest;
import io.tidemark.driver.requests.RequestReply;
import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.driver.telemetry.TelemetrySource;
import io.tidemark.driver.testkit.observed.DetailedInbox;
import io.tidemark.driver.testkit.observed.Inbox;
import io.tidemark.driver.topics.TopicCleaner;
import io.tidemark.driver.topics.TopicLister;
import io.tidemark.driver.topics.TopicLister.ListedTopic;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/** A part of chapter 6: what a driver reports of the broker, and leaves in it. */
final class BrokerCountRules {
  private BrokerCountRules() {}

  static List<Rule> all() {
    return List.of(
        Rule.may(
            "6.11",
            "TopicCleaner: the broker has nothing of a deleted topic",
            BrokerCountRules::nothingIsLeftOfADeletedTopic),
        Rule.may(
            "6.12",
            "TelemetrySource: counts of the run are those of what was sent and received",
            BrokerCountRules::countsAreRight));
  }

  /** The end of chapter 6. */
  static List<Rule> ofWhatWasLeft() {
    return List.of(
        Rule.may(
            "6.17",
            "TopicLister: another driver lists the topics that a driver has left, with their use, and deletes them",
            BrokerCountRules::anotherDriverDeletesWhatWasLeft));
  }

  private static void nothingIsLeftOfADeletedTopic(ConformanceBench bench) throws Exception {
    TopicCleaner cleaner = bench.capability(TopicCleaner.class);
    bench.require(names(bench).isPresent(), "the BrokerView has no names()");
    Set<String> before = names(bench).orElseThrow();
    String topic = bench.topic(bench.kit().partitions());
    Inbox inbox = new DetailedInbox();
    AutoCloseable consumer = bench.consumer(topic, bench.newSubscriptionName(), inbox);
    BenchmarkProducer producer = bench.producer(topic);
    bench.send(producer, 0, 10);
    bench.awaitCount(inbox, 10);
    bench.require(
        !before.containsAll(namesNow(bench)), "the names that are known are not those of topics");
    bench.closeClient(producer);
    bench.closeClient(consumer);
    bench.await("deletion", () -> cleaner.deleteTopics(List.of(topic)));
    Set<String> left = new HashSet<>();
    bench.awaitUntil(
        () -> {
          left.clear();
          left.addAll(namesNow(bench));
          left.removeAll(before);
          return left.isEmpty();
        },
        "end of all that belongs to a deleted topic",
        () -> left);
  }

  private static Set<String> namesNow(ConformanceBench bench) {
    try {
      return names(bench).orElse(Set.of());
    } catch (Exception e) {
      throw new AssertionError("what the broker has cannot be read: " + e, e);
    }
  }

  /** What the driver itself names, such as queues in its telemetry, is no witness. */
  private static Optional<Set<String>> names(ConformanceBench bench) throws Exception {
    BrokerView broker = bench.broker();
    return bench.call("names of the BrokerView", broker::names);
  }

  private static void anotherDriverDeletesWhatWasLeft(ConformanceBench bench) throws Exception {
    TopicLister lister = bench.capability(TopicLister.class);
    TopicCleaner cleaner = bench.capability(TopicCleaner.class);
    BenchmarkDriver later = bench.driver();
    String prefix = bench.call("getTopicNamePrefix", later::getTopicNamePrefix) + "-";
    String read = newName(bench);
    Map<String, Boolean> inUse = new HashMap<>(Map.of(read, true, newName(bench), false));
    BenchmarkDriver leaving = bench.newDriver();
    bench.initialize(leaving, bench.kit().configuration());
    try {
      for (String topic : inUse.keySet()) {
        int partitions = topic.equals(read) ? 1 : bench.kit().partitions();
        bench.await("creation of a topic", () -> leaving.createTopic(topic, partitions));
      }
      if (leaving instanceof RequestReply asking
          && bench.call("canRequestReply", asking::canRequestReply)) {
        String pair = newName(bench);
        PairsRequest request = new PairsRequest(List.of(pair), false, 1, 1, 100, 100);
        bench.await("creation of a pair", () -> asking.createPairs(request));
        inUse.put(pair, false);
      }
      BenchmarkConsumer consumer =
          bench.await(
              "creation of a consumer",
              () -> leaving.createConsumer(read, bench.newSubscriptionName(), new DetailedInbox()));
      awaitListed(bench, lister, prefix, inUse.keySet(), inUse);
      bench.run("close of a consumer", consumer::close);
    } finally {
      bench.run("close of a driver that deletes nothing", leaving::close);
    }
    Set<String> names = Set.copyOf(inUse.keySet());
    inUse.replaceAll((topic, before) -> false);
    awaitListed(bench, lister, prefix, names, inUse);
    List<String> found = List.copyOf(listed(bench, lister, prefix, names).keySet());
    bench.await("deletion of what another driver left", () -> cleaner.deleteTopics(found));
    awaitListed(bench, lister, prefix, names, Map.of());
  }

  private static String newName(ConformanceBench bench) throws Exception {
    String topic = bench.newTopicName();
    bench.willDelete(topic);
    return topic;
  }

  private static void awaitListed(
      ConformanceBench bench,
      TopicLister lister,
      String prefix,
      Set<String> names,
      Map<String, Boolean> expected) {
    AtomicReference<Map<String, Boolean>> seen = new AtomicReference<>(Map.of());
    bench.awaitUntil(
        () -> {
          Map<String, Boolean> now = listed(bench, lister, prefix, names);
          seen.set(now);
          return expected.isEmpty()
              ? now.isEmpty()
              : now.entrySet().containsAll(expected.entrySet());
        },
        "list of topics, and whether they are in use, with " + expected,
        seen::get);
  }

  /** With destinations of replies, whose names begin so. */
  private static Map<String, Boolean> listed(
      ConformanceBench bench, TopicLister lister, String prefix, Set<String> names) {
    try {
      Map<String, Boolean> listed = new HashMap<>();
      for (ListedTopic each : bench.await("list of topics", () -> lister.listTopics(prefix))) {
        if (names.stream().anyMatch(each.name()::startsWith)) {
          listed.put(each.name(), each.inUse());
        }
      }
      return listed;
    } catch (Exception e) {
      throw new AssertionError("listTopics failed: " + e, e);
    }
  }

  private static void countsAreRight(ConformanceBench bench) throws Exception {
    TelemetrySource source = bench.capability(TelemetrySource.class);
    String topic = bench.topic(bench.kit().partitions());
    Inbox inbox = bench.subscribe(topic);
    int messages = bench.sendMany(bench.producer(topic));
    bench.awaitCount(inbox, messages);
    List<TelemetryReading> readings = bench.call("readTelemetry", source::readTelemetry);
    bench.require(
        has(readings, TelemetryReading.RUN_PUBLISHED)
            || has(readings, TelemetryReading.RUN_DELIVERED)
            || has(readings, TelemetryReading.RUN_COUNTED_TOPICS),
        "the driver reports no counts of the run");
    boolean late = has(readings, TelemetryReading.RUN_COUNTED_TOPICS);
    awaitSum(bench, source, late, TelemetryReading.RUN_PUBLISHED, messages, messages);
    int most = messages + messages / 10; // A broker may deliver a few messages again.
    awaitSum(bench, source, late, TelemetryReading.RUN_DELIVERED, messages, most);
  }

  private static boolean has(List<TelemetryReading> readings, String name) {
    return readings.stream().anyMatch(reading -> reading.name().equals(name));
  }

  /** A driver may report one of the two only; brokers refresh their counts late. */
  private static void awaitSum(
      ConformanceBench bench,
      TelemetrySource source,
      boolean late,
      String name,
      long least,
      long most) {
    OptionalDouble[] seen = {OptionalDouble.empty()};
    bench.awaitUntil(
        () -> {
          seen[0] = sum(bench, source, name);
          return seen[0].isEmpty()
              ? !late
              : seen[0].getAsDouble() >= least && seen[0].getAsDouble() <= most;
        },
        name + " of " + least,
        () -> seen[0].isPresent() ? (long) seen[0].getAsDouble() : "none");
  }

  private static OptionalDouble sum(ConformanceBench bench, TelemetrySource source, String name) {
    try {
      List<TelemetryReading> readings =
          bench.call("readTelemetry", source::readTelemetry).stream()
              .filter(reading -> reading.name().equals(name))
              .toList();
      assertThat(readings).as(name).allMatch(reading -> reading.value() >= 0);
      return readings.isEmpty()
          ? OptionalDouble.empty()
          : OptionalDouble.of(readings.stream().mapToDouble(TelemetryReading::value).sum());
    } catch (Exception e) {
      throw new AssertionError("readTelemetry failed: " + e, e);
    }
  }
}
