package io.tidemark.worker.clients;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.ConsumerInfo;
import io.openmessaging.benchmark.driver.BenchmarkDriver.ProducerInfo;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.base.Deadline;
import io.tidemark.driver.PausableConsumer;
import io.tidemark.driver.outcome.OutcomeSupport;
import io.tidemark.model.result.Text;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.worker.driver.SharedClasses;
import io.tidemark.worker.session.DriverLifeCycle;
import io.tidemark.worker.session.DriverThread;
import io.tidemark.worker.session.ParallelClose;
import io.tidemark.worker.session.ParallelClose.Named;
import io.tidemark.worker.session.TeardownProblems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** The producers and consumers of one run on this worker, by their indexes. */
public final class DriverClients {
  private final DriverLifeCycle session;
  private final DriverThread thread;
  private final Map<Integer, Named> producers;
  private final Map<Integer, Named> consumers;
  private final List<Named> deadLetterConsumers = new ArrayList<>();

  public DriverClients(DriverLifeCycle session) {
    this(session, session.thread(), new ConcurrentSkipListMap<>(), new ConcurrentSkipListMap<>());
  }

  private DriverClients(
      DriverLifeCycle session,
      DriverThread thread,
      Map<Integer, Named> producers,
      Map<Integer, Named> consumers) {
    this.session = session;
    this.thread = thread;
    this.producers = producers;
    this.consumers = consumers;
  }

  /** These clients, with another thread to call the driver on. */
  DriverClients on(DriverThread other) {
    return new DriverClients(session, other, producers, consumers);
  }

  /** Open ones, by index. */
  Map<Integer, Named> producers() {
    return producers;
  }

  /** Open ones, by index. */
  Map<Integer, Named> consumers() {
    return consumers;
  }

  public void createConsumers(
      List<ConsumerRequest> assignments,
      Function<ConsumerRequest, ? extends ConsumerCallback> callbacks,
      Deadline deadline)
      throws WorkerException, InterruptedException {
    if (assignments.isEmpty()) {
      return;
    }
    List<ConsumerInfo> infos = new ArrayList<>();
    for (ConsumerRequest assignment : assignments) {
      infos.add(
          new ConsumerInfo(
              assignment.index(),
              assignment.subscription().topic().name(),
              assignment.subscription().name(),
              callbacks.apply(assignment)));
    }
    List<BenchmarkConsumer> made =
        create(
            "createConsumers",
            Text.plural(infos.size(), "consumer"),
            infos.size(),
            deadline,
            () -> session.driver().createConsumers(infos));
    for (int i = 0; i < made.size(); i++) {
      ConsumerInfo info = infos.get(i);
      String name = "consumer " + info.getId() + " of " + info.getSubscriptionName();
      consumers.put(assignments.get(i).index(), new Named(name, made.get(i)));
    }
  }

  /** Creates a consumer of the dead letters of each subscription of these consumers. */
  public void createDeadLetterConsumers(
      List<ConsumerRequest> assignments,
      IntFunction<? extends ConsumerCallback> callbacks,
      Deadline deadline)
      throws WorkerException, InterruptedException {
    OutcomeSupport support = (OutcomeSupport) session.driver();
    Set<SubscriptionHandle> subscriptions = new LinkedHashSet<>();
    assignments.forEach(each -> subscriptions.add(each.subscription()));
    for (SubscriptionHandle each : subscriptions) {
      String name = "consumer of the dead letters of " + each.name();
      ConsumerCallback callback = callbacks.apply(each.index());
      List<BenchmarkConsumer> made =
          create(
              "createDeadLetterConsumer",
              "the " + name,
              1,
              deadline,
              () ->
                  support
                      .createDeadLetterConsumer(each.topic().name(), each.name(), callback)
                      .thenApply(List::of));
      deadLetterConsumers.add(new Named(name, made.get(0)));
    }
  }

  public void createProducers(
      List<ProducerRequest> assignments,
      BiConsumer<ProducerRequest, BenchmarkProducer> sink,
      Deadline deadline)
      throws WorkerException, InterruptedException {
    BenchmarkDriver driver = session.driver();
    for (List<ProducerRequest> batch : ProducerBatches.of(driver, assignments)) {
      List<ProducerInfo> infos =
          batch.stream()
              .map(assignment -> new ProducerInfo(assignment.index(), assignment.topic().name()))
              .toList();
      String waitingFor =
          String.format(
              Locale.ROOT,
              "%s, of which %d are there",
              Text.plural(assignments.size(), "producer"),
              producers.size());
      List<BenchmarkProducer> made =
          create(
              "createProducers",
              waitingFor,
              infos.size(),
              deadline,
              () -> driver.createProducers(infos));
      for (int i = 0; i < made.size(); i++) {
        ProducerRequest assignment = batch.get(i);
        String name = "producer " + assignment.index() + " of " + assignment.topic().name();
        producers.put(assignment.index(), new Named(name, made.get(i)));
        sink.accept(assignment, made.get(i));
      }
    }
  }

