package io.tidemark.simulation.world;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * What one seed simulates. The same seed without some of its parts draws the same values for the
 * other parts, so that a failing seed can be shrunk.
 *
 * @param preemption a thread may lose the turn at every n-th point where it could; 0 for never
 * @param aheadMicros of each worker's clock; empty if all read one clock
 * @param driftPpm of each worker's clock
 * @param journalOnDisk whether the journal of the run is in files
 * @param diskBytes how much of it can be written
 * @param continues whether the run goes on without a lost worker
 */
record SeedPlan(
    long seed,
    int preemption,
    int workers,
    int topics,
    int partitions,
    int producers,
    int subscriptions,
    int consumers,
    int rate,
    int warmUpMillis,
    int testMillis,
    int sampleMillis,
    List<Long> aheadMicros,
    List<Integer> driftPpm,
    boolean sendMayBlock,
    boolean continues,
    boolean journalOnDisk,
    long diskBytes,
    Links links,
    BrokerFaults faults,
    List<Event> events) {

  /** Of all workers. */
  record Links(long latencyNanos, long jitterNanos, double resetShare, double lostAnswerShare) {}

  /** Shares of messages for which the broker or its client misbehaves. */
  record BrokerFaults(
      long latencyNanos,
      long jitterNanos,
      double atOnce,
      double refused,
      double thrown,
      double withoutFuture,
      double unanswered,
      double answeredTwice,
      double lost,
      double duplicated,
      double delayed,
      double receivedThoughRefused,
      double blocked,
      boolean closeFails,
      boolean closeHangs) {

    /** Whether nothing goes wrong. */
    boolean none() {
      double messages = refused + thrown + withoutFuture + unanswered + lost + blocked;
      return messages + duplicated + delayed == 0 && !closeHangs;
    }
  }

  /** Something that happens once. */
  record Event(Kind kind, int afterMillis, int worker, int lengthMillis) {}

  /** What can happen. */
  enum Kind {
    FREEZE,
    KILL,
    PARTITION,
    STALL,
    STEP,
    KILL_COORDINATOR,
    STOP,
    STOP_AT_ONCE
  }

  /**
   * @param without names of parts that are left out
   */
  static SeedPlan of(long seed, Collection<String> without) {
    Draw draw = new Draw(new Random(seed * 0x9e3779b97f4a7c15L), without);
    int workers = draw.from(1, 3);
    int preemption = draw.part("preemption", 0.7) ? draw.from(2, 60) : 0;
    boolean calm = draw.random.nextDouble() < 0.15;
    List<Long> ahead = new ArrayList<>();
    List<Integer> drift = new ArrayList<>();
    boolean differ = draw.part("clocks", 0.5);
    for (int i = 0; i < workers; i++) {
      long micros = draw.random.nextInt(2_000_000_000) - 1_000_000_000L;
      int ppm = draw.from(-100, 100);
      if (differ) {
        ahead.add(micros);
        drift.add(ppm);
      }
    }
    return new SeedPlan(
        seed,
        preemption,
        workers,
        draw.from(1, 2),
        draw.from(1, 3),
        draw.from(1, 3),
        draw.from(1, 2),
        draw.from(1, 3),
        draw.from(20, 150),
        draw.from(0, 3) * 100,
        draw.from(5, 20) * 100,
        draw.from(2, 10) * 100,
        List.copyOf(ahead),
        List.copyOf(drift),
        draw.random.nextBoolean(),
        draw.random.nextBoolean(),
        draw.part("disk", 0.25),
        diskBytes(draw, calm),
        links(draw, calm),
        faults(draw, calm),
        events(draw, calm, workers));
  }

  private static long diskBytes(Draw draw, boolean calm) {
    boolean limited = draw.random.nextBoolean();
    int most = draw.from(0, 20_000);
    return limited && !calm && draw.has("diskFull") ? most : Long.MAX_VALUE;
  }

  private static Links links(Draw draw, boolean calm) {
    // Clocks are read until they are known well, or for 1.5 s: often, if the way is neither short
    // nor
    // long.
    boolean far = draw.random.nextDouble() < 0.15;
    long latency = far ? draw.from(15, 40) * 1_000_000L : draw.from(10, 50) * 1_000L;
    long jitter = draw.part("jitter", 0.5) ? draw.from(10, 3_000) * 1_000L : 0;
    double resets = draw.share("resets", 0.2, 0.05);
    double lost = draw.share("lostAnswers", 0.2, 0.05);
    return new Links(latency, jitter, calm ? 0 : resets, calm ? 0 : lost);
  }

  private static BrokerFaults faults(Draw draw, boolean calm) {
    long latency = draw.from(100, 3_000) * 1_000L;
    long jitter = draw.from(10, 2_000) * 1_000L;
    double atOnce = draw.share("atOnce", 0.2, 1);
    BrokerFaults drawn =
        new BrokerFaults(
            latency,
            jitter,
            atOnce,
            draw.share("refused", 0.15, 0.1),
            draw.share("thrown", 0.1, 0.1),
            draw.share("withoutFuture", 0.05, 0.1),
            draw.share("unanswered", 0.1, 0.05),
            draw.share("answeredTwice", 0.15, 0.2),
            draw.share("lost", 0.2, 0.1),
            draw.share("duplicated", 0.2, 0.2),
            draw.share("delayed", 0.2, 0.2),
            draw.share("receivedThoughRefused", 0.3, 1),
            draw.share("blocked", 0.1, 0.05),
            draw.part("closeFails", 0.1),
            draw.part("closeHangs", 0.05));
    return calm
        ? new BrokerFaults(latency, jitter, atOnce, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false)
        : drawn;
  }

  private static List<Event> events(Draw draw, boolean calm, int workers) {
    List<Event> events = new ArrayList<>();
    int count = draw.random.nextDouble() < 0.4 ? 0 : draw.from(1, 2);
    for (int i = 0; i < count; i++) {
      Kind kind = Kind.values()[draw.random.nextInt(Kind.values().length)];
      int length = (int) Math.exp(draw.random.nextDouble() * Math.log(30_000));
      Event event =
          new Event(kind, draw.from(1, 3_500), draw.random.nextInt(workers), Math.max(1, length));
      if (!calm && draw.has("event" + i)) {
        events.add(event);
      }
    }
    return List.copyOf(events);
  }

  boolean has(Kind kind) {
    return events.stream().anyMatch(each -> each.kind() == kind);
  }

  /** Whether nothing was planned that a run may suffer from. */
  boolean harmless() {
    return events.isEmpty()
        && !(journalOnDisk && diskBytes < Long.MAX_VALUE)
        && faults.none()
        && links.resetShare() == 0
        && links.lostAnswerShare() == 0;
  }

  String workload() {
    return String.format(
        Locale.ROOT,
        """
        topics: %d
        partitionsPerTopic: %d
        messageSize: 100
        subscriptionsPerTopic: %d
        consumerPerSubscription: %d
        producersPerTopic: %d
        producerRate: %d
        warmupDuration: %dms
        testDuration: %dms
        sampleInterval: %dms
        drainTimeout: 5s
        """,
        topics,
        partitions,
        subscriptions,
        consumers,
        producers,
        rate,
        warmUpMillis,
        testMillis,
        sampleMillis);
  }

  /** Draws values; what is left out draws as many. */
  private record Draw(Random random, Collection<String> without) {
    int from(int least, int most) {
      return least + random.nextInt(most - least + 1);
    }

    boolean has(String part) {
      return !without.contains(part);
    }

    boolean part(String name, double chance) {
      return random.nextDouble() < chance && has(name);
    }

    double share(String name, double chance, double most) {
      boolean is = random.nextDouble() < chance;
      double value = random.nextDouble() * most;
      return is && has(name) ? value : 0;
    }
  }

  /** Names of parts that can be left out. */
  static final List<String> PARTS =
      List.of(
          "event0",
          "event1",
          "resets",
          "lostAnswers",
          "refused",
          "thrown",
          "withoutFuture",
          "unanswered",
          "answeredTwice",
          "lost",
          "duplicated",
          "delayed",
          "receivedThoughRefused",
          "blocked",
          "closeFails",
          "closeHangs",
          "diskFull",
          "disk",
          "clocks",
          "atOnce",
          "jitter",
          "preemption");
}
