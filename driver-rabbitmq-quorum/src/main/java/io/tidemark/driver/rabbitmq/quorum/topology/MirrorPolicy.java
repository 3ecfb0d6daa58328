package io.tidemark.driver.rabbitmq.quorum.topology;

import io.tidemark.driver.rabbitmq.BrokerUri;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Queues;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The policy that mirrors classic queues on RabbitMQ 3.x; 4.x has no mirroring any more. */
public final class MirrorPolicy {
  private MirrorPolicy() {}

  /** Sets the policy for the names of this driver's queues; the same again changes nothing. */
  public static void apply(
      ManagementApi management, BrokerUri uri, Queues queues, Map<String, Object> serverProperties)
      throws IOException, InterruptedException {
    String version = String.valueOf(serverProperties.get("version"));
    if (!version.startsWith("3.")) {
      throw new IOException(
          "mirroring: RabbitMQ " + version + " has no mirrored queues; allowed on 3.x only");
    }
    Map<String, Object> definition = new LinkedHashMap<>();
    boolean everywhere = queues.mirrorCopies().equals("all");
    definition.put("ha-mode", everywhere ? "all" : "exactly");
    if (!everywhere) {
      definition.put("ha-params", Integer.parseInt(queues.mirrorCopies()));
    }
    definition.put("ha-sync-mode", queues.mirrorSync());
    String prefix = prefix(queues);
    management.put(
        path(uri, queues),
        Map.of(
            "pattern",
            "^" + Pattern.quote(prefix),
            "apply-to",
            "queues",
            "definition",
            definition));
  }

  /** Takes it away; nothing happens where there is none. */
  public static void remove(ManagementApi management, BrokerUri uri, Queues queues)
      throws IOException, InterruptedException {
    management.delete(path(uri, queues));
  }

  private static String path(BrokerUri uri, Queues queues) {
    String name = "tidemark-mirrors-" + prefix(queues);
    return ManagementApi.path("policies", uri.virtualHost(), name);
  }

  private static String prefix(Queues queues) {
    int format = queues.pattern().indexOf('%');
    return format < 0 ? queues.topicPrefix() : queues.pattern().substring(0, format);
  }
}
