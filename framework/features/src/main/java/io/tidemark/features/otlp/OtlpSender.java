package io.tidemark.features.otlp;

import io.opentelemetry.exporter.otlp.http.logs.OtlpHttpLogRecordExporter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.tidemark.base.DaemonThreads;
import io.tidemark.base.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** Sends data over OTLP on a separate thread. Adding never waits. Thread-safe. */
final class OtlpSender {
  private static final int MOST_METRICS = 20_000;
  private static final int MOST_EVENTS = 20_000;
  private static final int MOST_SPANS = 50_000;
  private static final String UNKEPT =
      " sends and receptions of traced messages (a worker keeps 2,000 between two samples)";
  private static final Duration PAUSE = Duration.ofMillis(200);

  /** Failures are findings of the run. Kept: a logger without references loses its level. */
  private static final Logger EXPORTERS = Logger.getLogger("io.opentelemetry");

  private final Duration timeout;
  private final OtlpHttpMetricExporter metricExporter;
  private final OtlpHttpLogRecordExporter eventExporter;
  private final OtlpOutbox<MetricData> metrics;
  private final OtlpOutbox<LogRecordData> events;
  private final OtlpHttpSpanExporter spanExporter;
  private final OtlpOutbox<SpanData> spans;
  private final AtomicLong leftOut = new AtomicLong();
  private final Thread thread = DaemonThreads.of("otlp", this::run);
  private boolean ending;

  OtlpSender(OtlpSpec spec) {
    EXPORTERS.setLevel(Level.OFF);
    timeout = spec.timeout();
    var metricBuilder =
        OtlpHttpMetricExporter.builder()
            .setEndpoint(address(spec, "metrics"))
            .setTimeout(timeout)
            .setConnectTimeout(timeout);
    var eventBuilder =
        OtlpHttpLogRecordExporter.builder()
            .setEndpoint(address(spec, "logs"))
            .setTimeout(timeout)
            .setConnectTimeout(timeout);
    var spanBuilder =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(address(spec, "traces"))
            .setTimeout(timeout)
            .setConnectTimeout(timeout);
    spec.headerTexts()
        .forEach(
            (name, value) -> {
              metricBuilder.addHeader(name, value);
              eventBuilder.addHeader(name, value);
              spanBuilder.addHeader(name, value);
            });
    metricExporter = metricBuilder.build();
    eventExporter = eventBuilder.build();
    metrics = new OtlpOutbox<>("metrics", MOST_METRICS, metricExporter::export);
    events = new OtlpOutbox<>("events", MOST_EVENTS, eventExporter::export);
    spanExporter = spanBuilder.build();
    spans = new OtlpOutbox<>("spans", MOST_SPANS, spanExporter::export);
    thread.start();
  }

  private static String address(OtlpSpec spec, String signal) {
    return spec.endpoint().replaceFirst("/+$", "") + "/v1/" + signal;
  }

  void metrics(List<MetricData> some) {
    metrics.add(some);
  }

  void events(List<LogRecordData> some) {
    events.add(some);
  }

  void spans(List<SpanData> some) {
    spans.add(some);
  }

  /**
   * @param more ends of sends, and receptions, that workers did not keep
   */
  void leftOut(long more) {
    leftOut.addAndGet(more);
  }

  private void run() {
    try {
      while (!isOver()) {
        outboxes().forEach(each -> each.send(timeout));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Stream<OtlpOutbox<?>> outboxes() {
    return Stream.of(metrics, events, spans);
  }

  /** After a pause, so that requests hold more than one record. */
  private synchronized boolean isOver() throws InterruptedException {
    if (!ending) {
      TimeUnit.MILLISECONDS.timedWait(this, PAUSE.toMillis());
    }
    return ending && outboxes().allMatch(OtlpOutbox::isEmpty);
  }

  /** What could not be exported until now; each part is one kind of data. */
  List<String> problems() {
    Stream<String> unsent = outboxes().flatMap(each -> each.problem().stream());
    long unkept = leftOut.get();
    return unkept == 0
        ? unsent.toList()
        : Stream.concat(unsent, Stream.of(unkept + UNKEPT)).toList();
  }

  /** Sends what is left, within the timeout. */
  void close() {
    Deadline deadline = Deadline.in(timeout);
    synchronized (this) {
      ending = true;
      notifyAll();
    }
    try {
      thread.join(Math.max(1, deadline.left().toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
    outboxes().forEach(OtlpOutbox::giveUp);
    Objects.requireNonNull(metricExporter.shutdown());
    Objects.requireNonNull(eventExporter.shutdown());
    Objects.requireNonNull(spanExporter.shutdown());
  }
}
