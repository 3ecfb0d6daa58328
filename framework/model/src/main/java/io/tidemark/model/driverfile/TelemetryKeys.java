package io.tidemark.model.driverfile;

import io.tidemark.driver.settings.Key;
import java.util.List;
import java.util.Map;

/** The {@code telemetry} of a driver's file. */
record TelemetryKeys(
    @Key(
            value = "Prometheus endpoints of brokers, hosts or exporters.",
            each = "Endpoints with the same metrics.")
        List<Pages> prometheus) {

  /** An element of the list, as it is written. */
  record Pages(
      @Key(
              value =
                  "Page with the metrics; several are separated by commas. `#NAME` at its end"
                      + " names the node in results, which is host and port otherwise.",
              required = true)
          String url,
      @Key(
              value =
                  "Metrics to read, `metric` or `metric{label=\"value\"}`, each with its name in"
                      + " results. Matching series are added up. If the name ends with `PerSecond`"
                      + " or `Cores`, the result is the increase per second.",
              required = true)
          Map<String, Object> metrics) {}
}
