package io.tidemark.coordinator;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.workload.Workload;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One run: a workload, a driver, an iteration.
 *
 * @param identity which run it is
 * @param workload what to do
 * @param driver class and resolved file of the driver; may hold secrets
 * @param maskedDriver the effective driver configuration for the result, secrets masked
 * @param coordinatorEnvironment facts of this machine for the result
 * @param options how the run is conducted
 * @param standby the second site of a failover run; empty in others
 * @param consuming what opens the consumers, if it is another driver or has another file
 */
@RecordBuilder
public record RunPlan(
    RunIdentity identity,
    Workload workload,
    DriverSource driver,
    Map<String, Object> maskedDriver,
    Map<String, String> coordinatorEnvironment,
    RunOptions options,
    Optional<StandbySite> standby,
    Optional<DriverSource> consuming)
    implements RunPlanBuilder.With {
  public RunPlan {
    maskedDriver = Collections.unmodifiableMap(new LinkedHashMap<>(maskedDriver));
    coordinatorEnvironment = Map.copyOf(coordinatorEnvironment);
  }

  /** A run with one site and one driver. */
  public RunPlan(
      RunIdentity identity,
      Workload workload,
      DriverSource driver,
      Map<String, Object> maskedDriver,
      Map<String, String> coordinatorEnvironment,
      RunOptions options) {
    this(
        identity,
        workload,
        driver,
        maskedDriver,
        coordinatorEnvironment,
        options,
        Optional.empty(),
        Optional.empty());
  }

  /** Whether producers and consumers are on different workers, with different drivers. */
  public boolean hasTwoDrivers() {
    return standby.isPresent() || consuming.isPresent();
  }

  /** Differs between iterations, so that they use different random values. */
  public long seed() {
    return workload.messages().seed() + 1_000_003L * (identity.iteration() - 1);
  }
}
