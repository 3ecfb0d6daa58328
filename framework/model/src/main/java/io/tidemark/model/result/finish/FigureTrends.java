package io.tidemark.model.result.finish;

import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The courses of rates and latencies over a phase, as straight lines. */
public final class FigureTrends {
  private static final List<Measure> LATENCIES =
      List.of(Measure.PUBLISH_LATENCY, Measure.END_TO_END, Measure.ROUND_TRIP);

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

  private final Map<Figure, LinearTrend> trends = new LinkedHashMap<>();
  private final Map<Measure, Figure> medians = new LinkedHashMap<>();
  private final Map<Measure, Figure> p99s = new LinkedHashMap<>();
  private final Figure sent = new Figure("the rate of sending", Kind.RATE);
  private final Figure received = new Figure("the rate of reception", Kind.RATE);

  /** Without a sample. */
  public FigureTrends() {
    for (Measure measure : LATENCIES) {
      medians.put(measure, new Figure("the median of " + measure.heading(), Kind.MEDIAN));
      p99s.put(measure, new Figure("the p99 of " + measure.heading(), Kind.P99));
    }
  }

  /** The next sample of the phase. */
  public void add(Sample sample) {
    double seconds = sample.startEpochNanos() / 1e9 + sample.lengthSeconds() / 2;
    add(sent, seconds, sample.perSecond(Counter.SENT));
    add(received, seconds, sample.perSecond(Counter.RECEIVED));
    sample
        .latencies()
        .forEach(
            (measure, latency) -> {
              Figure median = medians.get(measure);
              Figure p99 = p99s.get(measure);
              if (median != null && p99 != null) {
                add(median, seconds, latency.p50Nanos());
                add(p99, seconds, latency.p99Nanos());
              }
            });
  }

  private void add(Figure figure, double seconds, double value) {
    trends.computeIfAbsent(figure, each -> new LinearTrend()).add(seconds, value);
  }

  /** By figure; those without a sample are absent. */
  public Map<Figure, LinearTrend> trends() {
    return trends;
  }
}
