package io.tidemark.simulation.plan;

import java.util.List;
import java.util.Locale;

/**
 * The second of two traffic classes, if a seed has them; the first has the values of the plan.
 *
 * @param topics 0: the seed has no classes
 */
public record TrafficPlan(int topics, int producers, int subscriptions, int consumers, int rate) {
  static final TrafficPlan NONE = new TrafficPlan(0, 0, 0, 0, 0);

  static final List<String> PARTS =
      List.of(
          "classes",
          "otherTopics",
          "otherProducers",
          "otherSubscriptions",
          "otherConsumers",
          "otherRate");

  /** In the order in which workers get them in turn. */
  public static final List<String> NAMES = List.of("first", "second");

  static TrafficPlan of(Draw draw) {
    return new TrafficPlan(
        draw.from("otherTopics", 1, 2),
        draw.from("otherProducers", 1, 3),
        draw.from("otherSubscriptions", 1, 2),
        draw.from("otherConsumers", 1, 3),
        draw.from("otherRate", 20, 150));
  }

  public boolean isEmpty() {
    return topics == 0;
  }

  /** The class whose messages a worker sends and receives. */
  public static int ofWorker(int worker) {
    return worker % NAMES.size();
  }

  int allProducers() {
    return topics * producers;
  }

  /** Producers and consumers. */
  int clients() {
    return topics * (producers + subscriptions * consumers);
  }

  /** One class for the list in a workload file, or the keys of a workload without classes. */
  String yaml(String indent, int partitions) {
    return String.format(
            Locale.ROOT,
            """
            topics: %d
            partitionsPerTopic: %d
            messageSize: 100
            subscriptionsPerTopic: %d
            consumerPerSubscription: %d
            producersPerTopic: %d
            producerRate: %d
            """,
            topics,
            partitions,
            subscriptions,
            consumers,
            producers,
            rate)
        .indent(indent.length());
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "classes: the second has %d topics, %d producers, %d x %d consumers, %d msg/s",
        topics,
        producers,
        subscriptions,
        consumers,
        rate);
  }
}
