package io.tidemark.model.result.finish;

import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The courses of rates and latencies over a phase, as straight lines. */
public final class FigureTrends {
  /** What is followed. */
  public enum Kind {
    RATE,
    MEDIAN,
    P99
  }

  /** A figure. */
  public record Figure(String name, Kind kind) {
    /** A value with its unit. */
    public String text(double value) {
      return kind == Kind.RATE ? Text.perSecond(value) : Text.nanos(value);
    }
  }

  /** The figures of a measure. */
  private record Latency(Measure measure, Figure median, Figure p99) {
    Latency(Measure measure) {
      this(
          measure,
          new Figure("the median of " + measure.heading(), Kind.MEDIAN),
          new Figure("the p99 of " + measure.heading(), Kind.P99));
    }
  }

  private static final Figure SENT = new Figure("the rate of sending", Kind.RATE);
  private static final Figure RECEIVED = new Figure("the rate of reception", Kind.RATE);
  private static final List<Latency> LATENCIES =
      Stream.of(Measure.PUBLISH_LATENCY, Measure.END_TO_END, Measure.ROUND_TRIP)
          .map(Latency::new)
          .toList();

  private final Map<Figure, LinearTrend> trends = new LinkedHashMap<>();

  /** The next sample of the phase. */
  public void add(Sample sample) {
    double seconds = sample.startEpochNanos() / 1e9 + sample.lengthSeconds() / 2;
    add(SENT, seconds, sample.perSecond(Counter.SENT));
    add(RECEIVED, seconds, sample.perSecond(Counter.RECEIVED));
    for (Latency each : LATENCIES) {
      Optional.ofNullable(sample.latencies().get(each.measure()))
          .ifPresent(
              latency -> {
                add(each.median(), seconds, latency.p50Nanos());
                add(each.p99(), seconds, latency.p99Nanos());
              });
    }
  }

  private void add(Figure figure, double seconds, double value) {
    trends.computeIfAbsent(figure, each -> new LinearTrend()).add(seconds, value);
  }

  /** Returns the trends by figure; those without a sample are absent. */
  public Map<Figure, LinearTrend> trends() {
    return trends;
  }
}
