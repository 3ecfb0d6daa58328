package io.tidemark.brokers.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * One process of a cluster, wherever it runs. All state is outside this object, so that another
 * program can take over. Not safe for concurrent use.
 */
public interface NodeProcess {

  String name();

  /** What it printed; of a container, as it was when last fetched. */
  Path logFile();

  /** Brings the log file up to date, where it is not the node itself that writes it. */
  void fetchLog();

  /**
   * Limits its CPU time from its next start on.
   *
   * @param node its number
   */
  void limitCpus(int node, double cpus);

  /**
   * Starts it, also again on the data it left; returns when it runs, which is not when it serves.
   */
  void start();

  LocalNode.State state();

  /** The id of the running process; empty if there is none. */
  OptionalLong pid();

  /** Ends it at once and waits until it is gone; nothing happens when it is down. */
  void kill();

  /** Asks it to end, within the time, and kills it when it does not. */
  void stop(Duration grace);

  /** Freezes it. */
  void freeze();

  /** Resumes it. */
  void resume();

  /** The last lines it printed, to be appended to a message. */
  String quotedLog();
}
