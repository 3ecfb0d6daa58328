package io.tidemark.driver.topics;

import io.tidemark.driver.telemetry.TelemetrySource;
import java.io.IOException;
import java.util.List;

/**
 * A driver that reads committed offsets. In a run with {@code auditOffsets} it is called from one
 * thread, the one of {@link TelemetrySource}, about once a second.
 */
public interface OffsetSource {

  /**
   * The committed offsets of subscriptions of which this driver has created consumers, for each
   * partition that has one.
   *
   * @throws IOException when the broker did not answer; only this reading is missing then
   */
  List<CommittedOffset> committedOffsets() throws IOException, InterruptedException;
}
