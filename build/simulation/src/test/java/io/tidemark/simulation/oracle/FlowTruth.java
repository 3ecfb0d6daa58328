package io.tidemark.simulation.oracle;

import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.FaultReport.Flow;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.simulation.plan.SeedPlan;
import io.tidemark.simulation.world.SimulatedFaults.Injected;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The effect of a fault on one direction as the broker saw it, message by message. What a result
 * says of it may differ by the length of a sample, and the way of a message.
 */
final class FlowTruth {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;
  private static final long HOLD_NANOS = 3 * SECOND;

  /** Fewer messages than that in a second are certainly a dip. */
  private static final double SURELY_LOW = 0.4;

  /** A rate that is certainly not back: the threshold is at least 0.9. */
  private static final double SURELY_NOT_BACK = 0.85;

  private final SeedPlan plan;
  private final RunResult result;
  private final Ledger ledger;
  private final Injected injected;
  private final long endNanos;
  private final long way;

  /**
   * @param endNanos of the time that is compared: the end of the load, or the next fault
   */
  FlowTruth(SeedPlan plan, RunResult result, Ledger ledger, Injected injected, long endNanos) {
    this.plan = plan;
    this.result = result;
    this.ledger = ledger;
    this.injected = injected;
    this.endNanos = endNanos;
    this.way =
        plan.faults().latencyNanos()
            + plan.faults().jitterNanos()
            + 2 * (plan.links().latencyNanos() + plan.links().jitterNanos())
            + 5 * MILLI
            + plan.steppedMillis() * MILLI; // Samples end by the clocks of the workers.
  }

  /** What is wrong with the figures of a direction. */
  List<String> problems(Counter counter, Effect effect, Optional<Flow> flow) {
    long from = ledger.nanos(effect.fromMicros().orElseThrow() * 1_000);
    long resolution = (long) (effect.resolutionSeconds() * SECOND);
    Direction direction = new Direction(counter, ledger.times(counter), from, resolution);
    flow.ifPresent(direction::compare);
    return direction.problems;
  }

  /** Messages that were acknowledged, or that arrived. */
  private final class Direction {
    private final Counter counter;
    private final long[] times;
    private final long from;
    private final long resolution;
    private final List<String> problems = new ArrayList<>();

    Direction(Counter counter, long[] times, long from, long resolution) {
      this.counter = counter;
      this.times = times;
      this.from = from;
      this.resolution = Math.max(resolution, MILLI);
    }

    private void require(boolean holds, String otherwise, Object... values) {
      if (!holds) {
        problems.add(
            injected.planned().name()
                + ", "
                + counter
                + ": "
                + String.format(Locale.ROOT, otherwise, values));
      }
    }

    private int count(long begin, long end) {
      return Math.max(0, below(end) - below(begin));
    }

    private int below(long nanos) {
      int index = Arrays.binarySearch(times, nanos);
      while (index > 0 && times[index - 1] == nanos) {
        index--;
      }
      return index < 0 ? -index - 1 : index;
    }

    void compare(Flow flow) {
      before(flow.beforePerSecond());
      double rate = flow.intendedPerSecond().orElse(flow.beforePerSecond());
      if (flow.dipSeconds().isEmpty()) {
        noDip(rate);
      } else {
        dip(flow.dipSeconds().get(), rate);
        flow.recoverySeconds().ifPresent(seconds -> back(seconds, rate));
      }
      silence(flow);
      if (plan.ofWorkload().clean() && injected.planned().stopsAll()) {
        stop(flow, rate);
      }
    }

    private void before(double rate) {
      long begin = Math.max(phaseStart(), from - 10 * SECOND);
      double seconds = (double) (from - begin) / SECOND;
      double truly = count(begin, from) / seconds;
      double tolerance = 0.02 * truly + (truly * 2 * resolution / SECOND + 3) / seconds;
      require(
          seconds < 3.0 * resolution / SECOND || rate <= truly + tolerance,
          "the rate before is %.1f/s, in truth %.1f/s",
          rate,
          truly);
      double intended = plan.rate() * copies();
      require(rate <= intended * 1.01, "the rate before is %.1f/s of %.1f/s", rate, intended);
    }

    /** Returns the copies of each message. */
    private int copies() {
      return counter == Counter.RECEIVED ? plan.subscriptions() : 1;
    }

    private long phaseStart() {
      return result.phases().stream()
          .filter(each -> each.measured())
          .mapToLong(each -> ledger.nanos(each.startEpochNanos()))
          .filter(start -> start <= from)
          .max()
          .orElse(0);
    }

