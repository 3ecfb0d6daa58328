package io.tidemark.verdict;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.model.load.InFlightUntil;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The cause of a late load in a phase, from the times of load threads and producers.
 *
 * @param who did
 * @param evidence the figures that show it
 */
record Blame(@JsonProperty("cause") Who who, @JsonIgnore String evidence) {
  /**
   * A smaller share does not explain a missed schedule: those are late by a percent of the
   * messages.
   */
  private static final double LEAST_SHARE = 0.005;

  /** The part of the whole that was not fast enough. */
  enum Who {
    LEASE("a lease that expired"),
    COORDINATION("late calls of the coordinator"),
    BROKER("the broker"),
    SENDS("send calls that blocked"),
    MACHINE("too little CPU"),
    GENERATOR("the load threads");

    private final String words;

    Who(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }

    /** Whether it is what the run measures. */
    boolean isUnderTest() {
      return this == BROKER || this == SENDS;
    }

    /** Whether it is a load generator, or the machine that it runs on. */
    boolean isGenerator() {
      return this == MACHINE || this == GENERATOR;
    }
  }

  static Blame forMissedSchedule(RuleInput facts, PhaseResult phase, boolean tooFew) {
    return new Search(facts, phase).find(tooFew);
  }

  /** Looks at one phase. */
  private static final class Search {
    private final RuleInput facts;
    private final PhaseResult phase;
    private Delay worst = new Delay(0, 0, 0, 0);
    private double largest;
    private int worker;

    Search(RuleInput facts, PhaseResult phase) {
      this.facts = facts;
      this.phase = phase;
      for (int i = 0; i < facts.inputs().workers().size(); i++) {
        Delay delay = Delay.fromHost(host(i));
        double share = delay.largest();
        if (share > largest) {
          worst = delay;
          largest = share;
          worker = i;
        }
      }
    }

    private HostSummary host(int index) {
      return facts.samples().host(index, List.of(phase.name()));
    }

    Blame find(boolean tooFew) {
      if (tooFew && facts.inputs().leaseExpired()) {
        return new Blame(
            Who.LEASE, "the lease of a worker expired and it stopped its load, see lease-expired");
      }
      long late = announcedLateNanos();
      if (tooFew && late >= LEAST_SHARE * phase.lengthNanos()) {
        return new Blame(
            Who.COORDINATION,
            "workers learned "
                + Text.nanos(late)
                + " after its beginning that the phase begins, because calls of the coordinator"
                + " took long: what happened before counts in the phase before");
      }
      if (largest < LEAST_SHARE) {
        boolean brief = facts.workload().limits().connectionPer().isPresent();
        if (phase.counters().get(Counter.CLIENTS_OPENED) > 0 && !brief) {
          return new Blame(
              Who.BROKER,
              "clients were opened and closed: producers sent nothing until they were open");
        }
        return blocksFelt() > 0 ? new Blame(Who.BROKER, "the broker" + events()) : ofGenerator();
      }
      if (worst.computing() == largest) {
        return new Blame(Who.GENERATOR, computing());
      }
      if (worst.machine() == largest) {
        return new Blame(Who.MACHINE, machine());
      }
      return worst.cap() == largest ? new Blame(Who.BROKER, cap()) : new Blame(Who.SENDS, sends());
    }

    private long announcedLateNanos() {
      return facts.events(RunEvent.LATE_PHASE).stream()
          .filter(event -> event.subject().equals(phase.name()))
          .mapToLong(event -> event.epochNanos() - phase.startEpochNanos())
          .max()
          .orElse(0);
    }

    private String cap() {
      boolean received = facts.workload().limits().inFlightUntil() == InFlightUntil.RECEIVED;
      return ("the broker did not %s in time: due messages waited for the in-flight cap (%s for"
              + " each producer) for %s of the time%s, the oldest send without an answer was %s"
              + " old%s")
          .formatted(
              received ? "answer or deliver" : "answer",
              Text.count(facts.inputs().maxInFlightPerProducer()),
              Text.percent(100 * worst.cap()),
              onWorker(),
              Text.nanos(host(worker).loadThreads().oldestInFlightNanos()),
              events().isEmpty() ? "" : "; it" + events());
    }

    private String sends() {
      return ("the driver's send calls blocked for %s of the load threads' time%s, with"
              + " at most %s without an answer (cap %s for each producer) and %s of"
              + " the CPU used by the worker: the driver or the broker delayed the load%s")
          .formatted(
              Text.percent(100 * worst.blocked()),
              onWorker(),
              Text.plural(facts.samples().mostInFlight(phase.name()), "send"),
              Text.count(facts.inputs().maxInFlightPerProducer()),
              Text.percent(host(worker).cpuShare()),
              events().isEmpty() ? "" : "; the broker" + events());
    }

