package io.tidemark.brokers.process;

import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * One broker node as it was when asked: an immutable picture, not a handle.
 *
 * @param number 1-based
 * @param address host:port of its main listener (Kafka's PLAINTEXT, RabbitMQ's AMQP)
 * @param pid of the broker's own process (which leads its own process group), or of a container's
 *     first one; empty when down
 * @param state whether it runs
 * @param logFile what it printed, over all of its starts; of a container, as it was when last
 *     fetched
 */
public record LocalNode(int number, String address, OptionalLong pid, State state, Path logFile) {
  /** The state of a node's process. UP says that the process runs, not that it serves. */
  public enum State {
    /** It runs. */
    UP,
    /** It is stopped by a signal and can be resumed. */
    FROZEN,
    /** There is no process. */
    DOWN
  }
}
