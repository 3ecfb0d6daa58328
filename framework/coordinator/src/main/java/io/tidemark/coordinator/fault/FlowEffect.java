package io.tidemark.coordinator.fault;

import io.tidemark.model.result.FaultReport.Flow;
import io.tidemark.model.result.Intended;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Predicate;

/**
 * The effect of a fault on one direction of the message flow. Rates are compared with those
 * expected: the intended rate where there is a schedule, the rate before the fault in closed loops.
 */
final class FlowEffect {
  static final long BEFORE_NANOS = 10_000_000_000L;
  static final long HOLD_NANOS = 3_000_000_000L;
  private static final long SECOND = 1_000_000_000L;
  private static final double NANOS = 1e9;
  private static final double BACK = 0.99;
  private static final double DIP = 0.9;
  // A rate that varied more before the fault is not the measure of its effect.
  private static final double LEAST_BACK = 0.9;
  private static final double LEAST_DIP = 0.5;
  private static final double HIGHER_LATENCY = 1.1;
  private static final double EXPECTED_IN_SILENCE = 10;

  private final List<FlowPoint> points;
  private final long at;
  private final long undone;
  private final long end;
  private final DoubleFunction<Intended> intended;
  private final int first;

  /**
   * @param points of the measured phases, in order of time
   * @param atNanos from when on the fault can have an effect
   * @param undoneNanos when it was undone
   * @param nextNanos when the effect of the next one begins: what follows is not compared
   * @param intended messages of the schedule, as the verdict compares them
   */
  FlowEffect(
      List<FlowPoint> points,
      long atNanos,
      long undoneNanos,
      long nextNanos,
      DoubleFunction<Intended> intended) {
    this.points = points;
    this.intended = intended;
    this.at = atNanos;
    this.undone = undoneNanos;
    this.end = nextNanos;
    int index = 0;
    while (index < points.size() && points.get(index).endNanos() <= atNanos) {
      index++;
    }
    this.first = index;
  }

  /**
   * Mean rates before.
   *
   * @param perSecond messages that came
   * @param duePerSecond that were due; empty in a closed loop
   * @param met whether what came was what was due
   */
  private record Before(
      double perSecond,
      Optional<Double> duePerSecond,
      boolean met,
      double lowestShare,
      double dipShare) {

    double expected(FlowPoint point) {
      return duePerSecond.isPresent() ? point.due() : perSecond * point.lengthNanos() / NANOS;
    }
  }

  /** Empty if there was no message before. */
  Optional<Flow> flow(String phase) {
    Optional<Before> known = before(phase);
    if (known.isEmpty() || first >= last()) {
      return Optional.empty();
    }
    Before before = known.get();
    Optional<Integer> dip = dip(before);
    Optional<Integer> back = dip.flatMap(from -> firstBack(from, before));
    int until = dip.isEmpty() ? lastOfEffect() : back.orElse(last());
    Silence silence = silence(until, before);
    return Optional.of(
        new Flow(
            before.perSecond(),
            before.duePerSecond(),
            lowest(until, before),
            silence.nanos() / NANOS,
            silence.nanos() == 0 || silence.endNanos() == Long.MAX_VALUE
                ? Optional.empty()
                : Optional.of(seconds(silence.endNanos())),
            dip.map(i -> seconds(points.get(i).startNanos())),
            dip.isEmpty() && before.met()
                ? Optional.of(0.0)
                : back.map(i -> seconds(points.get(i).startNanos())),
            dip.map(from -> Math.round(missing(from, until, before))).orElse(0L),
            latencyBack(phase, until),
            after(phase, before)));
  }

  /** The point after the last one that is compared. */
  private int last() {
    int last = points.size();
    while (last > first && points.get(last - 1).startNanos() >= end) {
      last--;
    }
    return last;
  }

  private double seconds(long nanos) {
    return Math.max(0, nanos - at) / NANOS;
  }

