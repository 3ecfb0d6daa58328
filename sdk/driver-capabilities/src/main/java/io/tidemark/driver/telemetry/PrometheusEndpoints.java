package io.tidemark.driver.telemetry;

import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.settings.HostPort;
import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Prometheus endpoints, all read at the same time. A failing one is skipped; its failure is an
 * event until it answers again or fails differently. Used by one thread at a time.
 */
public final class PrometheusEndpoints {
  /** For a whole page; the others wait for the slowest one. */
  public static final Duration TIMEOUT = Duration.ofSeconds(2);

  private static final int OK = 200;

  /** What is needed of a page. */
  @FunctionalInterface
  public interface Reader {
    /**
     * @param readings for what the page has
     * @throws IOException if the page lacks something
     */
    void read(URI endpoint, PrometheusPage page, List<TelemetryReading> readings)
        throws IOException;
  }

  private final List<URI> endpoints;
  private final HttpClient client;
  private final Consumer<DriverEvent> events;
  private final Map<URI, String> failures = new HashMap<>();

  public PrometheusEndpoints(List<URI> endpoints, HttpClient client, Consumer<DriverEvent> events) {
    this.endpoints = List.copyOf(endpoints);
    this.client = client;
    this.events = events;
  }

  /** Reads each endpoint once; takes at most {@link #TIMEOUT}. */
  public List<TelemetryReading> read(Reader reader) throws InterruptedException {
    Map<URI, LimitedHttp.Pending> pages = new LinkedHashMap<>();
    for (URI endpoint : endpoints) {
      try {
        URI uri = HostPort.reachable(endpoint);
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(TIMEOUT).build();
        pages.put(endpoint, LimitedHttp.begin(client, request));
      } catch (UnknownHostException e) {
        failed(endpoint, FailureReason.of(e));
      }
    }
    List<TelemetryReading> readings = new ArrayList<>();
    for (Map.Entry<URI, LimitedHttp.Pending> page : pages.entrySet()) {
      URI endpoint = page.getKey();
      try {
        reader.read(endpoint, page(page.getValue().await(), endpoint), readings);
        succeeded(endpoint);
      } catch (IOException e) {
        failed(endpoint, FailureReason.of(e));
      }
    }
    return readings;
  }

  private static PrometheusPage page(HttpResponse<String> response, URI endpoint)
      throws IOException {
    if (response.statusCode() != OK) {
      throw new IOException(
          endpoint.getPath() + " was answered with status " + response.statusCode());
    }
    return new PrometheusPage(response.body());
  }

  private void succeeded(URI endpoint) {
    if (failures.remove(endpoint) != null) {
      notice(endpoint, "reports metrics again");
    }
  }

  private void failed(URI endpoint, String reason) {
    if (!reason.equals(failures.put(endpoint, reason))) {
      notice(endpoint, "does not report all metrics: " + reason);
    }
  }

  private void notice(URI endpoint, String detail) {
    String subject = "Prometheus endpoint " + endpoint.getAuthority();
    events.accept(new DriverEvent(Kind.NOTICE, subject, detail));
  }
}
