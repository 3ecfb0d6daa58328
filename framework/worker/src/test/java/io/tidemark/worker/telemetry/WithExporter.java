package io.tidemark.worker.telemetry;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.driver.DriverEvent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An exporter whose page the test writes, and a clock that it moves. */
abstract class WithExporter {
  final List<DriverEvent> events = new ArrayList<>();
  HttpServer server;
  volatile String page = "";
  long nowNanos;

  @BeforeEach
  void startAnEndpoint() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/metrics",
        exchange -> {
          byte[] body = page.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stopTheEndpoint() {
    server.stop(0);
  }

  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }
}