  private Optional<Before> before(String phase) {
    int from = first;
    while (from > 0 && isBefore(points.get(from - 1), phase)) {
      from--;
    }
    if (from == first) { // The fault begins with the phase.
      while (from > 0 && points.get(from - 1).startNanos() >= at - BEFORE_NANOS) {
        from--;
      }
    }
    double messages = 0;
    double due = 0;
    double seconds = 0;
    for (FlowPoint point : points.subList(from, first)) {
      messages += point.messages();
      due += point.due();
      seconds += point.lengthNanos() / NANOS;
    }
    if (messages == 0) {
      return Optional.empty();
    }
    // Overdue messages of an earlier stall are not a part of the rate.
    double rate = Double.isNaN(due) ? messages / seconds : Math.min(messages, due) / seconds;
    Optional<Double> perSecond = due > 0 ? Optional.of(due / seconds) : Optional.empty();
    boolean met = perSecond.isEmpty() || intended.apply(due).isMet(messages, 100 * BACK);
    Before mean = new Before(rate, perSecond, met, BACK, DIP);
    double varied = met ? Math.max(LEAST_BACK, lowestShare(from, mean, HOLD_NANOS)) : BACK;
    return Optional.of(
        new Before(
            rate,
            perSecond,
            met,
            Math.min(BACK, varied),
            Math.max(LEAST_DIP, Math.min(DIP, lowestShare(from, mean, SECOND)))));
  }

  private boolean isBefore(FlowPoint point, String phase) {
    return point.startNanos() >= at - BEFORE_NANOS && point.phase().equals(phase);
  }

  /** The lowest share of what was expected in any stretch of this length before the fault. */
  private double lowestShare(int from, Before mean, long lengthNanos) {
    double lowest = Double.MAX_VALUE;
    for (int i = from; i < first; i++) {
      Stretch stretch = stretch(i, first, lengthNanos, mean);
      if (stretch.isWhole(lengthNanos)) {
        lowest = Math.min(lowest, stretch.share());
      }
    }
    return lowest;
  }

  /** Consecutive points. */
  private record Stretch(double messages, double expected, long nanos) {
    double share() {
      return expected == 0 ? 1 : messages / expected;
    }

    /** Intervals of a second may be a little shorter. */
    boolean isWhole(long lengthNanos) {
      return nanos >= DIP * lengthNanos;
    }
  }

  private Stretch stretch(int from, int limit, long lengthNanos, Before before) {
    double messages = 0;
    double expected = 0;
    long nanos = 0;
    for (int i = from; i < limit && nanos < DIP * lengthNanos; i++) {
      messages += points.get(i).messages();
      expected += before.expected(points.get(i));
      nanos += points.get(i).lengthNanos();
    }
    return new Stretch(messages, expected, nanos);
  }

  /** Where the rate of a second first falls, while the fault is in effect or shortly after. */
  private Optional<Integer> dip(Before before) {
    for (int i = first; i < lastOfEffect(); i++) {
      if (isLow(i, before)) {
        int low = i;
        while (points.get(low).messages() >= before.dipShare() * before.expected(points.get(low))) {
          low++; // A second with too few messages has an interval with too few.
        }
        return Optional.of(low);
      }
    }
    return Optional.empty();
  }

  private boolean isLow(int i, Before before) {
    Stretch second = stretch(i, last(), SECOND, before);
    return second.isWhole(SECOND) && second.share() < before.dipShare();
  }

  /** The first point that is too late for an effect of the fault to begin. */
  private int lastOfEffect() {
    long latest = undone == Long.MAX_VALUE ? undone : undone + HOLD_NANOS;
    int i = first;
    while (i < last() && points.get(i).startNanos() < latest) {
      i++;
    }
    return i;
  }

