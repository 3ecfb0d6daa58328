package io.tidemark.brokers.rabbitmq;

import io.tidemark.brokers.process.FreePorts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Asks one node whether it serves: AMQP, streams, management, and its view of the cluster. */
record RabbitMqProbe(String amqp, URI stream, String management, Map<String, String> placeholders) {
  private static final int TIMEOUT_MILLIS = 2000;
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
    String nodes =
        new RabbitMqManagement(management, placeholders)
            .get("/api/nodes?columns=name,running")
            .orElse("")
            .replaceAll("\\s", "");
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
