package io.tidemark.model.outcome;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.outcome.Outcome;
import io.tidemark.driver.outcome.OutcomeRequest;
import io.tidemark.driver.settings.Key;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The keys of {@code outcomes}: what consumers do with messages. */
@RecordBuilder
public record OutcomeKeys(
    @Key(
            value = "Share of the messages that consumers give back: they are delivered again.",
            range = "0..1",
            orElse = "0.0")
        double released,
    @Key(
            value =
                "Share that consumers reject: they become dead letters, or are dropped without"
                    + " `deadLetters`.",
            range = "0..1",
            orElse = "0.0")
        double rejected,
    @Key(
            value =
                "Share without an answer until its lock ends, in NATS: they are delivered again.",
            range = "0..1",
            orElse = "0.0")
        double abandoned,
    @Key(
            value =
                "Share that is delivered again after `delay`: in NATS, in quorum queues from RabbitMQ"
                    + " 4.3 on (over AMQP 0-9-1 without `released`), and in Artemis without"
                    + " `released`.",
            range = "0..1",
            orElse = "0.0")
        double delayed,
    @Key(value = "Time for which a delayed message is not delivered.", orElse = "1s")
        Duration delay,
    @Key(
            value =
                "How often a released, abandoned or delayed message is refused before it is"
                    + " accepted. Classic queues of RabbitMQ and AMQP 1.0 only mark what is"
                    + " delivered again: 1 there.",
            range = "1..1000",
            orElse = "1")
        int times,
    @Key(
            value =
                "Deliveries after which the broker gives up a message that is refused each time."
                    + " RabbitMQ's quorum queues get it over AMQP 0-9-1 (`x-delivery-limit`); share"
                    + " groups of Kafka keep the broker's. Queues that the driver makes in Artemis"
                    + " (`max-delivery-attempts`) and IBM MQ (`BOTHRESH`, `BOQNAME`), and NATS"
                    + " (`MaxDeliver`) get it. If absent, the broker's own; `times` must be below it.",
            range = "1..1000")
        Optional<Integer> giveUpAfter,
    @Key(
            value =
                "Whether rejected messages, and those that the broker gives up, go to a"
                    + " dead-letter destination, which consumers of the run read: with RabbitMQ a queue"
                    + " for each subscription, by the exchange `TOPIC.dead`; with JMS the queue"
                    + " `QUEUE.DEAD`, to which a consumer moves what it rejects; with NATS a stream of"
                    + " the server's notices. `false` drops them; Kafka has nothing else.",
            orElse = "true")
        boolean deadLetters,
    @Key(
            "Existing queue of RabbitMQ, Artemis or IBM MQ (there also as `BOQNAME`) for the dead"
                + " letters of the only subscription, in place of one that the run makes and"
                + " deletes. Messages that others put there count as foreign.")
        Optional<String> deadLetterDestination)
    implements OutcomeKeysBuilder.With {

  /** The share of messages that are refused at least once. */
  public double refused() {
    return released + rejected + abandoned + delayed;
  }

  /** Whether the broker gives messages up. */
  public boolean givesUp() {
    return giveUpAfter.filter(limit -> times >= limit).isPresent();
  }

  /** Whether messages end in a dead-letter destination. */
  public boolean hasDeadLetters() {
    return deadLetters && (rejected > 0 || givesUp());
  }

  /** What is wrong with the combination of keys; empty if nothing is. */
  public Optional<String> problem() {
    if (refused() > 1 + 1e-9) {
      return Optional.of(
          "has shares of together "
              + refused()
              + "; allowed up to 1, the rest is accepted at once");
    }
    if (deadLetterDestination.isPresent() && !hasDeadLetters()) {
      return Optional.of(
          "has a deadLetterDestination, and no message ends there; allowed with rejected, or with"
              + " giveUpAfter up to times, and without deadLetters: false");
    }
    return refused() == 0
        ? Optional.of("refuses nothing; allowed a share above 0 of released, rejected, ...")
        : Optional.empty();
  }

  /** What a driver has to be able to do. */
  public OutcomeRequest request() {
    Set<Outcome> some = EnumSet.of(Outcome.ACCEPT);
    add(some, released, Outcome.RELEASE);
    add(some, rejected, Outcome.REJECT);
    add(some, abandoned, Outcome.ABANDON);
    add(some, delayed, Outcome.DELAY);
    return new OutcomeRequest(
        some,
        delay,
        giveUpAfter.map(OptionalInt::of).orElse(OptionalInt.empty()),
        hasDeadLetters(),
        deadLetterDestination);
  }

  private static void add(Set<Outcome> some, double share, Outcome outcome) {
    if (share > 0) {
      some.add(outcome);
    }
  }
}
