package io.tidemark.driver.rabbitmq.quorum.topology;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import io.tidemark.driver.rabbitmq.BrokerUri;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.quorum.connection.ConnectionSlot;
import io.tidemark.driver.rabbitmq.quorum.connection.Refusals;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Declares, looks up and deletes exchanges and queues. Safe for several threads. */
public final class Administration {
  private final ConnectionSlot connection;
  private final QuorumTopology topology;
  private final Optional<ManagementApi> management;
  private final BrokerUri uri;
  private final Map<String, Integer> partitionsByTopic = new ConcurrentHashMap<>();
  private final Map<String, List<String>> serverNamed = new HashMap<>();

  /** In the order they were made; the same queue more than once. */
  private final Map<String, Queue<String>> queuesByTopic = new ConcurrentHashMap<>();

  public Administration(
      ConnectionSlot connection,
      QuorumTopology topology,
      Optional<ManagementApi> management,
      BrokerUri uri) {
    this.connection = connection;
    this.topology = topology;
    this.management = management;
    this.uri = uri;
  }

  private interface Action<T> {
    T on(Channel channel) throws IOException;
  }

  /** A channel for each action: an error of the broker closes the channel. */
  private <T> T with(Action<T> action) throws IOException {
    Channel channel = connection.openChannel().channel();
    try {
      return action.on(channel);
    } catch (ShutdownSignalException e) {
      throw Refusals.failure("broker closed the connection: " + Refusals.reason(e), e);
    } catch (IOException e) {
      throw Refusals.failure(uri.address() + " refused: " + Refusals.reason(e), e);
    } finally {
      ConnectionSlot.discard(channel);
    }
  }

  /** Checks early that the broker is reachable, and reads its facts. */
  public Map<String, Object> connect() throws IOException {
    return with(channel -> channel.getConnection().getServerProperties());
  }

  public void declareRequestQueue(String queue, boolean existing) throws IOException {
    with(
        channel -> {
          if (existing) {
            return channel.queueDeclarePassive(queue);
          }
          topology.declareOwnQueue(channel, queue);
          return queue;
        });
  }

  public void deleteQueue(String queue) throws IOException {
    with(channel -> channel.queueDelete(queue));
  }

  public void createTopic(String topic, int partitions) throws IOException, InterruptedException {
    if (partitions < 1) {
      throw new IllegalArgumentException(
          "topic " + topic + ": got " + partitions + " partitions; allowed 1 ..");
    }
    if (topology.givenExchange().isPresent()) {
      requireOneTopic(topic);
      requireExchange(topology.givenExchange().get());
    }
    for (String queue : topology.outcomes().namedQueue().stream().toList()) {
      if (!exists(channel -> channel.queueDeclarePassive(queue))) {
        throw new IOException(
            "outcomes.deadLetterDestination: there is no queue '%s' in virtual host '%s'; create it, or remove the key"
                .formatted(queue, uri.virtualHost()));
      }
    }
    with(
        channel -> {
          topology.declareTopic(channel, topic, partitions);
          return topic;
        });
    partitionsByTopic.put(topic, partitions);
  }

  private void requireOneTopic(String topic) {
    if (topology.topicsShareMessages() && !partitionsByTopic.isEmpty()) {
      throw new IllegalArgumentException(
          "exchange.name: each of the topics %s and %s would receive the messages of both; use one"
                  .formatted(partitionsByTopic.keySet().iterator().next(), topic)
              + " topic, or exchangeType: direct without exchange.routingKey");
    }
  }

  private void requireExchange(String exchange) throws IOException, InterruptedException {
    if (!exists(channel -> channel.exchangeDeclarePassive(exchange))) {
      if (!topology.settings().exchangeCreate()) {
        throw new IOException(
            "exchange.name: there is no exchange '%s' in virtual host '%s'; create it, or set exchange.create: true"
                .formatted(exchange, uri.virtualHost()));
      }
      with(
          channel -> {
            topology.declareGivenExchange(channel);
            return exchange;
          });
    } else if (management.isPresent()) {
      requireType(management.get(), exchange);
    }
  }

  /** A passive declaration does not compare types. */
  private void requireType(ManagementApi api, String exchange)
      throws IOException, InterruptedException {
    String type =
        api.find(ManagementApi.path("exchanges", uri.virtualHost(), exchange))
            .map(found -> found.path("type").asText())
            .orElse("");
    String wanted = topology.settings().exchangeType();
    if (!type.isEmpty() && !type.equals(wanted)) {
      throw new IOException(
          "exchangeType: got %s; exchange '%s' is of type %s".formatted(wanted, exchange, type));
    }
  }

  /** Declares the queues of a subscription and returns their names by partition. */
  public List<String> createSubscription(String topic, String subscription) throws IOException {
    if (topology.queuesAreNamedByTheServer()) {
      synchronized (serverNamed) {
        // Its consumers share the queues of the first one.
        List<String> known = serverNamed.get(topic + " " + subscription);
        if (known == null) {
          known = declareSubscription(topic, subscription);
          serverNamed.put(topic + " " + subscription, known);
        }
        return known;
      }
    }
    return declareSubscription(topic, subscription);
  }

