package io.tidemark.model.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.BurstKeys;
import io.tidemark.model.load.CurveKeys;
import io.tidemark.model.load.ReplayKeys;
import java.util.Optional;

/** When messages are sent. */
public sealed interface Load {
  /** The schedule, of a search that of its trials; empty without one. */
  default Optional<OpenLoop> paced() {
    return Optional.empty();
  }

  /** The schedule, if there is one that no search changes. */
  default Optional<OpenLoop> openLoop() {
    return paced();
  }

  /** Whether producers send as fast as their windows allow. */
  default boolean isClosedLoop() {
    return false;
  }

  /** The rate over all producers, of a curve its mean; empty without a schedule. */
  default Optional<Double> ratePerSecond() {
    return openLoop().map(open -> open.rate.meanPerSecond());
  }

  /** How trials find a limit; most loads have no search. */
  default Optional<SearchSpec> search() {
    return Optional.empty();
  }

  /** How messages are spread in time. */
  default ArrivalProcess arrivals() {
    return paced().map(open -> open.arrivals).orElse(ArrivalProcess.UNIFORM);
  }

  /** Popularity of topics by Zipf's law; empty if they are equal. */
  default Optional<Double> topicZipfExponent() {
    return paced().flatMap(open -> open.topicZipfExponent);
  }

  /** The trace that is sent; empty for none. */
  default Optional<ReplayKeys> replay() {
    return paced().flatMap(open -> open.rate instanceof Curved of ? of.trace : Optional.empty());
  }

  /** Returns the load with all rates multiplied. */
  default Load times(double factor) {
    return this;
  }

  /** At a constant rate. */
  default Load at(double ratePerSecond) {
    return OpenLoop.of(ratePerSecond);
  }

  /** Nothing is sent. */
  record None() implements Load {}

  /**
   * A schedule that does not wait for the broker.
   *
   * @param bursts of all producers together
   */
  @RecordBuilder
  record OpenLoop(
      Rate rate,
      ArrivalProcess arrivals,
      Optional<Double> topicZipfExponent,
      Optional<BurstKeys> bursts)
      implements Load, LoadOpenLoopBuilder.With {
    /** Equal distances at a constant rate. */
    public static OpenLoop of(double ratePerSecond) {
      return new OpenLoop(
          new Constant(ratePerSecond), ArrivalProcess.UNIFORM, Optional.empty(), Optional.empty());
    }

    @Override
    public Optional<OpenLoop> paced() {
      return Optional.of(this);
    }

    @Override
    public OpenLoop times(double factor) {
      return withRate(rate.times(factor));
    }

    @Override
    public OpenLoop at(double ratePerSecond) {
      return withRate(new Constant(ratePerSecond));
    }
  }

  /** The rate that the window of each producer allows. */
  record ClosedLoop() implements Load {
    @Override
    public boolean isClosedLoop() {
      return true;
    }
  }

  /**
   * Trials that find a limit, then a run at it.
   *
   * @param trial the load of a trial; its rate is what a search for the rate begins with
   */
  record Search(SearchSpec spec, Load trial) implements Load {
    @Override
    public Optional<SearchSpec> search() {
      return Optional.of(spec);
    }

    @Override
    public Optional<OpenLoop> paced() {
      return trial.paced();
    }

    @Override
    public Optional<OpenLoop> openLoop() {
      return paced().filter(any -> spec.over() != SearchSpec.Quantity.RATE);
    }

    @Override
    public boolean isClosedLoop() {
      return trial.isClosedLoop();
    }

    @Override
    public Search times(double factor) {
      return openLoop().isPresent() ? new Search(spec, trial.times(factor)) : this;
    }

    @Override
    public Load at(double ratePerSecond) {
      return trial.at(ratePerSecond);
    }
  }

  /** The rate of a schedule. */
  sealed interface Rate {
    /** Messages per second over all producers, above 0. */
    double meanPerSecond();

    Rate times(double factor);

    default Optional<CurveKeys> curveKeys() {
      return Optional.empty();
    }
  }

  /** The same at all times; or where the first phase begins, if phases change it. */
  record Constant(double meanPerSecond) implements Rate {
    public Constant {
      if (!(meanPerSecond > 0) || Double.isInfinite(meanPerSecond)) {
        throw new IllegalArgumentException("a rate must be above 0: " + meanPerSecond);
      }
    }

    @Override
    public Constant times(double factor) {
      return new Constant(meanPerSecond * factor);
    }
  }

  /**
   * Points of a curve, which is complete.
   *
   * @param trace whose numbers of messages over time these are, at the speed of the replay
   */
  record Curved(CurveKeys curve, Optional<ReplayKeys> trace) implements Rate {
    @Override
    public double meanPerSecond() {
      return curve.meanRate();
    }

    @Override
    public Curved times(double factor) {
      return new Curved(curve.times(factor), trace);
    }

    @Override
    public Optional<CurveKeys> curveKeys() {
      return Optional.of(curve);
    }
  }
}
