package io.tidemark.brokers.docker;

import java.util.List;
import java.util.Map;

/**
 * A container to be made.
 *
 * @param name unique on the engine
 * @param group it belongs to, and the network it is in
 * @param image with its tag
 * @param hostName its own name, by which the others of its network find it
 * @param variables of its environment
 * @param ports that it listens on, each with the port of this machine's loopback address under
 *     which it is published
 * @param ownFolders that its image does not have, made for some of the files; parents first
 * @param files put in place before it starts
 */
public record ContainerSpec(
    String name,
    String group,
    String image,
    String hostName,
    Map<String, String> variables,
    Map<Integer, Integer> ports,
    List<String> ownFolders,
    List<ContainerFile> files) {

  /** Copies. */
  public ContainerSpec {
    variables = Map.copyOf(variables);
    ports = Map.copyOf(ports);
    ownFolders = List.copyOf(ownFolders);
    files = List.copyOf(files);
  }
}
