package io.tidemark.model.result.finish;

import io.tidemark.model.result.Disruption;
import io.tidemark.model.result.Disruption.Recovery;
import io.tidemark.model.result.RunEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds outages in the measured part of a run, and their recovery. The definition is in
 * docs/concepts/measuring.md.
 */
final class Disruptions {
  private static final double BACK = 0.9;
  private static final double BEFORE_SECONDS = 10;
  private static final double HOLD_SECONDS = 3;
  private static final double EXPECTED_IN_SILENCE = 10;
  // Nine tenths: intervals of a second may be a little shorter.
  private static final double LEAST_SILENCE_SECONDS = 0.9;
  private static final int MOST = 100;
  private static final double SIGMAS = 4;

  /**
   * One interval of the timeline.
   *
   * @param intended messages per second of the phase's schedule, in the mean of the phase; NaN for
   *     a closed loop
   * @param due messages per second that became due in this interval; NaN for a closed loop
   * @param producing whether messages were sent or still unanswered in it
   */
  record Point(
      String phase,
      boolean measured,
      long startMicros,
      double lengthSeconds,
      double publishRate,
      double deliverRate,
      long failed,
      boolean producing,
      double intended,
      double due) {}

  /** Publishing or delivering, and how many of its messages one of the schedule makes. */
  private record Direction(ToDoubleFunction<Point> rate, int copies) {
    double rate(Point point) {
      return rate.applyAsDouble(point);
    }
  }

  private record Sign(long micros, String cause, String detail) {}

  /** Messages per second that came and that became due in the seconds before. */
  private record Means(double rate, double due, double seconds) {}

  private record Course(
      Sign first, int at, @Nullable Recovery publish, @Nullable Recovery deliver) {}

  private final List<Point> points;
  private final Direction publishing = new Direction(Point::publishRate, 1);
  private final Direction delivering;
  private final List<Disruption> found = new ArrayList<>();
  private int signs;
  private Optional<Course> open = Optional.empty();
  private long overMicros = Long.MIN_VALUE;

  private Disruptions(List<Point> points, int deliveriesPerMessage) {
    this.points = points;
    this.delivering = new Direction(Point::deliverRate, deliveriesPerMessage);
  }

  /**
   * The disruptions of a run, at most 100. The time it takes grows with the number of points and
   * events, however long a disruption is.
   *
   * @param points in the order of their starts, with random access
   * @param deliveriesPerMessage subscriptions that receive each message
   */
  static List<Disruption> of(List<Point> points, List<RunEvent> events, int deliveriesPerMessage) {
    Disruptions disruptions = new Disruptions(points, deliveriesPerMessage);
    disruptions.find(events);
    return disruptions.found;
  }

  private void find(List<RunEvent> events) {
    for (Sign sign : signs(events)) {
      if (open.isPresent() && sign.micros() < overMicros) {
        signs++;
        continue;
      }
      Optional<Integer> at = indexAt(sign.micros());
      if (at.isPresent() && points.get(at.get()).measured() && room()) {
        end();
        open = Optional.of(begin(sign, at.get()));
        signs = 1;
      }
    }
    end();
  }

  private boolean room() {
    return found.size() + (open.isPresent() ? 1 : 0) < MOST;
  }

  private Course begin(Sign sign, int at) {
    Recovery publish = recovery(sign, at, publishing);
    return new Course(sign, at, publish, recovery(sign, at, delivering));
  }

  private void end() {
    open.ifPresent(course -> found.add(describe(course)));
    open = Optional.empty();
  }

