package io.tidemark.model.workload;

import static io.tidemark.model.workload.DestinationSpec.CONSUMERS;
import static io.tidemark.model.workload.DestinationSpec.PRODUCERS;
import static io.tidemark.model.workload.DestinationSpec.SUBSCRIPTIONS;
import static io.tidemark.model.workload.DestinationSpec.TOPICS;

import io.tidemark.model.load.Arrivals;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.InFlightUntil;
import io.tidemark.model.workload.ProducerRate.ClosedLoop;
import io.tidemark.model.workload.ProducerRate.Search;
import java.util.List;
import java.util.Locale;

/** What keys must be to each other. */
record WorkloadRules(WorkloadFields fields) {
  private static final int MAX_CLIENTS = 100_000_000;

  void check(Pattern pattern, ProducerRate rate, TimeSpec time, List<String> topicNames) {
    arrivals(rate);
    createTopics(pattern, topicNames);
    phaseClients(pattern, time);
    inFlight(pattern, time);
    if (fields.has(ChurnSpec.CHURN) && pattern != Pattern.PUBSUB) {
      fields.error(
          ChurnSpec.CHURN, "does not go with pattern: " + pattern.key() + "; allowed with pubsub");
    }
    if (pattern == Pattern.REQUEST_REPLY) {
      return; // RequestReplyReader's: it has other destinations and clients.
    }
    new RequestReplyReader(fields).warnWithout(pattern);
    topics(topicNames);
    fromRun(pattern);
    consumersHaveSubscriptions();
    clients(Math.max(topicNames.size(), fields.given(TOPICS).orElse(0)), time);
    churn(time);
    switch (pattern) {
      case PUBSUB -> producers();
      case FILL_THEN_DRAIN -> fillThenDrain(time);
      case FAILOVER -> failover();
      case CONSUME_ONLY -> consumeOnly(topicNames);
      case REQUEST_REPLY -> {}
    }
    if (fields.get(ConsumerSpec.BACKLOG_GIB) > 0) {
      backlog(pattern, rate);
      PhaseReader.noObjectives(fields, ConsumerSpec.BACKLOG_GIB.name());
    }
    if (pattern.fillsFirst()) {
      PhaseReader.noObjectives(fields, "pattern: " + pattern.key());
    }
    if (!fields.haveErrors()
        && fields.get(SUBSCRIPTIONS) > 0
        && fields.get(CONSUMERS) == 0
        && pattern == Pattern.PUBSUB) {
      fields
          .problems()
          .warn(fields.mark(SUBSCRIPTIONS), CONSUMERS.name(), "is 0, but there are subscriptions");
    }
  }

  /** Clients of a phase; where they cannot change or none would be left. */
  private void phaseClients(Pattern pattern, TimeSpec time) {
    for (WorkloadFields phase : PhaseReader.each(fields)) {
      for (WorkloadKey<Integer> key : List.of(PhaseReader.PRODUCERS, PhaseReader.CONSUMERS)) {
        if (phase.has(key) && pattern != Pattern.PUBSUB) {
          phase.error(key, "does not go with pattern: " + pattern.key() + "; allowed with pubsub");
        } else if (phase.has(key) && fields.get(ConsumerSpec.BACKLOG_GIB) > 0) {
          phase.error(key, "cannot be combined with " + ConsumerSpec.BACKLOG_GIB.name());
        } else if (phase.has(key) && fields.get(LoadSpec.MESSAGE_LIMIT) > 0) {
          phase.error(key, "cannot be combined with " + LoadSpec.MESSAGE_LIMIT.name());
        }
      }
      if (phase.has(PhaseReader.CONSUMERS) && fields.get(SUBSCRIPTIONS) == 0) {
        phase.error(PhaseReader.CONSUMERS, "there is no subscription; allowed with one");
      }
    }
    int consumers = fields.get(CONSUMERS);
    boolean any = consumers > 0;
    for (Phase phase : time.phases()) {
      consumers = phase.consumersPerSubscription().orElse(consumers);
      any |= consumers > 0;
    }
    if (consumers == 0 && any && !fields.haveErrors()) {
      fields.error(
          PhaseReader.PHASES,
          "the last phase has no consumer, but the drain after it needs one; allowed"
              + " consumerPerSubscription from 1");
    }
  }

