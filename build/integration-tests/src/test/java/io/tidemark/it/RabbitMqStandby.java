package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;

/**
 * Counts what a standby at RabbitMQ has, while its promotion waits. A queue answers a passive
 * declaration with its true number; the statistics of the management plugin are seconds old.
 */
final class RabbitMqStandby {
  private static final Duration DEADLINE = Duration.ofMinutes(3);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path site;
  private final Path queues;
  private final Path counted;

  RabbitMqStandby(Path folder) {
    site = folder.resolve("site-b.uri");
    queues = folder.resolve("site-b.json");
    counted = folder.resolve("counted");
  }

  /** Lines of the standby in a driver file. */
  String promote() {
    return """
      promote:
        - |
          curl -fsS -u guest:guest "$SITE_B_managementUris/api/queues/%%2F" > '%s'
          echo "$SITE_B_amqpUris" > '%s.new' && mv '%s.new' '%s'
          until [ -e '%s' ]; do sleep 0.1; done
    """
        .formatted(queues, site, site, site, counted);
  }

  /** The number once it has stayed the same for two seconds. */
  long countAndPromote(TidemarkProcess run) throws IOException {
    Awaitility.await("promotion of site B")
        .atMost(DEADLINE)
        .until(() -> Files.exists(site) || !run.isAlive());
    assertThat(site).as(run.output()).exists();
    long[] last = {-1};
    Awaitility.await("as many messages as two seconds before")
        .atMost(DEADLINE)
        .pollInterval(Duration.ofSeconds(2))
        .until(() -> last[0] == (last[0] = count()));
    Files.createFile(counted);
    return last[0];
  }

  private long count() throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(Files.readString(site).strip());
    long messages = 0;
    try (Connection connection = factory.newConnection()) {
      for (JsonNode queue : JSON.readTree(queues.toFile())) {
        String name = queue.required("name").asText();
        messages += connection.createChannel().messageCount(name);
      }
    }
    return messages;
  }
}
