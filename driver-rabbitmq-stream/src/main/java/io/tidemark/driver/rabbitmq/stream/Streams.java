package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.ByteCapacity;
import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.StreamCreator;
import com.rabbitmq.stream.StreamCreator.LeaderLocator;
import com.rabbitmq.stream.StreamException;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.TopicsOfRuns;
import io.tidemark.driver.rabbitmq.stream.StreamConfiguration.Leader;
import io.tidemark.driver.topics.TopicLister.ListedTopic;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How topics and partitions become streams: a topic of one partition is a stream of its name; one
 * of several is a super stream, with the streams name-0, name-1, ... For a broker without super
 * streams (before 3.13) the driver creates the same streams, and exchange and bindings with the
 * management API, if configured. Thread-safe.
 */
final class Streams {
  private static final String LEADER_ARGUMENT = "queue-leader-locator";

  private final Environment environment;
  private final StreamConfiguration.Streams settings;
  private final Optional<ManagementApi> management;
  private final String virtualHost;
  private final Map<String, Integer> partitionsByTopic = new ConcurrentHashMap<>();

  Streams(
      Environment environment,
      StreamConfiguration.Streams settings,
      Optional<ManagementApi> management,
      String virtualHost) {
    this.environment = environment;
    this.settings = settings;
    this.management = management;
    this.virtualHost = virtualHost;
  }

  static String stream(String topic, int partitions, int partition) {
    return partitions == 1 ? topic : topic + "-" + partition;
  }

  /** The number at the end of a partition's stream. */
  static int partitionOf(String stream) {
    int digits = stream.length();
    while (digits > 0 && Character.isDigit(stream.charAt(digits - 1))) {
      digits--;
    }
    boolean numbered = digits < stream.length() && digits > 0 && stream.charAt(digits - 1) == '-';
    return numbered ? Integer.parseInt(stream.substring(digits)) : 0;
  }

  void create(String topic, int partitions) throws IOException, InterruptedException {
    if (settings.existing()) {
      partitions(topic);
      return;
    }
    if (partitions == 1) {
      create(creator().stream(topic));
    } else {
      createSuperStream(topic, partitions);
    }
    partitionsByTopic.put(topic, partitions);
  }

  private void createSuperStream(String topic, int partitions)
      throws IOException, InterruptedException {
    try {
      create(creator().name(topic).superStream().partitions(partitions).creator());
    } catch (IOException e) {
      if (!isUnsupported(e)) {
        throw e;
      }
      for (int k = 0; k < partitions; k++) {
        create(creator().stream(stream(topic, partitions, k)));
      }
      bindPartitions(topic, partitions);
    }
  }

  /** Whether the broker is too old for what was asked. */
  static boolean isUnsupported(Throwable failure) {
    return failure instanceof UnsupportedOperationException
        || (failure.getCause() != null && isUnsupported(failure.getCause()));
  }

  private void create(StreamCreator creator) throws IOException {
    try {
      creator.create();
    } catch (StreamException | IllegalArgumentException | UnsupportedOperationException e) {
      throw StreamRefusals.failure("stream cannot be created: " + FailureReason.of(e), e);
    }
  }

  private StreamCreator creator() {
    StreamCreator creator = environment.streamCreator();
    locate(creator, settings.leader());
    if (settings.maxLengthBytes() > 0) {
      creator.maxLengthBytes(ByteCapacity.B(settings.maxLengthBytes()));
    }
    if (settings.maxSegmentBytes() > 0) {
      creator.maxSegmentSizeBytes(ByteCapacity.B(settings.maxSegmentBytes()));
    }
    if (!settings.maxAge().isZero()) {
      creator.maxAge(settings.maxAge());
    }
    if (settings.initialMembers() > 0) {
      creator.initialMemberCount(settings.initialMembers());
    }
    if (settings.filterBytes() > 0) {
      creator.filterSize(settings.filterBytes());
    }
    return creator;
  }

  private static void locate(StreamCreator creator, Leader leader) {
    switch (leader) {
      case BALANCED -> creator.leaderLocator(LeaderLocator.BALANCED);
      case CLIENT_LOCAL -> creator.leaderLocator(LeaderLocator.CLIENT_LOCAL);
      // The client has no names for these.
      case LEAST_LEADERS -> creator.argument(LEADER_ARGUMENT, "least-leaders");
      case RANDOM -> creator.argument(LEADER_ARGUMENT, "random");
    }
  }

  /** Exchange and bindings of a super stream for other clients. */
  private void bindPartitions(String topic, int partitions)
      throws IOException, InterruptedException {
    if (management.isEmpty()) {
      return;
    }
    management
        .get()
        .put(
            ManagementApi.path("exchanges", virtualHost, topic),
            Map.of("type", "direct", "durable", true, "arguments", Map.of("x-super-stream", true)));
    for (int k = 0; k < partitions; k++) {
      String stream = stream(topic, partitions, k);
      management
          .get()
          .post(
              ManagementApi.path("bindings", virtualHost, "e", topic, "q", stream),
              Map.of(
                  "routing_key",
                  Integer.toString(k),
                  "arguments",
                  Map.of("x-stream-partition-order", k)));
    }
  }

  /** The streams of a topic, by partition, also when another worker made it. */
  List<String> streams(String topic) throws IOException {
    int partitions = partitions(topic);
    List<String> streams = new ArrayList<>(partitions);
    for (int k = 0; k < partitions; k++) {
      streams.add(stream(topic, partitions, k));
    }
    return streams;
  }

  int partitions(String topic) throws IOException {
    Integer known = partitionsByTopic.get(topic);
    if (known != null) {
      return known;
    }
    int found =
        find(topic).orElseThrow(() -> new IOException("stream " + topic + " does not exist"));
    partitionsByTopic.put(topic, found);
    return found;
  }

  /** The number of partitions; empty when there is no such topic. */
  Optional<Integer> find(String topic) throws IOException {
    try {
      if (environment.streamExists(topic)) {
        return Optional.of(1);
      }
      int count = 0;
      while (environment.streamExists(topic + "-" + count)) {
        count++;
      }
      return count == 0 ? Optional.empty() : Optional.of(count);
    } catch (StreamException e) {
      throw StreamRefusals.failure("stream cannot be looked up: " + FailureReason.of(e), e);
    }
  }

  /** Streams of topics, also of other runs. */
  List<ListedTopic> list(String prefix) throws IOException, InterruptedException {
    return new TopicsOfRuns(management, virtualHost).list(prefix);
  }

  void delete(String topic) throws IOException, InterruptedException {
    Optional<Integer> partitions = find(topic);
    partitionsByTopic.remove(topic);
    if (settings.existing() || partitions.isEmpty()) {
      return;
    }
    for (int k = 0; k < partitions.get(); k++) {
      try {
        environment.deleteStream(stream(topic, partitions.get(), k));
      } catch (StreamException e) {
        throw new IOException("stream of " + topic + " cannot be deleted", e);
      }
    }
    if (partitions.get() > 1) {
      deleteExchange(topic);
    }
  }

  private void deleteExchange(String topic) throws IOException, InterruptedException {
    try {
      environment.deleteSuperStream(topic);
    } catch (UnsupportedOperationException | StreamException e) {
      if (management.isPresent()) {
        management.get().delete(ManagementApi.path("exchanges", virtualHost, topic));
      }
    }
  }
}
