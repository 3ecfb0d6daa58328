package io.tidemark.driver.ibmmq.provider;

import io.tidemark.driver.telemetry.TelemetryReading;
import java.util.List;
import java.util.function.BiConsumer;

/** A source of broker metrics. Called from one thread, once a second. */
public interface StatisticsSource {

  /** What is asked, for events: {@code queue depths}. */
  String subject();

  /**
   * New metrics since the last call; blocks for a few seconds at most.
   *
   * @param queues those that the driver has to do with
   * @param refused receives each queue without metrics, and the reason; the others are reported
   */
  List<TelemetryReading> readTelemetry(List<String> queues, BiConsumer<String, JmsFailure> refused)
      throws JmsFailure;
}
