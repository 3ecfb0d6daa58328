package io.tidemark.simulation.world;

import io.tidemark.simulation.kernel.Kernel;
import io.tidemark.simulation.plan.RequestPlan;
import io.tidemark.simulation.plan.SeedPlan;
import io.tidemark.simulation.world.SentMessage.Arrival;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Notes requests and replies on their way through the broker, and does to them what can go wrong
 * only with them. Stamps are read as docs/reference/envelope.md has them.
 */
public final class RequestLog {
  private static final int KIND = 1;
  private static final int SEQUENCE = 14;
  private static final int PRODUCER = 28;
  private static final int PROBE = 1;
  private static final int REQUEST = 2;
  private static final int REPLY = 3;
  private static final long MILLI = 1_000_000;

  private final Kernel kernel;
  private final RequestPlan plan;
  private final Random random;
  private final Map<List<Long>, RoundTrip> trips = new LinkedHashMap<>();
  private final Map<SentMessage, RoundTrip> byReply = new IdentityHashMap<>();
  private final Map<Integer, String> replyTopics = new HashMap<>();
  private final Map<Integer, Long> sent = new HashMap<>();
  private final Map<Thread, Arrival> handled = new HashMap<>();
  private final List<Broker.Member> responders = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  RequestLog(Kernel kernel, SeedPlan plan) {
    this.kernel = kernel;
    this.plan = plan.requests();
    this.random = new Random(plan.seed() ^ 0x7265706c);
  }

  static boolean isProbe(byte[] payload) {
    return kind(payload) == PROBE;
  }

  private static int kind(byte[] payload) {
    return payload[KIND] & 0xF;
  }

  static int requester(byte[] payload) {
    return ByteBuffer.wrap(payload).getInt(PRODUCER);
  }

  static long sequence(byte[] payload) {
    return ByteBuffer.wrap(payload).getLong(SEQUENCE) & 0xFFFF_FFFF_FFFFL;
  }

  /** In the order of their sends. */
  public List<RoundTrip> trips() {
    return List.copyOf(trips.values());
  }

  /** What is wrong with the messages themselves. */
  public List<String> problems() {
    return problems;
  }

  /** Requests are kept among the messages of the broker, replies with their requests. */
  boolean keeps(SentMessage message, byte[] payload) {
    int requester = requester(payload);
    List<Long> key = List.of((long) requester, sequence(payload));
    if (kind(payload) == REQUEST) {
      long next = sent.merge(requester, 1L, Long::sum) - 1;
      if (sequence(payload) != next) {
        problems.add("request " + next + " of requester " + requester + " has the number " + key);
      }
      trips.put(key, new RoundTrip(message, requester));
      return false;
    }
    RoundTrip trip = trips.get(key);
    Arrival cause = handled.get(Thread.currentThread());
    if (kind(payload) != REPLY || trip == null || cause == null) {
      problems.add("neither a request nor a reply to one: kind " + kind(payload) + " of " + key);
      return true;
    }
    trip.replies.add(new RoundTrip.Reply(message, cause));
    byReply.put(message, trip);
    return true;
  }

  boolean isReply(SentMessage message) {
    return byReply.containsKey(message);
  }

  /** A consumer of requests or of replies. */
  void joins(Broker.Subscription to, Broker.Member member) {
    if (isOfReplies(to)) {
      replyTopics.put(Integer.parseInt(to.name.replaceAll("\\D", "")), to.topic);
    } else {
      responders.add(member);
    }
  }

  private static boolean isOfReplies(Broker.Subscription to) {
    return to.name.startsWith("requester-");
  }

  /** Where a message goes: a stray reply to another requester. */
  String topicOf(SentMessage message) {
    RoundTrip trip = byReply.get(message);
    if (trip == null || plan.stray() == 0 || random.nextDouble() >= plan.stray()) {
      return message.topic;
    }
    int other = (trip.requester + 1) % plan.mostRequesters();
    return replyTopics.getOrDefault(other, message.topic);
  }

  /** By how much a message is delayed: some replies beyond the timeout of their requests. */
  long delayNanos(SentMessage message) {
    boolean late = isReply(message) && plan.late() > 0 && random.nextDouble() < plan.late();
    return late ? (long) ((0.7 + random.nextDouble()) * plan.timeoutNanos()) : 0;
  }

  /**
   * Before a consumer gets a message: a frozen responder waits here, until it is closed.
   *
   * @return whether the consumer is dead or closed
   */
  boolean drops(Broker.Member member) {
    if (responders.isEmpty() || responders.get(0) != member) {
      return false;
    }
    long begin = plan.afterMillis() * MILLI;
    if (plan.frozen() && kernel.now() > begin) {
      long end = begin + plan.lengthMillis() * MILLI;
      try {
        kernel.await("the end of a freeze", () -> member.closed, () -> end);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return member.closed;
    }
    return plan.dead() && kernel.now() > begin;
  }

  /** The calling thread gives a message to its consumer. */
  void handles(Arrival arrival) {
    handled.put(Thread.currentThread(), arrival);
  }

  void hasHandled() {
    handled.remove(Thread.currentThread());
  }
}
