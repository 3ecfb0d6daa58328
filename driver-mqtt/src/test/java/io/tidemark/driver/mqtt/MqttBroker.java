package io.tidemark.driver.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.brokers.LocalBrokers;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.rabbitmq.RabbitMqInstaller;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

/** RabbitMQ 4 with MQTT, plain and over TLS, that the tests of this module share. */
final class MqttBroker {
  private static LocalCluster cluster;
  private static Path directory;

  private MqttBroker() {}

  static synchronized LocalCluster shared() throws IOException {
    if (cluster == null) {
      directory = Files.createTempDirectory("tidemark-mqtt");
      LocalClusterSpec spec =
          LocalClusterSpec.of("rabbitmq", 1).withOption("tls", "true").withOption("mqtt", "true");
      LocalBrokersHome home =
          LocalBrokersHome.ofBuild().withStateDirectory(directory.resolve("state"));
      new RabbitMqInstaller(home.cacheDirectory(), line -> {}).install(spec.effectiveVersion());
      cluster = LocalBrokers.start(spec, home, Duration.ofMinutes(3), line -> {});
    }
    return cluster;
  }

  /** A driver file: the text with its {@code ${brokers.X}} replaced. */
  static File file(String yaml) throws IOException {
    String filled = yaml;
    for (Map.Entry<String, String> value : shared().placeholders().entrySet()) {
      filled = filled.replace("${brokers." + value.getKey() + "}", value.getValue());
    }
    return Files.writeString(Files.createTempFile(directory, "driver", ".yaml"), filled).toFile();
  }

  /** A user with the password pw and the same right to configure, write and read. */
  static void rights(String user, String names) throws IOException, InterruptedException {
    put("users/" + user, "{\"password\": \"pw\", \"tags\": \"\"}");
    put(
        "permissions/%2F/" + user,
        "{\"configure\": \"N\", \"write\": \"N\", \"read\": \"N\"}".replace("N", names));
  }

  /** Whether a subscription of the topic has a binding. */
  static boolean routes(String topic) throws IOException, InterruptedException {
    String bindings =
        call("exchanges/%2F/amq.topic/bindings/source", "GET", BodyPublishers.noBody());
    return bindings.contains(topic.replace('/', '.'));
  }

  private static void put(String path, String body) throws IOException, InterruptedException {
    call(path, "PUT", BodyPublishers.ofString(body));
  }

  private static String call(String path, String method, BodyPublisher body)
      throws IOException, InterruptedException {
    String api = shared().placeholders().get("managementUris").replaceAll(",.*", "");
    String login = Base64.getEncoder().encodeToString("guest:guest".getBytes(UTF_8));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(api + "/api/" + path))
            .version(HttpClient.Version.HTTP_1_1)
            .header("Authorization", "Basic " + login)
            .timeout(Duration.ofSeconds(30))
            .method(method, body)
            .build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() >= 300) {
      throw new IOException(path + ": status " + response.statusCode());
    }
    return response.body();
  }
}
