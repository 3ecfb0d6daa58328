package io.tidemark.model.workload;

import io.tidemark.model.workload.ProducerRate.ClosedLoop;
import io.tidemark.model.workload.ProducerRate.Search;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import java.util.List;
import java.util.Locale;

/** What keys must be to each other. */
final class WorkloadRules {
  private static final int MAX_CLIENTS = 100_000_000;

  private final Fields fields;
  private final Problems problems;

  WorkloadRules(Fields fields, Problems problems) {
    this.fields = fields;
    this.problems = problems;
  }

  void check(Pattern pattern, ProducerRate rate, TimeSpec time, List<String> topicNames) {
    arrivals(rate);
    if (pattern == Pattern.REQUEST_REPLY) {
      return; // RequestReplyReader's: it has other destinations and clients.
    }
    new RequestReplyReader(fields, problems).warnWithout(pattern);
    topics(topicNames);
    fromRun(pattern);
    consumersHaveSubscriptions();
    clients(Math.max(topicNames.size(), fields.integer("topics")));
    switch (pattern) {
      case PUBSUB -> producers();
      case FILL_THEN_DRAIN -> fillThenDrain(time);
      case CONSUME_ONLY -> consumeOnly(topicNames);
      case REQUEST_REPLY -> {}
    }
    if (fields.integer("consumerBacklogSizeGB") > 0) {
      backlog(pattern, rate);
      noPhaseObjectives("consumerBacklogSizeGB");
    }
    if (pattern == Pattern.FILL_THEN_DRAIN) {
      noPhaseObjectives("pattern: fill-then-drain");
    }
    if (!problems.hasErrors()
        && fields.integer("subscriptionsPerTopic") > 0
        && fields.integer("consumerPerSubscription") == 0
        && pattern == Pattern.PUBSUB) {
      problems.warn(
          fields.mark("subscriptionsPerTopic"),
          "consumerPerSubscription",
          "is 0: there are subscriptions, and nobody consumes");
    }
  }

  private void arrivals(ProducerRate rate) {
    if (rate instanceof ClosedLoop && fields.word("arrivals").equals("poisson")) {
      error(
          "arrivals",
          "only an open loop has arrivals, got poisson with a closed loop; allowed with a"
              + " producerRate above 0");
    }
  }

  private void consumersHaveSubscriptions() {
    if (!problems.hasErrors()
        && fields.integer("consumerPerSubscription") > 0
        && fields.integer("subscriptionsPerTopic") == 0) {
      error(
          "consumerPerSubscription",
          "there is no subscription, got "
              + fields.integer("consumerPerSubscription")
              + "; allowed 0, or subscriptionsPerTopic from 1");
    }
  }

  private void topics(List<String> topicNames) {
    if (topicNames.isEmpty() && !fields.has("topics")) {
      error("topics", "the key is missing; allowed a whole number from 1 (or topicNames)");
    }
    if (!topicNames.isEmpty()
        && fields.has("topics")
        && fields.integer("topics") != topicNames.size()) {
      error(
          "topics",
          "does not fit topicNames, got "
              + fields.integer("topics")
              + "; allowed "
              + topicNames.size()
              + ", or leave the key out");
    }
  }

  private void clients(long topics) {
    double producers = (double) topics * fields.integer("producersPerTopic");
    double subscriptions = (double) topics * fields.integer("subscriptionsPerTopic");
    tooMany("producersPerTopic", producers);
    tooMany("subscriptionsPerTopic", subscriptions);
    tooMany("consumerPerSubscription", subscriptions * fields.integer("consumerPerSubscription"));
  }

  private void tooMany(String key, double clients) {
    if (clients > MAX_CLIENTS) {
      error(
          key,
          "too many over all topics, got "
              + String.format(Locale.ROOT, "%.0f", clients)
              + "; allowed "
              + MAX_CLIENTS);
    }
  }

  private void producers() {
    if (fields.integer("producersPerTopic") == 0) {
      error(
          "producersPerTopic",
          "there is no producer, got 0; allowed a whole number from 1, or pattern: consume-only");
    }
  }

  private void consumers(String why) {
    for (String key : List.of("subscriptionsPerTopic", "consumerPerSubscription")) {
      if (fields.integer(key) == 0) {
        error(key, why + " needs consumers, got 0; allowed a whole number from 1");
      }
    }
  }

  private void fillThenDrain(TimeSpec time) {
    producers();
    consumers("pattern: fill-then-drain");
    if (time.test().isEmpty() && fields.integer("messageLimit") == 0) {
      error(
          "messageLimit",
          "filling would never end: fill-then-drain needs a messageLimit or a limited testDuration");
    }
  }

  private void fromRun(Pattern pattern) {
    if (fields.has("fromRun") && pattern != Pattern.CONSUME_ONLY) {
      error(
          "fromRun",
          "does not go with pattern: " + pattern.key() + "; allowed with pattern: consume-only");
    }
  }

  private void consumeOnly(List<String> topicNames) {
    consumers("pattern: consume-only");
    if (topicNames.isEmpty()) {
      error("topicNames", "the key is missing; pattern: consume-only reads existing topics");
    }
    if (fields.integer("producersPerTopic") > 0) {
      problems.warn(
          fields.mark("producersPerTopic"),
          "producersPerTopic",
          "has no effect: pattern is consume-only");
    }
  }

  private void backlog(Pattern pattern, ProducerRate rate) {
    consumers("consumerBacklogSizeGB");
    if (rate instanceof Search) {
      error(
          "producerRate",
          "a backlog cannot be built while the rate is searched for, got 0; allowed a number above"
              + " 0, or max");
    }
    if (pattern != Pattern.PUBSUB) {
      error("consumerBacklogSizeGB", "does not go with pattern: " + pattern.key() + "; allowed 0");
    }
  }

  /** These runs have stretches of their own. */
  private void noPhaseObjectives(String with) {
    List<YamlNode> phases =
        fields.node("phases").orElse(null) instanceof YamlList list ? list.items() : List.of();
    for (int i = 0; i < phases.size(); i++) {
      if (phases.get(i) instanceof YamlMap phase && phase.get("objectives").isPresent()) {
        problems.error(
            phase.get("objectives").get().mark(),
            "phases[" + i + "].objectives",
            "phases are not measured separately with "
                + with
                + "; allowed are objectives at the top of the file");
      }
    }
  }

  private void error(String key, String message) {
    problems.error(fields.mark(key), key, message);
  }
}
