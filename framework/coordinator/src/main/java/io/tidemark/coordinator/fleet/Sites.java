package io.tidemark.coordinator.fleet;

import io.tidemark.coordinator.RunPlan;
import io.tidemark.model.snapshot.TelemetrySample;

/**
 * Which workers belong to which site. In a failover run the workers that produce are at the first
 * site, and those that consume are at its standby; all others have one site.
 *
 * @param producing number of workers at the first site, which come first
 * @param workers number of all
 */
public record Sites(int producing, int workers) {
  public static final String FIRST = "site A";
  public static final String STANDBY = "site B";

  public static Sites of(RunPlan plan, int workers) {
    boolean two = plan.standby().isPresent() && workers > 1;
    return new Sites(two ? producing(plan, workers) : workers, workers);
  }

  /** The number of workers that produce, if it is not all of them: those that come first. */
  public static int producing(RunPlan plan, int workers) {
    return Assignment.producerWorkers(workers, plan.options().extraConsumers());
  }

  boolean areTwo() {
    return producing < workers;
  }

  public boolean isStandby(int worker) {
    return worker >= producing;
  }

  /** Brokers of both sites may have the same names: their readings get the name of the site. */
  public TelemetrySample named(int worker, TelemetrySample sample) {
    if (!areTwo()) {
      return sample;
    }
    return new TelemetrySample(
        sample.epochNanos(),
        sample.name(),
        prefix(isStandby(worker)) + sample.subject(),
        sample.value(),
        sample.resolutionMillis());
  }

  public static String prefix(boolean standby) {
    return (standby ? STANDBY : FIRST) + ": ";
  }
}
