package io.tidemark.coordinator.delivery;

import io.tidemark.coordinator.fleet.Assignment;
import io.tidemark.measure.DeliveryAudit;
import io.tidemark.model.earlier.AcknowledgedMessages;
import io.tidemark.model.earlier.AcknowledgedProducer;
import io.tidemark.model.earlier.EarlierRun;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.yaml.DriverSecrets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Messages that each subscription must receive: of this run, or of an earlier one.
 *
 * @param earlier the run whose messages are received; empty when they are those of this run
 * @param earlierMessages acknowledged messages of the earlier run, once for each subscription; 0 if
 *     not known
 */
record Expectation(
    Optional<EarlierRun> earlier,
    List<int[]> producers,
    long earlierMessages,
    List<String> limits) {
  private static final int[] NONE = {};
  private static final int SHOWN = 3;

  Expectation {
    limits = List.copyOf(limits);
  }

  /**
   * @param audit receives the acknowledged messages of an earlier run
   */
  static Expectation of(Workload workload, Assignment assignment, DeliveryAudit audit) {
    Optional<EarlierRun> earlier = workload.fromRun();
    if (earlier.isEmpty()) {
      Map<TopicHandle, int[]> byTopic = assignment.producersByTopic();
      List<int[]> producers =
          assignment.subscriptions().stream()
              .map(each -> byTopic.getOrDefault(each.topic(), NONE))
              .toList();
      return new Expectation(earlier, producers, 0, List.of());
    }
    Optional<AcknowledgedMessages> messages =
        earlier
            .get()
            .acknowledged()
            .filter(any -> workload.consumers().delivery() == DeliveryMode.FULL);
    messages.ifPresent(each -> each.forEachRange(audit::acknowledgedBefore));
    return ofEarlier(
        earlier.get(), messages.map(AcknowledgedMessages::producers).orElse(List.of()), assignment);
  }

  private static Expectation ofEarlier(
      EarlierRun earlier, List<AcknowledgedProducer> found, Assignment assignment) {
    Map<String, List<AcknowledgedProducer>> byTopic =
        found.stream().collect(Collectors.groupingBy(AcknowledgedProducer::topic));
    List<int[]> producers = new ArrayList<>();
    long messages = 0;
    for (SubscriptionHandle subscription : assignment.subscriptions()) {
      List<AcknowledgedProducer> of = byTopic.getOrDefault(named(subscription), List.of());
      producers.add(of.stream().mapToInt(AcknowledgedProducer::index).toArray());
      messages += of.stream().mapToLong(AcknowledgedProducer::messages).sum();
    }
    List<String> limits = new ArrayList<>(earlier.limits());
    if (!found.isEmpty()) {
      limits.addAll(differences(earlier.runId(), byTopic, assignment));
    }
    return new Expectation(Optional.of(earlier), producers, messages, limits);
  }

  /** Returns the topic's name as files have it, without secrets. */
  private static String named(SubscriptionHandle subscription) {
    return DriverSecrets.masked(subscription.topic().name());
  }

  private static List<String> differences(
      String runId, Map<String, List<AcknowledgedProducer>> byTopic, Assignment assignment) {
    TreeSet<String> unread = new TreeSet<>();
    byTopic.forEach(
        (topic, of) -> {
          if (of.stream().anyMatch(producer -> producer.messages() > 0)) {
            unread.add(topic);
          }
        });
    TreeSet<String> unknown = new TreeSet<>();
    for (SubscriptionHandle subscription : assignment.subscriptions()) {
      String topic = named(subscription);
      unread.remove(topic);
      if (!byTopic.containsKey(topic)) {
        unknown.add(topic);
      }
    }
    List<String> differences = new ArrayList<>();
    if (!unread.isEmpty()) {
      differences.add(
          "Run %s also published to topics that this run did not read: %s. Their messages are not"
                  .formatted(runId, some(unread))
              + " expected.");
    }
    if (!unknown.isEmpty()) {
      differences.add(
          ("Run %s did not publish to these topics of this run: %s. No message is"
                  + " expected there.")
              .formatted(runId, some(unknown)));
    }
    return differences;
  }

  private static String some(TreeSet<String> topics) {
    String first = topics.stream().limit(SHOWN).collect(Collectors.joining(", "));
    return topics.size() > SHOWN ? first + " and " + (topics.size() - SHOWN) + " more" : first;
  }

  /** Whether it is known which messages are to be received. */
  boolean known() {
    return earlier.isEmpty() || earlier.get().acknowledged().isPresent();
  }

  /** Indexes of the producers whose messages a subscription has to receive. */
  int[] producersOf(SubscriptionHandle subscription) {
    return producers.get(subscription.index());
  }

  /** Returns the senders from which no message was to come. */
  int[] strays(SubscriptionHandle subscription, int[] senders) {
    int[] expected = producersOf(subscription);
    return Arrays.stream(senders).filter(each -> Arrays.binarySearch(expected, each) < 0).toArray();
  }

  /**
   * Limits of the audit because of the earlier run, one sentence each.
   *
   * @param subscriptions what each has received
   */
  List<String> limits(List<SubscriptionDelivery> subscriptions) {
    long silent =
        subscriptions.stream().filter(each -> each.expected() > 0 && each.received() == 0).count();
    if (earlier.isEmpty() || silent == 0) {
      return limits;
    }
    List<String> all = new ArrayList<>(limits);
    all.add(
        String.format(
                Locale.ROOT,
                "%d of %d subscriptions received nothing: their consumers started after the messages of the",
                silent,
                subscriptions.size())
            + " earlier run, or a run with the same seed (same subscription names) has consumed"
            + " them.");
    return all;
  }
}
