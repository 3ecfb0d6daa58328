package io.tidemark.driver.rabbitmq;

import io.tidemark.driver.FailureReason;
import io.tidemark.driver.RefusedException;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Permits only one worker to read a subscription, on brokers that cannot distribute partitions:
 * each claim is a transient exchange that another worker cannot declare again. Thread-safe.
 */
public final class SubscriptionClaims implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SubscriptionClaims.class);

  private final ManagementApi management;
  private final String virtualHost;
  private final String mark = "claimed-by-" + UUID.randomUUID();
  private final Set<String> held = ConcurrentHashMap.newKeySet();

  public SubscriptionClaims(ManagementApi management, String virtualHost) {
    this.management = management;
    this.virtualHost = virtualHost;
  }

  /**
   * Claims a subscription of a topic; once more by the same worker is the same claim.
   *
   * @param remedy what to do when another worker has it
   * @throws IOException when another worker has it
   */
  public void claim(String topic, String subscription, String remedy)
      throws IOException, InterruptedException {
    String name = name(topic, subscription);
    try {
      management.put(
          path(name),
          Map.of(
              "type", "fanout", "durable", false, "arguments", Map.of("alternate-exchange", mark)));
    } catch (RefusedException e) {
      if (String.valueOf(e.getMessage()).contains("inequivalent")) {
        throw new IOException(
            ("subscription %s of %s is already read by another worker: %s (or delete the"
                    + " exchange %s, if that worker is gone)")
                .formatted(subscription, topic, remedy, name),
            e);
      }
      throw e;
    }
    held.add(name);
  }

  public void release(String topic, String subscription) {
    release(name(topic, subscription));
  }

  private void release(String name) {
    try {
      if (held.remove(name)) {
        management.delete(path(name));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      log.warn("Exchange {} was not deleted: {}", name, FailureReason.of(e));
    }
  }

  private static String name(String topic, String subscription) {
    return "tidemark-reader." + topic + "." + subscription;
  }

  private String path(String name) {
    return ManagementApi.path("exchanges", virtualHost, name);
  }

  @Override
  public void close() {
    held.forEach(this::release);
  }
}
