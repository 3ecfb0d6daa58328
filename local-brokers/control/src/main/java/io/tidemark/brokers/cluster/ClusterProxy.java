package io.tidemark.brokers.cluster;

import io.tidemark.brokers.process.FreePorts;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.StartScript;
import io.tidemark.brokers.process.TextFile;
import io.tidemark.brokers.proxy.PortMapper;
import io.tidemark.brokers.proxy.ProxyLink;
import io.tidemark.brokers.proxy.ProxyServer;
import io.tidemark.brokers.spec.LocalClusterSpec;
import io.tidemark.proxy.ProxyLoop;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The proxies of a cluster that is being prepared; without the option {@code proxy} there are none,
 * and ports and hosts are those of the nodes.
 *
 * <p>The nodes find each other under the names {@code node-1}, ..., which each node resolves to
 * other loopback addresses. So there is a proxy for each pair of nodes, and the proxies can tell
 * which node connects.
 */
public final class ClusterProxy {
  /** Name of the process. */
  static final String PROCESS = "proxy";

  private static final String LOOPBACK = "127.0.0.1";
  private final int nodes;
  private final boolean wanted;
  private final List<ProxyLink> links = new ArrayList<>();
  private final StringBuilder names = new StringBuilder();

  private ClusterProxy(int nodes, boolean wanted) {
    this.nodes = nodes;
    this.wanted = wanted;
  }

  public static ClusterProxy of(LocalClusterSpec spec) {
    return new ClusterProxy(spec.nodes(), spec.values().proxy());
  }

  public static ClusterProxy none() {
    return new ClusterProxy(0, false);
  }

  public boolean isWanted() {
    return wanted;
  }

  /** The ports that clients use, in the order of the nodes, for those that the nodes listen on. */
  public List<Integer> publish(List<Integer> ports) {
    if (!wanted) {
      return ports;
    }
    List<Integer> published = FreePorts.take(ports.size());
    for (int node = 1; node <= ports.size(); node++) {
      links.add(ProxyLink.forClients(node, published.get(node - 1), ports.get(node - 1)));
    }
    return published;
  }

  /** Makes a port of each node reachable for the other nodes, under the same number. */
  public void connect(List<Integer> ports) {
    connect(ports, ports);
  }

  /**
   * Makes Erlang's distribution of each node reachable for the other nodes, who ask for its port
   * under the number of the port mapper.
   */
  public void connectErlang(List<Integer> ports, int mapperPort) {
    if (wanted) {
      List<Integer> listening = FreePorts.take(nodes + 1);
      connect(listening.subList(0, nodes), ports);
      int answering = listening.get(nodes);
      connect(Collections.nCopies(nodes, mapperPort), Collections.nCopies(nodes, answering));
      names.append(answering).append('\n');
      for (int node = 1; node <= nodes; node++) {
        names.append(String.format(Locale.ROOT, "rabbit%d %d%n", node, listening.get(node - 1)));
      }
    }
  }

  private void connect(List<Integer> listening, List<Integer> ports) {
    if (wanted) {
      for (int to = 1; to <= nodes; to++) {
        for (int from = 1; from <= nodes; from++) {
          if (from != to) {
            links.add(ProxyLink.between(from, to, listening.get(to - 1), ports.get(to - 1)));
          }
        }
      }
    }
  }

  /** Under which the other nodes find the node. */
  public String host(int node) {
    return wanted ? "node-" + node : LOOPBACK;
  }

  /** The addresses that a node must know, with their names. */
  public Map<String, List<String>> hostsSeenBy(int from) {
    return IntStream.rangeClosed(1, nodes)
        .boxed()
        .collect(
            Collectors.toMap(
                to -> ProxyLink.peerAddress(from, to),
                to ->
                    to == from
                        ? Stream.of(Optional.of("localhost"), Optional.of(host(to)), machineName())
                            .flatMap(Optional::stream)
                            .toList()
                        : List.of(host(to))));
  }

  private static Optional<String> machineName() {
    try {
      return Optional.of(TextFile.read(Path.of("/proc/sys/kernel/hostname")).strip());
    } catch (LocalBrokerException e) {
      return Optional.empty();
    }
  }

  /** Prepares the process; returns its name for the layout, or nothing. */
  public List<String> make(ClusterDirectory directory) {
    if (!wanted) {
      return List.of();
    }
    Path folder = directory.process(PROCESS).directory();
    directory.writeFile(
        PROCESS + "/" + ProxyServer.LINKS,
        links.stream().map(link -> link.asText() + "\n").collect(Collectors.joining()));
    if (!names.isEmpty()) {
      directory.writeFile(PROCESS + "/" + PortMapper.NAMES, names.toString());
    }
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx192m",
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-Djava.awt.headless=true",
            ProxyServer.class.getName(),
            folder.toString());
    String classPath = place(ProxyServer.class) + ":" + place(ProxyLoop.class);
    directory.addProcess(
        PROCESS, StartScript.render(folder, Map.of("CLASSPATH", classPath), command));
    return List.of(PROCESS);
  }

  /** The jar or folder of a class. */
  private static Path place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new LocalBrokerException("cannot find the jar of " + type.getName(), e);
    }
  }
}
