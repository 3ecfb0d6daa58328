package io.tidemark.worker.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Snapshot;

/**
 * Metrics of this worker since its start: Micrometer's meters with Tidemark's names and those of
 * the JVM, and {@link OmbMetrics} with OMB's. They are computed from the same snapshots as the
 * results. Thread-safe.
 */
public final class WorkerMetrics implements AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final SnapshotTotals totals = new SnapshotTotals();
  private final JvmGcMetrics collections = new JvmGcMetrics();

  public WorkerMetrics() {
    counter("messages.handed.over", Counter.SENT);
    counter("messages.acknowledged", Counter.ACKNOWLEDGED);
    counter("messages.unstamped", Counter.UNSTAMPED_MESSAGES);
    counter("messages.failed", Counter.FAILED);
    counter("messages.received", Counter.RECEIVED);
    counter("messages.foreign", Counter.FOREIGN);
    counter("messages.corrupted", Counter.CORRUPTED);
    counter("round.trips.answered", Counter.ANSWERED);
    counter("round.trips.timed.out", Counter.TIMED_OUT);
    counter("round.trips.late", Counter.LATE);
    counter("round.trips.duplicate", Counter.DUPLICATE_REPLIES);
    counter("round.trips.never.asked", Counter.NEVER_ASKED);
    counter("consumer.errors", Counter.CONSUMER_ERRORS);
    Gauge.builder("tidemark.messages.in.flight", totals, SnapshotTotals::inFlight)
        .description("messages sent and not yet acknowledged, at the last snapshot")
        .register(registry);
    registry.getPrometheusRegistry().register(new OmbMetrics(totals));
    new JvmMemoryMetrics().bindTo(registry);
    collections.bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }

  private void counter(String name, Counter counter) {
    FunctionCounter.builder("tidemark." + name, totals, each -> each.counters().get(counter))
        .description(counter.meaning())
        .register(registry);
  }

  /** Adds a snapshot, once, also if it is repeated. */
  public void add(Snapshot snapshot) {
    totals.add(snapshot);
  }

  /** All of it in Prometheus' text format, version 0.0.4. */
  public String text() {
    return registry.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
