package io.tidemark.simulation.world;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.outcome.DeadLetterReason;
import io.tidemark.driver.outcome.Outcome;
import io.tidemark.simulation.kernel.Kernel;
import io.tidemark.simulation.plan.DriverPlan.Call;
import io.tidemark.simulation.plan.RefusalPlan;
import io.tidemark.simulation.plan.SeedPlan;
import io.tidemark.simulation.plan.UrgencyPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A broker that knows what it did: each message, its answer, and its deliveries. */
public final class Broker {
  private static final long MICRO = 1_000;
  private static final long LONGEST_BLOCK_MILLIS = 300;
  private static final long LONGEST_DELAY_NANOS = 20_000_000;

  /** Where the full stamp has the intended send time. */
  private static final int STAMP_INTENDED = 8;

  private final Kernel kernel;
  private final DriverWrongs wrongs;
  private final int lateMillis;
  private final SeedPlan.BrokerFaults faults;
  private final Random random;
  private final BrokerNodes nodes = new BrokerNodes();
  private final Map<String, Integer> topics = new HashMap<>();
  private final Map<String, Subscription> subscriptions = new LinkedHashMap<>();
  private final List<SentMessage> messages = new ArrayList<>();
  private long stalledUntil;
  private long arrivals;
  private long firstCloseNanos = Long.MAX_VALUE;
  private int opened;
  private int open;
  private Optional<SimulatedSites> sites = Optional.empty();
  private final Optional<RequestLog> requests;
  private final RefusalPlan refusals;
  private final UrgencyPlan priorities;

  /**
   * The members of a subscription, and when the last message of each partition and priority was
   * due.
   */
  public static final class Subscription {
    final String name;
    final String topic;
    final List<Member> members = new ArrayList<>();

    /** Consumers of its dead letters. */
    final List<Member> deadLetterMembers = new ArrayList<>();

    final Map<String, Long> lastDue = new HashMap<>();

    /** Deliveries that wait for the first member. */
    final List<Runnable> kept = new ArrayList<>();

    Subscription(String name, String topic) {
      this.name = name;
      this.topic = topic;
    }

    public String name() {
      return name;
    }
  }

  /** A consumer. */
  static final class Member {
    final ModelDriver driver;
    final ConsumerCallback callback;
    final TimedQueue thread;
    boolean closed;

    /** Whether its callback is being called. */
    boolean busy;

    /** When the last message of each priority arrived. */
    final Map<Integer, Long> lastOfPriority = new HashMap<>();

    Member(ModelDriver driver, ConsumerCallback callback, TimedQueue thread) {
      this.driver = driver;
      this.callback = callback;
      this.thread = thread;
    }
  }

  Broker(Kernel kernel, SeedPlan plan, DriverWrongs wrongs) {
    this.kernel = kernel;
    this.wrongs = wrongs;
    this.lateMillis = plan.driver().lateMillis();
    this.faults = plan.faults();
    this.random = new Random(plan.seed() ^ 0x62726f6b);
    this.refusals = plan.refusals();
    this.priorities = plan.priorities();
    this.requests =
        plan.requests().isEmpty() ? Optional.empty() : Optional.of(new RequestLog(kernel, plan));
  }

  public List<SentMessage> messages() {
    return messages;
  }

  /** Returns the requests of a run that has some. */
  public RequestLog requests() {
    return requests.orElseThrow();
  }

  BrokerNodes nodes() {
    return nodes;
  }

  public List<Subscription> subscriptionsOf(String topic) {
    return subscriptions.values().stream().filter(each -> each.topic.equals(topic)).toList();
  }

  /** When the first client was closed. */
  public long firstCloseNanos() {
    return firstCloseNanos;
  }

  /** Producers and consumers that were made. */
  public int opened() {
    return opened;
  }

  /** And not closed. */
  public int open() {
    return open;
  }

  void opens() {
    opened++;
    open++;
  }

  void closing() {
    open--;
    firstCloseNanos = Math.min(firstCloseNanos, kernel.now());
  }

  /** Answers and delivers nothing for a time. */
  public void stall(long nanos) {
    kernel.note("stall of the broker for " + nanos / 1_000_000 + " ms");
    stalledUntil = Math.max(stalledUntil, kernel.now() + nanos);
  }

  void createTopic(String topic, int partitions) {
    topics.putIfAbsent(topic, partitions);
  }

