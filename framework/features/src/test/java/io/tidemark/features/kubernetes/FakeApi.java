package io.tidemark.features.kubernetes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/** A fake of an API server, and of kubectl: both answer with the same resources, by their paths. */
public final class FakeApi implements AutoCloseable {
  static final String TOKEN = "service-account-token";

  /** Answers to GET by their paths. */
  public final Map<String, String> resources = new ConcurrentHashMap<>();

  /** All other calls: method, path and body. */
  public final List<String> changes = new CopyOnWriteArrayList<>();

  /** Called before each answer, for what a cluster does meanwhile; gets method and path. */
  public volatile BiConsumer<String, String> cluster = (method, path) -> {};

  private final HttpServer server;
  private final Path folder;

  public FakeApi(Path folder) throws IOException {
    this.folder = folder;
    Files.writeString(folder.resolve("token"), TOKEN + "\n");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  public KubernetesApi api() {
    return new ApiServer("http://127.0.0.1:" + server.getAddress().getPort(), folder);
  }

  /**
   * A script that answers from files. What it runs in a pod, it runs here, with programs of the
   * folder {@code pod} first; the file {@code forbidden} takes this right away.
   */
  public KubernetesApi kubectl() throws IOException {
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
        if [ "$1" = exec ]; then
          if [ -f "$here/forbidden" ]; then
            echo 'Error from server (Forbidden): pods "'$2'" is forbidden: no right to create pods/exec' >&2
            exit 1
          fi
          echo "$2 $3 $4" >>"$here/kubectl.calls"
          while [ "$1" != -- ]; do shift; done
          shift
          PATH="$here/pod:$PATH" "$@"
          code=$?
          [ $code -eq 0 ] || echo "command terminated with exit code $code" >&2
          exit $code
        fi
        [ "$1" = get ] || echo "$*" >>"$here/kubectl.calls"
        [ "$1 $2" = "delete --raw" ] && [ -f "$here/raw${3%%\\?*}" ] && exec echo {}
        [ "$1 $3" = "patch my-set" ] && exec echo '{"changed": true}'
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
    String method = exchange.getRequestMethod();
    cluster.accept(method, path);
    if (!method.equals("GET")) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      changes.add((method + " " + path + " " + body).strip());
      path = path.replaceFirst("\\?.*", "");
    }
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
