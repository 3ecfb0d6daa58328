package io.tidemark.coordinator.prepare;

import io.tidemark.coordinator.RunPlan;
import io.tidemark.coordinator.fleet.Assignment;
import io.tidemark.coordinator.fleet.Fleet;
import io.tidemark.coordinator.fleet.Sites;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.BrokerConfiguration.Entry;
import io.tidemark.model.worker.Pairs;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.yaml.DriverSecrets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Asks one worker of each site for the settings of the broker. A failure is a note of the result,
 * except the loss of the worker.
 */
record SettingsQuestion(RunPlan plan, Fleet fleet) {
  static final int MOST_TOPICS = 20;
  static final Duration TIMEOUT = Duration.ofSeconds(15);

  BrokerConfiguration ask(Assignment assignment) throws WorkerException, InterruptedException {
    List<String> all =
        assignment.pairs().map(Pairs::destinations).orElseGet(() -> names(assignment));
    List<String> topics = List.copyOf(all.subList(0, Math.min(all.size(), MOST_TOPICS)));
    BrokerConfiguration read = of(0, topics);
    if (plan.standby().isPresent()) {
      int standby = Sites.of(plan, fleet.size()).producing();
      read = at(Sites.prefix(false), read).and(at(Sites.prefix(true), of(standby, topics)));
    }
    if (all.size() > topics.size() && !read.settings().isEmpty()) {
      String note =
          String.format(
              Locale.ROOT,
              "of %,d topics or destinations, the settings of the first %d were read",
              all.size(),
              topics.size());
      read = read.and(BrokerConfiguration.unread(note));
    }
    return read.map(DriverSecrets::masked); // Workers know fewer secrets than this process.
  }

  private static List<String> names(Assignment assignment) {
    return assignment.topics().stream().map(TopicHandle::name).toList();
  }

  private BrokerConfiguration of(int worker, List<String> topics)
      throws WorkerException, InterruptedException {
    try {
      return fleet.requireOf(
          worker, TIMEOUT, (index, each) -> each.brokerConfiguration(topics, TIMEOUT));
    } catch (WorkerException e) {
      if (e.kind() == WorkerException.Kind.WORKER_LOST) {
        throw e;
      }
      return BrokerConfiguration.unread("the settings of the broker were not read: " + e.oneLine());
    }
  }

  private static BrokerConfiguration at(String site, BrokerConfiguration read) {
    List<Entry> settings = new ArrayList<>();
    for (Entry each : read.settings()) {
      List<String> subjects = each.subjects().stream().map(subject -> site + subject).toList();
      settings.add(
          new Entry(
              each.scope(), subjects, each.name(), each.value(), each.origin(), each.source()));
    }
    return new BrokerConfiguration(
        settings, read.notes().stream().map(note -> site + note).toList());
  }
}
