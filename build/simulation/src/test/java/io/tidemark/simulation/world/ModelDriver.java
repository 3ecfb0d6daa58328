package io.tidemark.simulation.world;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.SendBehavior;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.headers.PrioritySender;
import io.tidemark.driver.headers.PrioritySupport;
import io.tidemark.driver.headers.ProbeSender;
import io.tidemark.driver.outcome.OutcomeRequest;
import io.tidemark.driver.outcome.OutcomeSupport;
import io.tidemark.driver.topics.SubscriptionCreator;
import io.tidemark.driver.topics.TopicCleaner;
import io.tidemark.simulation.plan.DriverPlan.Call;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.bookkeeper.stats.StatsLogger;

/** The driver of the simulated broker. Its callbacks run on one thread of the worker's process. */
public class ModelDriver
    implements BenchmarkDriver,
        SendBehavior,
        TopicCleaner,
        SubscriptionCreator,
        OutcomeSupport,
        PrioritySupport {
  /** The driver's file, and that of the second of two sites. */
  public static final String FILE = "name: simulated\n";

  static final String SECOND_SITE = FILE + "site: second\n";

  private static final long SETUP_NANOS = 1_000_000;

  private SimulatedWorld world;
  private int worker;
  private DriverWrongs wrongs;
  private TimedQueue client;
  private boolean second;

  SimulatedWorld world() {
    return world;
  }

  TimedQueue client() {
    return client;
  }

  int worker() {
    return worker;
  }

  /** By the clock of the worker's machine. */
  long epochNanos() {
    return world.workers().get(worker).clock().epochNanos();
  }

  @Override
  public void initialize(File configurationFile, StatsLogger statsLogger) throws IOException {
    world = SimulatedWorld.current();
    worker = world.workers().indexOf(world.worker());
    second = Files.readString(configurationFile.toPath()).contains("second");
    wrongs = world.wrongs();
    client = new TimedQueue(world.kernel(), world.worker().node(), "broker-client");
    wrongs.now(Call.INITIALIZE);
  }

  @Override
  public String getTopicNamePrefix() {
    wrongs.now(Call.PREFIX);
    return "simulated";
  }

  <T> CompletableFuture<T> later(Call call, Supplier<T> result) {
    return wrongs.later(
        call,
        () -> {
          CompletableFuture<T> future = new CompletableFuture<>();
          client.after(SETUP_NANOS, () -> future.complete(result.get()));
          return future;
        });
  }

  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    return later(
        Call.CREATE_TOPIC,
        () -> {
          world.broker().createTopic(topic, partitions);
          return null;
        });
  }

  @Override
  public CompletableFuture<Void> deleteTopics(List<String> topics) {
    if (world.plan().faults().deleteHangs()) {
      hangs("the end of a deletion");
    }
    return later(
        Call.DELETE_TOPICS,
        () -> {
          topics.forEach(world.broker()::deleteTopic);
          return null;
        });
  }

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return later(Call.CREATE_PRODUCER, () -> new ModelProducer(topic));
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback consumerCallback) {
    return later(
        Call.CREATE_CONSUMER,
        () -> {
          Broker.Member member =
              world.broker().subscribe(this, topic, subscriptionName, consumerCallback);
          return () -> {
            member.closed = true;
            closing(Call.CLOSE_CONSUMER);
          };
        });
  }

  @Override
  public Optional<String> outcomeProblem(OutcomeRequest wanted, Map<String, Object> configuration) {
    return Optional.empty();
  }

  /** The broker has it of the plan. */
  @Override
  public void expectOutcomes(OutcomeRequest wanted) {}

  @Override
  public CompletableFuture<BenchmarkConsumer> createDeadLetterConsumer(
      String topic, String subscriptionName, ConsumerCallback callback) {
    Broker.Member member =
        world.broker().subscribeToDeadLetters(this, topic, subscriptionName, callback);
    return CompletableFuture.completedFuture(() -> member.closed = true);
  }

  @Override
  public Optional<String> priorityProblem(
      SortedSet<Integer> wanted, Map<String, Object> configuration) {
    return Optional.empty();
  }

  @Override
  public void expectPriorities(SortedSet<Integer> wanted) {}

  /** Subscriptions at the first of two sites have no consumers, and are not followed. */
  @Override
  public CompletableFuture<Void> createSubscription(String topic, String subscriptionName) {
    return later(
        Call.CREATE_TOPIC,
        () -> {
          if (second || !world.plan().sites().two()) {
            world.broker().subscription(topic, subscriptionName);
          }
          return null;
        });
  }

  @Override
  public boolean sendMayBlock() {
    wrongs.now(Call.SEND_MAY_BLOCK);
    return world.plan().sendMayBlock();
  }

  @Override
  public boolean copiesPayload() {
    wrongs.now(Call.COPIES_PAYLOAD);
    return true;
  }

  @Override
  public void close() {
    if (client != null) {
      client.after(world.plan().driver().lateMillis() * 1_000_000L, client::close);
      wrongs.now(Call.CLOSE);
    }
  }

  /** Until it is interrupted. */
  private void hangs(String what) {
    try {
      world.kernel().await(what, () -> false, () -> Long.MAX_VALUE);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  void closing(Call call) {
    world.broker().closing();
    wrongs.now(call);
    if (world.plan().faults().closeHangs()) {
      hangs("the end of a close");
    }
    if (world.plan().faults().closeFails()) {
      throw new IllegalStateException("cannot be closed");
    }
  }

  /** Sends to one topic. */
  private final class ModelProducer implements BenchmarkProducer, PrioritySender, ProbeSender {
    private final String topic;
    private long sent;

    ModelProducer(String topic) {
      this.topic = topic;
      world.broker().opens();
    }

    @Override
    public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
      return sendAsync(key, payload, List.of(), 0);
    }

    @Override
    public CompletableFuture<Void> sendAsync(
        Optional<String> key, byte[] payload, List<MessageHeader> headers, int priority) {
      return world.broker().send(ModelDriver.this, this, sent++, topic, payload, priority);
    }

    @Override
    public CompletableFuture<Void> sendProbeAsync(Optional<String> key, byte[] payload) {
      return world.broker().probe(ModelDriver.this, topic, payload);
    }

    @Override
    public void close() {
      closing(Call.CLOSE_PRODUCER);
    }
  }
}
