package io.tidemark.model.workloadfile;

import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.Arrivals;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.InFlightUntil;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.PhaseKeys;
import io.tidemark.model.workload.ProducerRate;
import io.tidemark.model.workload.ProducerRate.ClosedLoop;
import io.tidemark.model.workload.ProducerRate.Search;
import io.tidemark.model.workload.TimeSpec;
import io.tidemark.model.workload.WorkloadKeys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What keys must be to each other. */
record WorkloadRules(Fields fields, WorkloadKeys file) {
  private static final String TOPICS = "topics";
  private static final String SUBSCRIPTIONS = "subscriptionsPerTopic";
  private static final String PRODUCERS = "producersPerTopic";
  private static final String CONSUMERS = "consumerPerSubscription";
  private static final String BACKLOG = "consumerBacklogSizeGB";
  private static final String MESSAGE_LIMIT = "messageLimit";
  private static final String IN_FLIGHT_UNTIL = "inFlightUntil";
  private static final int MAX_CLIENTS = 100_000_000;

  void check(Pattern pattern, ProducerRate rate, TimeSpec time, List<String> topicNames) {
    arrivals(rate);
    createTopics(pattern, topicNames);
    phaseClients(pattern, time);
    inFlight(pattern, time);
    if (fields.has("churn") && pattern != Pattern.PUBSUB) {
      fields.error("churn", "does not go with pattern: " + pattern.key() + "; allowed with pubsub");
    }
    if (pattern == Pattern.REQUEST_REPLY) {
      return; // RequestReplyReader's: it has other destinations and clients.
    }
    new RequestReplyReader(fields, file).warnWithout(pattern);
    topics(topicNames);
    fromRun(pattern);
    consumersHaveSubscriptions();
    clients(Math.max(topicNames.size(), file.destinations().topics()), time);
    churn(time);
    switch (pattern) {
      case PUBSUB -> producers();
      case FILL_THEN_DRAIN -> fillThenDrain(time);
      case FAILOVER -> failover();
      case CONSUME_ONLY -> consumeOnly(topicNames);
      case REQUEST_REPLY -> {}
    }
    if (hasBacklog()) {
      backlog(pattern, rate);
      PhaseReader.noObjectives(fields, BACKLOG);
    }
    if (pattern.fillsFirst()) {
      PhaseReader.noObjectives(fields, "pattern: " + pattern.key());
    }
    if (!fields.haveErrors()
        && subscriptions() > 0
        && consumers() == 0
        && pattern == Pattern.PUBSUB) {
      fields
          .problems()
          .warn(fields.mark(SUBSCRIPTIONS), CONSUMERS, "is 0, but there are subscriptions");
    }
  }

  /** Clients of a phase; where they cannot change or none would be left. */
  private void phaseClients(Pattern pattern, TimeSpec time) {
    for (Fields phase : PhaseReader.each(fields)) {
      for (String key : List.of(PRODUCERS, CONSUMERS)) {
        if (phase.has(key) && pattern != Pattern.PUBSUB) {
          phase.error(key, "does not go with pattern: " + pattern.key() + "; allowed with pubsub");
        } else if (phase.has(key) && hasBacklog()) {
          phase.error(key, "cannot be combined with " + BACKLOG);
        } else if (phase.has(key) && file.load().messageLimit() > 0) {
          phase.error(key, "cannot be combined with " + MESSAGE_LIMIT);
        }
      }
      if (phase.has(CONSUMERS) && subscriptions() == 0) {
        phase.error(CONSUMERS, "there is no subscription; allowed with one");
      }
    }
    int consumers = consumers();
    boolean any = consumers > 0;
    for (Phase phase : time.phases()) {
      consumers = phase.consumersPerSubscription().orElse(consumers);
      any |= consumers > 0;
    }
    if (consumers == 0 && any && !fields.haveErrors()) {
      fields.error(
          "phases",
          "the last phase has no consumer, but the drain after it needs one; allowed"
              + " consumerPerSubscription from 1");
    }
  }

  private void arrivals(ProducerRate rate) {
    if (rate instanceof ClosedLoop && file.load().arrivals() == Arrivals.POISSON) {
      fields.error(
          "arrivals",
          "only an open loop has arrivals, got poisson with a closed loop; allowed with a"
              + " producerRate above 0");
    }
  }

  /** A producer that waits for a reception needs exactly one, at any time. */
  private void inFlight(Pattern pattern, TimeSpec time) {
    if (file.load().inFlightUntil() != InFlightUntil.RECEIVED) {
      return;
    }
    boolean withoutConsumers =
        consumers() == 0
            || time.phases().stream()
                .anyMatch(phase -> phase.consumersPerSubscription().orElse(1) == 0);
    if (pattern != Pattern.PUBSUB) {
      untilReceived("does not go with pattern: " + pattern.key() + "; allowed with pubsub");
    } else if (subscriptions() != 1) {
      untilReceived("needs one subscription, got %d of each topic", subscriptions());
    } else if (withoutConsumers) {
      untilReceived("needs consumers at all times; allowed consumerPerSubscription from 1");
    } else if (hasBacklog()) {
      untilReceived("cannot be combined with " + BACKLOG);
    } else if (file.messages().envelope().position() == EnvelopeSpec.Position.OFF) {
      untilReceived("needs an envelope, got position: off");
    }
  }

  private void untilReceived(String problem, Object... values) {
    fields.error(IN_FLIGHT_UNTIL, "received " + problem.formatted(values));
  }

