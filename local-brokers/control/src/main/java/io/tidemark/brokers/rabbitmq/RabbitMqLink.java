package io.tidemark.brokers.rabbitmq;

import static io.tidemark.brokers.rabbitmq.RabbitMqManagement.segment;

import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.Polling;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Copies of the messages of exchanges, from one cluster to the exchanges of the same names of
 * another one, which asks for them: so the link does not end with the first cluster.
 */
record RabbitMqLink(Map<String, String> source, Map<String, String> target, Polling deadline) {
  private static final String DEFAULT_HOST = "%2F";
  private static final String UPSTREAM = "site-a";
  private static final Pattern NAME = Pattern.compile("\"name\":\"([^\"]*)\"");
  private static final Pattern RUNNING = Pattern.compile("\"state\":\"running\"");

  /**
   * From a second queue of each exchange: from the first one, the shovel would take messages away.
   */
  void shovel(List<String> topics) {
    List<String> exchanges = exchanges(topics);
    for (String exchange : exchanges) {
      String queue = exchange + ".standby";
      RabbitMqManagement from = RabbitMqManagement.of(source);
      from.put(
          path("queues", queue), "{\"durable\":true,\"arguments\":{\"x-queue-type\":\"quorum\"}}");
      // For any type of exchange: it delivers each message once to a queue.
      for (String key : List.of("", "#")) {
        from.post(
            "/api/bindings/%s/e/%s/q/%s".formatted(DEFAULT_HOST, segment(exchange), segment(queue)),
            "{\"routing_key\":\"%s\"}".formatted(key));
      }
      RabbitMqManagement.of(target)
          .put(
              path("parameters/shovel", exchange),
              """
              {"value": {"src-protocol": "amqp091", "src-uri": %s, "src-queue": "%s",
                "src-prefetch-count": 1000, "dest-protocol": "amqp091", "dest-uri": "amqp://",
                "dest-exchange": "%s", "ack-mode": "on-confirm", "reconnect-delay": 1}}"""
                  .formatted(uris(), escaped(queue), escaped(exchange)));
    }
    deadline.require(
        () -> running("/api/shovels") >= exchanges.size(),
        () ->
            late(
                String.format(
                    Locale.ROOT,
                    "%d of %d shovels run",
                    running("/api/shovels"),
                    exchanges.size())));
  }

  void federation(List<String> topics) {
    List<String> exchanges = exchanges(topics);
    RabbitMqManagement to = RabbitMqManagement.of(target);
    to.put(
        path("parameters/federation-upstream", UPSTREAM),
        "{\"value\": {\"uri\": %s, \"ack-mode\": \"on-confirm\", \"reconnect-delay\": 1}}"
            .formatted(uris()));
    String names =
        exchanges.stream()
            .map(name -> name.replaceAll("[^A-Za-z0-9_-]", "[$0]"))
            .collect(Collectors.joining("|"));
    to.put(
        path("policies", UPSTREAM),
        """
        {"pattern": "^(%s)$", "apply-to": "exchanges", "priority": 10,
          "definition": {"federation-upstream": "%s"}}"""
            .formatted(names, UPSTREAM));
    deadline.require(
        () -> exchanges.stream().allMatch(this::isFederated),
        () ->
            late(
                String.format(
                    Locale.ROOT,
                    "%d of %d exchanges are federated",
                    exchanges.stream().filter(this::isFederated).count(),
                    exchanges.size())));
  }

  /** Whether the first cluster keeps its messages for the other one. */
  private boolean isFederated(String exchange) {
    return RabbitMqManagement.of(source)
        .get(path("exchanges", exchange) + "/bindings/source")
        .filter(bindings -> bindings.contains("\"destination\":\"federation: "))
        .isPresent();
  }

  /** Each topic is an exchange, and its further partitions are those with {@code .k} added. */
  private List<String> exchanges(List<String> topics) {
    String listed =
        RabbitMqManagement.of(source)
            .get("/api/exchanges/" + DEFAULT_HOST + "?columns=name")
            .orElseThrow(() -> new LocalBrokerException("the management API does not answer"));
    List<String> all = NAME.matcher(listed).results().map(found -> found.group(1)).toList();
    return topics.stream()
        .flatMap(
            topic -> {
              List<String> found = all.stream().filter(name -> isOf(topic, name)).toList();
              if (found.isEmpty()) {
                throw new LocalBrokerException(
                    "topic " + topic + " has no exchange: only exchanges can be replicated");
              }
              return found.stream();
            })
        .toList();
  }

  private static boolean isOf(String topic, String exchange) {
    return exchange.equals(topic)
        || exchange.startsWith(topic + ".")
            && exchange.substring(topic.length() + 1).matches("\\d+");
  }

  private long running(String path) {
    return RabbitMqManagement.of(target).get(path).stream()
        .flatMap(text -> RUNNING.matcher(text).results())
        .count();
  }

  private String uris() {
    return Stream.of(source.getOrDefault("amqpUris", "").split(",", -1))
        .map(uri -> "\"" + uri + "\"")
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String path(String kind, String name) {
    return "/api/" + kind + "/" + DEFAULT_HOST + "/" + segment(name);
  }

  private static String escaped(String name) {
    return name.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  private String late(String what) {
    return String.format(
        Locale.ROOT,
        "the replication did not begin within %d s: %s",
        deadline.length().toSeconds(),
        what);
  }
}