  void deleteTopic(String topic) {
    topics.remove(topic);
  }

  Member subscribe(
      ModelDriver driver, String topic, String subscription, ConsumerCallback callback) {
    return subscribe(driver, topic, subscription, callback, driver.client());
  }

  /**
   * A new consumer.
   *
   * @param thread on which the callback is called
   */
  Member subscribe(
      ModelDriver driver,
      String topic,
      String subscription,
      ConsumerCallback callback,
      TimedQueue thread) {
    Member member = new Member(driver, callback, thread);
    opens();
    Subscription to = subscription(topic, subscription);
    to.members.add(member);
    requests.ifPresent(log -> log.joins(to, member));
    List<Runnable> kept = List.copyOf(to.kept);
    to.kept.clear();
    kept.forEach(Runnable::run);
    return member;
  }

  Member subscribeToDeadLetters(
      ModelDriver driver, String topic, String subscription, ConsumerCallback callback) {
    Member member = new Member(driver, callback, driver.client());
    subscription(topic, subscription).deadLetterMembers.add(member);
    return member;
  }

  /**
   * It may have no members: what is sent is kept for them. That of a requester is named after it.
   */
  Subscription subscription(String topic, String given) {
    String name = given.replaceFirst("^(requester-\\d+)-.*", "$1");
    return subscriptions.computeIfAbsent(topic + "/" + name, key -> new Subscription(name, topic));
  }

  /** The second site, if there is one. */
  void sites(SimulatedSites two) {
    sites = Optional.of(two);
  }

  long latency() {
    long usual = faults.latencyNanos() + (long) (random.nextDouble() * faults.jitterNanos());
    return Math.max(usual, stalledUntil - kernel.now() + usual);
  }

  private boolean chance(double share) {
    return share > 0 && random.nextDouble() < share;
  }

  /** A probe: nothing goes wrong with it. */
  CompletableFuture<Void> probe(ModelDriver driver, String topic, byte[] payload) {
    CompletableFuture<Void> future = new CompletableFuture<>();
    driver.client().after(latency(), () -> future.complete(null));
    int partition = random.nextInt(topics.getOrDefault(topic, 1));
    byte[] copy = payload.clone();
    for (Subscription each : subscriptionsOf(topic)) {
      deliver(each, null, copy, partition, latency());
    }
    return future;
  }

  /** A message of the load. */
  CompletableFuture<Void> send(
      ModelDriver driver,
      Object producer,
      long number,
      String topic,
      byte[] payload,
      int priority) {
    if (requests.isPresent() && RequestLog.isProbe(payload)) {
      return probe(driver, topic, payload);
    }
    int partition = random.nextInt(topics.getOrDefault(topic, 1));
    SentMessage message =
        new SentMessage(
            producer,
            number,
            driver.worker(),
            topic,
            partition,
            priority,
            kernel.now(),
            driver.epochNanos() - intendedEpochNanos(payload));
    if (requests.filter(log -> log.keeps(message, payload)).isEmpty()) {
      messages.add(message);
    }
    kernel.note("send " + driver.worker() + " " + topic + " " + number);
    byte[] copy = payload.clone();
    try {
      if (chance(faults.blocked())) {
        kernel.sleep(random.nextInt((int) LONGEST_BLOCK_MILLIS) * 1_000_000L);
      }
      if (chance(faults.thrown())) {
        message.failedNanos = kernel.now();
        throw new IllegalStateException("the client refuses the message");
      }
      if (chance(faults.withoutFuture())) {
        message.failedNanos = kernel.now();
        return null;
      }
      return answered(message, copy, driver);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      message.failedNanos = kernel.now();
      return CompletableFuture.failedFuture(e);
    } finally {
      message.sendEndedNanos = kernel.now();
    }
  }

  /** What the driver does wrong instead is the answer. */
  private CompletableFuture<Void> answered(SentMessage message, byte[] body, ModelDriver driver) {
    boolean returned = false;
    try {
      boolean right = requests.isPresent() && requests.get().isReply(message);
      CompletableFuture<Void> future =
          right && wrongs.hangsInSend()
              ? accepted(driver, message, body)
              : wrongs.later(Call.SEND, () -> accepted(driver, message, body));
      returned = future != null;
      if (returned && future.isDone() && !message.isAnswered()) {
        if (future.isCompletedExceptionally()) {
          message.failedNanos = kernel.now();
        } else {
          message.acknowledgedNanos = kernel.now();
        }
      }
      return future;
    } finally {
      if (!returned) {
        message.failedNanos = kernel.now();
      }
    }
  }

