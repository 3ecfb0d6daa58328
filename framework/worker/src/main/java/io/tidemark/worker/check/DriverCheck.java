package io.tidemark.worker.check;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.base.Clock;
import io.tidemark.base.Deadline;
import io.tidemark.base.SystemClock;
import io.tidemark.driver.requests.RequestReply;
import io.tidemark.driver.topics.TopicCleaner;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.TopicsRequest;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.worker.clients.DriverClients;
import io.tidemark.worker.clients.DriverTopics;
import io.tidemark.worker.driver.DriverCatalog;
import io.tidemark.worker.session.DriverLifeCycle;
import io.tidemark.worker.session.DriverThread;
import io.tidemark.worker.session.RunEvents;
import io.tidemark.worker.session.TeardownProblems;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Checks a driver file before a benchmark: connects to the broker, creates a topic, sends and
 * receives one message, and one request with its reply if the driver has native request/reply. Then
 * closes and deletes everything.
 *
 * <p>For one thread; each step has its own deadline.
 */
public final class DriverCheck {
  private static final String WORKER = "check";
  private static final int PAYLOAD_BYTES = 128;

  private final DriverCatalog catalog;
  private final Duration stepDeadline;
  private final Consumer<Step> progress;
  private final Clock clock = SystemClock.get();
  private final List<Step> steps = new ArrayList<>();
  private final Map<String, String> facts = new TreeMap<>();

  /**
   * @param stepDeadline how long each step may take
   * @param progress gets each step as soon as it is done
   */
  public DriverCheck(DriverCatalog catalog, Duration stepDeadline, Consumer<Step> progress) {
    this.catalog = catalog;
    this.stepDeadline = stepDeadline;
    this.progress = progress;
  }

  /**
   * One thing that was tried.
   *
   * @param nanos how long it took
   * @param detail what was found, or why it failed; one line
   */
  public record Step(String name, boolean passed, long nanos, String detail) {}

  /** What was found. */
  public record Report(List<Step> steps, Map<String, String> facts) {
    public Report {
      steps = List.copyOf(steps);
      facts = Map.copyOf(facts);
    }

    /** Whether every step succeeded. */
    public boolean passed() {
      return steps.stream().allMatch(Step::passed);
    }
  }

  /** A step; returns its result. */
  private interface Trial {
    String run(Deadline deadline) throws WorkerException, InterruptedException;
  }

  /** Carries the check out. A step that fails ends it, but for the clean-up. */
  public Report run(DriverSource source) throws InterruptedException {
    try (DriverThread thread = new DriverThread(WORKER)) {
      DriverLifeCycle[] opened = new DriverLifeCycle[1];
      boolean connected =
          step(
              "connect",
              deadline -> {
                opened[0] =
                    DriverLifeCycle.open(
                        WORKER, catalog, source, new RunEvents(clock), thread, deadline);
                facts.putAll(opened[0].brokerFacts(deadline));
                return facts.getOrDefault("broker.name", "connected")
                    + Optional.ofNullable(facts.get("broker.version")).map(v -> " " + v).orElse("");
              });
      if (connected) {
        exchange(opened[0]);
        step("close", deadline -> closed(opened[0], deadline));
      }
    }
    return new Report(steps, facts);
  }

  private static String closed(DriverLifeCycle session, Deadline deadline)
      throws WorkerException, InterruptedException {
    Optional<String> problem = session.close(deadline);
    if (problem.isPresent()) {
      throw session.cannot("close", "be closed: " + problem.get());
    }
    return session.threadsLeft().map(left -> "closed, but " + left).orElse("everything closed");
  }

  private boolean step(String name, Trial trial) throws InterruptedException {
    long begun = clock.nanoTime();
    Step done;
    try {
      String detail = trial.run(Deadline.in(stepDeadline));
      done = new Step(name, true, clock.nanoTime() - begun, detail);
    } catch (WorkerException e) {
      done = new Step(name, false, clock.nanoTime() - begun, String.valueOf(e.getMessage()));
    }
    steps.add(done);
    progress.accept(done);
    return done.passed();
  }

  private void exchange(DriverLifeCycle session) throws InterruptedException {
    String runId = "check-" + clock.epochNanos();
    TopicHandle[] topic = new TopicHandle[1];
    TopicsRequest request = new TopicsRequest(1, 1, List.of(), false);
    if (step(
        "create",
        deadline -> {
          topic[0] = new DriverTopics(session, runId).create(request, deadline).get(0);
          return topic[0].name();
        })) {
      step("message", deadline -> messageThereAndBack(session, runId, topic[0], deadline));
      step("remove", deadline -> removed(session, topic[0].name(), deadline));
    }
    if (session.driver() instanceof RequestReply requestReply && requestReply.canRequestReply()) {
      step(
          "request/reply",
          deadline -> new RequestReplyCheck(session, requestReply, runId).run(deadline));
    }
  }

  private String messageThereAndBack(
      DriverLifeCycle session, String runId, TopicHandle topic, Deadline deadline)
      throws WorkerException, InterruptedException {
    DriverThread thread = session.thread();
    DriverClients clients = new DriverClients(session);
    EchoProbe probe = new EchoProbe(PAYLOAD_BYTES);
    SubscriptionHandle subscription =
        new SubscriptionHandle(0, topic, SubscriptionHandle.newName(runId, topic.name(), 0));
    BenchmarkProducer[] producer = new BenchmarkProducer[1];
    try {
      clients.createConsumers(
          List.of(new ConsumerRequest(0, subscription, true)), consumer -> probe, deadline);
      clients.createProducers(
          List.of(new ProducerRequest(0, topic)), (any, made) -> producer[0] = made, deadline);
      long sent = clock.nanoTime();
      thread.await(
          "sendAsync",
          "the acknowledgement of a message",
          deadline,
          () -> producer[0].sendAsync(Optional.empty(), probe.payload()));
      long acknowledged = clock.nanoTime();
      awaitArrival(thread, probe, deadline);
      return String.format(
          Locale.ROOT,
          "%d bytes there and back: acknowledged after %d ms, received after %d ms",
          PAYLOAD_BYTES,
          TimeUnit.NANOSECONDS.toMillis(acknowledged - sent),
          TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - sent));
    } finally {
      TeardownProblems ignored = new TeardownProblems(); // The close of the driver reports them.
      clients.closeProducers(ignored, deadline.again());
      clients.closeConsumers(ignored, deadline.again());
    }
  }

  private static void awaitArrival(DriverThread thread, EchoProbe probe, Deadline deadline)
      throws WorkerException, InterruptedException {
    String operation = "receive";
    try {
      thread.await(operation, "the message to arrive", deadline, probe::arrival);
    } catch (WorkerException e) {
      if (probe.other().isEmpty()) {
        throw e;
      }
      throw new WorkerException(
          WORKER, operation, WorkerException.Kind.INFRASTRUCTURE, probe.other().get(), e);
    }
  }

  private static String removed(DriverLifeCycle session, String topic, Deadline deadline)
      throws WorkerException, InterruptedException {
    if (!(session.driver() instanceof TopicCleaner cleaner)) {
      return "the driver cannot delete topics: " + topic + " stays";
    }
    session
        .thread()
        .await(
            "deleteTopics", "topic " + topic, deadline, () -> cleaner.deleteTopics(List.of(topic)));
    return topic;
  }
}
