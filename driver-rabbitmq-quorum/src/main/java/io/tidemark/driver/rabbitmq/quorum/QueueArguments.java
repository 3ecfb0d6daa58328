package io.tidemark.driver.rabbitmq.quorum;

import io.tidemark.driver.rabbitmq.ConfigurationTree;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.QueueType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The arguments that a queue of each type takes, as RabbitMQ 3.10 and 4 know them. */
final class QueueArguments {
  static final String DELIVERY_LIMIT = "x-delivery-limit";
  private static final String OVERFLOW = "x-overflow";
  private static final String DEAD_LETTERS = "x-dead-letter-strategy";

  /** RabbitMQ 4 limits deliveries to 20 unless told so. */
  private static final long UNLIMITED = -1;

  private static final Set<QueueType> ANY = Set.of(QueueType.values());
  private static final Set<QueueType> QUORUM = Set.of(QueueType.QUORUM);
  private static final Set<QueueType> CLASSIC = Set.of(QueueType.CLASSIC);
  private static final Set<QueueType> STREAM = Set.of(QueueType.STREAM);
  private static final Set<QueueType> QUEUES = Set.of(QueueType.QUORUM, QueueType.CLASSIC);

  /**
   * @param number whether it must be a whole number
   * @param values what a text may be; empty for any
   */
  private record Rule(Set<QueueType> types, boolean number, List<String> values) {}

  private static final Map<String, Rule> RULES = new TreeMap<>();

  static {
    number(QUORUM, "x-quorum-initial-group-size", "x-quorum-target-group-size", DELIVERY_LIMIT);
    number(QUORUM, "x-max-in-memory-length", "x-max-in-memory-bytes");
    number(STREAM, "x-initial-cluster-size", "x-stream-max-segment-size-bytes");
    number(STREAM, "x-stream-filter-size-bytes");
    number(CLASSIC, "x-max-priority", "x-queue-version");
    number(QUEUES, "x-max-length", "x-message-ttl", "x-expires");
    number(ANY, "x-max-length-bytes");
    text(ANY, "x-queue-leader-locator", "client-local", "balanced", "least-leaders", "random");
    text(QUEUES, OVERFLOW, "drop-head", "reject-publish", "reject-publish-dlx");
    text(QUORUM, DEAD_LETTERS, "at-most-once", "at-least-once");
    text(QUEUES, "x-single-active-consumer", "true", "false");
    text(QUEUES, "x-dead-letter-exchange");
    text(QUEUES, "x-dead-letter-routing-key");
    text(CLASSIC, "x-queue-mode", "lazy", "default");
    text(CLASSIC, "x-queue-master-locator", "client-local", "min-masters", "random");
    text(STREAM, "x-max-age");
  }

  private QueueArguments() {}

  private static void number(Set<QueueType> types, String... names) {
    for (String name : names) {
      RULES.put(name, new Rule(types, true, List.of()));
    }
  }

  private static void text(Set<QueueType> types, String name, String... values) {
    RULES.put(name, new Rule(types, false, List.of(values)));
  }

  /** What to declare queues with: the type, and the arguments of the file that are right. */
  static Map<String, Object> checked(ConfigurationTree tree, QueueType type) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("x-queue-type", type.name().toLowerCase(Locale.ROOT));
    tree.map("queueArguments")
        .forEach(
            (name, value) -> {
              String problem = problem(name, value, type);
              if (problem == null) {
                arguments.put(name, value);
              } else {
                tree.problem("queueArguments." + name, problem);
              }
            });
    checkTogether(tree, arguments, type);
    return arguments;
  }

  /** What quorum queues of every version take and ignore. */
  private static void checkTogether(
      ConfigurationTree tree, Map<String, Object> arguments, QueueType type) {
    Object overflow = arguments.get(OVERFLOW);
    if (type == QueueType.QUORUM && "reject-publish-dlx".equals(overflow)) {
      tree.problem(
          "queueArguments." + OVERFLOW,
          "got 'reject-publish-dlx', which a quorum queue takes for drop-head; allowed drop-head,"
              + " reject-publish");
    }
    if ("at-least-once".equals(arguments.get(DEAD_LETTERS))) {
      if (!"reject-publish".equals(overflow)) {
        tree.problem(
            "queueArguments." + DEAD_LETTERS,
            "at-least-once needs x-overflow: reject-publish; else the broker dead-letters at most"
                + " once");
      }
      if (!arguments.containsKey("x-dead-letter-exchange")) {
        tree.problem(
            "queueArguments." + DEAD_LETTERS, "at-least-once needs x-dead-letter-exchange");
      }
    }
  }

  private static String problem(String name, Object value, QueueType type) {
    Rule rule = RULES.get(name);
    if (name.equals("x-queue-type")) {
      return "is set by the key queueType";
    }
    if (rule == null) {
      return "is not an argument of a queue; allowed " + String.join(", ", allowed(type));
    }
    if (!rule.types.contains(type)) {
      return "does not belong to a queue of type " + type + "; allowed for " + rule.types;
    }
    boolean wholeNumber = value instanceof Integer || value instanceof Long;
    long least = name.equals(DELIVERY_LIMIT) ? UNLIMITED : 0;
    if (rule.number && (!wholeNumber || ((Number) value).longValue() < least)) {
      return "got '" + value + "'; allowed a whole number from " + least;
    }
    if (!rule.values.isEmpty() && !rule.values.contains(String.valueOf(value))) {
      return "got '" + value + "'; allowed " + String.join(", ", rule.values);
    }
    return null;
  }

  private static List<String> allowed(QueueType type) {
    return RULES.entrySet().stream()
        .filter(entry -> entry.getValue().types.contains(type))
        .map(Map.Entry::getKey)
        .toList();
  }
}