  private void createTopics(Pattern pattern, List<String> topicNames) {
    if (file.destinations().createTopics().orElse(false)
        && (topicNames.isEmpty()
            || pattern == Pattern.CONSUME_ONLY
            || pattern == Pattern.REQUEST_REPLY)) {
      fields.error(
          "createTopics",
          "goes with topicNames and pattern: pubsub, fill-then-drain or failover; allowed here"
              + " false");
    }
  }

  private void consumersHaveSubscriptions() {
    if (!fields.haveErrors() && consumers() > 0 && subscriptions() == 0) {
      fields.error(
          CONSUMERS,
          "there is no subscription, got "
              + consumers()
              + "; allowed 0, or subscriptionsPerTopic from 1");
    }
  }

  private void topics(List<String> topicNames) {
    if (topicNames.isEmpty() && !fields.has(TOPICS)) {
      fields.error(TOPICS, "the key is missing; allowed a whole number from 1 (or topicNames)");
    }
    if (!topicNames.isEmpty()
        && fields.has(TOPICS)
        && file.destinations().topics() != topicNames.size()) {
      fields.error(
          TOPICS,
          "does not match topicNames, got %s; allowed %s, or leave the key out"
              .formatted(file.destinations().topics(), topicNames.size()));
    }
  }

  private void churn(TimeSpec time) {
    boolean none =
        consumers() == 0
            && time.phases().stream()
                .allMatch(phase -> phase.consumersPerSubscription().orElse(0) == 0);
    Fields section = fields.section("churn");
    if (none && file.destinations().churn().consumersPerSecond() > 0) {
      section.error(
          "consumersPerSecond",
          "there are no consumers; allowed 0, or consumerPerSubscription from 1");
    }
  }

  private void clients(long topics, TimeSpec time) {
    for (Fields phase : PhaseReader.each(fields)) {
      tooMany(phase, PRODUCERS, topics);
      tooMany(phase, CONSUMERS, topics * subscriptions());
    }
    double producers = (double) topics * file.destinations().producersPerTopic();
    double subscriptions = (double) topics * subscriptions();
    tooMany(PRODUCERS, producers);
    tooMany(SUBSCRIPTIONS, subscriptions);
    tooMany(CONSUMERS, subscriptions * consumers());
  }

  private static void tooMany(Fields phase, String key, double times) {
    PhaseKeys keys = phase.read(PhaseKeys.class);
    (key.equals(PRODUCERS) ? keys.producersPerTopic() : keys.consumerPerSubscription())
        .ifPresent(each -> tooManyClients(phase, key, times * each));
  }

  private void tooMany(String key, double clients) {
    tooManyClients(fields, key, clients);
  }

  private static void tooManyClients(Fields where, String key, double clients) {
    if (clients > MAX_CLIENTS) {
      where.error(
          key,
          "too many over all topics, got %s; allowed %s"
              .formatted(String.format(Locale.ROOT, "%.0f", clients), MAX_CLIENTS));
    }
  }

  private void producers() {
    if (file.destinations().producersPerTopic() == 0) {
      fields.error(
          PRODUCERS,
          "there is no producer, got 0; allowed a whole number from 1, or pattern: consume-only");
    }
  }

  private void consumers(String why) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    numbers.put(SUBSCRIPTIONS, subscriptions());
    numbers.put(CONSUMERS, consumers());
    numbers.forEach(
        (key, number) -> {
          if (number == 0) {
            fields.error(key, why + " needs consumers, got 0; allowed a whole number from 1");
          }
        });
  }

  private int consumers() {
    return file.destinations().consumerPerSubscription();
  }

  private int subscriptions() {
    return file.destinations().subscriptionsPerTopic();
  }

  private boolean hasBacklog() {
    return file.consumers().backlogSizeBytes() > 0;
  }

  private void fillThenDrain(TimeSpec time) {
    producers();
    consumers("pattern: fill-then-drain");
    if (time.test().isEmpty() && file.load().messageLimit() == 0) {
      fields.error(
          MESSAGE_LIMIT,
          "the fill would not end: fill-then-drain needs a messageLimit or a limited"
              + " testDuration");
    }
  }

  private void failover() {
    producers();
    consumers("pattern: failover");
    if (subscriptions() > 1) {
      fields.error(
          SUBSCRIPTIONS,
          "pattern: failover audits one subscription of each topic, got "
              + subscriptions()
              + "; allowed 1");
    }
    if (file.load().messageLimit() == 0) {
      fields.error(
          MESSAGE_LIMIT,
          "pattern: failover needs the number of messages that the first site takes, got 0;"
              + " allowed a whole number from 1");
    }
  }

  private void fromRun(Pattern pattern) {
    if (fields.has("fromRun") && pattern != Pattern.CONSUME_ONLY) {
      fields.error(
          "fromRun",
          "does not go with pattern: " + pattern.key() + "; allowed with pattern: consume-only");
    }
  }

  private void consumeOnly(List<String> topicNames) {
    consumers("pattern: consume-only");
    if (topicNames.isEmpty()) {
      fields.error("topicNames", "the key is missing; pattern: consume-only reads existing topics");
    }
    if (file.destinations().producersPerTopic() > 0) {
      fields.warn(PRODUCERS, "has no effect: pattern is consume-only");
    }
  }

  private void backlog(Pattern pattern, ProducerRate rate) {
    consumers(BACKLOG);
    if (rate instanceof Search) {
      fields.error(
          "producerRate",
          "a backlog cannot be built during a rate search, got 0; allowed a number"
              + " above 0, or max");
    }
    if (pattern != Pattern.PUBSUB) {
      fields.error(BACKLOG, "does not go with pattern: " + pattern.key() + "; allowed 0");
    }
  }
}
