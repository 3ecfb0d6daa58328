package io.tidemark.features.otlp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A collector that decodes and keeps what it receives over OTLP. */
final class CollectorStub implements AutoCloseable {
  private final HttpServer server;
  final List<Metric> metrics = new CopyOnWriteArrayList<>();
  final List<LogRecord> logs = new CopyOnWriteArrayList<>();
  final List<Span> spans = new CopyOnWriteArrayList<>();
  final List<List<KeyValue>> resources = new CopyOnWriteArrayList<>();
  final List<String> authorizations = new CopyOnWriteArrayList<>();
  private final int status;

  CollectorStub(int status) throws IOException {
    this.status = status;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::receive);
    server.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
      switch (exchange.getRequestURI().getPath()) {
        case "/v1/metrics" ->
            ExportMetricsServiceRequest.parseFrom(body)
                .getResourceMetricsList()
                .forEach(
                    each -> {
                      resources.add(each.getResource().getAttributesList());
                      each.getScopeMetricsList()
                          .forEach(scope -> metrics.addAll(scope.getMetricsList()));
                    });
        case "/v1/logs" ->
            ExportLogsServiceRequest.parseFrom(body)
                .getResourceLogsList()
                .forEach(
                    each ->
                        each.getScopeLogsList()
                            .forEach(scope -> logs.addAll(scope.getLogRecordsList())));
        case "/v1/traces" ->
            ExportTraceServiceRequest.parseFrom(body)
                .getResourceSpansList()
                .forEach(
                    each ->
                        each.getScopeSpansList()
                            .forEach(scope -> spans.addAll(scope.getSpansList())));
        default -> throw new IOException("unknown path " + exchange.getRequestURI());
      }
      exchange.sendResponseHeaders(status, -1);
    }
  }

  static Map<String, String> texts(List<KeyValue> attributes) {
    Function<KeyValue, String> value = each -> each.getValue().getStringValue();
    return attributes.stream().collect(Collectors.toMap(KeyValue::getKey, value));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
