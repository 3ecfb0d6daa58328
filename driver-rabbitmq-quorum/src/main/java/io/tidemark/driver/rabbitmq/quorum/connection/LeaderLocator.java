package io.tidemark.driver.rabbitmq.quorum.connection;

import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.Channel;
import io.tidemark.driver.rabbitmq.BrokerUri;
import io.tidemark.driver.rabbitmq.ManagementApi;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Orders addresses so that the node of a queue's leader comes first. The node behind an address is
 * determined by an exclusive queue declared there, so that this works with DNS names and port
 * mappings. Safe for several threads.
 */
public final class LeaderLocator {
  private static final Logger log = LoggerFactory.getLogger(LeaderLocator.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final ManagementApi management;
  private final Dialer dialer;
  private final List<BrokerUri> uris;
  private final Map<BrokerUri, String> nodeByUri = new HashMap<>();

  public LeaderLocator(ManagementApi management, Dialer dialer, List<BrokerUri> uris) {
    this.management = management;
    this.dialer = dialer;
    this.uris = uris;
  }

  /** The leader's address first; empty when the leader or its address is not known. */
  public synchronized List<BrokerUri> leaderFirst(String queue) {
    try {
      Optional<String> leader = leader(queue);
      if (leader.isEmpty()) {
        return List.of();
      }
      learnNodes();
      List<BrokerUri> ordered = new ArrayList<>(uris);
      ordered.sort((a, b) -> Boolean.compare(leads(b, leader.get()), leads(a, leader.get())));
      return ordered;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    } catch (IOException e) {
      log.warn("Leader of queue {} is not known: {}", queue, e.getMessage());
      return List.of();
    }
  }

  private boolean leads(BrokerUri uri, String leader) {
    return leader.equals(nodeByUri.get(uri));
  }

  private Optional<String> leader(String queue) throws IOException, InterruptedException {
    return description(queue)
        .map(found -> found.path("leader").asText(found.path("node").asText("")))
        .filter(name -> !name.isEmpty());
  }

  private Optional<JsonNode> description(String queue) throws IOException, InterruptedException {
    return management.find(ManagementApi.path("queues", uris.get(0).virtualHost(), queue));
  }

  private void learnNodes() throws InterruptedException {
    for (BrokerUri uri : uris) {
      if (!nodeByUri.containsKey(uri)) {
        try {
          nodeAt(uri).ifPresent(node -> nodeByUri.put(uri, node));
        } catch (IOException e) {
          log.debug("Node at {} is not known: {}", uri.address(), e.getMessage());
        }
      }
    }
  }

  private Optional<String> nodeAt(BrokerUri uri) throws IOException, InterruptedException {
    DialedConnection probe = dialer.dial(uri, "tidemark-probe");
    try {
      Channel channel = probe.connection().createChannel();
      // An exclusive queue lives on the node its connection is on.
      String queue = channel.queueDeclare().getQueue();
      return description(queue)
          .map(found -> found.path("node").asText())
          .filter(name -> !name.isEmpty());
    } finally {
      probe.close(CLOSE_TIMEOUT);
    }
  }
}