  private List<Sign> signs(List<RunEvent> events) {
    List<Sign> all = new ArrayList<>();
    for (RunEvent event : events) {
      if (event.kind().equals("CONNECTION_LOST") || event.kind().startsWith("FAULT")) {
        all.add(new Sign(event.epochMicros(), event.kind(), event.subject() + ": " + event.text()));
      }
    }
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      if (point.failed() > 0) {
        all.add(new Sign(point.startMicros(), "SENDS_FAILED", ""));
      } else if (silent(i)) {
        all.add(new Sign(point.startMicros(), "NOTHING_ACKNOWLEDGED", ""));
      }
    }
    all.sort(Comparator.comparingLong(Sign::micros));
    return all;
  }

  /** Whether a second without any acknowledgement begins here. */
  private boolean silent(int i) {
    double seconds = 0;
    for (int k = i; k < points.size() && seconds < LEAST_SILENCE_SECONDS; k++) {
      Point point = points.get(k);
      if (!point.measured() || !point.producing() || point.publishRate() > 0) {
        return false;
      }
      seconds += point.lengthSeconds();
    }
    return seconds >= LEAST_SILENCE_SECONDS
        && before(i, publishing) * seconds >= EXPECTED_IN_SILENCE;
  }

  /** The last point that has begun by then. */
  private Optional<Integer> indexAt(long micros) {
    int low = 0;
    int high = points.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (points.get(middle).startMicros() <= micros) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == 0) {
      return Optional.empty();
    }
    Point point = points.get(low - 1);
    // A sign after the last interval is caused by the end of the run.
    boolean within = micros < point.startMicros() + point.lengthSeconds() * 1e6;
    return within || low < points.size() ? Optional.of(low - 1) : Optional.empty();
  }

  private Disruption describe(Course course) {
    return new Disruption(
        course.first().micros(),
        (course.first().micros() - points.get(0).startMicros()) / 1e6,
        course.first().cause(),
        course.first().detail(),
        signs,
        points.get(course.at()).lengthSeconds(),
        course.publish(),
        course.deliver());
  }

  private @Nullable Recovery recovery(Sign sign, int at, Direction direction) {
    double before = before(at, direction);
    if (before == 0) {
      return null;
    }
    double lowest = Double.MAX_VALUE;
    int i = at;
    for (; i < points.size() && points.get(i).measured(); i++) {
      if (isBack(at, i, before, direction)) {
        double seconds = Math.max(0, (points.get(i).startMicros() - sign.micros()) / 1e6);
        lowest = Math.min(lowest, direction.rate(points.get(i)));
        extend(points.get(i).startMicros());
        return new Recovery(before, lowest, seconds);
      }
      lowest = Math.min(lowest, direction.rate(points.get(i)));
    }
    extend(Long.MAX_VALUE);
    return new Recovery(before, lowest, null);
  }

  /** Later signs until shortly after the recovery of both directions belong to this disruption. */
  private void extend(long recoveredMicros) {
    long hold = (long) (HOLD_SECONDS * 1e6);
    overMicros =
        Math.max(
            overMicros,
            recoveredMicros == Long.MAX_VALUE ? recoveredMicros : recoveredMicros + hold);
  }

  /** Whether interval i has the rate, and it and those after it have it in the mean of 3 s. */
  private boolean isBack(int at, int i, double before, Direction direction) {
    double needed = BACK * before * schedule(at, i);
    if (direction.rate(points.get(i)) < needed) {
      return false;
    }
    double messages = 0;
    double seconds = 0;
    for (int k = i; k < points.size() && seconds < HOLD_SECONDS; k++) {
      Point point = points.get(k);
      if (!point.measured()) {
        break;
      }
      messages += direction.rate(point) * point.lengthSeconds();
      seconds += point.lengthSeconds();
    }
    return messages >= needed * seconds;
  }

  /** 1, or less where the schedule itself wants less than before. */
  private double schedule(int at, int i) {
    double share = points.get(i).intended() / points.get(at).intended();
    return Double.isNaN(share) || Double.isInfinite(share) ? 1 : Math.min(1, share);
  }

  /** The rate before must not contain schedule debt. */
  private double before(int at, Direction direction) {
    Means before = meansBefore(at, direction.rate());
    double scheduled = direction.copies() * scheduled(points.get(at).intended(), before);
    return Double.isNaN(scheduled) ? before.rate() : Math.min(before.rate(), scheduled);
  }

  /** NaN for a closed loop. */
  private static double scheduled(double intended, Means before) {
    // Random arrivals scatter around the phase's mean; a ramp leaves it.
    double chance = SIGMAS * Math.sqrt(intended / before.seconds());
    return Math.abs(before.due() - intended) > chance ? before.due() : intended;
  }

  /**
   * A stall that shows in one interval may have begun in the one before, whose rate is then too
   * low: it counts only if it is not lower than those before it.
   */
  private Means meansBefore(int at, ToDoubleFunction<Point> rate) {
    Means all = means(at, at - 1, rate, Disruptions::samePhase);
    Means earlier = means(at, at - 2, rate, Disruptions::samePhase);
    if (all.seconds() > 0 && earlier.seconds() == 0) {
      earlier = means(at, at - 2, rate, Disruptions::sameSchedule);
    }
    return earlier.rate() > all.rate() ? earlier : all;
  }

  private static boolean samePhase(Point a, Point b) {
    return a.phase().equals(b.phase());
  }

  /** Phases of an open loop with the same intended rate. */
  private static boolean sameSchedule(Point a, Point b) {
    return a.intended() == b.intended();
  }

  private Means means(
      int at, int last, ToDoubleFunction<Point> rate, BiPredicate<Point, Point> comparable) {
    double messages = 0;
    double due = 0;
    double seconds = 0;
    for (int i = last; i >= 0 && seconds < BEFORE_SECONDS; i--) {
      Point point = points.get(i);
      if (!comparable.test(point, points.get(at))) {
        break;
      }
      messages += rate.applyAsDouble(point) * point.lengthSeconds();
      due += point.due() * point.lengthSeconds();
      seconds += point.lengthSeconds();
    }
    return seconds == 0
        ? new Means(0, 0, 0)
        : new Means(messages / seconds, due / seconds, seconds);
  }
}