  /** Reads the stamp as docs/reference/envelope.md describes it. */
  private static long intendedEpochNanos(byte[] payload) {
    return ByteBuffer.wrap(payload).getLong(STAMP_INTENDED);
  }

  private CompletableFuture<Void> accepted(ModelDriver driver, SentMessage message, byte[] body) {
    CompletableFuture<Void> future =
        random.nextBoolean() ? new SendFuture() : new CompletableFuture<>();
    boolean refused = chance(faults.refused()) || nodes.refuses(message.partition);
    boolean lost = !refused && chance(faults.lost());
    if (!lost && (!refused || chance(faults.receivedThoughRefused()))) {
      String topic = requests.map(log -> log.topicOf(message)).orElse(message.topic);
      copy(
          () ->
              subscriptionsOf(topic)
                  .forEach(each -> deliverTo(each, message, body, message.partition)));
    }
    if (chance(faults.unanswered())) {
      return future;
    }
    if (!refused && chance(faults.atOnce()) && nodes.serves(message.partition)) {
      acknowledge(message, future);
      return future;
    }
    answerLater(driver, message, future, refused);
    return future;
  }

  private void copy(Runnable delivery) {
    sites.ifPresentOrElse(two -> two.copy(delivery), delivery);
  }

  private void answerLater(
      ModelDriver driver, SentMessage message, CompletableFuture<Void> future, boolean refused) {
    driver
        .client()
        .after(
            latency() + nodes.delayNanos(message.partition),
            () -> answer(driver, message, future, refused));
  }

  private void answer(
      ModelDriver driver, SentMessage message, CompletableFuture<Void> future, boolean refused) {
    if (sites.filter(SimulatedSites::isFirstGone).isPresent()) {
      return;
    }
    boolean gone = nodes.refuses(message.partition);
    if (!gone && !nodes.serves(message.partition)) {
      nodes.whenItServes(message.partition, () -> answerLater(driver, message, future, refused));
      return;
    }
    answer(message, future, refused || gone, chance(faults.answeredTwice()));
  }

  private void answer(
      SentMessage message, CompletableFuture<Void> future, boolean refused, boolean twice) {
    if (refused) {
      message.failedNanos = kernel.now();
      future.completeExceptionally(new IOException("the broker refuses the message"));
    } else {
      acknowledge(message, future);
    }
    if (twice) {
      future.completeExceptionally(new IOException("a second answer"));
      future.complete(null);
    }
  }

  private void acknowledge(SentMessage message, CompletableFuture<Void> future) {
    message.acknowledgedNanos = kernel.now();
    future.complete(null);
  }

  private void deliverTo(Subscription to, SentMessage message, byte[] body, int partition) {
    long late = requests.map(log -> log.delayNanos(message)).orElse(0L);
    if (late > 0) {
      deliver(to, message, body, partition, faults.lagNanos() + latency() + late);
    } else if (chance(faults.delayed())) {
      long extra = (long) (random.nextDouble() * LONGEST_DELAY_NANOS);
      deliver(to, message, body, partition, faults.lagNanos() + latency() + extra);
    } else {
      // Order is kept among messages of the same priority.
      String queue = partition + "/" + message.priority;
      long due =
          Math.max(
              kernel.now() + faults.lagNanos() + latency() + heldNanos(message),
              to.lastDue.getOrDefault(queue, 0L) + MICRO);
      to.lastDue.put(queue, due);
      deliver(to, message, body, partition, due - kernel.now());
    }
    // Copies of a message would have ends of their own.
    if (chance(faults.duplicated()) && refusals.isEmpty()) {
      long again = (long) (random.nextDouble() * 5_000_000);
      long from = late > 0 && random.nextBoolean() ? late : 0;
      deliver(to, message, body, partition, faults.lagNanos() + latency() + from + again);
    }
  }

  private long heldNanos(SentMessage message) {
    return message.priority == UrgencyPlan.HIGH && chance(priorities.overtaken())
        ? UrgencyPlan.HELD_NANOS
        : 0;
  }

  private void deliver(
      Subscription to, SentMessage message, byte[] body, int partition, long afterNanos) {
    deliver(to, message, body, partition, 0, afterNanos);
  }

