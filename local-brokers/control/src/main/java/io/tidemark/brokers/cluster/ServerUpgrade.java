package io.tidemark.brokers.cluster;

/** Gives the nodes of a cluster the server of another version. */
public interface ServerUpgrade {
  /** The new version. */
  String version();

  /**
   * From its next start on the node has the new server.
   *
   * @param node its number; it is down
   */
  void apply(int node);

  /** What is left to do when all nodes have the new server, for people. */
  String remaining();
}
