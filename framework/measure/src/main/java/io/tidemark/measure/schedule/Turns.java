package io.tidemark.measure.schedule;

import io.tidemark.model.load.Curve;
import io.tidemark.model.load.Curve.Point;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of a schedule in which one producer sends, while the number of producers changes: each
 * message of the schedule belongs to the turn in which it is due, and is dealt to one of the
 * producers of that turn. Immutable.
 */
final class Turns {
  private final List<Turn> turns;

  /**
   * Messages from one number of the schedule up to another one.
   *
   * @param producers that share them
   */
  record Turn(double from, double to, double producers) {}

  private Turns(List<Turn> turns) {
    this.turns = turns;
  }

  /** The whole schedule, shared by a fixed number of producers. */
  static Turns always(double producers) {
    return new Turns(List.of(new Turn(0, Double.POSITIVE_INFINITY, producers)));
  }

  /**
   * @param active how many producers send, in steps: those with the lowest indexes
   * @param producer the index of this one
   */
  static Turns forProducer(RateCurve curve, Curve active, int producer) {
    List<Turn> turns = new ArrayList<>();
    List<Point> steps = active.points();
    for (int i = 0; i < steps.size(); i++) {
      double from = i == 0 ? 0 : dueBy(curve, steps.get(i));
      double to = i + 1 < steps.size() ? dueBy(curve, steps.get(i + 1)) : Double.POSITIVE_INFINITY;
      double producers = steps.get(i).value();
      if (producer < producers && from < to) {
        turns.add(new Turn(from, to, producers));
      }
    }
    return new Turns(turns);
  }

  private static double dueBy(RateCurve curve, Point step) {
    return Math.ceil(curve.dueBy(curve.startEpochNanos() + step.offsetNanos()));
  }

  int count() {
    return turns.size();
  }

  Turn get(int index) {
    return turns.get(index);
  }
}
