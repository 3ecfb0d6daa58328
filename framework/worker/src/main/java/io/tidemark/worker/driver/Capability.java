package io.tidemark.worker.driver;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.EventSource;
import io.tidemark.driver.GroupedSends;
import io.tidemark.driver.LogMessage;
import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.OwnConnections;
import io.tidemark.driver.PausableConsumer;
import io.tidemark.driver.ReceivedBatch;
import io.tidemark.driver.SendBehavior;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.headers.HeaderSupport;
import io.tidemark.driver.headers.PrioritySupport;
import io.tidemark.driver.headers.ProbeSender;
import io.tidemark.driver.outcome.OutcomeSupport;
import io.tidemark.driver.requests.RequestReply;
import io.tidemark.driver.telemetry.TelemetrySource;
import io.tidemark.driver.topics.ExistingTopics;
import io.tidemark.driver.topics.LeaderSource;
import io.tidemark.driver.topics.MessageTap;
import io.tidemark.driver.topics.OffsetSource;
import io.tidemark.driver.topics.SubscriptionCreator;
import io.tidemark.driver.topics.TopicCleaner;
import io.tidemark.driver.topics.TopicLister;
import java.util.EnumSet;
import java.util.Set;

/** An optional part of the SDK, and what a run with a driver without it does not have. */
public enum Capability {
  DESCRIBED_DRIVER(
      DescribedDriver.class,
      true,
      "wrong keys are found only when the run has started, and secrets only by the names of keys"),
  SEND_BEHAVIOR(
      SendBehavior.class,
      true,
      "each producer has a thread, and message bodies are not reused before the acknowledgement"),
  SUBSCRIPTION_CREATOR(SubscriptionCreator.class, true, "no pattern fill-then-drain"),
  EXISTING_TOPICS(ExistingTopics.class, true, "no runs on existing topics (topicNames)"),
  MESSAGE_TAP(MessageTap.class, true, "no recording of existing topics (bin/benchmark record)"),
  TOPIC_CLEANER(TopicCleaner.class, true, "topics stay on the broker after a run"),
  TOPIC_LISTER(
      TopicLister.class,
      true,
      "topics that killed runs have left are not named and not removed (bin/benchmark clean)"),
  BROKER_FACTS(
      BrokerFacts.class,
      true,
      "results do not contain the broker's version, nodes, replication, persistence and settings"),
  HEADER_SUPPORT(
      HeaderSupport.class,
      true,
      "no headers in messages, and stamps only in bodies (headers, envelope.position: header)"),
  PRIORITY_SUPPORT(PrioritySupport.class, true, "all messages have one priority (priorities)"),
  REQUEST_REPLY(
      RequestReply.class,
      true,
      "request/reply uses topics, not the broker's own mechanism (requestReply: native)"),
  OUTCOME_SUPPORT(OutcomeSupport.class, true, "consumers accept every message (outcomes)"),
  OWN_CONNECTIONS(OwnConnections.class, true, "clients keep their connections (connectionPer)"),
  LEADER_SOURCE(
      LeaderSource.class, true, "no faults of a leader, and changes of leaders are not counted"),
  TELEMETRY_SOURCE(TelemetrySource.class, true, "no metrics of the broker on the timeline"),
  OFFSET_SOURCE(OffsetSource.class, true, "committed offsets are not audited (auditOffsets)"),
  EVENT_SOURCE(
      EventSource.class, true, "lost connections and blocked publishers are not on the timeline"),
  SEND_FUTURE(
      SendFuture.class,
      false,
      "publish latency ends when the framework sees the completion, not at the completion itself"),
  GROUPED_SENDS(GroupedSends.class, false, "messages that are due together are sent one by one"),
  PROBE_SENDER(
      ProbeSender.class,
      false,
      "runs whose consumers do not get every message cannot become ready"),
  PAUSABLE_CONSUMER(
      PausableConsumer.class, false, "backlogs are made by blocking the consumer's callback"),
  MESSAGE_CALLBACK(
      MessageCallback.class,
      false,
      "order is not judged for each partition, and errors of consumers are not counted"),
  LOG_MESSAGE(
      LogMessage.class, false, "offsets, and the order of keys, are not audited (auditOffsets)"),
  RECEIVED_BATCH(
      ReceivedBatch.class,
      false,
      "the clock is read for each message that is received, not once for those of one poll");

  private final Class<?> type;
  private final boolean ofDriver;
  private final String loss;

  Capability(Class<?> type, boolean ofDriver, String loss) {
    this.type = type;
    this.ofDriver = ofDriver;
    this.loss = loss;
  }

  /** The name of its interface. */
  public String type() {
    return type.getSimpleName();
  }

  /** What a run with a driver without it does not have. */
  public String loss() {
    return loss;
  }

  /** Those that producers, consumers and sends have, not the driver itself. */
  static Set<Capability> ofClients() {
    Set<Capability> all = EnumSet.allOf(Capability.class);
    all.removeIf(each -> each.ofDriver);
    return all;
  }

  /**
   * Those that the driver implements, and those of producers, consumers and sends that its classes
   * use: whether these really have them is known only when they exist.
   */
  static Set<Capability> of(BenchmarkDriver driver, DriverHome home) {
    Set<Capability> found = EnumSet.noneOf(Capability.class);
    for (Capability each : values()) {
      if (each.ofDriver
          ? each.type.isInstance(driver)
          : each.isUsedBy(home, driver.getClass().getPackageName())) {
        found.add(each);
      }
    }
    return found;
  }

  /** {@link CallbackAdapter} uses the callback for the driver. */
  private boolean isUsedBy(DriverHome home, String driverPackage) {
    return home.uses(type, driverPackage)
        || (this == MESSAGE_CALLBACK && home.uses(CallbackAdapter.class, driverPackage));
  }
}
