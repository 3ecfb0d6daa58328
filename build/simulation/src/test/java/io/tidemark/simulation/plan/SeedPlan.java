package io.tidemark.simulation.plan;

import io.tidemark.simulation.kernel.Reduction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What one seed simulates. The same seed without some of its parts, or with smaller ones, draws the
 * same values for the other parts, so that a failing seed can be shrunk.
 *
 * @param parts that can be made smaller
 * @param preemption a thread may lose the turn at every n-th point where it could; 0 for never
 * @param mostPreemptions no thread loses the turn after as many
 * @param aheadMicros of each worker's clock; empty if all read one clock
 * @param driftPpm of each worker's clock
 * @param journalOnDisk whether the journal of the run is in files
 * @param diskBytes how much of it can be written
 * @param continues whether the run goes on without a lost worker
 * @param ownLogs whether busy threads get their own log of what they record
 * @param driver what the driver does wrong
 * @param ofWorkload the faults that the run itself injects
 * @param requests requests and replies in place of messages
 * @param sockets how short calls are made
 * @param second a second class of traffic
 * @param refusals what consumers refuse
 */
public record SeedPlan(
    long seed,
    List<Reduction.Part> parts,
    int preemption,
    long mostPreemptions,
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
    boolean ownLogs,
    boolean journalOnDisk,
    long diskBytes,
    Links links,
    BrokerFaults faults,
    DriverPlan driver,
    FilePlan files,
    FaultPlan ofWorkload,
    SitePlan sites,
    RequestPlan requests,
    SocketPlan sockets,
    TrafficPlan second,
    RefusalPlan refusals,
    UrgencyPlan priorities,
    List<Event> events) {

  /**
   * The links of all workers.
   *
   * @param repeatShare of requests that arrive twice
   * @param slowShare of answers that arrive slowly
   */
  public record Links(
      long latencyNanos,
      long jitterNanos,
      double resetShare,
      double lostAnswerShare,
      double repeatShare,
      double slowShare) {}

  /** Shares of messages for which the broker or its client misbehaves. */
  public record BrokerFaults(
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
      boolean closeHangs,
      boolean deleteHangs,
      long lagNanos) {

    /** Whether nothing goes wrong. */
    boolean none() {
      double messages = refused + thrown + withoutFuture + unanswered + lost + blocked;
      return messages + duplicated + delayed + lagNanos == 0 && !closeHangs && !deleteHangs;
    }
  }

  /**
   * Something that happens once.
   *
   * @param atEvent the number of the event of the simulation after which it happens; 0: after a
   *     time
   * @param silent a partition stops only answers; a killed worker's machine refuses no connection
   */
  public record Event(
      Kind kind, int afterMillis, int atEvent, int worker, int lengthMillis, boolean silent) {

    Event of(int other) {
      return new Event(kind, afterMillis, atEvent, other, lengthMillis, silent);
    }

    /** How far a clock is set forward, or back. */
    public long stepNanos() {
      return (lengthMillis % 2 == 0 ? 1 : -1) * lengthMillis * 1_000_000L;
    }

    @Override
    public String toString() {
      String when = atEvent > 0 ? "event " + atEvent : afterMillis + " ms";
      return String.format(
          Locale.ROOT,
          "%s%s at %s, worker %d, %d ms",
          silent ? "silent " : "",
          kind,
          when,
          worker,
          lengthMillis);
    }
  }

  /** What can happen. */
  public enum Kind {
    FREEZE,
    KILL,
    PARTITION,
    STALL,
    STEP,
    KILL_COORDINATOR,
    STOP,
    STOP_AT_ONCE
  }

  /** When the load has begun. */
  private static final int ABANDONED_MILLIS = 2_500;

  /** Limit of a fill that ends with its last message. */
  private static final int LONGEST_FILL_MILLIS = 30_000;

  public static SeedPlan of(long seed, Reduction reduction) {
    List<Reduction.Part> parts = new ArrayList<>(); // All draws add to it.
    Draw draw = new Draw(seed * 0x9e3779b97f4a7c15L, reduction, parts);
    // Drawn apart: more of them do not change what seeds have drawn before.
    Draw more = new Draw(seed * 0x9e3779b97f4a7c15L ^ 0x6d6f7265, reduction, parts);
    Draw rare = new Draw(seed * 0x9e3779b97f4a7c15L ^ 0x72617265, reduction, parts);
    Draw latest = new Draw(seed * 0x9e3779b97f4a7c15L ^ 0x6c617465, reduction, parts);
    boolean abandoned = latest.part("abandoned", 0.012);
    // Longer than a lease.
    int longer = rare.part("long", 0.01) ? 25 : abandoned ? 35 : 1;
    Draw injected = new Draw(seed * 0x9e3779b97f4a7c15L ^ 0x66617574, reduction, parts);
    boolean withFaults = injected.part("faults", 0.025) && longer == 1;
    int drawnWorkers = draw.from("", 1, 3);
    int workers = draw.smaller("workers", 1, drawnWorkers);
    Draw apart = new Draw(seed * 0x9e3779b97f4a7c15L ^ 0x73697465, reduction, parts);
    boolean drawnTwo = apart.part("sites", 0.025) && workers > 1 && longer == 1 && !withFaults;
    int drawnPreemption = draw.random.nextDouble() < 0.7 ? draw.from("", 2, 60) : 0;
    int preemption = draw.flag("preemption", drawnPreemption > 0) ? drawnPreemption : 0;
    boolean drawnCalm = draw.random.nextDouble() < 0.15;
    Draw ofDriver = new Draw(seed * 0x9e3779b97f4a7c15L ^ 0x64726976, reduction, parts);
    DriverPlan driver = DriverPlan.of(ofDriver, !withFaults && !drawnTwo);
    boolean calm =
        drawnCalm
            || withFaults && injected.part("faultAlone", 0.6)
            || !driver.isEmpty() && ofDriver.part("driverAlone", 0.7);
    List<Long> ahead = new ArrayList<>();
    List<Integer> drift = new ArrayList<>();
    boolean differ = draw.part("clocks", 0.5);
    for (int i = 0; i < drawnWorkers; i++) {
      long micros = draw.random.nextInt(2_000_000_000) - 1_000_000_000L;
      int ppm = draw.from("", -100, 100);
      if (differ && i < workers) {
        ahead.add(micros);
        drift.add(ppm);
      }
    }
    FilePlan files =
        FilePlan.of(new Draw(seed * 0x9e3779b97f4a7c15L ^ 0x66696c65, reduction, parts), calm);
    boolean two = drawnTwo && files.runsOfStudy() == 0;
    Draw asking = new Draw(seed * 0x9e3779b97f4a7c15L ^ 0x72657175, reduction, parts);
    boolean other = withFaults || two || longer > 1 || files.runsOfStudy() > 0;
    boolean asks = asking.part("requests", 0.06) && !other;
    Draw kinds = new Draw(seed * 0x9e3779b97f4a7c15L ^ 0x636c6173, reduction, parts);
    boolean has = kinds.part("classes", 0.07) && workers > 1 && !other && !asks;
    Draw refusing = new Draw(seed * 0x9e3779b97f4a7c15L ^ 0x6f757463, reduction, parts);
    boolean refuses = refusing.part("outcomes", 0.04) && !other && !asks && !has;
    Draw ranking = new Draw(seed * 0x9e3779b97f4a7c15L ^ 0x7072696f, reduction, parts);
    boolean ranks = ranking.part("priorities", 0.04) && !other && !asks && !has && !refuses;
    return new SeedPlan(
        seed,
        Collections.unmodifiableList(parts),
        preemption,
        (long) reduction.limit("preemptions"),
        workers,
        draw.from("topics", 1, 2),
        draw.from("partitions", 1, 3),
        draw.from("producers", 1, 3),
        two ? Math.min(1, draw.from("subscriptions", 1, 2)) : draw.from("subscriptions", 1, 2),
        draw.from("consumers", 1, 3),
        withFaults
            ? Math.max(20, draw.from("rate", 20, 150) / 2)
            : draw.from("rate", 20, 150) / (longer > 1 ? 5 : 1),
        draw.from("warmUp", 0, 3) * 100,
        draw.from("test", 5, 20) * 100 * (withFaults ? FaultPlan.LONGER : longer),
        draw.from("sample", 2, 10) * 100,
        List.copyOf(ahead),
        List.copyOf(drift),
        draw.random.nextBoolean(),
        draw.random.nextBoolean(),
        latest.part("ownLogs", 0.3),
        draw.part("disk", 0.25),
        diskBytes(draw, calm),
        links(draw, more, calm),
        faults(draw, rare, latest, calm),
        driver,
        files,
        withFaults ? FaultPlan.of(injected, calm) : FaultPlan.NONE,
        two ? SitePlan.of(apart, calm) : SitePlan.ONE,
        asks ? RequestPlan.of(asking, calm) : RequestPlan.NONE,
        SocketPlan.of(new Draw(seed * 0x9e3779b97f4a7c15L ^ 0x736f636b, reduction, parts), calm),
        has ? TrafficPlan.of(kinds) : TrafficPlan.NONE,
        refuses ? RefusalPlan.of(refusing) : RefusalPlan.NONE,
        ranks ? UrgencyPlan.of(ranking, calm) : UrgencyPlan.NONE,
        events(draw, more, abandoned, calm, drawnWorkers, workers));
  }

  private static long diskBytes(Draw draw, boolean calm) {
    boolean limited = draw.random.nextBoolean();
    int most = draw.from("", 0, 20_000);
    return limited && !calm && draw.flag("diskFull", true) ? most : Long.MAX_VALUE;
  }

  private static Links links(Draw draw, Draw more, boolean calm) {
    // Clocks are read until they are known well, or for 1.5 s: often, if the way is neither short
    // nor long.
    boolean far = draw.random.nextDouble() < 0.15;
    long latency = far ? draw.from("", 15, 40) * 1_000_000L : draw.from("", 10, 50) * 1_000L;
    long drawnJitter = draw.random.nextDouble() < 0.5 ? draw.from("", 10, 3_000) * 1_000L : 0;
    long jitter = draw.flag("jitter", drawnJitter > 0) ? drawnJitter : 0;
    double resets = draw.share("resets", 0.2, 0.05);
    double lost = draw.share("lostAnswers", 0.2, 0.05);
    double repeats = more.share("repeats", 0.2, 0.1);
    double slow = more.share("slowAnswers", 0.1, 0.05);
    return calm
        ? new Links(latency, jitter, 0, 0, 0, 0)
        : new Links(latency, jitter, resets, lost, repeats, slow);
  }

  private static BrokerFaults faults(Draw draw, Draw rare, Draw latest, boolean calm) {
    long latency = draw.from("", 100, 3_000) * 1_000L;
    long jitter = draw.from("", 10, 2_000) * 1_000L;
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
            draw.part("closeHangs", 0.05),
            latest.part("deleteHangs", 0.03),
            rare.part("lag", 0.1) ? rare.from("", 200, 2_000) * 1_000_000L : 0);
    return calm
        ? new BrokerFaults(
            latency, jitter, atOnce, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false, 0)
        : drawn;
  }

  private static List<Event> events(
      Draw draw, Draw more, boolean abandoned, boolean calm, int drawnWorkers, int workers) {
    List<Event> events = new ArrayList<>();
    int count = draw.random.nextDouble() < 0.4 ? 0 : draw.from("", 1, 2);
    for (int i = 0; i < count; i++) {
      addEvent(events, "event" + i, draw, calm, drawnWorkers, false);
    }
    if (more.random.nextDouble() < 0.3) {
      addEvent(events, "event2", more, calm, drawnWorkers, true);
    }
    if (abandoned) {
      events.add(new Event(Kind.KILL_COORDINATOR, ABANDONED_MILLIS, 0, 0, 1, false));
    }
    return events.stream().map(each -> each.of(each.worker() % workers)).toList();
  }

  /** At a time, or as well after the n-th event of the simulation. */
  private static void addEvent(
      List<Event> events, String name, Draw draw, boolean calm, int workers, boolean anywhere) {
    Kind kind = Kind.values()[draw.random.nextInt(Kind.values().length)];
    int length = (int) Math.exp(draw.random.nextDouble() * Math.log(30_000));
    int after = draw.from("", 1, 3_500);
    int worker = draw.random.nextInt(workers);
    int shorter = (int) Math.min(Math.max(1, length), draw.reduction.limit(name + "Millis"));
    int number = 0;
    boolean silent = false;
    if (anywhere) {
      double most = draw.random.nextDouble() * Math.log(5_000);
      number = draw.random.nextDouble() < 0.7 ? (int) Math.exp(most) : 0;
      silent = draw.random.nextBoolean();
    }
    if (!calm && draw.flag(name, true)) {
      draw.parts.add(new Reduction.Part(name + "Millis", 1, Math.max(1, shorter), true));
      events.add(new Event(kind, after, number, worker, Math.max(1, shorter), silent));
    }
  }

  /** By how much a reading of a worker's clock may be wrong; 0 if all have one clock. */
  public long readingErrorNanos() {
    return aheadMicros.isEmpty() ? 0 : 100_000 + links.latencyNanos() + links.jitterNanos();
  }

  /** Producers or requesters. */
  public int allProducers() {
    return requests.isEmpty()
        ? topics * producers + second.allProducers()
        : requests.mostRequesters();
  }

  /** Whether a send may return much later than it began. */
  public boolean sendsBlock() {
    return faults.blocked() > 0 || requestsWait();
  }

  /** Whether the send of a request returns when its reply is there, also if it has failed. */
  public boolean requestsWait() {
    return requests.nativeWay() && requests.waits();
  }

  /** Whether messages are sent by a schedule. */
  public boolean openLoop() {
    return requests.isEmpty() || requests.openLoop();
  }

  /** Returns the length of all phases. */
  public int loadMillis() {
    return (warmUpMillis + testMillis) * (requests.isEmpty() ? 1 : requests.steps());
  }

  public boolean has(Kind kind) {
    return events.stream().anyMatch(each -> each.kind() == kind);
  }

  /** By how much clocks jump in all. */
  public long steppedMillis() {
    return events.stream()
        .filter(each -> each.kind() == Kind.STEP)
        .mapToLong(Event::lengthMillis)
        .sum();
  }

  /** Whether a user stops the run. */
  public boolean isStopped() {
    return has(Kind.STOP) || has(Kind.STOP_AT_ONCE);
  }

  /** Whether nothing was planned that a run may suffer from. */
  public boolean harmless() {
    return events.isEmpty()
        && ofWorkload.isEmpty()
        && !sites.two()
        && requests.none()
        && driver.isEmpty()
        && !(journalOnDisk && diskBytes < Long.MAX_VALUE && !files.written())
        && files.none()
        && faults.none()
        && priorities.overtaken() == 0
        && links.resetShare() == 0
        && links.lostAnswerShare() == 0
        && links.slowShare() == 0
        && sockets.half() + sockets.pieces() == 0;
  }

  /** Whether nothing goes wrong but the driver. */
  public boolean aloneWrong() {
    return events.isEmpty() && faults.none() && links.resetShare() + links.lostAnswerShare() == 0;
  }

  /** Whether nothing was planned that a run suffers from whose coordinator is not stopped. */
  public boolean harmlessToRuns() {
    return faults.none()
        && driver.isEmpty()
        && !faults.closeFails()
        && links.resetShare() == 0
        && links.lostAnswerShare() == 0
        && links.slowShare() == 0
        && sockets.half() + sockets.pieces() == 0;
  }

  public String workload() {
    return workload(sites.two() ? LONGEST_FILL_MILLIS : testMillis, sampleMillis)
        + ofWorkload.yaml(testMillis)
        + refusals.yaml()
        + priorities.yaml()
        + sites.yaml(Math.max(1, rate * testMillis / 1_000));
  }

  /** Without faults, for other times. */
  public String workload(int itsTestMillis, int itsSampleMillis) {
    return PlanScript.workload(this, itsTestMillis, itsSampleMillis);
  }

  /** The only class, or the first of two. */
  TrafficPlan first() {
    return new TrafficPlan(topics, producers, subscriptions, consumers, rate);
  }

  /** The plan of one class alone, with all workers. */
  public SeedPlan ofClass(int number) {
    TrafficPlan its = number == 0 ? first() : second;
    return new SeedPlan(
        seed,
        parts,
        preemption,
        mostPreemptions,
        workers,
        its.topics(),
        partitions,
        its.producers(),
        its.subscriptions(),
        its.consumers(),
        its.rate(),
        warmUpMillis,
        testMillis,
        sampleMillis,
        aheadMicros,
        driftPpm,
        sendMayBlock,
        continues,
        ownLogs,
        journalOnDisk,
        diskBytes,
        links,
        faults,
        driver,
        files,
        ofWorkload,
        sites,
        requests,
        sockets,
        TrafficPlan.NONE,
        refusals,
        priorities,
        events);
  }

  /** Returns the rate of all classes. */
  public int allRate() {
    return rate + second.rate();
  }

  /** Producers and consumers of all classes. */
  public int allClients() {
    return first().clients() + second.clients();
  }

  /** What of it matters, in a few lines. */
  public List<String> script() {
    return PlanScript.of(this);
  }

  /** Names of the parts that few seeds have, and that can be asked for. */
  public static final List<String> RARE =
      List.of(
          "abandoned",
          "classes",
          "closeFails",
          "closeHangs",
          "deleteHangs",
          "driverWrong",
          "faults",
          "files",
          "long",
          "outcomes",
          "priorities",
          "requests",
          "sites",
          "sockets",
          "study");

  /** Names of all parts that any seed has. */
  public static final List<String> PARTS =
      Stream.of(
              FilePlan.PARTS,
              FaultPlan.PARTS,
              SitePlan.PARTS,
              RequestPlan.PARTS,
              SocketPlan.PARTS,
              TrafficPlan.PARTS,
              RefusalPlan.PARTS,
              UrgencyPlan.PARTS,
              DriverPlan.PARTS,
              List.of(
                  "workers",
                  "preemption",
                  "preemptions",
                  "clocks",
                  "topics",
                  "partitions",
                  "producers",
                  "subscriptions",
                  "consumers",
                  "rate",
                  "warmUp",
                  "test",
                  "sample",
                  "disk",
                  "diskFull",
                  "jitter",
                  "resets",
                  "lostAnswers",
                  "repeats",
                  "slowAnswers",
                  "atOnce",
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
                  "deleteHangs",
                  "ownLogs",
                  "abandoned",
                  "lag",
                  "long",
                  "event0",
                  "event0Millis",
                  "event1",
                  "event1Millis",
                  "event2",
                  "event2Millis"))
          .flatMap(List::stream)
          .toList();
}
