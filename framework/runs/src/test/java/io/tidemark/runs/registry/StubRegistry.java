package io.tidemark.runs.registry;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A stub, not a schema registry: the two requests that the benchmark makes, with the forms of
 * answers and errors that Confluent documents. It checks no compatibility.
 */
public final class StubRegistry implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int FIRST_ID = 41;

  private final HttpServer server;
  private final List<String> schemas = new ArrayList<>();
  public final List<String> requests = new CopyOnWriteArrayList<>();
  volatile String credentials = "";
  volatile String refuses = "";
  volatile String returns = "";

  public StubRegistry() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Answers all requests with an error. */
  public void refuse(String message) {
    refuses = message;
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getRawPath();
    requests.add(exchange.getRequestMethod() + " " + path);
    byte[] body = exchange.getRequestBody().readAllBytes();
    String wanted =
        "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    String given = exchange.getRequestHeaders().getFirst("Authorization");
    if (!credentials.isEmpty() && !wanted.equals(given)) {
      answer(exchange, 401, Map.of("error_code", 401, "message", "Unauthorized"));
    } else if (!refuses.isEmpty()) {
      answer(exchange, 409, Map.of("error_code", 409, "message", refuses));
    } else if (path.matches("/subjects/[^/]+/versions")) {
      answer(exchange, 200, Map.of("id", register(body)));
    } else if (path.matches("/schemas/ids/\\d+")) {
      int id = Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
      answer(exchange, 200, Map.of("schema", returns.isEmpty() ? schema(id) : returns));
    } else {
      answer(exchange, 404, Map.of("error_code", 404, "message", "HTTP 404 Not Found"));
    }
  }

  private synchronized int register(byte[] body) throws IOException {
    String schema = JSON.readTree(body).path("schema").textValue();
    if (!schemas.contains(schema)) {
      schemas.add(schema);
    }
    return FIRST_ID + schemas.indexOf(schema);
  }

  public synchronized String schema(int id) {
    return schemas.get(id - FIRST_ID);
  }

  private static void answer(HttpExchange exchange, int status, Map<String, Object> json)
      throws IOException {
    byte[] bytes = JSON.writeValueAsBytes(json);
    exchange.getResponseHeaders().set("Content-Type", "application/vnd.schemaregistry.v1+json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