  private List<String> declareSubscription(String topic, String subscription) throws IOException {
    int partitions = partitions(topic);
    List<String> queues =
        with(channel -> topology.declareSubscription(channel, topic, subscription, partitions));
    Queue<String> made = queuesByTopic.computeIfAbsent(topic, key -> new ConcurrentLinkedQueue<>());
    made.addAll(queues);
    if (topology.outcomes().makesDeadLetterQueues()) {
      made.add(topology.deadLetterQueue(topic, subscription));
    }
    return queues;
  }

  /**
   * Does something on a channel that is discarded.
   *
   * @throws IOException with the broker's reason if it refuses
   */
  void attempt(Attempt attempt) throws IOException {
    with(
        channel -> {
          attempt.on(channel);
          return "";
        });
  }

  /** What a broker may refuse. */
  interface Attempt {
    void on(Channel channel) throws IOException;
  }

  /** Messages that are ready for delivery, over all queues, now. */
  public long waitingMessages(List<String> queues) throws IOException {
    return with(
        channel -> {
          long messages = 0;
          for (String queue : queues) {
            messages += channel.messageCount(queue);
          }
          return messages;
        });
  }

  /**
   * The queue by whose leader producers of a topic are placed: the first that was made here, which
   * is the first partition's, or the first that is bound; "" when none is known.
   */
  public String firstQueue(String topic) {
    if (topology.topicsAreQueues()) {
      return topology.queueOf(topic);
    }
    Queue<String> made = queuesByTopic.get(topic);
    String first = made == null ? null : made.peek();
    return first != null ? first : boundQueues(topic).stream().findFirst().orElse("");
  }

  /** How many partitions a topic has, also when another worker made it. */
  public int partitions(String topic) throws IOException {
    Integer known = partitionsByTopic.get(topic);
    if (known != null) {
      return known;
    }
    int found =
        find(topic).orElseThrow(() -> new IOException("topic " + topic + " does not exist"));
    partitionsByTopic.put(topic, found);
    return found;
  }

  /** The number of partitions; empty if there is no such topic. */
  public Optional<Integer> find(String topic) throws IOException {
    if (topology.topicsAreQueues()) {
      String queue = topology.queueOf(topic);
      return exists(channel -> channel.queueDeclarePassive(queue))
          ? Optional.of(1)
          : Optional.empty();
    }
    if (topology.givenExchange().isPresent()) {
      String exchange = topology.givenExchange().get();
      return exists(channel -> channel.exchangeDeclarePassive(exchange))
          ? Optional.of(1)
          : Optional.empty();
    }
    if (!partitionExists(topic, 0)) {
      return Optional.empty();
    }
    int there = 0;
    int missing = 1;
    while (partitionExists(topic, missing)) {
      there = missing;
      missing *= 2;
    }
    while (missing - there > 1) {
      int middle = (there + missing) >>> 1;
      if (partitionExists(topic, middle)) {
        there = middle;
      } else {
        missing = middle;
      }
    }
    return Optional.of(missing);
  }

  private boolean partitionExists(String topic, int partition) throws IOException {
    return exists(channel -> channel.exchangeDeclarePassive(topology.exchange(topic, partition)));
  }

  private boolean exists(Action<?> passiveDeclaration) throws IOException {
    Channel channel = connection.openChannel().channel();
    try {
      passiveDeclaration.on(channel);
      return true;
    } catch (IOException e) {
      if (e.getCause() instanceof ShutdownSignalException signal
          && signal.getReason() instanceof AMQP.Channel.Close close
          && close.getReplyCode() == AMQP.NOT_FOUND) {
        return false;
      }
      throw Refusals.failure(uri.address() + " refused: " + Refusals.reason(e), e);
    } finally {
      ConnectionSlot.discard(channel);
    }
  }

  /**
   * Deletes a topic with all its queues; those of other workers are found by their bindings.
   *
   * @return whether there was one
   */
  public boolean deleteTopic(String topic) throws IOException {
    if (topology.topicsExist()) {
      return false; // Not ours.
    }
    Optional<Integer> partitions = find(topic);
    Set<String> queues = new LinkedHashSet<>(boundQueues(topic));
    Queue<String> made = queuesByTopic.remove(topic);
    queues.addAll(made == null ? List.of() : made);
    if (topology.topicsAreQueues()) {
      queues.add(topology.queueOf(topic));
    }
    for (String queue : queues) {
      with(channel -> channel.queueDelete(queue));
    }
    for (String exchange : topology.exchanges(topic, partitions.orElse(0))) {
      with(channel -> channel.exchangeDelete(exchange));
    }
    partitionsByTopic.remove(topic);
    return partitions.isPresent();
  }

  private List<String> boundQueues(String topic) {
    if (management.isEmpty() || topology.topicsAreQueues()) {
      return List.of();
    }
    List<String> queues = new ArrayList<>();
    try {
      for (String exchange : topology.sources(topic, find(topic).orElse(0))) {
        String path =
            ManagementApi.path("exchanges", uri.virtualHost(), exchange, "bindings", "source");
        management
            .get()
            .find(path)
            .ifPresent(
                found ->
                    found.forEach(binding -> queues.add(binding.path("destination").asText())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      org.slf4j.LoggerFactory.getLogger(Administration.class)
          .warn("Queues bound to topic {} are not known: {}", topic, e.getMessage());
    }
    queues.removeIf(queue -> !topology.isOf(topic, queue));
    return queues;
  }
}
