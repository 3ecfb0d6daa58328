package io.tidemark.driver;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A driver that reports facts about its broker, for the environment in the result. */
public interface BrokerFacts {
  /** Fact: number of brokers in the cluster. */
  String NODES = "nodes";

  /** Fact: copies of each message in the cluster; 1 without replication. */
  String REPLICATION = "replication";

  /**
   * Fact: how many copies exist when a send is acknowledged: {@code none}, {@code one copy}, {@code
   * majority of copies}, {@code all copies}, or a similar text. Reports compare the texts.
   */
  String ACKNOWLEDGEMENT = "acknowledgement";

  /** Fact: where a copy is then; one of the following texts, or a text of the driver. */
  String PERSISTENCE = "persistence";

  /** On disk, after a flush. */
  String FLUSHED = "flushed to disk";

  /** Written to a file; the operating system flushes it later. */
  String WRITTEN = "written, flushed later";

  /** Lost when the broker stops. */
  String IN_MEMORY = "in memory";

  /**
   * Fact: bytes of messages that the client of one producer buffers before a send waits. A closed
   * loop keeps as many in flight if the workload has no limit, but at least 1,000 and at most
   * 10,000 messages.
   */
  String CLIENT_BUFFER_BYTES = "client.bufferBytes";

  /** Fact: as {@link #CLIENT_BUFFER_BYTES}, of a client that counts messages. */
  String CLIENT_BUFFER_MESSAGES = "client.bufferMessages";

  /**
   * Facts after initialisation, for example {@code broker.version}, {@code client.version}, {@link
   * #NODES}. Never a secret. May block for a few seconds; called outside the measured time.
   */
  Map<String, String> brokerFacts();

  /**
   * Settings of the broker that are in effect, with those of topics: for the result, so that others
   * can repeat it. Called once, when all clients are connected, before the load. Settings that
   * cannot be read are notes; a failure is a note, too, and does not end the run.
   *
   * <p>Identical settings of several nodes or topics are stored once. Secrets are {@link
   * EffectiveSetting#SECRET}. May block for a few seconds.
   *
   * @param topics of the run, at most 20; the destinations of a request/reply run
   */
  default EffectiveConfiguration effectiveConfiguration(List<String> topics)
      throws IOException, InterruptedException {
    return EffectiveConfiguration.NONE;
  }
}
