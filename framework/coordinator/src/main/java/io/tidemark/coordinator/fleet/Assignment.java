package io.tidemark.coordinator.fleet;

import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.Pairs;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Workload;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Assignment of producers and consumers to workers, as in OMB: the first half of the workers
 * produces, the rest consumes; producers and consumers are shuffled and assigned in turn. The same
 * seed gives the same assignment; names of subscriptions are new in each run.
 *
 * @param topics of the run
 * @param subscriptions of the run, by index
 * @param producers of each worker
 * @param consumers of each worker
 * @param pairs of a request/reply run, whose producers are requesters and whose consumers are
 *     responders
 */
public record Assignment(
    List<TopicHandle> topics,
    List<SubscriptionHandle> subscriptions,
    List<List<ProducerRequest>> producers,
    List<List<ConsumerRequest>> consumers,
    Optional<Pairs> pairs) {

  static final String REQUESTS = "requests";
  static final String REPLIES = "replies";

  public Assignment {
    topics = List.copyOf(topics);
    subscriptions = List.copyOf(subscriptions);
    producers = producers.stream().map(List::copyOf).toList();
    consumers = consumers.stream().map(List::copyOf).toList();
  }

  public static Assignment of(
      Workload workload,
      List<TopicHandle> topics,
      int workers,
      boolean extra,
      String runId,
      long seed) {
    Random random = new Random(seed);
    List<SubscriptionHandle> subscriptions = subscriptions(workload, topics, runId);
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
            workload.producersChange() ? Optional.empty() : Optional.of(random)),
        deal(
            consumers(workload, subscriptions),
            workers,
            firstConsumer,
            workers,
            workload.consumersChange() ? Optional.empty() : Optional.of(random)),
        Optional.empty());
  }

  /**
   * Requesters and responders, assigned in the same way. A pair has two subscriptions: that of its
   * requests, and that of the replies to them.
   */
  public static Assignment of(
      RequestReplySpec spec, int partitions, Pairs pairs, int workers, boolean extra, long seed) {
    Random random = new Random(seed);
    List<TopicHandle> topics =
        pairs.requestDestinations().stream()
            .map(name -> new TopicHandle(name, partitions))
            .toList();
    List<SubscriptionHandle> subscriptions = new ArrayList<>();
    for (String name : List.of(REQUESTS, REPLIES)) {
      topics.forEach(
          topic -> subscriptions.add(new SubscriptionHandle(subscriptions.size(), topic, name)));
    }
    int requesterWorkers = producerWorkers(workers, extra);
    List<ProducerRequest> requesters =
        IntStream.range(0, spec.mostRequesters())
            .mapToObj(i -> new ProducerRequest(i, topics.get(i % topics.size())))
            .toList();
    List<ConsumerRequest> responders =
        IntStream.range(0, spec.responders())
            .mapToObj(
                i -> new ConsumerRequest(i, subscriptions.get(pairs.requestSubscription(i)), false))
            .toList();
    return new Assignment(
        topics,
        subscriptions,
        inTurn(requesters, workers, 0, requesterWorkers),
        deal(
            responders, workers, workers == 1 ? 0 : requesterWorkers, workers, Optional.of(random)),
        Optional.of(pairs));
  }

  /** The first n of clients that join must be distributed over the workers, for any n. */
  private static <T> List<List<T>> inTurn(List<T> items, int workers, int from, int to) {
    List<List<T>> hands = new ArrayList<>();
    IntStream.range(0, workers).forEach(i -> hands.add(new ArrayList<>()));
    for (int i = 0; i < items.size(); i++) {
      hands.get(from + i % (to - from)).add(items.get(i));
    }
    return hands;
  }

  /** Whether a subscription is that of replies. */
  public boolean isOfReplies(SubscriptionHandle subscription) {
    return pairs.isPresent() && subscription.index() >= pairs.get().pairs().size();
  }

  /** Whether responders receive requests by the subscription of that index. */
  public boolean isOfRequests(int subscription) {
    return pairs.isPresent() && subscription < pairs.get().pairs().size();
  }

  /** The subscription to the requests whose replies a subscription gets. */
  public SubscriptionHandle requestsOf(SubscriptionHandle replies) {
    return subscriptions.get(replies.index() - pairs.orElseThrow().pairs().size());
  }

  /** OMB's split: half of the workers, or a third with extra consumers, but at least one. */
  static int producerWorkers(int workers, boolean extra) {
    return Math.max(1, extra ? (workers + 2) / 3 : workers / 2);
  }

  public int totalProducers() {
    return producers.stream().mapToInt(List::size).sum();
  }

  /** All producers in the order of their indexes. */
  public List<ProducerRequest> allProducers() {
    return producers.stream()
        .flatMap(List::stream)
        .sorted(Comparator.comparingInt(ProducerRequest::index))
        .toList();
  }

  /** Indexes of the producers of each topic, ascending; topics without producers are absent. */
  public Map<TopicHandle, int[]> producersByTopic() {
    Map<TopicHandle, IntStream.Builder> byTopic = new HashMap<>();
    for (ProducerRequest producer : allProducers()) {
      byTopic.computeIfAbsent(producer.topic(), key -> IntStream.builder()).add(producer.index());
    }
    Map<TopicHandle, int[]> indexes = new HashMap<>();
    byTopic.forEach((topic, found) -> indexes.put(topic, found.build().toArray()));
    return indexes;
  }

  /** Workers that consume from each subscription, by the index of the subscription. */
  public List<BitSet> workersBySubscription() {
    List<BitSet> workers = new ArrayList<>();
    subscriptions.forEach(each -> workers.add(new BitSet()));
    for (int worker = 0; worker < consumers.size(); worker++) {
      for (ConsumerRequest consumer : consumers.get(worker)) {
        workers.get(consumer.subscription().index()).set(worker);
      }
    }
    return workers;
  }

  /**
   * Index of the worker that has a producer, by the producer's index; responders stamp, too, and
   * come after them.
   */
  public List<Integer> workerOfProducer() {
    int requesters = totalProducers();
    int responders = pairs.isPresent() ? consumers.stream().mapToInt(List::size).sum() : 0;
    Integer[] workers = new Integer[requesters + responders];
    for (int worker = 0; worker < producers.size(); worker++) {
      for (ProducerRequest producer : producers.get(worker)) {
        workers[producer.index()] = worker;
      }
      if (pairs.isPresent()) {
        for (ConsumerRequest responder : consumers.get(worker)) {
          workers[requesters + responder.index()] = worker;
        }
      }
    }
    return List.of(workers);
  }

  private static List<ProducerRequest> producers(Workload workload, List<TopicHandle> topics) {
    List<TopicHandle> each =
        perTopic(topics, workload.mostProducersPerTopic(), workload.producersChange());
    return IntStream.range(0, each.size())
        .mapToObj(i -> new ProducerRequest(i, each.get(i)))
        .toList();
  }

  /**
   * Each as often as it has clients.
   *
   * @param inTurn whether the first clients of all come first, because others join later
   */
  private static <T> List<T> perTopic(List<T> destinations, int clients, boolean inTurn) {
    return IntStream.range(0, destinations.size() * clients)
        .mapToObj(i -> destinations.get(inTurn ? i % destinations.size() : i / clients))
        .toList();
  }

  private static List<SubscriptionHandle> subscriptions(
      Workload workload, List<TopicHandle> topics, String runId) {
    List<SubscriptionHandle> all = new ArrayList<>();
    for (TopicHandle topic : topics) {
      for (int i = 0; i < workload.destinations().subscriptionsPerTopic(); i++) {
        String name = SubscriptionHandle.newName(runId, topic.name(), i);
        all.add(new SubscriptionHandle(all.size(), topic, name));
      }
    }
    return all;
  }

  private static List<ConsumerRequest> consumers(
      Workload workload, List<SubscriptionHandle> subscriptions) {
    int most = workload.mostConsumersPerSubscription();
    List<SubscriptionHandle> each = perTopic(subscriptions, most, workload.consumersChange());
    return IntStream.range(0, each.size())
        .mapToObj(i -> new ConsumerRequest(i, each.get(i), most == 1))
        .toList();
  }

  private static <T> List<List<T>> deal(
      List<T> items, int workers, int from, int to, Optional<Random> random) {
    List<T> shuffled = new ArrayList<>(items);
    random.ifPresent(by -> Collections.shuffle(shuffled, by));
    return inTurn(shuffled, workers, from, to);
  }
}
