package io.tidemark.brokers;

import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.process.LocalBrokerException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/**
 * The management API of a local RabbitMQ cluster, for tests and faults. A request goes to the first
 * node that answers. Safe for use by several threads.
 */
public final class RabbitMqAdmin {
  /** The path of the one quorum queue that tests have. */
  static final String QUEUE = "/api/queues/%2F/orders";

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int FIRST_ERROR = 400;
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(TIMEOUT).version(HttpClient.Version.HTTP_1_1).build();
  private final List<String> uris;
  private final String authorization;

  RabbitMqAdmin(List<String> uris, String user, String password) {
    this.uris = List.copyOf(uris);
    this.authorization =
        "Basic "
            + Base64.getEncoder()
                .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  /** Administration of a running cluster. */
  public static RabbitMqAdmin of(LocalCluster cluster) {
    List<String> uris = List.of(cluster.placeholders().get("managementUris").split(",", -1));
    return new RabbitMqAdmin(
        uris, cluster.placeholders().get("user"), cluster.placeholders().get("password"));
  }

  /** The body of the answer; the path begins with {@code /api/}. */
  public String get(String path) {
    return ask("GET", path, "");
  }

  /** Creates or changes. */
  public String put(String path, String json) {
    return ask("PUT", path, json);
  }

  /** For the few calls that are neither. */
  public String post(String path, String json) {
    return ask("POST", path, json);
  }

  /** The queue, without blanks. */
  String queue() {
    return get(QUEUE).replaceAll("\\s", "");
  }

  long onlineMembers() {
    String queue = queue();
    int start = queue.indexOf("\"online\":[");
    return start < 0
        ? 0
        : queue.substring(start, queue.indexOf(']', start)).chars().filter(c -> c == '@').count();
  }

  /** Whether the queue has taken a message; while it has no leader, the broker refuses. */
  boolean publish() {
    String json =
        "{\"properties\":{\"delivery_mode\":2},\"routing_key\":\"orders\",\"payload_encoding\":\"string\",\"payload\":\"x\"}";
    return post("/api/exchanges/%2F/amq.default/publish", json).contains("\"routed\":true");
  }

  private String ask(String method, String path, String body) {
    LocalBrokerException last = null;
    for (String uri : uris) {
      try {
        return ask(uri, method, path, body);
      } catch (IOException e) {
        last = new LocalBrokerException(uri + " does not answer: " + e, e);
      }
    }
    throw last;
  }

  private String ask(String uri, String method, String path, String body) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(uri + path))
            .timeout(TIMEOUT)
            .header("Authorization", authorization)
            .header("Content-Type", "application/json")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> answer = CLIENT.send(request, BodyHandlers.ofString());
      if (answer.statusCode() >= FIRST_ERROR) {
        throw new LocalBrokerException(
            method + " " + uri + path + ": " + answer.statusCode() + " " + answer.body());
      }
      return answer.body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LocalBrokerException("interrupted while asking " + uri, e);
    }
  }
}