  private void arrivals(ProducerRate rate) {
    if (rate instanceof ClosedLoop && fields.get(LoadSpec.ARRIVALS) == Arrivals.POISSON) {
      fields.error(
          LoadSpec.ARRIVALS,
          "only an open loop has arrivals, got poisson with a closed loop; allowed with a"
              + " producerRate above 0");
    }
  }

  /** A producer that waits for a reception needs exactly one, at any time. */
  private void inFlight(Pattern pattern, TimeSpec time) {
    if (fields.get(LoadSpec.IN_FLIGHT_UNTIL) != InFlightUntil.RECEIVED) {
      return;
    }
    boolean withoutConsumers =
        fields.get(CONSUMERS) == 0
            || time.phases().stream()
                .anyMatch(phase -> phase.consumersPerSubscription().orElse(1) == 0);
    if (pattern != Pattern.PUBSUB) {
      untilReceived("does not go with pattern: " + pattern.key() + "; allowed with pubsub");
    } else if (fields.get(SUBSCRIPTIONS) != 1) {
      untilReceived("needs one subscription, got %d of each topic", fields.get(SUBSCRIPTIONS));
    } else if (withoutConsumers) {
      untilReceived("needs consumers at all times; allowed consumerPerSubscription from 1");
    } else if (fields.get(ConsumerSpec.BACKLOG_GIB) > 0) {
      untilReceived("cannot be combined with " + ConsumerSpec.BACKLOG_GIB.name());
    } else if (MessageSpec.envelope(fields).position() == EnvelopeSpec.Position.OFF) {
      untilReceived("needs an envelope, got position: off");
    }
  }

  private void untilReceived(String problem, Object... values) {
    fields.error(LoadSpec.IN_FLIGHT_UNTIL, "received " + problem.formatted(values));
  }

  private void createTopics(Pattern pattern, List<String> topicNames) {
    if (fields.given(DestinationSpec.CREATE_TOPICS).orElse(false)
        && (topicNames.isEmpty()
            || pattern == Pattern.CONSUME_ONLY
            || pattern == Pattern.REQUEST_REPLY)) {
      fields.error(
          DestinationSpec.CREATE_TOPICS,
          "goes with topicNames and pattern: pubsub, fill-then-drain or failover; allowed here"
              + " false");
    }
  }

  private void consumersHaveSubscriptions() {
    if (!fields.haveErrors() && fields.get(CONSUMERS) > 0 && fields.get(SUBSCRIPTIONS) == 0) {
      fields.error(
          CONSUMERS,
          "there is no subscription, got "
              + fields.get(CONSUMERS)
              + "; allowed 0, or subscriptionsPerTopic from 1");
    }
  }

  private void topics(List<String> topicNames) {
    if (topicNames.isEmpty() && !fields.has(TOPICS)) {
      fields.error(TOPICS, "the key is missing; allowed a whole number from 1 (or topicNames)");
    }
    if (!topicNames.isEmpty()
        && fields.has(TOPICS)
        && fields.given(TOPICS).orElse(0) != topicNames.size()) {
      fields.error(
          TOPICS,
          "does not match topicNames, got %s; allowed %s, or leave the key out"
              .formatted(fields.given(TOPICS).orElse(0), topicNames.size()));
    }
  }

  private void churn(TimeSpec time) {
    boolean none =
        fields.get(CONSUMERS) == 0
            && time.phases().stream()
                .allMatch(phase -> phase.consumersPerSubscription().orElse(0) == 0);
    WorkloadFields section = fields.section(ChurnSpec.CHURN);
    if (none && section.get(ChurnSpec.CONSUMERS_PER_SECOND) > 0) {
      section.error(
          ChurnSpec.CONSUMERS_PER_SECOND,
          "there are no consumers; allowed 0, or consumerPerSubscription from 1");
    }
  }

