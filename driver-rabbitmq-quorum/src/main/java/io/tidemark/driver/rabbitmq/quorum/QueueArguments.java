package io.tidemark.driver.rabbitmq.quorum;

import io.tidemark.driver.SettingValues;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.QueueType;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.Queues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The arguments that a queue of each type takes, as RabbitMQ 3.10 and 4 know them. */
final class QueueArguments {
  static final String DELIVERY_LIMIT = "x-delivery-limit";
  static final String MASTER_LOCATOR = "x-queue-master-locator";
  static final String CONSUMER_TIMEOUT = "x-consumer-timeout";
  static final String LEADER_LOCATOR = "x-queue-leader-locator";
  static final String TYPE = "x-queue-type";

  private static final String CHECKED = "queueArguments";
  private static final String UNCHECKED = "queueArgumentsUnchecked";
  private static final String SET_ELSEWHERE = "is set by the key queueType";
  private static final String OVERFLOW = "x-overflow";
  private static final String DEAD_LETTER_EXCHANGE = "x-dead-letter-exchange";
  private static final String DEAD_LETTER_KEY = "x-dead-letter-routing-key";
  private static final String DEAD_LETTERS = "x-dead-letter-strategy";

  /** RabbitMQ 4 limits deliveries to 20 unless told so. */
  private static final long UNLIMITED = -1;

  private static final Set<QueueType> ANY = Set.of(QueueType.values());
  private static final Set<QueueType> QUORUM = Set.of(QueueType.QUORUM);
  private static final Set<QueueType> CLASSIC = Set.of(QueueType.CLASSIC);
  private static final Set<QueueType> STREAM = Set.of(QueueType.STREAM);
  private static final Set<QueueType> QUEUES = Set.of(QueueType.QUORUM, QueueType.CLASSIC);

  private record Rule(Set<QueueType> types, ArgumentForm form) {}

  private static final Map<String, Rule> RULES = new TreeMap<>();

  static {
    rule(QUORUM, ArgumentForm.numberFrom(1), "x-quorum-initial-group-size");
    rule(QUORUM, ArgumentForm.numberFrom(0), "x-quorum-target-group-size");
    rule(QUORUM, ArgumentForm.numberFrom(UNLIMITED), DELIVERY_LIMIT);
    rule(QUORUM, ArgumentForm.numberFrom(0), "x-max-in-memory-length", "x-max-in-memory-bytes");
    rule(QUORUM, ArgumentForm.text("at-most-once", "at-least-once"), DEAD_LETTERS);
    rule(CLASSIC, ArgumentForm.number(0, 255), "x-max-priority");
    rule(CLASSIC, ArgumentForm.number(1, 2), "x-queue-version");
    rule(CLASSIC, ArgumentForm.text("lazy", "default"), "x-queue-mode");
    rule(CLASSIC, ArgumentForm.text("client-local", "min-masters", "random"), MASTER_LOCATOR);
    rule(STREAM, ArgumentForm.numberFrom(1), "x-initial-cluster-size");
    rule(STREAM, ArgumentForm.number(0, 3_000_000_000L), "x-stream-max-segment-size-bytes");
    rule(STREAM, ArgumentForm.number(16, 255), "x-stream-filter-size-bytes");
    rule(
        STREAM,
        ArgumentForm.textLike(Pattern.compile("\\d+[YMDhms]"), "7D (Y, M, D, h, m, s)"),
        "x-max-age");
    rule(QUEUES, ArgumentForm.numberFrom(0), "x-max-length", "x-message-ttl", CONSUMER_TIMEOUT);
    rule(QUEUES, ArgumentForm.numberFrom(1), "x-expires");
    rule(QUEUES, ArgumentForm.text("drop-head", "reject-publish", "reject-publish-dlx"), OVERFLOW);
    rule(QUEUES, ArgumentForm.flag(), "x-single-active-consumer");
    rule(QUEUES, ArgumentForm.text(), DEAD_LETTER_EXCHANGE, DEAD_LETTER_KEY);
    rule(ANY, ArgumentForm.numberFrom(0), "x-max-length-bytes");
    rule(
        ANY,
        ArgumentForm.text("client-local", "balanced", "least-leaders", "random"),
        LEADER_LOCATOR);
  }

  private QueueArguments() {}

  private static void rule(Set<QueueType> types, ArgumentForm form, String... names) {
    for (String name : names) {
      RULES.put(name, new Rule(types, form));
    }
  }

  static void check(SettingValues values, Queues queues) {
    QueueType type = queues.type();
    Map<String, Object> right = new LinkedHashMap<>();
    queues
        .queueArguments()
        .forEach(
            (name, value) -> {
              Optional<String> problem = problem(name, value, type);
              problem.ifPresent(wrong -> values.problem(CHECKED + "." + name, wrong));
              if (problem.isEmpty()) {
                right.put(name, value);
              }
            });
    checkTogether(values, right, type);
    for (String name : queues.queueArgumentsUnchecked().keySet()) {
      values.problemIf(name.equals(TYPE), UNCHECKED + "." + name, SET_ELSEWHERE);
      values.problemIf(
          right.containsKey(name), UNCHECKED + "." + name, "stands under " + CHECKED + ", too");
    }
  }

  /** What quorum queues of every version take and ignore. */
  private static void checkTogether(
      SettingValues values, Map<String, Object> arguments, QueueType type) {
    Object overflow = arguments.get(OVERFLOW);
    if (type == QueueType.QUORUM && "reject-publish-dlx".equals(overflow)) {
      values.problem(
          CHECKED + "." + OVERFLOW,
          "got 'reject-publish-dlx', which a quorum queue takes for drop-head; allowed drop-head,"
              + " reject-publish");
    }
    if ("at-least-once".equals(arguments.get(DEAD_LETTERS))) {
      if (!"reject-publish".equals(overflow)) {
        values.problem(
            CHECKED + "." + DEAD_LETTERS,
            "at-least-once needs x-overflow: reject-publish; else the broker dead-letters at most"
                + " once");
      }
      if (!arguments.containsKey(DEAD_LETTER_EXCHANGE)) {
        values.problem(CHECKED + "." + DEAD_LETTERS, "at-least-once needs " + DEAD_LETTER_EXCHANGE);
      }
    }
    if (arguments.containsKey(DEAD_LETTER_KEY) && !arguments.containsKey(DEAD_LETTER_EXCHANGE)) {
      values.problem(CHECKED + "." + DEAD_LETTER_KEY, "needs " + DEAD_LETTER_EXCHANGE);
    }
  }

  private static Optional<String> problem(String name, Object value, QueueType type) {
    Rule rule = RULES.get(name);
    if (name.equals(TYPE)) {
      return Optional.of(SET_ELSEWHERE);
    }
    if (rule == null) {
      return Optional.of(
          "is not an argument of RabbitMQ's own; allowed "
              + String.join(", ", allowed(type))
              + "; one of a plug-in goes under "
              + UNCHECKED);
    }
    if (!rule.types.contains(type)) {
      return Optional.of(
          "does not belong to a queue of type " + type + "; allowed for " + rule.types);
    }
    return rule.form.problem(value);
  }

  private static List<String> allowed(QueueType type) {
    return RULES.entrySet().stream()
        .filter(entry -> entry.getValue().types.contains(type))
        .map(Map.Entry::getKey)
        .toList();
  }
}
