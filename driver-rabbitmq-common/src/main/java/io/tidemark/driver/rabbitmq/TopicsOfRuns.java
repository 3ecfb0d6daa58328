package io.tidemark.driver.rabbitmq;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.driver.topics.TopicLister.ListedTopic;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Exchanges and queues of the framework's topics in a virtual host, also of other runs, which only
 * the management API lists.
 */
public record TopicsOfRuns(Optional<ManagementApi> management, String virtualHost) {
  /** A topic, and what this driver adds for partitions, subscriptions and replies. */
  private static final Pattern PART_OF_TOPIC =
      Pattern.compile("(.*-\\d{7}-[A-Za-z0-9_-]{7}(?:tm)?)(?:[.-].*)?");

  /** Topics whose exchanges or queues begin so; one is in use if a queue of it has consumers. */
  public List<ListedTopic> list(String prefix) throws IOException, InterruptedException {
    Map<String, Boolean> usedByTopic = new TreeMap<>();
    for (JsonNode queue : all("queues", "name,consumers")) {
      boolean consumed = queue.path("consumers").asInt() > 0;
      topicOf(queue, prefix)
          .ifPresent(topic -> usedByTopic.merge(topic, consumed, Boolean::logicalOr));
    }
    for (JsonNode exchange : all("exchanges", "name")) {
      topicOf(exchange, prefix).ifPresent(topic -> usedByTopic.putIfAbsent(topic, false));
    }
    List<ListedTopic> topics = new ArrayList<>();
    usedByTopic.forEach((topic, used) -> topics.add(new ListedTopic(topic, used)));
    return topics;
  }

  /** Deletes what is left of a topic. */
  public void delete(String topic) throws IOException, InterruptedException {
    for (String kind : List.of("queues", "exchanges")) {
      for (JsonNode each : all(kind, "name")) {
        if (topicOf(each, topic).filter(topic::equals).isPresent()) {
          api().delete(ManagementApi.path(kind, virtualHost, each.path("name").asText()));
        }
      }
    }
  }

  private static Optional<String> topicOf(JsonNode part, String prefix) {
    Matcher name = PART_OF_TOPIC.matcher(part.path("name").asText());
    return Optional.of(name)
        .filter(Matcher::matches)
        .map(found -> found.group(1))
        .filter(topic -> topic.startsWith(prefix));
  }

  private JsonNode all(String kind, String columns) throws IOException, InterruptedException {
    return api().get(ManagementApi.path(kind, virtualHost) + "?columns=" + columns);
  }

  private ManagementApi api() throws IOException {
    return management.orElseThrow(
        () ->
            new IOException(
                "topics can only be listed with the management plug-in; set managementUris"));
  }
}
