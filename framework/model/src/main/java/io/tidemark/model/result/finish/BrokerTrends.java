package io.tidemark.model.result.finish;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.VerdictInputs.BrokerTrend;
import io.tidemark.model.snapshot.TelemetrySample;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How memory and disk of the broker's nodes changed while a run measured. */
public final class BrokerTrends {
  private static final Pattern STOCK = Pattern.compile("(node|log)\\w*Bytes");
  private static final Pattern OTHER = Pattern.compile(".*(Limit|Watermark|Size)Bytes");

  private BrokerTrends() {}

  private record Series(String name, String subject) implements Comparable<Series> {
    @Override
    public int compareTo(Series other) {
      return (name + " " + subject).compareTo(other.name + " " + other.subject);
    }
  }

  private record OfPhase(PhaseResult phase, Map<Series, LinearTrend> trends) {
    void add(TelemetrySample reading) {
      long offset = reading.epochNanos() - phase.startEpochNanos();
      if (offset < phase.lengthNanos()) {
        trends
            .computeIfAbsent(
                new Series(reading.name(), reading.subject()), series -> new LinearTrend())
            .add(offset / 1e9, reading.value());
      }
    }

    Stream<BrokerTrend> found() {
      return trends.entrySet().stream()
          .flatMap(
              each ->
                  each
                      .getValue()
                      .line()
                      .filter(line -> line.from() > 0)
                      .map(line -> trend(each.getKey(), line))
                      .stream());
    }

    private BrokerTrend trend(Series series, LinearTrend.Line line) {
      return new BrokerTrend(
          phase.name(),
          series.name(),
          series.subject(),
          line.from(),
          line.to(),
          line.seconds(),
          line.errors());
    }
  }

  /** One for each measured phase and node with enough readings. Reads the telemetry once. */
  public static List<BrokerTrend> of(
      List<PhaseResult> phases, Iterable<TelemetrySample> telemetry) {
    NavigableMap<Long, OfPhase> byStart = new TreeMap<>();
    phases.stream()
        .filter(PhaseResult::measured)
        .forEach(
            phase -> byStart.put(phase.startEpochNanos(), new OfPhase(phase, new TreeMap<>())));
    for (TelemetrySample each : telemetry) {
      Map.Entry<Long, OfPhase> phase = byStart.floorEntry(each.epochNanos());
      if (phase != null && isStock(each)) {
        phase.getValue().add(each);
      }
    }
    return byStart.values().stream().flatMap(OfPhase::found).toList();
  }

  /** Whether it is what a node uses or has left, not a limit or a rate. */
  private static boolean isStock(TelemetrySample each) {
    return STOCK.matcher(each.name()).matches()
        && !OTHER.matcher(each.name()).matches()
        && Double.isFinite(each.value());
  }
}
