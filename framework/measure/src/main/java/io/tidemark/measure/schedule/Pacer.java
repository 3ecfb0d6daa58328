package io.tidemark.measure.schedule;

import io.tidemark.measure.PadBefore;
import io.tidemark.measure.SeededRandom;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.Curve.Point;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A producer's position in its schedule, padded against false sharing. */
abstract class PacerPosition extends PadBefore {
  long count;
  int sentOfBatch;
  double first;
  double step;
  double turnEnd;
  double position;
  int piece;
  volatile long dueEpochNanos;
}

/**
 * One producer's part in a schedule. Of {@code producers} in the whole run the one with the index
 * {@code p} has messages p, p + producers, p + 2 producers, ... of it, or, with random arrivals, an
 * independent random stream at its share of the rate. In batches, the same holds for batches. Where
 * the number of producers changes, the same holds within each {@link Turns turn}. In a closed loop
 * its next message is due when the one before it has been sent. Not thread-safe; one owner at a
 * time.
 */
@SuppressWarnings("unused")
public final class Pacer extends PacerPosition {
  private static final VarHandle DUE;

  static {
    try {
      DUE = MethodHandles.lookup().findVarHandle(PacerPosition.class, "dueEpochNanos", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private RateCurve curve;
  private boolean closedLoop;
  private final double producers;
  private final int producer;
  private Optional<Curve> activeProducers = Optional.empty();
  private Turns turns;
  private int turn;
  private final int batch;
  private final @Nullable Gaps gaps;

  /** In place of distances; null without. */
  private final @Nullable GivenTimes given;

  /** In place of every n-th message; null where all producers have the same share. */
  private final @Nullable Deal deal;

  private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

  private Pacer(
      RateCurve curve,
      int producers,
      int producer,
      int batch,
      @Nullable Gaps gaps,
      @Nullable GivenTimes given,
      @Nullable Deal deal) {
    this.curve = curve;
    this.producers = producers;
    this.producer = producer;
    this.batch = batch;
    this.gaps = gaps;
    this.given = given;
    this.deal = deal;
    this.turns = Turns.always(producers);
    begin(0);
    follow(curve, Optional.empty());
  }

  /** Equal distances; the producer's index is its phase. */
  public static Pacer uniform(RateCurve curve, int producers, int producer) {
    return of(curve, ArrivalProcess.UNIFORM, producers, producer, 0);
  }

  /** Random distances are the same ones for the same seed. */
  public static Pacer of(
      RateCurve curve, ArrivalProcess arrivals, int producers, int producer, long seed) {
    return of(curve, arrivals, producers, producer, seed, Optional.empty());
  }

  /**
   * Producers with different shares.
   *
   * @param deal what this one gets; empty for the same share as the others
   */
  public static Pacer of(
      RateCurve curve,
      ArrivalProcess arrivals,
      int producers,
      int producer,
      long seed,
      Optional<Deal> deal) {
    SeededRandom random = SeededRandom.of(seed, producer);
    Gaps gaps =
        switch (arrivals.arrivals()) {
          case UNIFORM -> null;
          case POISSON -> Gaps.exponential(random);
          case GAMMA -> Gaps.gamma(random, arrivals.variation());
        };
    return new Pacer(curve, producers, producer, arrivals.batch(), gaps, null, deal.orElse(null));
  }

  /**
   * Times of which each is known.
   *
   * @param curve in which all producers together have the same number of messages over time
   */
  public static Pacer of(RateCurve curve, GivenTimes given) {
    return new Pacer(curve, 1, 0, 1, null, given, null);
  }

  /** When the next message is due; {@link RateCurve#NEVER} if never. Readable by all threads. */
  public long nextDueEpochNanos() {
    return dueEpochNanos;
  }

  /** The intended time of a message that is sent now: when it was due; in a closed loop, now. */
  public long intendedEpochNanos(long nowEpochNanos) {
    return closedLoop ? nowEpochNanos : dueEpochNanos;
  }

  /** The next message has been sent. */
  public void advance(long sentEpochNanos) {
    if (closedLoop) {
      DUE.setOpaque(this, sentEpochNanos);
      return;
    }
    if (given != null) {
      count++;
      DUE.setOpaque(this, dueOf(given));
      return;
    }
    if (++sentOfBatch < batch) {
      return; // The next one is due at the same time.
    }
    sentOfBatch = 0;
    count++;
    position = gaps == null ? equally(count) : position + step * gaps.next();
    if (position >= turnEnd) {
      begin(turn + 1);
    }
    piece = curve.pieceOf(position, piece);
    DUE.setOpaque(this, curve.dueEpochNanos(position, piece));
  }

  /** The place in the schedule of a message, or batch, without random distances. */
  private double equally(long own) {
    return deal == null ? first + own * step : first + (double) deal.number(own) * batch;
  }

  private long dueOf(GivenTimes times) {
    return count < times.count()
        ? curve.startEpochNanos() + times.offsetNanos(count)
        : RateCurve.NEVER;
  }

  /** The first turn from this one on in which it has a message; after the last, it has none. */
  private void begin(int from) {
    count = 0;
    sentOfBatch = 0;
    for (turn = from; turn < turns.count(); turn++) {
      Turns.Turn next = turns.get(turn);
      step = (deal == null ? next.producers() : deal.step()) * batch;
      turnEnd = next.to();
      first = next.from() + (deal == null ? (double) producer * batch : 0);
      position = gaps == null ? equally(0) : next.from() + step * gaps.first();
      if (position < turnEnd) {
        return;
      }
    }
    position = Double.POSITIVE_INFINITY;
    turnEnd = Double.POSITIVE_INFINITY;
  }

  /**
   * Continues with a schedule that equals the old one up to a given time, or begins another one.
   *
   * @param active how many producers share it, in steps; empty for all
   */
  public void follow(RateCurve changed, Optional<Curve> active) {
    if (given != null) {
      curve = changed;
      DUE.setOpaque(this, dueOf(given));
      return;
    }
    boolean continues = changed.continues(curve) && active.equals(activeProducers);
    activeProducers = active;
    curve = changed;
    closedLoop = changed.isClosedLoop();
    turns =
        active.isEmpty() || closedLoop
            ? Turns.always(producers)
            : Turns.forProducer(changed, active.get(), producer);
    if (!continues) {
      begin(0);
    } else if (turn < turns.count()) {
      turnEnd = turns.get(turn).to();
    }
    piece = changed.pieceOf(position, 0);
    DUE.setOpaque(this, changed.dueEpochNanos(position, piece));
  }

  /** A closed loop sends nothing before that moment; a schedule stays as it is. */
  public void postpone(long epochNanos) {
    if (closedLoop) {
      DUE.setOpaque(this, epochNanos);
    }
  }

  /** How late the next message is; 0 in a closed loop. Approximate for other threads. */
  public long lagNanos(long epochNanos) {
    return closedLoop ? 0 : Math.max(0, epochNanos - dueEpochNanos);
  }

  /**
   * Messages that are due by a moment and have not been sent; 0 in a closed loop. Approximate for
   * other threads.
   */
  public long debt(long epochNanos) {
    if (closedLoop) {
      return 0;
    }
    if (given != null) {
      return Math.max(0, given.dueBy(epochNanos - curve.startEpochNanos()) - count);
    }
    double due = curve.dueBy(epochNanos);
    double debt = due > position ? dueBefore(Math.min(due, turnEnd)) : 0;
    debt = debt * batch - (debt > 0 ? sentOfBatch : 0);
    for (int later = turn + 1; later < turns.count(); later++) {
      Turns.Turn next = turns.get(later);
      double own = Math.min(due, next.to()) - next.from() - (double) producer * batch;
      debt += Math.max(0, Math.ceil(own / (next.producers() * batch))) * batch;
    }
    return (long) debt;
  }

  /** Messages, or batches, from the next one up to a place in the schedule. */
  private double dueBefore(double place) {
    return deal == null || gaps != null
        ? Math.ceil((place - position) / step)
        : deal.before((place - first) / batch) - count;
  }

  /**
   * Independent random distances with mean 1. Not thread-safe.
   *
   * <p>The first distance is that from a random moment to the next arrival, so that producers that
   * begin together have the intended rate from the beginning.
   */
  abstract static class Gaps {
    final SeededRandom random;

    private Gaps(SeededRandom random) {
      this.random = random;
    }

    abstract double next();

    /** Returns the time from the start of the schedule to the first arrival. */
    abstract double first();

    /** Returns the gaps of independent clients. */
    static Gaps exponential(SeededRandom random) {
      return new Gaps(random) {
        @Override
        double next() {
          return random.nextExponential();
        }

        @Override
        double first() {
          return next(); // The exponential distribution has no memory.
        }
      };
    }

    /**
     * A gamma distribution.
     *
     * @param variation standard deviation over mean
     */
    static Gaps gamma(SeededRandom random, double variation) {
      double shape = 1 / (variation * variation);
      return new Gaps(random) {
        @Override
        double next() {
          return gamma(shape) / shape;
        }

        /** A random part of a distance, which is met the more often the longer it is. */
        @Override
        double first() {
          return random.nextDouble() * gamma(shape + 1) / shape;
        }
      };
    }

    /** Marsaglia and Tsang, "A simple method for generating gamma variables", 2000. */
    final double gamma(double shape) {
      if (shape < 1) {
        return gamma(shape + 1) * Math.pow(1 - random.nextDouble(), 1 / shape);
      }
      double d = shape - 1.0 / 3;
      double c = 1 / Math.sqrt(9 * d);
      while (true) {
        double normal = random.nextNormal();
        double root = 1 + c * normal;
        double cube = root * root * root;
        if (root > 0
            && Math.log(1 - random.nextDouble())
                < normal * normal / 2 + d - d * cube + d * Math.log(cube)) {
          return d * cube;
        }
      }
    }
  }

  /**
   * The parts of a schedule in which one producer sends, while the number of producers changes:
   * each message of the schedule belongs to the turn in which it is due, and is dealt to one of the
   * producers of that turn. Immutable.
   */
  static final class Turns {
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
        double to =
            i + 1 < steps.size() ? dueBy(curve, steps.get(i + 1)) : Double.POSITIVE_INFINITY;
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
}
