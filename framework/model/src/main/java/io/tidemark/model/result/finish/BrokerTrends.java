package io.tidemark.model.result.finish;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.VerdictInputs.BrokerTrend;
import io.tidemark.model.snapshot.TelemetrySample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How memory and disk of the broker's nodes changed while a run measured. */
public final class BrokerTrends {
  private BrokerTrends() {}

  private record Series(String name, String subject) implements Comparable<Series> {
    @Override
    public int compareTo(Series other) {
      return (name + " " + subject).compareTo(other.name + " " + other.subject);
    }
  }

  /** One for each phase and node with enough readings. Reads the telemetry once for each phase. */
  public static List<BrokerTrend> of(
      List<PhaseResult> phases, Iterable<TelemetrySample> telemetry) {
    List<BrokerTrend> all = new ArrayList<>();
    phases.stream().filter(PhaseResult::measured).forEach(phase -> add(phase, telemetry, all));
    return all;
  }

  private static void add(
      PhaseResult phase, Iterable<TelemetrySample> telemetry, List<BrokerTrend> all) {
    Map<Series, LinearTrend> trends = new TreeMap<>();
    long start = phase.startEpochNanos();
    long end = start + phase.lengthNanos();
    for (TelemetrySample each : telemetry) {
      if (each.epochNanos() >= start && each.epochNanos() < end && isStock(each)) {
        trends
            .computeIfAbsent(new Series(each.name(), each.subject()), series -> new LinearTrend())
            .add((each.epochNanos() - start) / 1e9, each.value());
      }
    }
    trends.forEach(
        (series, trend) ->
            trend
                .line()
                .filter(line -> line.from() > 0)
                .ifPresent(
                    line ->
                        all.add(
                            new BrokerTrend(
                                phase.name(),
                                series.name(),
                                series.subject(),
                                line.from(),
                                line.to(),
                                line.seconds(),
                                line.errors()))));
  }

  /** Whether it is what a node uses or has left, not a limit or a rate. */
  private static boolean isStock(TelemetrySample each) {
    return each.name().matches("(node|log)\\w*Bytes")
        && !each.name().matches(".*(Limit|Watermark|Size)Bytes")
        && Double.isFinite(each.value());
  }
}
