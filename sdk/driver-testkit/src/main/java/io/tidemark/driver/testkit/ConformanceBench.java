package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.settings.Quantities;
import io.tidemark.driver.testkit.observed.DeliveryCounts;
import io.tidemark.driver.testkit.observed.DetailedInbox;
import io.tidemark.driver.testkit.observed.DriverCalls;
import io.tidemark.driver.testkit.observed.Inbox;
import io.tidemark.driver.testkit.observed.NumberedPayload;
import io.tidemark.driver.topics.TopicCleaner;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.jspecify.annotations.Nullable;

/**
 * The environment of a rule: an initialised driver, topics, clients, and calls and waits with a
 * deadline. Closes all of it in the framework's order: producers, consumers, topics, driver. One
 * thread.
 */
final class ConformanceBench implements AutoCloseable {
  private static final long LATE_MILLIS = 50;
  private static final int FEW = 200;
  private static final int AT_ONCE = 1_000;

  /** What would take longer is not sent, unless the messages are few. */
  private static final Duration SENDING = Duration.ofSeconds(5);

  /** After the visibility timeout. */
  private static final Duration MARGIN = Duration.ofMillis(500);

  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final DriverUnderTest kit;
  private final Path directory;
  private final DriverCalls calls = new DriverCalls();
  private final BackgroundTasks background = new BackgroundTasks("conformance-background");
  private final List<BenchmarkProducer> producers = new ArrayList<>();
  private final List<BenchmarkConsumer> consumers = new ArrayList<>();
  private final List<String> topics = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private final Patience patience;
  private @Nullable BenchmarkDriver driver;

  ConformanceBench(DriverUnderTest kit, Path directory, Patience patience) {
    this.kit = kit;
    this.directory = directory;
    this.patience = patience;
  }

  /** With another driver, for the same rule. */
  ConformanceBench another() {
    return new ConformanceBench(kit, directory, patience);
  }

  Patience patience() {
    return patience;
  }

  DriverUnderTest kit() {
    return kit;
  }

  /** For files of the rule. */
  Path directory() {
    return directory;
  }

  /** What the statement adds to a rule that is kept. */
  void remark(String text) {
    remarks.add(text);
  }

  List<String> remarks() {
    return List.copyOf(remarks);
  }

  /** Without it the rule is not tried. */
  BrokerView broker() throws Exception {
    return kit.brokerView().orElseThrow(() -> new NotTried("no brokerView() is declared"));
  }

