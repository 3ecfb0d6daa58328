package io.tidemark.coordinator.run;

import io.tidemark.coordinator.stage.LoadControl;
import io.tidemark.coordinator.stage.RunContext;
import io.tidemark.coordinator.stage.RunEnd;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Ends a run whose brokers are gone: messages wait for an answer, nothing is acknowledged or
 * delivered for a time, and the driver has reported a connection that is still lost, or errors
 * while a send had no answer all that time. A slow broker, blocked producers, paused consumers and
 * refused messages have no such reports, and a low rate has nothing to wait for. After a fault of
 * the workload the next answer is awaited first; a failover has its own deadlines.
 */
final class BrokerSilence {
  /** A broker that is restarted usually answers before. */
  static final Duration UNDER_LOAD = Duration.ofSeconds(30);

  /** Once nothing is sent any more. */
  static final Duration AFTER_LOAD = Duration.ofSeconds(10);

  private static final long NOT_WAITING = Long.MAX_VALUE;

  private final RunContext run;
  private final LoadControl control;
  private final RunEnd end;
  private long answers = -1;
  private long sentBefore;
  private long timedOutBefore;
  private long lookedEpochNanos;
  private long reportsFromEpochNanos;
  private long answeredEpochNanos;
  private long waitingSinceEpochNanos = NOT_WAITING;
  private boolean faulty;

  BrokerSilence(RunContext run, LoadControl control, RunEnd end) {
    this.run = run;
    this.control = control;
    this.end = end;
  }

  /** After each snapshot. */
  void look() {
    long now = run.now();
    Counters total = run.timeline().total();
    long sent = total.get(Counter.SENT);
    boolean answered = answers(total) != answers;
    faulty = run.faults().isBusy() || (faulty && !answered);
    if (answered) {
      answers = answers(total);
      sentBefore = sent;
      timedOutBefore = total.get(Counter.TIMED_OUT);
      reportsFromEpochNanos = lookedEpochNanos;
      answeredEpochNanos = now;
      waitingSinceEpochNanos = NOT_WAITING;
    }
    if (waitingSinceEpochNanos == NOT_WAITING && (inFlight() > 0 || sent > sentBefore)) {
      waitingSinceEpochNanos = now;
    }
    lookedEpochNanos = now;
    endAfter(UNDER_LOAD);
  }

  /** The wait for outstanding messages has ended without them. */
  void gaveUp() {
    if (waitingSinceEpochNanos == NOT_WAITING && run.timeline().backlog() > 0) {
      waitingSinceEpochNanos = answeredEpochNanos;
    }
    endAfter(AFTER_LOAD);
  }

  private void endAfter(Duration limit) {
    boolean waits =
        waitingSinceEpochNanos != NOT_WAITING
            && run.now() - waitingSinceEpochNanos >= limit.toNanos();
    if (waits && !faulty && !run.failover().isPlanned() && !end.broken()) {
      report(limit).ifPresent(this::end);
    }
  }

  private void end(RunEvent report) {
    control.brokersGone();
    end.because(
        Ending.FAILED,
        "no broker has answered since %s: nothing was acknowledged or delivered for %s; %s %s: %s"
            .formatted(
                seconds(control.secondsOfLoad(answeredEpochNanos)),
                seconds((run.now() - answeredEpochNanos) / 1e9),
                report.kind(),
                report.subject(),
                report.detail()));
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.1f s", seconds);
  }

  /** What shows that the silence has this cause. */
  private Optional<RunEvent> report(Duration limit) {
    Map<String, RunEvent> lost = new LinkedHashMap<>();
    RunEvent error = null;
    for (RunEvent event : run.log().events()) {
      if (event.epochNanos() < reportsFromEpochNanos) {
        continue;
      }
      String connection = event.source() + " " + event.subject();
      switch (event.kind()) {
        case "CONNECTION_LOST" -> lost.putIfAbsent(connection, event);
        case "CONNECTION_RECOVERED" -> lost.remove(connection);
        case "BLOCKED" -> error = null; // It waits for the broker's resources.
        case "SEND_ERROR", "CONSUMER_ERROR", "REPLY_ERROR" -> error = error == null ? event : error;
        default -> {}
      }
    }
    if (!lost.isEmpty()) {
      return Optional.of(lost.values().iterator().next());
    }
    boolean unanswered =
        oldestNanos() >= limit.toNanos()
            || run.timeline().total().get(Counter.TIMED_OUT) > timedOutBefore;
    return unanswered ? Optional.ofNullable(error) : Optional.empty();
  }

  private static long answers(Counters total) {
    return total.get(Counter.ACKNOWLEDGED)
        + total.ended()
        + total.get(Counter.REFUSALS)
        + total.get(Counter.CORRUPTED)
        + total.get(Counter.FOREIGN);
  }

  private long inFlight() {
    return workers().mapToLong(i -> run.timeline().load(i).inFlight()).sum();
  }

  private long oldestNanos() {
    return workers()
        .mapToLong(i -> run.timeline().load(i).oldestInFlightAgeNanos())
        .max()
        .orElse(0);
  }

  private IntStream workers() {
    return IntStream.range(0, run.fleet().size()).filter(i -> !run.fleet().isLost(i));
  }
}
