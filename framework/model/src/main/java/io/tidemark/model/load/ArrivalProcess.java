package io.tidemark.model.load;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.model.grammar.Grammar;
import java.util.Optional;

/**
 * The point process of an open loop, on the scale of the schedule: where the rate changes,
 * distances change with it.
 *
 * @param arrivals law of the distances
 * @param given variation of gamma arrivals, which have one
 * @param batch messages that are due at the same time
 */
@RecordBuilder
public record ArrivalProcess(
    @Key(
            value =
                "Intervals between messages of an open loop: equal, random as with independent"
                    + " clients (`poisson`), or random with a stated `arrivalVariation` (`gamma`).",
            orElse = "uniform")
        Arrivals arrivals,
    @Key(
            name = "arrivalVariation",
            value =
                "Standard deviation of the intervals of `arrivals: gamma` over their mean: 1 is as"
                    + " `poisson`, more comes in bursts, less is more even. The number of messages"
                    + " in a long time varies with its square. Each producer has its own"
                    + " intervals.",
            range = "0.01..100")
        Optional<Double> given,
    @Key(
            name = "arrivalBatch",
            value =
                "Messages of a producer that are due at the same time. The interval until the next"
                    + " ones is as much longer, so the rate stays the same.",
            range = "1..1000000",
            orElse = "1")
        int batch)
    implements ArrivalProcessBuilder.With {
  public static final ArrivalProcess UNIFORM = Grammar.defaults(ArrivalProcess.class);
  public static final ArrivalProcess POISSON = UNIFORM.withArrivals(Arrivals.POISSON);

  /** Standard deviation of a distance over its mean. */
  public double variation() {
    return switch (arrivals) {
      case UNIFORM -> 0;
      case POISSON -> 1;
      case GAMMA -> given.orElse(1.0); // Missing: reported.
    };
  }

  /**
   * Index of dispersion: variance over mean of the number of messages in a time that is long
   * against the distances. That of a renewal process is the square of its variation.
   */
  public double dispersion() {
    return variation() * variation() * batch;
  }
}
