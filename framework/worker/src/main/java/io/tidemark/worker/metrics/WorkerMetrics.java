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
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.RoundTripCounts;
import io.tidemark.model.worker.Snapshot;
import java.util.function.ToLongFunction;

/**
 * What this worker has done since it started: Micrometer's meters under our names and those of the
 * JVM, and {@link OmbMetrics} under OMB's. Figures come from the snapshots that the results are
 * made of, so they are equal. Safe for all threads.
 */
public final class WorkerMetrics implements AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final SnapshotTotals totals = new SnapshotTotals();
  private final JvmGcMetrics collections = new JvmGcMetrics();

  public WorkerMetrics() {
    counter("handed.over", "messages given to the driver", Counters::sent);
    counter("acknowledged", "messages acknowledged by the broker", Counters::acknowledged);
    counter(
        "unstamped",
        "acknowledged messages whose publish latency may be too long",
        counters -> counters.unstamped().messages());
    counter("failed", "sends that failed", Counters::failed);
    counter("received", "messages received", Counters::received);
    counter("foreign", "messages of other runs", Counters::foreign);
    counter("corrupted", "messages with a damaged envelope", Counters::corrupted);
    roundTrips("answered", "requests answered in time", RoundTripCounts::answered);
    roundTrips("timed.out", "requests given up without a reply", RoundTripCounts::timedOut);
    roundTrips("late", "first replies to requests that had been given up", RoundTripCounts::late);
    roundTrips("duplicate", "replies to answered requests", RoundTripCounts::duplicateReplies);
    roundTrips("never.asked", "replies that nobody asked for", RoundTripCounts::neverAsked);
    FunctionCounter.builder(
            "tidemark.consumer.errors", totals, each -> each.counters().consumerErrors())
        .description("errors of consumers")
        .register(registry);
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

  private void counter(String name, String description, ToLongFunction<Counters> value) {
    FunctionCounter.builder(
            "tidemark.messages." + name, totals, each -> value.applyAsLong(each.counters()))
        .description(description)
        .register(registry);
  }

  private void roundTrips(String name, String description, ToLongFunction<RoundTripCounts> value) {
    FunctionCounter.builder(
            "tidemark.round.trips." + name,
            totals,
            each -> value.applyAsLong(each.counters().roundTrips()))
        .description(description)
        .register(registry);
  }

  /** Takes a snapshot into account, once, however often it is given. */
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