  /** Returns the point from which on the rate is that of before, for 3 s. */
  private Optional<Integer> firstBack(int from, Before before) {
    for (int i = from; i < last(); i++) {
      FlowPoint point = points.get(i);
      Stretch hold = stretch(i, last(), HOLD_NANOS, before);
      boolean flows = point.messages() >= DIP * before.expected(point);
      boolean holds = hold.isWhole(SECOND) && hold.share() >= before.lowestShare();
      if (flows && holds && !isLow(i, before)) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  private double lowest(int until, Before before) {
    double lowest = before.perSecond();
    for (int i = first; i < Math.max(until, first + 1); i++) {
      Stretch second = stretch(i, last(), SECOND, before);
      if (second.isWhole(SECOND)) {
        lowest = Math.min(lowest, second.messages() / (second.nanos() / NANOS));
      }
    }
    return lowest;
  }

  private double missing(int from, int until, Before before) {
    double missing = 0;
    for (FlowPoint point : points.subList(from, until)) {
      missing += Math.max(0, before.expected(point) - point.messages());
    }
    return missing;
  }

  private record Silence(long nanos, long endNanos) {}

  /** The longest; chance explains one with fewer than 10 expected messages. */
  private Silence silence(int until, Before before) {
    Silence longest = new Silence(0, 0);
    long from = 0;
    double expected = 0;
    for (int i = first; i < last() && i <= until; i++) {
      FlowPoint point = points.get(i);
      if (point.messages() > 0) {
        expected = 0;
        continue;
      }
      from = expected == 0 ? point.startNanos() : from;
      expected += before.expected(point);
      long nanos = point.endNanos() - Math.max(at, from);
      if (expected >= EXPECTED_IN_SILENCE && nanos > longest.nanos()) {
        boolean ended = i + 1 < points.size();
        longest = new Silence(nanos, ended ? point.endNanos() : Long.MAX_VALUE);
      }
    }
    return longest;
  }

  /** Seconds until the p99 latency of all samples in 3 s is not above that of before. */
  private Optional<Double> latencyBack(String phase, int recovered) {
    long before = 0;
    for (int i = first - 1; i >= 0 && isBefore(points.get(i), phase); i--) {
      before = Math.max(before, points.get(i).p99Nanos());
    }
    double limit = HIGHER_LATENCY * before;
    if (before == 0) {
      return Optional.empty();
    }
    int latest = Math.max(lastOfEffect(), Math.min(recovered + 1, last()));
    int from = first;
    while (from < latest && points.get(from).p99Nanos() <= limit) {
      from++;
    }
    if (from == latest) {
      return Optional.of(0.0);
    }
    return hold(from, point -> point.p99Nanos() > 0 && point.p99Nanos() <= limit)
        .map(i -> seconds(points.get(i).startNanos()));
  }

  /** The first point from which on all points of 3 s are so. */
  private Optional<Integer> hold(int from, Predicate<FlowPoint> so) {
    long since = Long.MAX_VALUE;
    int begin = from;
    for (int i = from; i < last(); i++) {
      if (!so.test(points.get(i))) {
        since = Long.MAX_VALUE;
        continue;
      }
      if (since == Long.MAX_VALUE) {
        since = points.get(i).startNanos();
        begin = i;
      }
      if (points.get(i).endNanos() - since >= DIP * HOLD_NANOS || i + 1 == last()) {
        return Optional.of(begin);
      }
    }
    return Optional.empty();
  }

  /** The last 10 s before the next fault or the end of the phase, after the fault was undone. */
  private Optional<Double> after(String phase, Before before) {
    int last = last();
    while (last > first && !points.get(last - 1).phase().equals(phase)) {
      last--;
    }
    if (last == first) {
      return Optional.empty();
    }
    long from = points.get(last - 1).endNanos() - BEFORE_NANOS;
    double messages = 0;
    double expected = 0;
    for (FlowPoint point : points.subList(first, last)) {
      if (point.startNanos() >= Math.max(from, undone == Long.MAX_VALUE ? at : undone)) {
        messages += point.messages();
        expected += before.expected(point);
      }
    }
    return expected == 0 ? Optional.empty() : Optional.of(100 * messages / expected);
  }
}
