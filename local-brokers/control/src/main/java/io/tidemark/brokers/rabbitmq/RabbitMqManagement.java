package io.tidemark.brokers.rabbitmq;

import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.driver.telemetry.LimitedHttp;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The management API of one node.
 *
 * @param address without a path
 * @param placeholders with user and password
 */
record RabbitMqManagement(String address, Map<String, String> placeholders) {
  private static final int ANSWER_MILLIS = 10_000;
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .connectTimeout(Duration.ofMillis(ANSWER_MILLIS))
          .version(HttpClient.Version.HTTP_1_1)
          .build();

  /** The management API of a cluster's first node. */
  static RabbitMqManagement of(Map<String, String> placeholders) {
    String all = placeholders.getOrDefault("managementUris", "");
    return new RabbitMqManagement(all.split(",", 2)[0], placeholders);
  }

  /** A name in a path. */
  static String segment(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Empty if there is no answer, or not the expected one. */
  Optional<String> get(String path) {
    try {
      HttpResponse<String> answer = send("GET", path, BodyPublishers.noBody());
      return answer.statusCode() == HttpURLConnection.HTTP_OK
          ? Optional.of(answer.body())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  void put(String path, String json) {
    write("PUT", path, json);
  }

  void post(String path, String json) {
    write("POST", path, json);
  }

  private void write(String method, String path, String json) {
    try {
      HttpResponse<String> answer = send(method, path, BodyPublishers.ofString(json));
      if (answer.statusCode() >= HttpURLConnection.HTTP_MULT_CHOICE) {
        throw new LocalBrokerException(
            String.format(
                Locale.ROOT,
                "%s answered %s %s with %d: %s",
                address,
                method,
                path,
                answer.statusCode(),
                answer.body().strip()));
      }
    } catch (IOException e) {
      throw new LocalBrokerException(
          "%s did not answer %s %s: %s".formatted(address, method, path, e.getMessage()), e);
    }
  }

  private HttpResponse<String> send(String method, String path, BodyPublisher body)
      throws IOException {
    String login = placeholders.get("user") + ":" + placeholders.get("password");
    String encoded = Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path))
            .timeout(Duration.ofMillis(ANSWER_MILLIS))
            .header("Authorization", "Basic " + encoded)
            .header("Content-Type", "application/json")
            .method(method, body)
            .build();
    try {
      return LimitedHttp.send(CLIENT, request);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LocalBrokerException("interrupted while asking " + address, e);
    }
  }
}
