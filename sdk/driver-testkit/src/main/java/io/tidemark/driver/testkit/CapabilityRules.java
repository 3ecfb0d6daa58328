package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.EventSource;
import io.tidemark.driver.GroupedSends;
import io.tidemark.driver.PausableConsumer;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.driver.telemetry.TelemetrySource;
import io.tidemark.driver.testkit.observed.DetailedInbox;
import io.tidemark.driver.testkit.observed.Inbox;
import io.tidemark.driver.topics.ExistingTopics;
import io.tidemark.driver.topics.SubscriptionCreator;
import io.tidemark.driver.topics.TopicCleaner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Chapter 6: optional capabilities. Without it a rule is aborted, not failed. */
final class CapabilityRules {
  /** By as much a consumer may be later than another one of the same process. */
  private static final long SLOW_CONSUMER_MILLIS = 300;

  private CapabilityRules() {}

  static List<Rule> all() {
    return List.of(
        Rule.may(
            "6.1",
            "DescribedDriver: settings need no broker, are unique and consistent",
            CapabilityRules::describesItsSettings),
        Rule.may(
            "6.2",
            "SubscriptionCreator: messages sent before the first consumer are kept",
            CapabilityRules::subscriptionsRetain),
        Rule.may(
            "6.3",
            "PausableConsumer: a pause stops deliveries and loses no message",
            CapabilityRules::pausesAndResumes),
        Rule.may(
            "6.4",
            "ExistingTopics: returns the partitions of existing topics only",
            CapabilityRules::describesExistingTopics),
        Rule.may(
            "6.5",
            "TopicCleaner: deletes topics with their messages, and ignores missing ones",
            CapabilityRules::deletesTopics),
        Rule.may(
            "6.6",
            "BrokerFacts: returns facts that are those of the broker, and settings if it reads them",
            CapabilityRules::reportsFacts),
        Rule.may(
            "6.7",
            "TelemetrySource: returns finite values while messages flow",
            CapabilityRules::readsTelemetry),
        Rule.may(
            "6.8",
            "EventSource: accepts its listener before initialize",
            CapabilityRules::takesAListener),
        Rule.may(
            "6.9",
            "GroupedSends: the end of a group sends all held messages",
            CapabilityRules::letsGroupsGo),
        Rule.may(
            "6.10",
            "EventSource: the first connection is neither lost nor recovered",
            CapabilityRules::theFirstConnectionIsNoRecovery));
  }

  private static void describesItsSettings(ConformanceBench bench) throws Exception {
    BenchmarkDriver fresh = bench.newDriver();
    bench.require(fresh instanceof DescribedDriver, "the driver does not have DescribedDriver");
    List<Setting> settings = bench.call("settings", ((DescribedDriver) fresh)::settings);
    assertThat(settings).extracting(Setting::path).doesNotHaveDuplicates();
    assertThat(settings)
        .extracting(Setting::path)
        .doesNotContain("name", "driverClass", "localBrokers");
    for (Setting setting : settings) {
      assertThat(setting.description()).as("description of " + setting.path()).isNotBlank();
      if (!setting.allowedValues().isEmpty()) {
        assertThat(setting.allowedValues())
            .as("allowed values of " + setting.path() + " and its default")
            .containsAll(setting.defaultValue().stream().toList());
      }
    }
  }

  private static void subscriptionsRetain(ConformanceBench bench) throws Exception {
    SubscriptionCreator creator = bench.capability(SubscriptionCreator.class);
    String topic = bench.topic(bench.kit().partitions());
    String subscription = bench.newSubscriptionName();
    bench.await(
        "creation of a subscription", () -> creator.createSubscription(topic, subscription));
    int messages = bench.few();
    bench.send(bench.producer(topic), 0, messages);
    Inbox inbox = new DetailedInbox();
    bench.consumer(topic, subscription, inbox);
    bench.awaitCount(inbox, messages);
    assertThat(inbox.distinctNumbers()).hasSize(messages);
  }

  private static void pausesAndResumes(ConformanceBench bench) throws Exception {
    String topic = bench.topic(1);
    Inbox inbox = new DetailedInbox();
    BenchmarkConsumer consumer = bench.consumer(topic, bench.newSubscriptionName(), inbox);
    bench.require(
        consumer instanceof PausableConsumer, "the consumer does not have PausableConsumer");
    PausableConsumer pausable = (PausableConsumer) consumer;
    Inbox witness = bench.subscribe(topic);
    BenchmarkProducer producer = bench.producer(topic);
    bench.run("pause", pausable::pause);
    bench.run("a second pause", pausable::pause);
    int sent = sendUntilNothingComes(bench, inbox, witness, producer);
    bench.run("resume", pausable::resume);
    bench.run("a second resume", pausable::resume);
    bench.awaitCount(inbox, sent);
    assertThat(inbox.distinctNumbers()).hasSize(sent);
  }