  private void clients(long topics, TimeSpec time) {
    for (WorkloadFields phase : PhaseReader.each(fields)) {
      tooMany(phase, PhaseReader.PRODUCERS, topics);
      tooMany(phase, PhaseReader.CONSUMERS, topics * fields.get(SUBSCRIPTIONS));
    }
    double producers = (double) topics * fields.get(PRODUCERS);
    double subscriptions = (double) topics * fields.get(SUBSCRIPTIONS);
    tooMany(PRODUCERS, producers);
    tooMany(SUBSCRIPTIONS, subscriptions);
    tooMany(CONSUMERS, subscriptions * fields.get(CONSUMERS));
  }

  private static void tooMany(WorkloadFields phase, WorkloadKey<Integer> key, double times) {
    phase.given(key).ifPresent(each -> tooManyClients(phase, key, times * each));
  }

  private void tooMany(WorkloadKey<?> key, double clients) {
    tooManyClients(fields, key, clients);
  }

  private static void tooManyClients(WorkloadFields where, WorkloadKey<?> key, double clients) {
    if (clients > MAX_CLIENTS) {
      where.error(
          key,
          "too many over all topics, got %s; allowed %s"
              .formatted(String.format(Locale.ROOT, "%.0f", clients), MAX_CLIENTS));
    }
  }

  private void producers() {
    if (fields.get(PRODUCERS) == 0) {
      fields.error(
          PRODUCERS,
          "there is no producer, got 0; allowed a whole number from 1, or pattern: consume-only");
    }
  }

  private void consumers(String why) {
    for (WorkloadKey<Integer> key : List.of(SUBSCRIPTIONS, CONSUMERS)) {
      if (fields.get(key) == 0) {
        fields.error(key, why + " needs consumers, got 0; allowed a whole number from 1");
      }
    }
  }

  private void fillThenDrain(TimeSpec time) {
    producers();
    consumers("pattern: fill-then-drain");
    if (time.test().isEmpty() && fields.get(LoadSpec.MESSAGE_LIMIT) == 0) {
      fields.error(
          LoadSpec.MESSAGE_LIMIT,
          "the fill would not end: fill-then-drain needs a messageLimit or a limited"
              + " testDuration");
    }
  }

  private void failover() {
    producers();
    consumers("pattern: failover");
    if (fields.get(SUBSCRIPTIONS) > 1) {
      fields.error(
          SUBSCRIPTIONS,
          "pattern: failover audits one subscription of each topic, got "
              + fields.get(SUBSCRIPTIONS)
              + "; allowed 1");
    }
    if (fields.get(LoadSpec.MESSAGE_LIMIT) == 0) {
      fields.error(
          LoadSpec.MESSAGE_LIMIT,
          "pattern: failover needs the number of messages that the first site takes, got 0;"
              + " allowed a whole number from 1");
    }
  }

  private void fromRun(Pattern pattern) {
    if (fields.has(DestinationSpec.FROM_RUN) && pattern != Pattern.CONSUME_ONLY) {
      fields.error(
          DestinationSpec.FROM_RUN,
          "does not go with pattern: " + pattern.key() + "; allowed with pattern: consume-only");
    }
  }

  private void consumeOnly(List<String> topicNames) {
    consumers("pattern: consume-only");
    if (topicNames.isEmpty()) {
      fields.error(
          DestinationSpec.TOPIC_NAMES,
          "the key is missing; pattern: consume-only reads existing topics");
    }
    if (fields.get(PRODUCERS) > 0) {
      fields.warn(PRODUCERS, "has no effect: pattern is consume-only");
    }
  }

  private void backlog(Pattern pattern, ProducerRate rate) {
    consumers(ConsumerSpec.BACKLOG_GIB.name());
    if (rate instanceof Search) {
      fields.error(
          LoadSpec.PRODUCER_RATE,
          "a backlog cannot be built during a rate search, got 0; allowed a number"
              + " above 0, or max");
    }
    if (pattern != Pattern.PUBSUB) {
      fields.error(
          ConsumerSpec.BACKLOG_GIB, "does not go with pattern: " + pattern.key() + "; allowed 0");
    }
  }
}
