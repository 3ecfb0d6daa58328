package io.tidemark.model.workloadfile;

import io.tidemark.model.grammar.Fields;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.TimeSpec;
import io.tidemark.model.workload.WorkloadKeys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Numbers and keys that a workload needs; what cannot be combined is in {@link
 * io.tidemark.model.conflict.KeyConflicts}.
 */
record WorkloadRules(Fields fields, WorkloadKeys file) {
  private static final String TOPICS = "topics";
  private static final String SUBSCRIPTIONS = "subscriptionsPerTopic";
  private static final String PRODUCERS = "producersPerTopic";
  private static final String CONSUMERS = "consumerPerSubscription";
  private static final String MESSAGE_LIMIT = "messageLimit";
  private static final int MAX_CLIENTS = 100_000_000;

  void check(Pattern pattern, TimeSpec time, List<Phase> phases, List<String> topicNames) {
    phaseClients(phases);
    file.consumers()
        .processing()
        .problem()
        .ifPresent(problem -> fields.error("consumerProcessingTime", problem));
    if (pattern == Pattern.REQUEST_REPLY) {
      return; // RequestReplyReader's: it has other destinations and clients.
    }
    topics(topicNames);
    consumersHaveSubscriptions();
    clients(Math.max(topicNames.size(), file.destinations().topics()));
    churn(phases);
    switch (pattern) {
      case PUBSUB -> producers();
      case FILL_THEN_DRAIN -> fillThenDrain(time);
      case FAILOVER -> failover();
      case CONSUME_ONLY -> consumeOnly(topicNames);
      case REQUEST_REPLY -> {}
    }
    if (file.consumers().backlogSizeBytes() > 0) {
      consumers("consumerBacklogSizeGB");
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

  /** Where no consumer of a phase would be left. */
  private void phaseClients(List<Phase> phases) {
    for (Fields phase : PhaseReader.each(fields)) {
      if (phase.has(CONSUMERS) && subscriptions() == 0) {
        phase.error(CONSUMERS, "there is no subscription; allowed with one");
      }
    }
    int consumers = consumers();
    boolean any = consumers > 0;
    for (Phase phase : phases) {
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

  private void churn(List<Phase> phases) {
    boolean none =
        consumers() == 0
            && phases.stream().allMatch(phase -> phase.consumersPerSubscription().orElse(0) == 0);
    Fields section = fields.section("churn");
    if (none && file.destinations().churn().consumersPerSecond() > 0) {
      section.error(
          "consumersPerSecond",
          "there are no consumers; allowed 0, or consumerPerSubscription from 1");
    }
  }

  private void clients(long topics) {
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
    Phase keys = phase.read(Phase.class);
    (key.equals(PRODUCERS) ? keys.producersPerTopic() : keys.consumersPerSubscription())
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

  private void consumeOnly(List<String> topicNames) {
    consumers("pattern: consume-only");
    if (topicNames.isEmpty()) {
      fields.error("topicNames", "the key is missing; pattern: consume-only reads existing topics");
    }
  }
}