  /** Twice in a row a batch reaches the witness and, also later, not the paused consumer. */
  private static int sendUntilNothingComes(
      ConformanceBench bench, Inbox inbox, Inbox witness, BenchmarkProducer producer)
      throws Exception {
    int batch = 10;
    int sent = 0;
    int quietBatches = 0;
    for (int attempt = 0; attempt < 200 && quietBatches < 2; attempt++) {
      int before = inbox.count();
      bench.send(producer, sent, sent + batch);
      sent += batch;
      bench.awaitCount(witness, sent);
      quietBatches = inbox.count() == before ? quietBatches + 1 : 0;
      if (quietBatches == 2) {
        Thread.sleep(SLOW_CONSUMER_MILLIS);
        quietBatches = inbox.count() == before ? 2 : 0;
      }
    }
    assertThat(quietBatches).as("batches without delivery to the paused consumer").isEqualTo(2);
    return sent;
  }

  private static void describesExistingTopics(ConformanceBench bench) throws Exception {
    ExistingTopics existing = bench.capability(ExistingTopics.class);
    String topic = bench.topic(bench.kit().partitions());
    List<String> asked = List.of(topic, bench.newTopicName());
    Map<String, Integer> found =
        bench.await("description of topics", () -> existing.describeTopics(asked));
    assertThat(found).isEqualTo(Map.of(topic, bench.kit().partitions()));
  }

  private static void deletesTopics(ConformanceBench bench) throws Exception {
    TopicCleaner cleaner = bench.capability(TopicCleaner.class);
    String topic = bench.topic(1);
    BenchmarkProducer producer = bench.producer(topic);
    bench.send(producer, 0, 1);
    bench.closeClient(producer);
    List<String> topics = List.of(topic, bench.newTopicName());
    bench.await("first deletion", () -> cleaner.deleteTopics(topics));
    bench.await("second deletion", () -> cleaner.deleteTopics(topics));
    if (cleaner instanceof ExistingTopics existing) {
      assertThat(bench.await("description", () -> existing.describeTopics(topics))).isEmpty();
      assertThat(foundByAnother(bench, topics)).as("topics that another driver finds").isEmpty();
    }
    leavesNoMessages(bench, cleaner);
  }

  /** A topic that is created again under its name has no old messages. */
  private static void leavesNoMessages(ConformanceBench bench, TopicCleaner cleaner)
      throws Exception {
    String topic = bench.topic(1);
    String subscription = bench.newSubscriptionName();
    bench.closeClient(bench.consumer(topic, subscription, new DetailedInbox()));
    BenchmarkProducer before = bench.producer(topic);
    bench.send(before, 0, 10);
    bench.closeClient(before);
    bench.await("deletion", () -> cleaner.deleteTopics(List.of(topic)));
    BenchmarkDriver driver = bench.driver();
    bench.await("creation of a deleted topic", () -> driver.createTopic(topic, 1));
    Inbox inbox = new DetailedInbox();
    bench.consumer(topic, subscription, inbox);
    bench.send(bench.producer(topic), 10, 20);
    bench.awaitUntil(
        () -> inbox.distinctNumbers().contains(19L), "message 19 of the new topic", inbox::numbers);
    assertThat(inbox.numbers())
        .as("messages of a topic that was created again")
        .allMatch(number -> number >= 10);
  }

  /** A driver that only forgets a topic does not delete it. */
  private static Map<String, Integer> foundByAnother(ConformanceBench bench, List<String> topics)
      throws Exception {
    try (ConformanceBench another = bench.another()) {
      ExistingTopics existing = another.capability(ExistingTopics.class);
      return another.await("description", () -> existing.describeTopics(topics));
    }
  }

  private static void reportsFacts(ConformanceBench bench) throws Exception {
    BrokerFacts source = bench.capability(BrokerFacts.class);
    Map<String, String> facts = bench.call("brokerFacts", source::brokerFacts);
    assertThat(facts).isNotEmpty();
    assertThat(facts.keySet()).allMatch(name -> !name.isBlank());
    assertThat(facts.values()).allMatch(value -> value != null && !value.isBlank());
    reportsSettings(bench, source, List.of(bench.topic(1)));
    reportsSettings(bench, source, List.of(bench.newTopicName()));
    assertTrue(bench, facts);
  }

