package io.tidemark.driver.ibmmq;

import io.tidemark.driver.TelemetryReading;
import java.util.List;
import java.util.function.BiConsumer;

/** Where a provider gets figures of its broker from. Called from one thread, once a second. */
public interface StatisticsSource {

  /** What is asked, for events: {@code queue depths}. */
  String subject();

  /**
   * The figures that are new since the last call; blocks for a few seconds at most.
   *
   * @param queues those that the driver has to do with
   * @param refused gets each queue of which alone nothing is told, and why; the figures of the
   *     others come all the same
   */
  List<TelemetryReading> readTelemetry(List<String> queues, BiConsumer<String, JmsFailure> refused)
      throws JmsFailure;
}
