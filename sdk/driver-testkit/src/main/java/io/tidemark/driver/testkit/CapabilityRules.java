package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.EventSource;
import io.tidemark.driver.ExistingTopics;
import io.tidemark.driver.GroupedSends;
import io.tidemark.driver.PausableConsumer;
import io.tidemark.driver.Setting;
import io.tidemark.driver.SubscriptionCreator;
import io.tidemark.driver.TelemetryReading;
import io.tidemark.driver.TelemetrySource;
import io.tidemark.driver.TopicCleaner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Assumptions;

/** Chapter 6: optional capabilities. Without it a rule is aborted, not failed. */
interface CapabilityRules extends Rules {

  @Rule("6.1 DescribedDriver: settings need no broker, are unique and consistent")
  default void rule601DescribesItsSettings() {
    BenchmarkDriver fresh = bench().kit().newDriver();
    Assumptions.assumeTrue(fresh instanceof DescribedDriver, "not a DescribedDriver");
    List<Setting> settings = ((DescribedDriver) fresh).settings();
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

  @Rule("6.2 SubscriptionCreator: messages sent before the first consumer are kept")
  default void rule602SubscriptionsRetain() throws Exception {
    SubscriptionCreator creator = bench().capability(SubscriptionCreator.class);
    String topic = bench().topic(bench().kit().partitions());
    String subscription = bench().newSubscriptionName();
    bench().await(creator.createSubscription(topic, subscription), "creation of a subscription");
    int messages = bench().kit().messages();
    bench().send(bench().producer(topic), 0, messages);
    Inbox inbox = new DetailedInbox();
    bench().consumer(topic, subscription, inbox);
    bench().awaitCount(inbox, messages);
    assertThat(inbox.distinctNumbers()).hasSize(messages);
  }

  @Rule("6.3 PausableConsumer: a pause stops deliveries and loses no message")
  default void rule603PausesAndResumes() throws Exception {
    String topic = bench().topic(1);
    Inbox inbox = new DetailedInbox();
    BenchmarkConsumer consumer = bench().consumer(topic, bench().newSubscriptionName(), inbox);
    Assumptions.assumeTrue(consumer instanceof PausableConsumer, "not a PausableConsumer");
    PausableConsumer pausable = (PausableConsumer) consumer;
    Inbox witness = bench().subscribe(topic);
    BenchmarkProducer producer = bench().producer(topic);
    pausable.pause();
    pausable.pause();
    int sent = sendUntilNothingComes(inbox, witness, producer);
    pausable.resume();
    pausable.resume();
    bench().awaitCount(inbox, sent);
    assertThat(inbox.distinctNumbers()).hasSize(sent);
  }

  /** Twice in a row a batch reaches the witness and not the paused consumer. */
  private int sendUntilNothingComes(Inbox inbox, Inbox witness, BenchmarkProducer producer)
      throws Exception {
    int batch = 10;
    int sent = 0;
    int quietBatches = 0;
    for (int attempt = 0; attempt < 200 && quietBatches < 2; attempt++) {
      int before = inbox.count();
      bench().send(producer, sent, sent + batch);
      sent += batch;
      bench().awaitCount(witness, sent);
      quietBatches = inbox.count() == before ? quietBatches + 1 : 0;
    }
    assertThat(quietBatches).as("batches without delivery to the paused consumer").isEqualTo(2);
    return sent;
  }

  @Rule("6.4 ExistingTopics: returns the partitions of existing topics only")
  default void rule604DescribesExistingTopics() throws Exception {
    ExistingTopics existing = bench().capability(ExistingTopics.class);
    String topic = bench().topic(bench().kit().partitions());
    Map<String, Integer> found =
        bench()
            .await(
                existing.describeTopics(List.of(topic, bench().newTopicName())),
                "description of topics");
    assertThat(found).isEqualTo(Map.of(topic, bench().kit().partitions()));
  }

  @Rule("6.5 TopicCleaner: deletes topics, and ignores missing ones")
  default void rule605DeletesTopics() throws Exception {
    TopicCleaner cleaner = bench().capability(TopicCleaner.class);
    String topic = bench().topic(1);
    BenchmarkProducer producer = bench().producer(topic);
    bench().send(producer, 0, 1);
    bench().closeClient(producer);
    List<String> topics = List.of(topic, bench().newTopicName());
    bench().await(cleaner.deleteTopics(topics), "first deletion");
    bench().await(cleaner.deleteTopics(topics), "second deletion");
    if (cleaner instanceof ExistingTopics existing) {
      assertThat(bench().await(existing.describeTopics(topics), "description")).isEmpty();
    }
  }

  @Rule("6.6 BrokerFacts: returns facts about the broker")
  default void rule606TellsFacts() throws Exception {
    Map<String, String> facts = bench().capability(BrokerFacts.class).brokerFacts();
    assertThat(facts).isNotEmpty();
    assertThat(facts.keySet()).allMatch(name -> !name.isBlank());
    assertThat(facts.values()).allMatch(value -> value != null && !value.isBlank());
  }

  @Rule("6.7 TelemetrySource: returns finite values while messages flow")
  default void rule607ReadsTelemetry() throws Exception {
    TelemetrySource source = bench().capability(TelemetrySource.class);
    String topic = bench().topic(1);
    Inbox inbox = bench().subscribe(topic);
    bench().send(bench().producer(topic), 0, 10);
    bench().awaitCount(inbox, 10);
    List<TelemetryReading> readings = source.readTelemetry();
    assertThat(readings).isNotEmpty();
    assertThat(readings)
        .allMatch(r -> Double.isFinite(r.value()) && !r.name().isBlank())
        .allMatch(r -> r.resolutionMillis() >= 0);
  }

  @Rule("6.8 EventSource: accepts its listener before initialize")
  default void rule608TakesAListener() throws Exception {
    BenchmarkDriver fresh = bench().kit().newDriver();
    Assumptions.assumeTrue(fresh instanceof EventSource, "not an EventSource");
    ((EventSource) fresh).onEvent(event -> assertThat(event).isNotNull());
    bench().initialize(fresh, bench().kit().configuration());
    fresh.close();
  }

  @Rule("6.9 GroupedSends: the end of a group sends all held messages")
  default void rule609LetsGroupsGo() throws Exception {
    String topic = bench().topic(1);
    Inbox inbox = bench().subscribe(topic);
    BenchmarkProducer producer = bench().producer(topic);
    Assumptions.assumeTrue(producer instanceof GroupedSends, "not a GroupedSends");
    GroupedSends grouping = (GroupedSends) producer;
    List<CompletableFuture<Void>> held = new ArrayList<>();
    for (int group = 0; group < 3; group++) {
      grouping.hold();
      grouping.hold();
      for (int i = 0; i < 10; i++) {
        held.add(ConformanceBench.start(producer, Optional.empty(), held.size()));
      }
      grouping.release();
      grouping.release();
    }
    bench().awaitAll(held);
    bench().send(producer, held.size(), held.size() + 1);
    bench().awaitCount(inbox, held.size() + 1);
    assertThat(inbox.distinctNumbers()).hasSize(held.size() + 1);
  }
}
