package io.tidemark.driver.rabbitmq;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A web server on loopback with the responses of a test, and 404 for all other requests. */
final class HttpPages implements AutoCloseable {
  private record Page(int status, String text) {}

  private final Map<String, Page> pages = new ConcurrentHashMap<>();
  private final HttpServer server;

  HttpPages() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          Page page = pages.getOrDefault(exchange.getRequestURI().getRawPath(), new Page(404, ""));
          byte[] body = page.text().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(page.status(), body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  void put(String path, String text) {
    put(path, 200, text);
  }

  void put(String path, int status, String text) {
    pages.put(path, new Page(status, text));
  }

  List<BrokerUri> uris() {
    return BrokerUri.parseAll(List.of("http://" + address()), "http");
  }

  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