  private static void assertTrue(ConformanceBench bench, Map<String, String> reported)
      throws Exception {
    Optional<Integer> nodes = number(reported, BrokerFacts.NODES);
    Optional<Integer> copies = number(reported, BrokerFacts.REPLICATION);
    if (nodes.isPresent() && copies.isPresent()) {
      assertThat(copies.get()).as("copies of a message").isLessThanOrEqualTo(nodes.get());
    }
    BrokerView broker = bench.broker();
    Map<String, String> real = new HashMap<>(bench.call("facts of the BrokerView", broker::facts));
    real.keySet().retainAll(reported.keySet());
    bench.require(!real.isEmpty(), "the BrokerView has none of the facts()");
    assertThat(reported).as("facts, and those of the broker").containsAllEntriesOf(real);
    bench.remark("compared: " + String.join(", ", new TreeSet<>(real.keySet())));
  }

  private static Optional<Integer> number(Map<String, String> facts, String name) {
    String text = facts.getOrDefault(name, "");
    return text.matches("\\d{1,9}") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
  }

  /** Also of a topic that does not exist. */
  private static void reportsSettings(
      ConformanceBench bench, BrokerFacts source, List<String> topics) throws Exception {
    EffectiveConfiguration read =
        bench.call("effectiveConfiguration", () -> source.effectiveConfiguration(topics));
    assertThat(read.settings())
        .as("settings with scope, subject and name")
        .allMatch(each -> !each.scope().isBlank() && !each.subject().isBlank())
        .allMatch(each -> !each.name().isBlank());
    assertThat(read.notes()).as("notes").allMatch(note -> !note.isBlank());
  }

  private static void readsTelemetry(ConformanceBench bench) throws Exception {
    TelemetrySource source = bench.capability(TelemetrySource.class);
    String topic = bench.topic(1);
    Inbox inbox = bench.subscribe(topic);
    bench.send(bench.producer(topic), 0, 10);
    bench.awaitCount(inbox, 10);
    List<TelemetryReading> readings = bench.call("readTelemetry", source::readTelemetry);
    assertThat(readings).isNotEmpty();
    assertThat(readings)
        .allMatch(r -> Double.isFinite(r.value()) && !r.name().isBlank())
        .allMatch(r -> r.resolutionMillis() >= 0);
  }

  private static void takesAListener(ConformanceBench bench) throws Exception {
    withEvents(bench, event -> assertThat(event).isNotNull());
  }

  private static void theFirstConnectionIsNoRecovery(ConformanceBench bench) throws Exception {
    List<DriverEvent> events = new CopyOnWriteArrayList<>();
    withEvents(bench, events::add);
    String topic = bench.topic(1);
    Inbox inbox = bench.subscribe(topic);
    bench.send(bench.producer(topic), 0, 10);
    bench.awaitCount(inbox, 10);
    assertThat(events)
        .extracting(DriverEvent::kind)
        .doesNotContain(
            DriverEvent.Kind.CONNECTION_LOST,
            DriverEvent.Kind.CONNECTION_RECOVERED,
            DriverEvent.Kind.UNCONFIRMED_FAILED,
            DriverEvent.Kind.UNCONFIRMED_REPUBLISHED);
  }

  private static void withEvents(ConformanceBench bench, Consumer<DriverEvent> listener)
      throws Exception {
    BenchmarkDriver fresh = bench.newDriver();
    bench.require(fresh instanceof EventSource, "the driver does not have EventSource");
    bench.run("onEvent", () -> ((EventSource) fresh).onEvent(listener));
    bench.open(fresh, bench.kit().configuration());
  }

  private static void letsGroupsGo(ConformanceBench bench) throws Exception {
    String topic = bench.topic(1);
    Inbox inbox = bench.subscribe(topic);
    BenchmarkProducer producer = bench.producer(topic);
    bench.require(producer instanceof GroupedSends, "the producer does not have GroupedSends");
    GroupedSends grouping = (GroupedSends) producer;
    List<CompletableFuture<Void>> held = new ArrayList<>();
    for (int group = 0; group < 3; group++) {
      bench.run("hold", grouping::hold);
      bench.run("a second hold", grouping::hold);
      held.addAll(bench.start(producer, held.size(), held.size() + 10L));
      bench.run("release", grouping::release);
      bench.run("a second release", grouping::release);
    }
    bench.awaitAll(held);
    bench.send(producer, held.size(), held.size() + 1);
    bench.awaitCount(inbox, held.size() + 1);
    assertThat(inbox.distinctNumbers()).hasSize(held.size() + 1);
  }
}
