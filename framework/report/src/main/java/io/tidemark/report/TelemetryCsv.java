package io.tidemark.report;

import io.tidemark.model.worker.TelemetrySample;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** {@code telemetry.csv}: what the broker told of itself, one row for each figure. */
final class TelemetryCsv {
  private TelemetryCsv() {}

  static ResultFiles.Content of(List<TelemetrySample> samples) {
    return out -> {
      out.write(
          "epochMicros,name,subject,value,resolutionMillis\n".getBytes(StandardCharsets.UTF_8));
      for (TelemetrySample sample : samples) {
        Csv row =
            new Csv()
                .number(sample.epochNanos() / 1_000)
                .text(sample.name())
                .text(sample.subject())
                .number(sample.value())
                .number(sample.resolutionMillis());
        out.write(row.line().getBytes(StandardCharsets.UTF_8));
      }
    };
  }
}
