package io.tidemark.brokers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Asks one node whether it serves: AMQP, streams, management, and its view of the cluster. */
final class RabbitMqProbe {
  private static final int TIMEOUT_MILLIS = 2000;
  private static final byte[] AMQP_HEADER = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};
  private static final int METHOD_FRAME = 1;
  private final String amqp;
  private final URI stream;
  private final String management;
  private final Map<String, String> placeholders;

  RabbitMqProbe(
      String amqp, String streamUri, String management, Map<String, String> placeholders) {
    this.amqp = amqp;
    this.stream = URI.create(streamUri);
    this.management = management;
    this.placeholders = placeholders;
  }

  /** What is missing, cheapest question first. */
  Optional<String> missing(List<String> nodeNamePrefixes) {
    String[] parts = amqp.split(":", 2);
    if (!greets(parts[0], Integer.parseInt(parts[1]))) {
      return Optional.of("no AMQP on " + amqp);
    }
    if (!listens(stream.getHost(), stream.getPort())) {
      return Optional.of("no streams on " + stream.getHost() + ":" + stream.getPort());
    }
    return missingInCluster(nodeNamePrefixes);
  }

  private Optional<String> missingInCluster(List<String> nodeNamePrefixes) {
    try {
      RabbitMqAdmin admin =
          new RabbitMqAdmin(
              List.of(management), placeholders.get("user"), placeholders.get("password"));
      String nodes = admin.get("/api/nodes?columns=name,running").replaceAll("\\s", "");
      for (String prefix : nodeNamePrefixes) {
        String name = "\"name\":\"" + prefix + "[^\"]*\"";
        if (!Pattern.compile(name + ",\"running\":true|\"running\":true," + name)
            .matcher(nodes)
            .find()) {
          return Optional.of("does not see " + prefix + "... running");
        }
      }
      return Optional.empty();
    } catch (LocalBrokerException e) {
      return Optional.of("no management on " + management);
    }
  }

  private static boolean listens(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
      return true;
    } catch (IOException e) {
      return false; // Not yet: the caller asks again until its deadline.
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