  /** The rule is not tried if the condition does not hold. */
  void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new NotTried(otherwise);
    }
  }

  /** The driver of this rule, initialised at the first call. */
  BenchmarkDriver driver() throws Exception {
    return driver == null ? open(newDriver(), kit.configuration()) : driver;
  }

  /** Initialises this driver, for this rule. */
  BenchmarkDriver open(BenchmarkDriver fresh, File configuration) throws Exception {
    driver = fresh;
    initialize(fresh, configuration);
    return fresh;
  }

  BenchmarkDriver newDriver() throws Exception {
    BenchmarkDriver fresh = call("the constructor", kit::newDriver);
    calls.use(fresh);
    return fresh;
  }

  /**
   * Initializes a driver with a copy of the file that is deleted afterwards, as the framework does.
   */
  void initialize(BenchmarkDriver fresh, File configuration) throws Exception {
    Path copy = directory.resolve(UUID.randomUUID() + ".yaml");
    Files.copy(configuration.toPath(), copy);
    try {
      call(
          "initialize",
          () -> {
            fresh.initialize(copy.toFile(), NullStatsLogger.INSTANCE);
            return fresh;
          });
    } finally {
      Files.delete(copy);
    }
  }

  /** The driver as this capability; without it the rule is not tried. */
  <T> T capability(Class<T> type) throws Exception {
    require(type.isInstance(driver()), "the driver does not have " + type.getSimpleName());
    return type.cast(driver());
  }

  /** A call of the driver, with the deadline. */
  <T> T call(String what, Callable<T> call) throws Exception {
    return timed(what, deadline -> calls.call(what, deadline, call));
  }

  /** A call that has another deadline. */
  <T> T call(String what, Duration deadline, Callable<T> call) throws Exception {
    return calls.call(what, deadline, call);
  }

  private interface Wait<T> {
    T within(Duration deadline) throws Exception;
  }

  private <T> T timed(String what, Wait<T> wait) throws Exception {
    long startNanos = System.nanoTime();
    try {
      T result = wait.within(patience.deadline(what));
      patience.fulfilled(what, since(startNanos));
      return result;
    } catch (AssertionError e) {
      if (e.getCause() instanceof TimeoutException) {
        patience.timedOut(what);
      }
      throw e;
    }
  }

  private static Duration since(long startNanos) {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  /** {@link #call(String, Callable)} for an action without a result. */
  void run(String what, BackgroundTasks.Action action) throws Exception {
    call(
        what,
        () -> {
          action.run();
          return what;
        });
  }

  /** A call of the driver and the result of the future that it returns. */
  <T> T await(String what, Callable<CompletableFuture<T>> call) throws Exception {
    return await(call("the call for the " + what, call), what);
  }

  /** The result, or an error with the missing event or the failure. */
  <T> T await(CompletableFuture<T> future, String what) throws Exception {
    assertThat(future).as("the future of the " + what).isNotNull();
    return timed(what, deadline -> awaitWithin(future, what, deadline));
  }

  private static <T> T awaitWithin(CompletableFuture<T> future, String what, Duration deadline)
      throws InterruptedException {
    try {
      return future.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(what + " not within " + Quantities.spaced(deadline), e);
    } catch (ExecutionException e) {
      throw new AssertionError(what + " failed: " + e.getCause(), e.getCause());
    }
  }

  /** Something that goes on while the rule does other things. */
  <T> CompletableFuture<T> inBackground(Callable<T> task) {
    ClassLoader loader = calls.loader();
    return background.asks(
        () -> {
          Thread.currentThread().setContextClassLoader(loader);
          return task.call();
        });
  }

  /** A name as the framework creates them. */
  String newTopicName() throws Exception {
    BenchmarkDriver named = driver();
    String random = UUID.randomUUID().toString().replace("-", "").substring(0, 7);
    String prefix = call("getTopicNamePrefix", named::getTopicNamePrefix);
    return String.format(Locale.ROOT, "%s-%07d-%s", prefix, topics.size(), random);
  }

  String newSubscriptionName() {
    return "sub-000-" + UUID.randomUUID().toString().substring(0, 7);
  }

  /** A new topic, to be deleted at the end. */
  String topic(int partitions) throws Exception {
    String name = newTopicName();
    createTopics(List.of(new TopicInfo(name, partitions)));
    return name;
  }

  /** To be deleted at the end. */
  void createTopics(List<TopicInfo> infos) throws Exception {
    BenchmarkDriver creating = driver();
    infos.forEach(info -> topics.add(info.getTopic()));
    await("creation of topics " + infos, () -> creating.createTopics(infos));
  }

  void willDelete(String topic) {
    topics.add(topic);
  }

  BenchmarkProducer producer(String topic) throws Exception {
    BenchmarkDriver creating = driver();
    return adopt(await("creation of a producer of " + topic, () -> creating.createProducer(topic)));
  }

  /** To be closed at the end. */
  BenchmarkProducer adopt(BenchmarkProducer producer) {
    assertThat(producer).as("the created producer").isNotNull();
    producers.add(producer);
    return producer;
  }

  /** To be closed at the end. */
  BenchmarkConsumer adopt(BenchmarkConsumer consumer) {
    assertThat(consumer).as("the created consumer").isNotNull();
    consumers.add(consumer);
    return consumer;
  }

  BenchmarkConsumer consumer(String topic, String subscription, ConsumerCallback callback)
      throws Exception {
    BenchmarkDriver creating = driver();
    return adopt(
        await(
            "creation of a consumer of " + topic,
            () -> creating.createConsumer(topic, subscription, callback)));
  }

  /** An inbox with a consumer and a separate subscription. */
  DetailedInbox subscribe(String topic) throws Exception {
    DetailedInbox inbox = new DetailedInbox();
    consumer(topic, newSubscriptionName(), inbox);
    return inbox;
  }

  /** Sends messages without key and waits for their acknowledgements. */
  void send(BenchmarkProducer producer, long from, long to) throws Exception {
    awaitAll(start(producer, from, to));
  }

  /**
   * Sends the kit's number of messages, and fewer if the driver is slow.
   *
   * @return how many: those from 0 to this number - 1
   */
  int sendMany(BenchmarkProducer producer) throws Exception {
    return sendMany(producer, number -> Optional.empty());
  }

  /** {@link #sendMany(BenchmarkProducer)} with these many keys in turn. */
  int sendManyKeyed(BenchmarkProducer producer, int keys) throws Exception {
    return sendMany(producer, number -> Optional.of("key-" + number % keys));
  }

  private int sendMany(BenchmarkProducer producer, LongFunction<Optional<String>> keys)
      throws Exception {
    long startNanos = System.nanoTime();
    int most = kit.messages();
    int sent = 0;
    int step = Math.min(most, FEW);
    do {
      awaitAll(start(producer, keys, sent, sent + step));
      sent += step;
      step = Math.min(most - sent, Math.min(sent, AT_ONCE));
    } while (sent < most
        && since(startNanos).multipliedBy(sent + step).dividedBy(sent).compareTo(SENDING) < 0);
    if (sent < most) {
      remark(sent + " of " + most + " messages: more take over " + Quantities.spaced(SENDING));
    }
    return sent;
  }

  /** For rules in which each message takes long. */
  int few() {
    return Math.min(kit.messages(), FEW);
  }

  /** Sends messages with these many keys in turn and waits for their acknowledgements. */
  void sendKeyed(BenchmarkProducer producer, int keys, long from, long to) throws Exception {
    awaitAll(start(producer, n -> Optional.of("key-" + n % keys), from, to));
  }

  /** Sends messages without key. */
  List<CompletableFuture<Void>> start(BenchmarkProducer producer, long from, long to)
      throws Exception {
    return start(producer, n -> Optional.empty(), from, to);
  }

  private List<CompletableFuture<Void>> start(
      BenchmarkProducer producer, LongFunction<Optional<String>> keys, long from, long to)
      throws Exception {
    return call(
        String.format(Locale.ROOT, "sendAsync, called %d times,", to - from),
        () -> {
          List<CompletableFuture<Void>> sent = new ArrayList<>();
          for (long number = from; number < to; number++) {
            sent.add(start(producer, keys.apply(number), number));
          }
          return sent;
        });
  }

  /** Sends without key; a send that throws has failed. */
  List<CompletableFuture<Void>> startAll(BenchmarkProducer producer, int messages)
      throws Exception {
    return call(
        String.format(Locale.ROOT, "sendAsync, called %d times,", messages),
        () -> {
          List<CompletableFuture<Void>> sent = new ArrayList<>();
          for (long number = 0; number < messages; number++) {
            try {
              sent.add(start(producer, Optional.empty(), number));
            } catch (RuntimeException e) {
              sent.add(CompletableFuture.failedFuture(e));
            }
          }
          return sent;
        });
  }

  /** Sends without key on another thread, which callbacks may hold up. */
  CompletableFuture<List<CompletableFuture<Void>>> startInBackground(
      BenchmarkProducer producer, int messages) {
    return inBackground(
        () ->
            LongStream.range(0, messages)
                .mapToObj(number -> start(producer, Optional.empty(), number))
                .toList());
  }

  /** Sends a message on the current thread. */
  static CompletableFuture<Void> start(
      BenchmarkProducer producer, Optional<String> key, long number) {
    CompletableFuture<Void> sent = producer.sendAsync(key, NumberedPayload.of(number));
    assertThat(sent).as("the future of a send").isNotNull();
    return sent;
  }

  void awaitAll(List<? extends CompletableFuture<?>> sent) throws Exception {
    await(
        CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)),
        "completion of " + sent.size() + " sends");
  }

  /** Waits for a condition; the error has the last state. */
  void awaitUntil(BooleanSupplier condition, String what, Supplier<?> seen) {
    awaitUntil(condition, what, seen, Duration.ZERO);
  }

  /** With time in addition to the deadline. */
  void awaitUntil(BooleanSupplier condition, String what, Supplier<?> seen, Duration more) {
    long startNanos = System.nanoTime();
    Duration deadline = patience.deadline(what).plus(more);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - startNanos > deadline.toNanos()) {
        patience.timedOut(what);
        throw new AssertionError(
            what + " not within " + Quantities.spaced(deadline) + "; seen: " + seen.get());
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new AssertionError("interrupted while waiting for " + what);
      }
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
    patience.fulfilled(what, since(startNanos));
  }

  /** Waits until the broker has delivered again what was not acknowledged. */
  void awaitRedelivery() throws InterruptedException {
    Duration again = kit.visibilityTimeout();
    if (!again.isZero()) {
      Thread.sleep(again.plus(MARGIN).toMillis());
    }
  }

  /** Waits for all of messages 0 to {@code count - 1}, and a moment for more than these. */
  void awaitAllOf(Inbox inbox, int count) throws InterruptedException {
    awaitCount(inbox, count);
    awaitUntil(
        () -> inbox.distinctNumbers().size() >= count,
        count + " different messages",
        () -> DeliveryCounts.of(inbox.arrivals(), count));
    Thread.sleep(LATE_MILLIS);
  }

  /** Waits for a number of deliveries. More may arrive; rules that forbid them check this later. */
  void awaitCount(Inbox inbox, int count) {
    awaitUntil(() -> inbox.count() >= count, count + " deliveries", inbox::count);
  }

  @Override
  public void close() throws Exception {
    try {
      closeDriver();
    } finally {
      background.close();
      calls.close();
    }
  }

  /** Closes the driver with all clients; the next rule's code gets another one. */
  void closeDriver() throws Exception {
    BenchmarkDriver closing = driver;
    if (closing == null) {
      return;
    }
    driver = null;
    List<AutoCloseable> closings = new ArrayList<>();
    producers.forEach(producer -> closings.add(() -> run("close of a producer", producer::close)));
    consumers.forEach(consumer -> closings.add(() -> run("close of a consumer", consumer::close)));
    if (closing instanceof TopicCleaner cleaner && !topics.isEmpty()) {
      List<String> created = List.copyOf(topics);
      closings.add(
          () -> await("deletion of topics " + created, () -> cleaner.deleteTopics(created)));
    }
    closings.add(() -> run("close of the driver", closing::close));
    producers.clear();
    consumers.clear();
    topics.clear();
    closeAll(closings);
  }

  void closeClient(AutoCloseable client) throws Exception {
    producers.remove(client);
    consumers.remove(client);
    run("close of a client", client::close);
  }

  private static void closeAll(List<AutoCloseable> closings) throws Exception {
    Throwable first = null;
    for (AutoCloseable closing : closings) {
      try {
        closing.close();
      } catch (Exception | Error e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first instanceof Exception exception) {
      throw exception;
    }
    if (first != null) {
      throw (Error) first;
    }
  }

  /** A rule cannot be tried with this driver, and why. */
  static final class NotTried extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotTried(String reason) {
      super(reason, null, false, false);
    }
  }
}