  /**
   * @param turn of the members: what is refused comes to another one
   */
  private void deliver(
      Subscription to, SentMessage message, byte[] body, int partition, int turn, long afterNanos) {
    if (to.members.isEmpty()) {
      if (message != null) {
        to.kept.add(() -> deliver(to, message, body, partition, latency()));
      }
      return;
    }
    Member member = to.members.get((partition + turn) % to.members.size());
    member.thread.after(
        afterNanos + nodes.delayNanos(partition),
        () -> {
          if (nodes.serves(partition)) {
            arrive(to, member, message, body, partition);
          } else {
            nodes.whenItServes(partition, () -> deliver(to, message, body, partition, latency()));
          }
        });
  }

  private void arrive(
      Subscription to, Member member, SentMessage message, byte[] body, int partition) {
    if (member.closed && lateMillis == 0) {
      return;
    }
    if (requests.filter(log -> log.drops(member)).isPresent()) {
      return;
    }
    SentMessage.Arrival arrival =
        new SentMessage.Arrival(kernel.now(), arrivals++, member.driver.worker());
    if (message != null && refusals.isEmpty()) {
      message.arrived(to.name, arrival);
      requests.ifPresent(log -> log.handles(arrival));
      ranked(member, message, arrival);
    }
    member.busy = true;
    try {
      int before = message == null ? 0 : message.refusals.getOrDefault(to.name, List.of()).size();
      Outcome outcome = received(member, body, partition, before + 1, null);
      if (message != null && !refusals.isEmpty()) {
        settle(to, message, arrival, outcome, body);
      }
    } finally {
      member.busy = false;
      requests.ifPresent(RequestLog::hasHandled);
    }
  }

  private static void ranked(Member member, SentMessage message, SentMessage.Arrival at) {
    member.lastOfPriority.entrySet().stream()
        .filter(last -> last.getKey() < message.priority)
        .mapToLong(last -> last.getValue() - message.beganNanos)
        .max()
        .ifPresent(after -> message.overtakings.add(new SentMessage.Overtaking(at, after)));
    member.lastOfPriority.put(message.priority, at.nanos());
  }

  private void settle(
      Subscription to, SentMessage message, SentMessage.Arrival at, Outcome outcome, byte[] body) {
    if (outcome == Outcome.ACCEPT) {
      message.arrived(to.name, at);
      return;
    }
    SentMessage.add(message.refusals, to.name, at);
    int deliveries = message.refusals.get(to.name).size();
    boolean givenUp = refusals.giveUpAfter() > 0 && deliveries >= refusals.giveUpAfter();
    if (outcome != Outcome.REJECT && !givenUp) {
      long later = outcome == Outcome.RELEASE ? 0 : RefusalPlan.DELAY_NANOS;
      deliver(to, message, body, message.partition, deliveries, latency() + later);
    } else if (refusals.hasDeadLetters()) {
      Member member = to.deadLetterMembers.get(message.partition % to.deadLetterMembers.size());
      DeadLetterReason reason =
          outcome == Outcome.REJECT ? DeadLetterReason.REJECTED : DeadLetterReason.GIVEN_UP;
      member.thread.after(latency(), () -> deadLetter(to, member, message, body, reason));
    } else {
      SentMessage.add(message.dropped, to.name, at);
    }
  }

  private void deadLetter(
      Subscription to, Member member, SentMessage message, byte[] body, DeadLetterReason reason) {
    if (member.closed && lateMillis == 0) {
      return;
    }
    SentMessage.add(
        message.deadLetters,
        to.name,
        new SentMessage.Arrival(kernel.now(), arrivals++, member.driver.worker()));
    received(member, body, message.partition, 0, reason);
  }

  private Outcome received(
      Member member,
      byte[] body,
      int partition,
      int deliveries,
      @Nullable DeadLetterReason reason) {
    long millis = kernel.epochNanos() / 1_000_000;
    if (member.callback instanceof MessageCallback framework) {
      return framework.settle(new Received(body, millis, partition, deliveries, reason));
    }
    member.callback.messageReceived(body, millis);
    return Outcome.ACCEPT;
  }

  private record Received(
      byte[] array,
      long publishedMillis,
      int partition,
      int deliveries,
      @Nullable DeadLetterReason deadLetterReason)
      implements ReceivedMessage {}
}