    private String computing() {
      return ("load threads of worker %s spent %s of their time on a CPU in the driver's"
              + " send calls: use more load threads or more workers")
          .formatted(facts.inputs().workers().get(worker), Text.percent(100 * worst.computing()));
    }

    private String machine() {
      return "load threads of worker %s could not run for %s of the time: %s"
          .formatted(
              facts.inputs().workers().get(worker),
              Text.percent(100 * worst.machine()),
              load(host(worker)));
    }

    private String onWorker() {
      return facts.inputs().workers().size() == 1
          ? ""
          : " on worker " + facts.inputs().workers().get(worker);
    }

    /** What makes a machine late without exceeding a limit. */
    private Blame ofGenerator() {
      double lagLimit = facts.limit(Threshold.SCHEDULE_DELAY_P99);
      for (int i = 0; i < facts.inputs().workers().size(); i++) {
        HostSummary host = host(i);
        if (host.isBusy() || host.tickerLagNanos() > lagLimit) {
          return new Blame(
              Who.MACHINE,
              "the machine of worker %s was too busy: %s"
                  .formatted(facts.inputs().workers().get(i), load(host)));
        }
      }
      return new Blame(
          Who.GENERATOR,
          "not caused by broker, driver or machine: the load threads have more"
              + " producers than they can serve");
    }

    private static String load(HostSummary host) {
      return host.cpuUse() + ", its ticker was late by " + Text.nanos(host.tickerLagNanos());
    }

    private String events() {
      long end = phase.startEpochNanos() + phase.lengthNanos();
      long lost =
          facts.events("CONNECTION_LOST").stream()
              .filter(event -> event.epochNanos() <= end)
              .filter(event -> event.epochNanos() >= phase.startEpochNanos())
              .count();
      long blocked = blocksFelt();
      return (blocked == 0 ? "" : " blocked producers " + Text.plural(blocked, "time"))
          + (blocked > 0 && lost > 0 ? " and" : "")
          + (lost == 0 ? "" : " closed or lost " + Text.plural(lost, "connection"));
    }

    /** A block has an effect for twice its length, because the load catches up afterwards. */
    private long blocksFelt() {
      long endEpochNanos = phase.startEpochNanos() + phase.lengthNanos();
      Map<String, Long> begun = new HashMap<>();
      long felt = 0;
      for (RunEvent event : facts.run().events()) {
        String connection = event.source() + " " + event.subject();
        if (event.kind().equals("BLOCKED") && event.epochNanos() <= endEpochNanos) {
          begun.putIfAbsent(connection, event.epochNanos());
        } else if (event.kind().equals("UNBLOCKED") && begun.containsKey(connection)) {
          long length = event.epochNanos() - begun.remove(connection);
          felt += event.epochNanos() + length >= phase.startEpochNanos() ? 1 : 0;
        }
      }
      return felt + begun.size();
    }
  }

  /**
   * Causes of a worker's late load in a phase, as shares of the time of its load threads or
   * producers, 0 to 1.
   *
   * @param cap a message was due and the in-flight cap was reached: the broker did not answer
   * @param blocked in send calls of the driver, not on a CPU
   * @param computing in send calls of the driver, on a CPU
   * @param machine ready to run and not running: no CPU, collector, hypervisor, container limit
   */
  private record Delay(double cap, double blocked, double computing, double machine) {
    private static final double MOST_OF_THE_TIME = 0.5;

    /** The share that decides; computing does only where it is most of the time. */
    double largest() {
      double held = Math.max(cap, Math.max(blocked, machine));
      return computing > MOST_OF_THE_TIME ? Math.max(held, computing) : held;
    }

    static Delay fromHost(HostSummary host) {
      LoadThreads threads = host.loadThreads();
      double sends = known(threads.sendShare());
      double machine = known(threads.runQueueShare());
      // Threads that wait for a CPU or stand still for the collector do so in sends, too.
      double pauses = known(host.gcPausePercent()) / 100;
      double cpu = threads.cpuShare();
      // The process as a whole is no measure of its load threads, but an idle one has idle threads.
      double busy = Double.isNaN(cpu) ? sends * known(host.cpuShare()) / 100 : cpu;
      double taken = known(host.stealPercent()) / 100 + known(host.throttledPercent()) / 100;
      double blocked = Math.max(0, sends - busy - machine - Math.min(1, pauses));
      return new Delay(
          known(threads.capShare()),
          blocked,
          Math.max(0, Math.min(sends, busy)),
          Math.min(1, machine + pauses + taken)); // Who waits for a CPU may wait for a stolen one.
    }

    private static double known(double share) {
      return Double.isNaN(share) ? 0 : share;
    }
  }
}
