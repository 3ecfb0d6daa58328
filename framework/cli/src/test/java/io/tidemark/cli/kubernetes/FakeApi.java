package io.tidemark.cli.kubernetes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A fake of an API server, and of kubectl: both answer with the same resources, by their paths. */
final class FakeApi implements AutoCloseable {
  static final String TOKEN = "service-account-token";

  final Map<String, String> resources = new ConcurrentHashMap<>();

  private final HttpServer server;
  private final Path folder;

  FakeApi(Path folder) throws IOException {
    this.folder = folder;
    Files.writeString(folder.resolve("token"), TOKEN + "\n");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  KubernetesApi api() {
    return new ApiServer("http://127.0.0.1:" + server.getAddress().getPort(), folder);
  }

  /** A script that answers from files. */
  KubernetesApi kubectl() throws IOException {
    for (Map.Entry<String, String> each : resources.entrySet()) {
      Path file = folder.resolve("raw" + each.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, each.getValue());
    }
    Path script = folder.resolve("kubectl");
    Files.writeString(
        script,
        """
        #!/bin/sh
        here=$(dirname "$0")
        [ "$1 $2" = "get --raw" ] && [ -f "$here/raw$3" ] && exec cat "$here/raw$3"
        echo "warning: something" >&2
        echo "Error from server (NotFound): the server could not find the requested resource" >&2
        exit 1
        """);
    if (!script.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + script + " executable");
    }
    return new Kubectl(script.toString());
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().toString();
    int status = 200;
    String answer = "{}";
    if (!("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      status = 403;
    } else {
      answer = resources.getOrDefault(path, "{}");
      status = resources.containsKey(path) ? 200 : 404;
    }
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
