package io.tidemark.brokers.docker;

import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.ManagedProcess;
import io.tidemark.brokers.process.NodeProcess;
import io.tidemark.brokers.process.TextFile;
import io.tidemark.driver.FailureReason;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The containers of a cluster, and their network. What is needed to find them again is one line of
 * the cluster's directory, written before the first of them is made: "host group". The watchdog
 * reads it, too.
 *
 * @param host of the engine
 * @param group their unique label and the name of their network
 */
public record ContainerGroup(URI host, String group) {
  private static final String FILE = "containers";

  /** For a new cluster; the line is written. */
  public static ContainerGroup create(Path directory, DockerEngine engine) {
    String random = UUID.randomUUID().toString().substring(0, 8);
    ContainerGroup created =
        new ContainerGroup(engine.host(), "tidemark-" + directory.getFileName() + "-" + random);
    TextFile.write(directory.resolve(FILE), created.host + " " + created.group + "\n");
    return created;
  }

  /** The containers of the cluster with this directory, if it has some. */
  public static Optional<ContainerGroup> of(Path directory) {
    Path file = directory.resolve(FILE);
    try {
      String[] parts = Files.readString(file).strip().split(" ", 2);
      return Optional.of(new ContainerGroup(URI.create(parts[0]), parts[1]));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new LocalBrokerException("cannot read " + file + ": " + FailureReason.ofFile(e), e);
    }
  }

  public String containerName(int node) {
    return group + "-node-" + node;
  }

  /**
   * The container of a node.
   *
   * @param place the folder that the node has as a process
   */
  public NodeProcess node(ManagedProcess place, int number) {
    return new ManagedContainer(
        place.name(), DockerEngines.at(host), containerName(number), place.logFile());
  }

  /** The first process of a node's container; empty if it does not run. */
  public Optional<ContainerProcess> process(int node) {
    return DockerEngines.at(host).process(containerName(node));
  }

  /**
   * Runs a program in the container of a node to its end.
   *
   * @param purpose what it is for, used in messages
   * @return what it printed to standard output
   */
  public String run(int node, String purpose, List<String> line, Duration deadline) {
    return DockerEngines.at(host).run(containerName(node), purpose, line, deadline);
  }

  /** Ends all of them; they can be started again. */
  public void killAll() {
    DockerEngine engine = DockerEngines.at(host);
    engine.containersOf(group).forEach(engine::kill);
  }

  /** The command that removes them by hand, with the data that they kept. */
  public String removal() {
    String docker = "docker --host " + host;
    return "%s rm -f -v $(%s ps -aq --filter label=%s=%s); %s network rm %s"
        .formatted(docker, docker, DockerEngine.GROUP_LABEL, group, docker, group);
  }

  /** Ends and removes all there is. */
  public void remove() {
    DockerEngines.at(host).removeGroup(group);
  }
}