    /** No second has much fewer. */
    private void noDip(double rate) {
      long length = SECOND + 2 * resolution;
      long last = Math.min(endNanos, Math.min(injected.undoneNanos(), endNanos)) - length;
      for (long t = from; t <= last; t += resolution / 2) {
        require(
            count(t, t + length) >= SURELY_LOW * rate,
            "no dip, and %d messages from %d ns on in %d ns, expected %.1f/s",
            count(t, t + length),
            t,
            length,
            rate);
      }
    }

    /** In the second of its begin fewer messages came. */
    private void dip(double seconds, double rate) {
      long begin = from + (long) (seconds * SECOND);
      int fewest = Integer.MAX_VALUE;
      for (long t = begin - SECOND - way; t <= begin + resolution + way; t += resolution / 4) {
        fewest = Math.min(fewest, count(t, t + (long) (0.9 * SECOND)));
      }
      require(
          fewest <= 0.9 * 0.9 * rate + 2 * copies(),
          "a dip after %.3f s, and at least %d messages came in 0.9 s, expected %.1f/s",
          seconds,
          fewest,
          rate);
    }

    /** From then on the messages come as expected, and they did not long before it. */
    private void back(double seconds, double rate) {
      long at = from + (long) (seconds * SECOND);
      long length = Math.min(HOLD_NANOS, endNanos - at);
      // The sample in which the next fault begins is compared, too.
      long until = at + length + (length < HOLD_NANOS ? resolution : way);
      int came = count(at - way, until);
      require(
          came >= SURELY_NOT_BACK * rate * length / SECOND - 2,
          "back after %.3f s, and then %d messages in %d ns, expected %.1f/s",
          seconds,
          came,
          length,
          rate);
    }

    /** The longest time without a message is in the figures. */
    private void silence(Flow flow) {
      // Without a dip nothing recovers.
      long until =
          flow.recoverySeconds()
              .filter(s -> flow.dipSeconds().isPresent())
              .map(s -> from + (long) (s * SECOND))
              .orElse(endNanos);
      long longest = 0;
      int first = below(from - resolution);
      for (int i = Math.max(1, first); i < times.length && times[i - 1] < until; i++) {
        longest = Math.max(longest, times[i] - times[i - 1]);
      }
      longest = times.length == 0 || times[times.length - 1] < until ? Long.MAX_VALUE : longest;
      require(
          flow.silenceSeconds() * SECOND <= (double) longest + way,
          "silence of %.3f s, in truth %d ns",
          flow.silenceSeconds(),
          longest);
    }

    /** All messages stop for a time, and nothing else happens. */
    private void stop(Flow flow, double rate) {
      long begin = injected.effectNanos();
      long end = injected.effectEndedNanos();
      boolean seen = end < endNanos - HOLD_NANOS - resolution && rate * resolution >= 3 * SECOND;
      if (!seen || end - begin < 1.2 * SECOND + 2 * resolution) {
        return;
      }
      require(flow.dipSeconds().isPresent(), "no dip in %d ns without messages", end - begin);
      // One of few messages in the next sample: a sample without it is low, and not back.
      boolean few = rate * resolution < 10.0 * SECOND * plan.allProducers();
      long early = few ? SECOND : resolution;
      long late = few ? 2 * resolution : resolution;
      flow.dipSeconds().ifPresent(seconds -> at("a dip", seconds, begin, early, resolution));
      require(flow.recoverySeconds().isPresent(), "not back at %d ns", end);
      flow.recoverySeconds().ifPresent(seconds -> at("back", seconds, end, resolution, late));
      double silence = flow.silenceSeconds() * SECOND;
      require(
          silence <= end - begin + resolution + way
              && silence >= end - begin - 2 * resolution - way,
          "silence of %.0f ns, in truth of %d ns",
          silence,
          end - begin);
      flow.firstAfterSeconds()
          .ifPresent(seconds -> at("first again", seconds, end, resolution, resolution));
    }

    private void at(String what, double seconds, long truly, long early, long late) {
      double claimed = from + seconds * SECOND;
      require(
          claimed >= Math.min(truly, Math.max(from, truly - early - way))
              && claimed <= Math.max(truly, from) + late + way,
          "%s after %.3f s (at %.0f ns), in truth at %d ns",
          what,
          seconds,
          claimed,
          truly);
    }
  }
}
