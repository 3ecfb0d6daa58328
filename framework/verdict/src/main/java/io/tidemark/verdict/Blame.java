package io.tidemark.verdict;

import io.tidemark.model.load.InFlightUntil;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
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
record Blame(Who who, String evidence) {
  /**
   * A smaller share does not explain a missed schedule: those are late by a percent of the
   * messages.
   */
  private static final double LEAST_SHARE = 0.005;

  /** The part of the whole that was not fast enough. */
  enum Who {
    LEASE,
    COORDINATION,
    BROKER,
    SENDS,
    MACHINE,
    GENERATOR;

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
        if (phase.counters().get(Counter.CLIENTS_OPENED) > 0) {
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
      return facts.events().stream()
          .filter(event -> event.kind().equals(RunEvent.LATE_PHASE))
          .filter(event -> event.subject().equals(phase.name()))
          .mapToLong(event -> event.epochNanos() - phase.startEpochNanos())
          .max()
          .orElse(0);
    }

    private String cap() {
      boolean received = facts.workload().load().inFlightUntil() == InFlightUntil.RECEIVED;
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
              + " at most %s sends without an answer (cap %s for each producer) and %s of"
              + " the CPU used by the worker: the driver or the broker delayed the load%s")
          .formatted(
              Text.percent(100 * worst.blocked()),
              onWorker(),
              Text.count(facts.samples().mostInFlight(phase.name())),
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
          facts.events().stream()
              .filter(event -> event.kind().equals("CONNECTION_LOST"))
              .filter(event -> event.epochNanos() <= end)
              .filter(event -> event.epochNanos() >= phase.startEpochNanos())
              .count();
      long blocked = blocksFelt();
      return (blocked == 0 ? "" : " blocked producers " + blocked + " times")
          + (blocked > 0 && lost > 0 ? " and" : "")
          + (lost == 0 ? "" : " closed or lost " + lost + " connections");
    }

    /** A block has an effect for twice its length, because the load catches up afterwards. */
    private long blocksFelt() {
      long endEpochNanos = phase.startEpochNanos() + phase.lengthNanos();
      Map<String, Long> begun = new HashMap<>();
      long felt = 0;
      for (RunEvent event : facts.events()) {
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
}