  /** A producer whose messages have a client each, or some of them one; connects to nothing yet. */
  public BenchmarkProducer briefProducer(
      ProducerRequest assignment, int messages, BriefClients brief) {
    String topic = assignment.topic().name();
    return new BriefProducer(
        brief.series(
            "producer " + assignment.index() + " of " + topic,
            messages,
            () -> session.driver().createProducer(topic)));
  }

  private <T extends AutoCloseable> List<T> create(
      String operation,
      String waitingFor,
      int wanted,
      Deadline deadline,
      Callable<? extends CompletionStage<List<T>>> call)
      throws WorkerException, InterruptedException {
    return session.requireAll(
        operation,
        wanted,
        thread.await(operation, waitingFor, deadline, call, session::closeUnused));
  }

  /**
   * Pauses or resumes those that can.
   *
   * @return whether there are others, whose deliveries must be held
   */
  public boolean pause(boolean pause, Deadline deadline)
      throws WorkerException, InterruptedException {
    List<PausableConsumer> pausable =
        consumers.values().stream()
            .map(Named::closeable)
            .filter(PausableConsumer.class::isInstance)
            .map(PausableConsumer.class::cast)
            .toList();
    thread.run(
        pause ? "pauseConsumers" : "resumeConsumers",
        Text.plural(pausable.size(), "consumer"),
        deadline,
        () -> pausable.forEach(pause ? PausableConsumer::pause : PausableConsumer::resume));
    return pausable.size() < consumers.size();
  }

  public void closeProducers(TeardownProblems problems, Deadline deadline)
      throws InterruptedException {
    new ParallelClose(session.classLoader(), problems)
        .close(List.copyOf(producers.values()), deadline);
    producers.clear();
  }

  public void closeConsumers(TeardownProblems problems, Deadline deadline)
      throws InterruptedException {
    new ParallelClose(session.classLoader(), problems)
        .close(
            Stream.concat(consumers.values().stream(), deadLetterConsumers.stream()).toList(),
            deadline);
    consumers.clear();
    deadLetterConsumers.clear();
  }

  /**
   * Number of producers per request to a driver.
   *
   * <p>Usually all of them. A driver made for OMB that has its own {@code createProducers} may
   * return them in any order (OMB does not require an order, and its RabbitMQ driver uses a hash
   * map); but the delivery audit needs the topic of each producer. So such a driver is called topic
   * by topic: within one topic the order is irrelevant.
   */
  static final class ProducerBatches {
    private ProducerBatches() {}

    static List<List<ProducerRequest>> of(
        BenchmarkDriver driver, List<ProducerRequest> assignments) {
      if (assignments.isEmpty()) {
        return List.of();
      }
      return keepsOrder(driver) ? List.of(assignments) : byTopic(assignments);
    }

    /**
     * The SPI's default keeps the order, and drivers with capabilities must follow the contract.
     */
    private static boolean keepsOrder(BenchmarkDriver driver) {
      try {
        return driver.getClass().getMethod("createProducers", List.class).getDeclaringClass()
                == BenchmarkDriver.class
            || knowsCapabilities(driver.getClass());
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException("a BenchmarkDriver has createProducers", e);
      }
    }

    private static boolean knowsCapabilities(Class<?> type) {
      for (Class<?> current = type; current != null; current = current.getSuperclass()) {
        for (Class<?> implemented : current.getInterfaces()) {
          String from = implemented.getPackageName();
          if (from.startsWith("io.tidemark.driver") && SharedClasses.has(from)) {
            return true;
          }
        }
      }
      return false;
    }

    private static List<List<ProducerRequest>> byTopic(List<ProducerRequest> assignments) {
      Map<String, List<ProducerRequest>> byTopic = new LinkedHashMap<>();
      for (ProducerRequest assignment : assignments) {
        byTopic.computeIfAbsent(assignment.topic().name(), t -> new ArrayList<>()).add(assignment);
      }
      return List.copyOf(byTopic.values());
    }
  }
}
