package io.tidemark.driver;

import java.io.IOException;
import java.util.List;

/** A driver that can ask the broker how it fares. Called from one thread, about once a second. */
public interface TelemetrySource {

  /**
   * Reads the broker's figures as they are now.
   *
   * @throws IOException when the broker did not answer; the sample is missing then, nothing else
   */
  List<TelemetryReading> readTelemetry() throws IOException, InterruptedException;
}
