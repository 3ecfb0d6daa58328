package io.tidemark.driver.rabbitmq.quorum.config;

import io.tidemark.driver.outcome.Outcome;
import io.tidemark.driver.outcome.OutcomeRequest;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Consuming;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Protocol;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.QueueType;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Queues;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What consumers of a run do with messages, and the queues that this needs. */
public record RunOutcomes(Optional<OutcomeRequest> wanted) {
  public static final RunOutcomes NONE = new RunOutcomes(Optional.empty());

  private static final String EXCHANGE = "x-dead-letter-exchange";
  private static final Set<Outcome> POSSIBLE =
      Set.of(Outcome.ACCEPT, Outcome.RELEASE, Outcome.REJECT);

  /** What older keys of a file mean. */
  public static Map<String, Object> meant(Consuming older) {
    if (older.nackRatio() == 0) {
      return Map.of();
    }
    return older.nackRequeue()
        ? Map.of("released", older.nackRatio(), "times", older.nackTimes())
        : Map.of("rejected", older.nackRatio(), "deadLetters", false);
  }

  /** Why queues and consumers of a file cannot do it; empty if they can. */
  public static Optional<String> problem(OutcomeRequest wanted, QuorumConfiguration read) {
    Queues queues = read.queues();
    Map<String, Object> arguments = queues.arguments();
    if (!POSSIBLE.containsAll(wanted.outcomes())) {
      boolean abandons = wanted.outcomes().contains(Outcome.ABANDON);
      return Optional.of(
          (abandons ? "abandoned" : "delayed")
              + ": RabbitMQ's queues have no "
              + (abandons ? "lock that ends" : "delay")
              + " for a single message; allowed released and rejected");
    }
    if (queues.type() == QueueType.STREAM) {
      return Optional.of(
          "released: a stream has no answers to single messages; allowed with queueType: quorum or"
              + " classic");
    }
    if (read.consuming().autoAck()) {
      return Optional.of("released: needs ack: manual");
    }
    if (wanted.giveUpAfter().isPresent()) {
      if (queues.type() != QueueType.QUORUM || read.protocol() == Protocol.AMQP10) {
        return Optional.of(
            "giveUpAfter: only quorum queues count refusals, and only those over AMQP 0-9-1;"
                + " allowed with queueType: quorum and protocol: amqp091");
      }
      if (queues.existing() || arguments.containsKey(QueueArguments.DELIVERY_LIMIT)) {
        return Optional.of(
            "giveUpAfter: sets x-delivery-limit; allowed without that argument, and with queues"
                + " that the run makes");
      }
    }
    boolean named = queues.topicsAreQueues() || queues.exclusive() || queues.serverNamed();
    if (wanted.deadLetters()
        && (named || !queues.exchange().isEmpty() || arguments.containsKey(EXCHANGE))) {
      return Optional.of(
          "deadLetters: the run makes and names the queues for that; allowed without queues.*,"
              + " exchange.name and x-dead-letter-exchange, or deadLetters: false");
    }
    return Optional.empty();
  }

  public boolean any() {
    return wanted.isPresent();
  }

  public boolean deadLetters() {
    return wanted.filter(OutcomeRequest::deadLetters).isPresent();
  }

  /**
   * The arguments of a subscription's queue.
   *
   * @param given by the file
   * @param exchange for its dead letters
   */
  public Map<String, Object> arguments(
      Map<String, Object> given, String exchange, String routingKey) {
    if (!any()) {
      return given;
    }
    Map<String, Object> arguments = new LinkedHashMap<>(given);
    // The limit counts returns: one less than deliveries.
    wanted
        .orElseThrow()
        .giveUpAfter()
        .ifPresent(limit -> arguments.put(QueueArguments.DELIVERY_LIMIT, limit - 1));
    if (deadLetters()) {
      arguments.put(EXCHANGE, exchange);
      arguments.put("x-dead-letter-routing-key", routingKey);
    }
    return arguments;
  }
}
