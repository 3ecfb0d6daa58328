package io.tidemark.coordinator.search;

import io.tidemark.coordinator.search.BacklogSlope.Point;
import java.util.ArrayList;
import java.util.List;

/**
 * The backlog of a running trial: messages that were due and not received. The first part of a
 * trial is ignored, because queues fill to their usual size.
 */
public final class TrialProgress {
  private static final int POINTS = 50;
  private static final double SETTLING_SHARE = 0.2;
  private static final double LEAST_SECONDS = 2;
  private static final double MOST_OUTSTANDING = 0.5;

  private final double ratePerSecond;
  private final double plannedSeconds;
  private final List<Point> points = new ArrayList<>();
  private double lastReceived;

  public TrialProgress(double ratePerSecond, double plannedSeconds) {
    this.ratePerSecond = ratePerSecond;
    this.plannedSeconds = plannedSeconds;
  }

  /**
   * @param seconds since the trial began
   * @param outstanding messages that were due by then and not received
   * @param received messages received since the trial began
   */
  public void add(double seconds, double outstanding, double received) {
    double last = points.isEmpty() ? -1 : points.get(points.size() - 1).seconds();
    if (seconds <= plannedSeconds && seconds - last >= 0.999 * plannedSeconds / POINTS) {
      points.add(new Point(seconds, outstanding));
      lastReceived = received;
    }
  }

  /**
   * Whether the rate is clearly too high: most of what was due has not been received, and it would
   * take as long as the trial to receive it. A longer trial only makes the next wait longer. If
   * nothing is received at all, an outage may end during the trial.
   */
  public boolean isHopeless() {
    if (points.isEmpty() || last().seconds() < LEAST_SECONDS || lastReceived == 0) {
      return false;
    }
    return last().messages() > MOST_OUTSTANDING * ratePerSecond * last().seconds()
        && last().messages() > achievedPerSecond() * plannedSeconds;
  }

  /** Messages received per second. */
  public double achievedPerSecond() {
    return points.isEmpty() ? 0 : lastReceived / Math.max(last().seconds(), 1e-3);
  }

  public BacklogSlope slope() {
    double from = SETTLING_SHARE * plannedSeconds;
    List<Point> settled = points.stream().filter(point -> point.seconds() >= from).toList();
    return BacklogSlope.of(settled.size() < 3 ? points : settled);
  }

  private Point last() {
    return points.get(points.size() - 1);
  }
}
