package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.TelemetryReading;
import io.tidemark.driver.TelemetrySource;
import io.tidemark.driver.TopicCleaner;
import io.tidemark.driver.testkit.observed.DetailedInbox;
import io.tidemark.driver.testkit.observed.Inbox;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

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
