package io.tidemark.brokers;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Asks one node whether it serves: AMQP, streams, management, and its view of the cluster. */
record RabbitMqProbe(String amqp, URI stream, String management, Map<String, String> placeholders) {
  private static final int TIMEOUT_MILLIS = 2000;
  private static final int ANSWER_MILLIS = 10_000;
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .connectTimeout(Duration.ofMillis(ANSWER_MILLIS))
          .version(HttpClient.Version.HTTP_1_1)
          .build();
  private static final byte[] AMQP_HEADER = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};
  private static final int METHOD_FRAME = 1;

  /** What is missing, cheapest question first. */
  Optional<String> missing(List<String> nodeNamePrefixes) {
    String[] parts = amqp.split(":", 2);
    if (!greets(parts[0], Integer.parseInt(parts[1]))) {
      return Optional.of("no AMQP on " + amqp);
    }
    if (!FreePorts.isServed(stream.getAuthority().replaceFirst(".*@", ""))) {
      return Optional.of("no streams on " + stream.getHost() + ":" + stream.getPort());
    }
    return missingInCluster(nodeNamePrefixes);
  }

  private Optional<String> missingInCluster(List<String> nodeNamePrefixes) {
    String nodes = askManagement("/api/nodes?columns=name,running").replaceAll("\\s", "");
    if (nodes.isEmpty()) {
      return Optional.of("no management on " + management);
    }
    for (String prefix : nodeNamePrefixes) {
      String name = "\"name\":\"" + prefix + "[^\"]*\"";
      if (!Pattern.compile(name + ",\"running\":true|\"running\":true," + name)
          .matcher(nodes)
          .find()) {
        return Optional.of("does not see " + prefix + "... running");
      }
    }
    return Optional.empty();
  }

  /** Empty if there is no answer yet. */
  private String askManagement(String path) {
    String login = placeholders.get("user") + ":" + placeholders.get("password");
    String encoded = Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(management + path))
            .timeout(Duration.ofMillis(ANSWER_MILLIS))
            .header("Authorization", "Basic " + encoded)
            .build();
    try {
      HttpResponse<String> answer = CLIENT.send(request, BodyHandlers.ofString());
      return answer.statusCode() == HttpURLConnection.HTTP_OK ? answer.body() : "";
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LocalBrokerException("interrupted while asking " + management, e);
    }
  }

  private static boolean greets(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write(AMQP_HEADER);
      return socket.getInputStream().read() == METHOD_FRAME;
    } catch (IOException e) {
      return false; // Not yet: the caller asks again until its deadline.
    }
  }
}
