package io.tidemark.worker.driver;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.outcome.OutcomeSupport;
import io.tidemark.model.outcome.OutcomeKeys;
import java.util.Map;
import java.util.Optional;

/** Whether consumers of a driver can do what a workload asks for. Connects to nothing. */
public final class OutcomeFit {
  private OutcomeFit() {}

  /**
   * Why they cannot; empty if they can.
   *
   * @param file of the driver
   */
  public static Optional<String> problem(
      BenchmarkDriver driver, Map<String, Object> file, OutcomeKeys wanted) {
    if (driver instanceof OutcomeSupport support) {
      return support.outcomeProblem(wanted.request(), file).map(text -> "outcomes." + text);
    }
    return Optional.of(
        "outcomes needs a driver with OutcomeSupport, got "
            + driver.getClass().getName()
            + "; allowed are workloads without outcomes");
  }
}
