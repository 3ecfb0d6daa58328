package io.tidemark.worker.telemetry;

import io.tidemark.base.DaemonThreads;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.telemetry.PrometheusEndpoints;
import io.tidemark.driver.telemetry.PrometheusPage;
import io.tidemark.driver.telemetry.PrometheusPage.Selector;
import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.driver.telemetry.TelemetrySource;
import io.tidemark.model.driverfile.PrometheusTarget;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Metrics of the endpoints that a driver's file names. Used by one thread at a time. */
public final class PrometheusTelemetry implements TelemetrySource {
  private record Counter(URI endpoint, Selector selector) {}

  private record Count(double value, long nanoTime) {}

  private final Map<PrometheusTarget, PrometheusEndpoints> targets = new LinkedHashMap<>();
  private final Map<Counter, Count> before = new HashMap<>();
  private final LongSupplier nanoTime;

  public PrometheusTelemetry(
      List<PrometheusTarget> targets, Consumer<DriverEvent> events, LongSupplier nanoTime) {
    HttpClient client =
        HttpClient.newBuilder()
            .connectTimeout(PrometheusEndpoints.TIMEOUT)
            .executor(Executors.newCachedThreadPool(PrometheusTelemetry::thread))
            .build();
    targets.forEach(
        target -> this.targets.put(target, new PrometheusEndpoints(target.urls(), client, events)));
    this.nanoTime = nanoTime;
  }

  /** Threads with the driver's class loader would count as threads that the driver left. */
  private static Thread thread(Runnable task) {
    Thread thread = DaemonThreads.of("tidemark-prometheus", task);
    thread.setContextClassLoader(PrometheusTelemetry.class.getClassLoader());
    return thread;
  }

  @Override
  public List<TelemetryReading> readTelemetry() throws InterruptedException {
    List<TelemetryReading> readings = new ArrayList<>();
    for (Map.Entry<PrometheusTarget, PrometheusEndpoints> each : targets.entrySet()) {
      Map<Selector, String> metrics = each.getKey().metrics();
      readings.addAll(
          each.getValue().read((endpoint, page, of) -> read(metrics, endpoint, page, of)));
    }
    return readings;
  }

  private void read(
      Map<Selector, String> metrics,
      URI endpoint,
      PrometheusPage page,
      List<TelemetryReading> readings)
      throws IOException {
    String subject = Objects.requireNonNullElse(endpoint.getFragment(), endpoint.getAuthority());
    List<String> missing = new ArrayList<>();
    metrics.forEach(
        (selector, name) -> {
          OptionalDouble sum = page.sum(selector);
          if (sum.isEmpty()) {
            missing.add(selector.toString());
          }
          (isRate(name) ? perSecond(new Counter(endpoint, selector), sum) : sum)
              .ifPresent(value -> readings.add(new TelemetryReading(name, subject, value, 0)));
        });
    if (!missing.isEmpty()) {
      Collections.sort(missing);
      throw new IOException(endpoint.getPath() + " has no " + String.join(", ", missing));
    }
  }

  private static boolean isRate(String name) {
    return name.endsWith("PerSecond") || name.endsWith("Cores");
  }

  /** Empty at the first reading, and after a restart, when counters begin at 0. */
  private OptionalDouble perSecond(Counter counter, OptionalDouble sum) {
    if (sum.isEmpty()) {
      before.remove(counter);
      return sum;
    }
    Count now = new Count(sum.getAsDouble(), nanoTime.getAsLong());
    Count then = before.put(counter, now);
    return then == null || now.value() < then.value() || now.nanoTime() <= then.nanoTime()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            (now.value() - then.value()) * 1e9 / (now.nanoTime() - then.nanoTime()));
  }
}
