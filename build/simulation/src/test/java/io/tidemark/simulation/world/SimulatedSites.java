package io.tidemark.simulation.world;

import io.tidemark.coordinator.StandbySite;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.simulation.kernel.Kernel;
import io.tidemark.simulation.kernel.Node;
import io.tidemark.simulation.plan.SeedPlan;
import io.tidemark.simulation.plan.SitePlan;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;

/**
 * Two sites of the simulated broker: the first takes messages, and copies each to the second after
 * a time, until it fails. Subscriptions are at the second one.
 */
public final class SimulatedSites implements StandbySite {
  private static final long MILLI = 1_000_000;
  private static final long NEVER = Long.MAX_VALUE;

  private final Kernel kernel;
  private final SitePlan plan;
  private final DriverSource driver;
  private final Random random;
  private final TimedQueue replication;
  private long failingNanos = NEVER;
  private long failedNanos = NEVER;
  private long promotedNanos = NEVER;

  SimulatedSites(Kernel kernel, SeedPlan plan, DriverSource driver) {
    this.kernel = kernel;
    this.plan = plan.sites();
    this.driver = driver;
    this.random = new Random(plan.seed() ^ 0x73697465);
    this.replication = new TimedQueue(kernel, new Node("chaos"), "replication");
  }

  /** When the first site was asked to fail, or the end of time. */
  public long failingNanos() {
    return failingNanos;
  }

  /** When the second one was promoted, or the end of time. */
  public long promotedNanos() {
    return promotedNanos;
  }

  boolean isFirstGone() {
    return failedNanos < NEVER;
  }

  /** Copies a message, if the first site still runs then. */
  void copy(Runnable toSecond) {
    long lag = plan.lagMillis() == 0 ? 0 : (long) (random.nextDouble() * plan.lagMillis() * MILLI);
    replication.after(
        lag,
        () -> {
          if (!isFirstGone()) {
            toSecond.run();
          }
        });
  }

  @Override
  public DriverSource driver() {
    return driver;
  }

  @Override
  public void replicate(List<String> topics) throws IOException {
    step(SitePlan.Step.REPLICATE, 1);
  }

  @Override
  public String fail() throws IOException {
    failingNanos = kernel.now();
    if (!plan.failsLate()) {
      failedNanos = kernel.now();
    }
    step(SitePlan.Step.FAIL, plan.failMillis());
    failedNanos = Math.min(failedNanos, kernel.now());
    kernel.note("the first site has failed");
    return "it was told to fail";
  }

  @Override
  public void promote() throws IOException {
    step(SitePlan.Step.PROMOTE, plan.promoteMillis());
    promotedNanos = kernel.now();
    kernel.note("the second site is promoted");
  }

  private void step(SitePlan.Step step, int millis) throws IOException {
    try {
      kernel.sleep(millis * MILLI);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    if (plan.failing() == step) {
      throw new IOException(step + " is not possible");
    }
  }

  @Override
  public OptionalLong diskBytes() {
    return OptionalLong.empty();
  }
}
