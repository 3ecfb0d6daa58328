package io.tidemark.report.omb;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.figures.LatencyCurve;
import io.tidemark.report.figures.RunTimeline.TimeSeries;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A run in OMB's format, with Tidemark's names and units. */
public final class OmbRun {
  private static final double SECONDS_PER_ENTRY = 10;

  private static final Map<String, String> FIELDS =
      Map.of(
          "publishRate", Counter.ACKNOWLEDGED.rateKey(),
          "publishErrorRate", Counter.FAILED.rateKey(),
          "consumeRate", Counter.RECEIVED.rateKey(),
          "backlog", TimeSeries.BACKLOG);

  private static final Map<Statistic, String> SUFFIXES =
      Map.of(
          Statistic.P50, "50pct",
          Statistic.P99, "99pct",
          Statistic.P99_9, "999pct",
          Statistic.MAX, "Max");

  /** Its latencies: publish and end-to-end are in milliseconds, delays in microseconds. */
  private enum Latency {
    DELAY(Measure.SCHEDULE_DELAY, "publishDelayLatency", 1),
    PUBLISH(Measure.PUBLISH_LATENCY, "publishLatency", 1e3),
    END_TO_END(Measure.END_TO_END_FROM_SEND, "endToEndLatency", 1e3);

    private final Measure measure;
    private final String prefix;
    private final double micros;

    Latency(Measure measure, String prefix, double micros) {
      this.measure = measure;
      this.prefix = prefix;
      this.micros = micros;
    }

    String aggregated() {
      return "aggregated" + Character.toUpperCase(prefix.charAt(0)) + prefix.substring(1);
    }
  }

  private OmbRun() {}

  public static List<TimeSeries> timeline(JsonNode result) {
    List<TimeSeries> timeline = new ArrayList<>();
    FIELDS.forEach((field, name) -> add(timeline, name, values(result.path(field))));
    for (Latency latency : Latency.values()) {
      SUFFIXES.forEach(
          (statistic, suffix) -> {
            double[] values = values(result.path(latency.prefix + suffix));
            for (int i = 0; i < values.length; i++) {
              // 0 is an interval without a message.
              values[i] = values[i] == 0 ? Double.NaN : values[i] * latency.micros;
            }
            add(timeline, TimeSeries.nameOf(latency.measure, statistic), values);
          });
    }
    return timeline;
  }

  private static double[] values(JsonNode array) {
    double[] values = new double[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = array.path(i).asDouble();
    }
    return values;
  }

  private static void add(List<TimeSeries> timeline, String name, double[] values) {
    double[] seconds = new double[values.length];
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] = SECONDS_PER_ENTRY * (i + 1);
    }
    TimeSeries series = new TimeSeries(name, "", seconds, values);
    if (series.isMeasured()) {
      timeline.add(series);
    }
  }

  public static Map<Measure, LatencyCurve> latencies(JsonNode result) {
    Map<Measure, LatencyCurve> curves = new EnumMap<>(Measure.class);
    for (Latency latency : Latency.values()) {
      JsonNode quantiles = result.path(latency.aggregated() + "Quantiles");
      if (!quantiles.isEmpty()) {
        curves.put(latency.measure, LatencyCurve.ofOmb(quantiles, latency.micros));
      }
    }
    return curves;
  }
}
