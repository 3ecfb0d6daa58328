package io.tidemark.driver.ibmmq;

import io.tidemark.driver.TelemetryReading;
import java.util.List;

/** Where a provider gets figures of its broker from. Called from one thread, once a second. */
public interface StatisticsSource {

  /** What is asked, for events: {@code queue depths}. */
  String subject();

  /**
   * The figures that are new since the last call; blocks for a few seconds at most.
   *
   * @param queues those that the driver has to do with
   */
  List<TelemetryReading> readTelemetry(List<String> queues) throws JmsFailure;
}
