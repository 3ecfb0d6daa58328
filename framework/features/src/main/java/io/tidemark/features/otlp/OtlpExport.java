package io.tidemark.features.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.tidemark.base.Clock;
import io.tidemark.coordinator.RunPlan;
import io.tidemark.features.otlp.OtlpMetrics.Point;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.MessageSpans;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.runs.run.RunHook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * Exports one run while it is under way: each sample as metrics, events as log records; at the end
 * the findings and the latencies of each phase. An endpoint that cannot be reached is a finding,
 * and neither ends nor delays the run. Thread-safe.
 */
public final class OtlpExport implements RunHook {
  private static final String PHASE = "PHASE";
  private static final String COORDINATOR = "coordinator";

  private final OtlpSpec spec;
  private final Clock clock;
  private final OtlpSource source;
  private final OtlpSender sender;
  private final SampleMetrics samples;
  private final Consumer<String> warnings;
  private Optional<String> announced = Optional.empty();
  private List<String> reported = List.of();
  private boolean closed;

  /** Takes part if the driver file says where to. */
  public static Optional<RunHook> begin(Begin run) {
    return run.driver()
        .added(OtlpSpec.InDriver.class)
        .otlp()
        .map(spec -> new OtlpExport(spec, run.plan(), run.clock(), run.console()::error));
  }

  /**
   * Starts the export of a run.
   *
   * @param warnings takes what fails after the result was built
   */
  public OtlpExport(OtlpSpec spec, RunPlan plan, Clock clock, Consumer<String> warnings) {
    this.spec = spec;
    this.clock = clock;
    this.warnings = warnings;
    this.source = OtlpSource.of(spec, plan.identity(), plan.driver().driverClass());
    this.sender = new OtlpSender(spec);
    this.samples = new SampleMetrics(source);
  }

  @Override
  public synchronized void sampleTaken(Sample sample, Totals totals) {
    sender.metrics(samples.of(sample, totals.counters()));
  }

  @Override
  public synchronized void reading(TelemetrySample reading) {
    OtlpMetrics metrics = new OtlpMetrics(source, reading.epochNanos(), reading.epochNanos());
    OtlpNames names = source.names();
    metrics.gauge(
        names.own("broker." + reading.name()),
        "",
        List.of(
            new Point(reading.value(), names.ownAttributes(Map.of("subject", reading.subject())))));
    sender.metrics(metrics.all());
  }

  @Override
  public synchronized void traced(String runId, MessageSpans traced, Map<Integer, String> topics) {
    OtlpSpans spans = new OtlpSpans(source, runId, topics);
    traced.messages().forEach(each -> sender.spans(spans.of(each)));
    sender.leftOut(traced.leftOut());
  }

  @Override
  public synchronized void event(RunEvent event) {
    if (event.kind().equals(PHASE)) {
      announced = Optional.of(event.subject());
    }
    sender.events(new ResultEvents(source).of(event));
  }

  /** Runs of traffic classes have no events of phases. */
  @Override
  public synchronized void phaseStarted(String name, boolean measured, Optional<Duration> length) {
    if (!announced.equals(Optional.of(name))) {
      event(new RunEvent(clock.epochNanos(), COORDINATOR, PHASE, name, "begins"));
    }
  }

  /** What could not be exported until now, if that is new. */
  @Override
  public synchronized List<RunEvent> ownEvents() {
    List<String> problems = sender.problems();
    if (problems.equals(reported)) {
      return List.of();
    }
    reported = problems;
    return List.of(
        new RunEvent(
            clock.epochNanos(),
            COORDINATOR,
            RunEvent.NOT_EXPORTED,
            spec.endpoint(),
            line(problems)));
  }

  private String line(List<String> problems) {
    return "not exported to " + spec.endpoint() + ": " + String.join(", ", problems);
  }

  /** Findings, verdict, and all latencies; then sends the rest, within the timeout. */
  @Override
  public synchronized void ended(RunResult result) {
    result.phases().forEach(phase -> sender.metrics(PhaseHistograms.of(source, phase)));
    sender.events(new ResultEvents(source).of(result.verdict(), clock.epochNanos()));
    close();
  }

  /** Does nothing if the run has {@link #ended}. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    sender.close();
    List<String> problems = sender.problems();
    if (!problems.equals(reported)) {
      warnings.accept("WARNING telemetry.otlp: " + line(problems));
    }
  }

  /** The latencies of all messages of a phase, as histograms with fixed limits. */
  static final class PhaseHistograms {
    static final String DURATION = "messaging.client.operation.duration";
    private static final double NANOS = 1e9;

    /** Seconds: those of the conventions, and smaller and greater ones. */
    private static final List<Double> LIMITS =
        List.of(
            0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5,
            0.75, 1.0, 2.5, 5.0, 7.5, 10.0, 30.0, 60.0);

    private PhaseHistograms() {}

    static List<MetricData> of(OtlpSource source, PhaseResult phase) {
      OtlpMetrics metrics =
          new OtlpMetrics(
              source, phase.startEpochNanos(), phase.startEpochNanos() + phase.lengthNanos());
      Map<String, String> own = Map.of("phase", phase.name());
      phase
          .histograms()
          .forEach(
              (measure, histogram) -> {
                Attributes attributes = source.names().ownAttributes(own);
                metrics.histogram(
                    source.names().own(measure.key()) + ".duration",
                    point(phase, histogram, attributes));
                if (measure == Measure.PUBLISH_LATENCY) {
                  metrics.histogram(
                      DURATION,
                      point(
                          phase,
                          histogram,
                          attributes.toBuilder().putAll(source.operation("send", "send")).build()));
                }
              });
      return metrics.all();
    }

    private static HistogramPointData point(
        PhaseResult phase, Histogram histogram, Attributes attributes) {
      List<Long> counts = new ArrayList<>();
      long before = 0;
      for (double limit : LIMITS) {
        long upTo = histogram.getCountBetweenValues(0, Math.round(limit * NANOS));
        counts.add(upTo - before);
        before = upTo;
      }
      counts.add(histogram.getTotalCount() - before);
      return HistogramPointData.create(
          phase.startEpochNanos(),
          phase.startEpochNanos() + phase.lengthNanos(),
          attributes,
          histogram.getMean() * histogram.getTotalCount() / NANOS,
          histogram.getTotalCount() > 0,
          histogram.getMinValue() / NANOS,
          histogram.getTotalCount() > 0,
          histogram.getMaxValue() / NANOS,
          LIMITS,
          counts);
    }
  }
}
