package io.tidemark.worker.driver;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.OwnConnections;
import io.tidemark.driver.requests.RequestReply;
import java.util.Map;
import java.util.Optional;

/** Whether producers or requesters of a driver have a connection each. Connects to nothing. */
public final class ConnectionFit {
  private ConnectionFit() {}

  /**
   * Why they do not; empty if they do.
   *
   * @param file of the driver
   * @param requests whether the run has requesters
   */
  public static Optional<String> problem(
      BenchmarkDriver driver, Map<String, Object> file, boolean requests) {
    String name = driver.getClass().getName();
    Optional<String> problem;
    if (!(driver instanceof OwnConnections own)) {
      problem =
          Optional.of(
              "needs a driver with OwnConnections, got "
                  + name
                  + "; allowed are workloads without connectionPer");
    } else if (requests && !(driver instanceof RequestReply)) {
      problem =
          Optional.of(
              "needs a driver with requests of its own, got "
                  + name
                  + "; allowed is pattern: pubsub or fill-then-drain");
    } else {
      problem = own.connectionProblem(requests, file);
    }
    return problem.map(text -> "connectionPer: " + text);
  }
}
