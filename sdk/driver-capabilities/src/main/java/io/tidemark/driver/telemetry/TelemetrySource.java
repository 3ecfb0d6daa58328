package io.tidemark.driver.telemetry;

import java.io.IOException;
import java.util.List;

/** A driver that reads metrics of the broker. Called from one thread, about once a second. */
public interface TelemetrySource {

  /**
   * Reads the current metrics of the broker.
   *
   * @throws IOException when the broker did not answer; only this sample is missing then
   */
  List<TelemetryReading> readTelemetry() throws IOException, InterruptedException;
}
