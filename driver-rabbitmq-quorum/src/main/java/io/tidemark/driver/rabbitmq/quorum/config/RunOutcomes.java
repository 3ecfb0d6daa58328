package io.tidemark.driver.rabbitmq.quorum.config;

import io.tidemark.driver.outcome.DeadLetterReason;
import io.tidemark.driver.outcome.Outcome;
import io.tidemark.driver.outcome.OutcomeRequest;
import io.tidemark.driver.rabbitmq.BrokerVersion;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Consuming;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Protocol;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.QueueType;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Queues;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What consumers of a run do with messages, and the queues that this needs.
 *
 * @param queuesDelay whether queues delay what is given back, and not the consumer, as over AMQP
 *     1.0
 */
public record RunOutcomes(Optional<OutcomeRequest> wanted, boolean queuesDelay) {
  public static final RunOutcomes NONE = new RunOutcomes(Optional.empty(), false);

  private static final String EXCHANGE = "x-dead-letter-exchange";
  private static final String ROUTING_KEY = "x-dead-letter-routing-key";
  private static final long FIRST_WITH_DELAYS = BrokerVersion.of(4, 3);

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
    if (wanted.outcomes().contains(Outcome.ABANDON)) {
      return Optional.of(
          "abandoned: RabbitMQ's queues have no lock that ends for a single message; allowed"
              + " released, delayed and rejected");
    }
    if (delays(wanted)) {
      if (queues.type() != QueueType.QUORUM) {
        return Optional.of(
            "delayed: only quorum queues have a delay, from RabbitMQ 4.3 on; allowed with queueType:"
                + " quorum");
      }
      if (read.protocol() == Protocol.AMQP091
          && (wanted.outcomes().contains(Outcome.RELEASE)
              || queues.existing()
              || arguments.containsKey(QueueArguments.RETRY_TYPE))) {
        return Optional.of(
            "delayed: sets x-delayed-retry-type for all messages of a queue that are given back;"
                + " allowed without released and without that argument, with queues that the run"
                + " makes, or with protocol: amqp10, where each message has its delay");
      }
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
        && wanted.deadLetterDestination().isEmpty()
        && (named || !queues.exchange().isEmpty() || arguments.containsKey(EXCHANGE))) {
      return Optional.of(
          "deadLetters: the run makes and names the queues for that; allowed without queues.*,"
              + " exchange.name and x-dead-letter-exchange, with deadLetterDestination, or with"
              + " deadLetters: false");
    }
    return Optional.empty();
  }

  /**
   * Why the broker made a message a dead letter: the last time, which RabbitMQ 3.13 and later say,
   * or the first.
   *
   * @param headers of AMQP 0-9-1, or annotations of AMQP 1.0
   */
  public static @Nullable DeadLetterReason deadLetterReason(
      Function<String, @Nullable Object> headers) {
    Object last = headers.apply("x-last-death-reason");
    Object reason = last == null ? headers.apply("x-first-death-reason") : last;
    if (reason == null) {
      return null;
    }
    return switch (reason.toString()) {
      case "rejected" -> DeadLetterReason.REJECTED;
      case "delivery_limit" -> DeadLetterReason.GIVEN_UP;
      case "expired" -> DeadLetterReason.EXPIRED;
      case "maxlen" -> DeadLetterReason.OVERFLOW;
      default -> DeadLetterReason.OTHER;
    };
  }

  public boolean any() {
    return wanted.isPresent();
  }

  public boolean deadLetters() {
    return wanted.filter(OutcomeRequest::deadLetters).isPresent();
  }

  public RunOutcomes over(Protocol protocol) {
    return new RunOutcomes(wanted, protocol == Protocol.AMQP091);
  }

  private static boolean delays(OutcomeRequest wanted) {
    return wanted.outcomes().contains(Outcome.DELAY);
  }

  /**
   * @throws IOException where the broker would deliver a delayed message at once
   */
  public void require(String version) throws IOException {
    long number = BrokerVersion.of(version);
    if (wanted.filter(RunOutcomes::delays).isPresent()
        && number != BrokerVersion.UNKNOWN
        && number < FIRST_WITH_DELAYS) {
      throw new IOException(
          "outcomes.delayed: quorum queues have delays in RabbitMQ 4.3 and later; this one is "
              + version);
    }
  }

  /** Of a message that is delayed. */
  public Duration delay() {
    return wanted.map(OutcomeRequest::delay).orElse(Duration.ZERO);
  }

  /** Whether the run makes exchanges and queues for dead letters. */
  public boolean makesDeadLetterQueues() {
    return deadLetters() && namedQueue().isEmpty();
  }

  /** The existing queue of the run's dead letters. */
  public Optional<String> namedQueue() {
    return wanted.flatMap(OutcomeRequest::deadLetterDestination);
  }

  /**
   * The arguments of a subscription's queue. Those of the file may lead to the named queue.
   *
   * @param given by the file
   * @param exchange for its dead letters, if the run makes it
   */
  public Map<String, Object> arguments(
      Map<String, Object> given, String exchange, String routingKey) {
    if (!any()) {
      return given;
    }
    Map<String, Object> arguments = new LinkedHashMap<>(given);
    if (queuesDelay && wanted.filter(RunOutcomes::delays).isPresent()) {
      // The least delay times the number of deliveries, up to the most: the same each time.
      arguments.put(QueueArguments.RETRY_TYPE, "all");
      arguments.put(QueueArguments.RETRY_MIN, delay().toMillis());
      arguments.put(QueueArguments.RETRY_MAX, delay().toMillis());
    }
    // The limit counts returns: one less than deliveries.
    wanted
        .orElseThrow()
        .giveUpAfter()
        .ifPresent(limit -> arguments.put(QueueArguments.DELIVERY_LIMIT, limit - 1));
    if (deadLetters() && !given.containsKey(EXCHANGE)) {
      arguments.put(EXCHANGE, namedQueue().isPresent() ? "" : exchange);
      arguments.put(ROUTING_KEY, namedQueue().orElse(routingKey));
    }
    return arguments;
  }
}
