package io.tidemark.coordinator;

import io.tidemark.model.worker.ConsumerAssignment;
import io.tidemark.model.worker.ProducerAssignment;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Workload;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Who produces and consumes what, as OMB deals it: the first half of the workers produces, the rest
 * consumes; producers and consumers are shuffled and dealt in turn. One seed, one assignment.
 *
 * @param topics of the run
 * @param subscriptions of the run, by index
 * @param producers of each worker
 * @param consumers of each worker
 */
record Assignment(
    List<TopicHandle> topics,
    List<SubscriptionHandle> subscriptions,
    List<List<ProducerAssignment>> producers,
    List<List<ConsumerAssignment>> consumers) {

  Assignment {
    topics = List.copyOf(topics);
    subscriptions = List.copyOf(subscriptions);
    producers = producers.stream().map(List::copyOf).toList();
    consumers = consumers.stream().map(List::copyOf).toList();
  }

  static Assignment of(
      Workload workload, List<TopicHandle> topics, int workers, boolean extra, long seed) {
    Random random = new Random(seed);
    List<SubscriptionHandle> subscriptions = subscriptions(workload, topics, random);
    boolean producing = workload.pattern() != Pattern.CONSUME_ONLY;
    int producerWorkers = producing ? producerWorkers(workers, extra) : 0;
    int firstConsumer = workers == 1 ? 0 : producerWorkers;
    return new Assignment(
        topics,
        subscriptions,
        deal(
            producing ? producers(workload, topics) : List.of(),
            workers,
            0,
            producerWorkers,
            random),
        deal(consumers(workload, subscriptions), workers, firstConsumer, workers, random));
  }

  /** OMB's split: half of the workers, or a third with extra consumers, but at least one. */
  static int producerWorkers(int workers, boolean extra) {
    return Math.max(1, extra ? (workers + 2) / 3 : workers / 2);
  }

  int totalProducers() {
    return producers.stream().mapToInt(List::size).sum();
  }

  /** Indexes of the producers that feed a subscription. */
  int[] producersOf(SubscriptionHandle subscription) {
    return producers.stream()
        .flatMap(List::stream)
        .filter(producer -> producer.topic().equals(subscription.topic()))
        .mapToInt(ProducerAssignment::index)
        .sorted()
        .toArray();
  }

  /** Index of the worker that has a producer, by the producer's index. */
  List<Integer> workerOfProducer() {
    Integer[] workers = new Integer[totalProducers()];
    for (int worker = 0; worker < producers.size(); worker++) {
      for (ProducerAssignment producer : producers.get(worker)) {
        workers[producer.index()] = worker;
      }
    }
    return List.of(workers);
  }

  private static List<ProducerAssignment> producers(Workload workload, List<TopicHandle> topics) {
    List<ProducerAssignment> all = new ArrayList<>();
    for (TopicHandle topic : topics) {
      for (int i = 0; i < workload.producersPerTopic(); i++) {
        all.add(new ProducerAssignment(all.size(), topic));
      }
    }
    return all;
  }

  private static List<SubscriptionHandle> subscriptions(
      Workload workload, List<TopicHandle> topics, Random random) {
    List<SubscriptionHandle> all = new ArrayList<>();
    for (TopicHandle topic : topics) {
      for (int i = 0; i < workload.subscriptionsPerTopic(); i++) {
        String name = String.format("sub-%03d-%s", i, randomName(random));
        all.add(new SubscriptionHandle(all.size(), topic, name));
      }
    }
    return all;
  }

  private static List<ConsumerAssignment> consumers(
      Workload workload, List<SubscriptionHandle> subscriptions) {
    int each = workload.consumerPerSubscription();
    List<ConsumerAssignment> all = new ArrayList<>();
    for (SubscriptionHandle subscription : subscriptions) {
      for (int i = 0; i < each; i++) {
        all.add(new ConsumerAssignment(all.size(), subscription, each == 1));
      }
    }
    return all;
  }

  private static String randomName(Random random) {
    byte[] bytes = new byte[5];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static <T> List<List<T>> deal(
      List<T> items, int workers, int from, int to, Random random) {
    List<List<T>> hands = new ArrayList<>();
    IntStream.range(0, workers).forEach(i -> hands.add(new ArrayList<>()));
    List<T> shuffled = new ArrayList<>(items);
    Collections.shuffle(shuffled, random);
    for (int i = 0; i < shuffled.size(); i++) {
      hands.get(from + i % (to - from)).add(shuffled.get(i));
    }
    return hands;
  }
}
