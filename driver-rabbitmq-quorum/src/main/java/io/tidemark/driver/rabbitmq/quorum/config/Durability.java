package io.tidemark.driver.rabbitmq.quorum.config;

import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Confirms;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Queues;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/** What a confirmed message survives, in the terms of {@link BrokerFacts}. */
public final class Durability {
  /** Members of a quorum queue without {@code x-quorum-initial-group-size}. */
  private static final int QUORUM_MEMBERS = 3;

  private Durability() {}

  /**
   * @param nodes of the cluster; without them the replication is not known
   */
  public static Map<String, String> of(QuorumConfiguration configuration, OptionalInt nodes) {
    Map<String, String> facts = new LinkedHashMap<>();
    nodes.ifPresent(
        n -> {
          facts.put(BrokerFacts.NODES, "" + n);
          if (!configuration.queues().existing()) {
            facts.put(BrokerFacts.REPLICATION, copies(configuration.queues(), n));
          }
        });
    facts.put(BrokerFacts.ACKNOWLEDGEMENT, acknowledgement(configuration));
    facts.put(BrokerFacts.PERSISTENCE, persistence(configuration));
    return facts;
  }

  private static String copies(Queues queues, int nodes) {
    Object wanted =
        switch (queues.type()) {
          case QUORUM ->
              queues.arguments().getOrDefault("x-quorum-initial-group-size", QUORUM_MEMBERS);
          case STREAM -> queues.arguments().getOrDefault("x-initial-cluster-size", nodes);
          case CLASSIC -> queues.mirrorCopies().isEmpty() ? 1 : queues.mirrorCopies();
        };
    String number = String.valueOf(wanted);
    return number.matches("\\d{1,9}") ? "" + Math.min(nodes, Integer.parseInt(number)) : "" + nodes;
  }

  private static String acknowledgement(QuorumConfiguration configuration) {
    if (configuration.publishing().confirms() == Confirms.NONE) {
      return "none";
    }
    boolean mirrored = !configuration.queues().mirrorCopies().isEmpty();
    return switch (configuration.queues().type()) {
      case QUORUM, STREAM -> "majority of copies";
      case CLASSIC -> mirrored ? "all copies in sync" : "one copy";
    };
  }

  private static String persistence(QuorumConfiguration configuration) {
    boolean durable =
        configuration.queues().durable() && configuration.publishing().messagePersistence();
    return switch (configuration.queues().type()) {
      case QUORUM -> BrokerFacts.FLUSHED;
      case STREAM -> BrokerFacts.WRITTEN;
      case CLASSIC -> durable ? BrokerFacts.WRITTEN : BrokerFacts.IN_MEMORY;
    };
  }
}
