package io.tidemark.brokers.command;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.base.brokers.BrokerOptions;
import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.ClusterLayout;
import io.tidemark.brokers.cluster.ClusterProxy;
import io.tidemark.brokers.cluster.ClusterRecipe;
import io.tidemark.brokers.process.FreePorts;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.ManagedProcess;
import io.tidemark.brokers.process.ShellCommand;
import io.tidemark.brokers.process.StartScript;
import io.tidemark.brokers.process.TextFile;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Any broker, started by a command of the user. Its nodes get ports, addresses and a private folder
 * as environment variables; the commands are scripts in the node's folder, so that another process
 * can restart, check and stop it.
 */
public record CommandRecipe() implements ClusterRecipe {
  private static final String MAIN_PORT = "";
  private static final String READY = "ready.sh";
  private static final String LISTENERS = "listeners";
  private static final Duration CHECK_DEADLINE = Duration.ofSeconds(10);

  @Override
  public ClusterLayout prepare(ClusterDirectory directory, LocalClusterSpec spec) {
    ClusterProxy proxy = ClusterProxy.of(spec);
    Map<String, List<Integer>> listening = ports(spec);
    List<Integer> mainPorts = listening.remove(MAIN_PORT);
    List<Integer> published = proxy.publish(mainPorts);
    Map<String, String> shared = new TreeMap<>();
    shared.put("NODES", Integer.toString(spec.nodes()));
    shared.put("ADDRESSES", addresses(published));
    listening.forEach((name, all) -> shared.put(variable(name) + "_ADDRESSES", addresses(all)));
    for (int node = 1; node <= spec.nodes(); node++) {
      Map<String, String> variables = new TreeMap<>(shared);
      variables.put("NODE", Integer.toString(node));
      variables.put("PORT", mainPorts.get(node - 1).toString());
      variables.put("ADVERTISED_PORT", published.get(node - 1).toString());
      List<Integer> all = new ArrayList<>(List.of(mainPorts.get(node - 1)));
      for (Map.Entry<String, List<Integer>> each : listening.entrySet()) {
        int port = each.getValue().get(node - 1);
        variables.put(variable(each.getKey()) + "_PORT", Integer.toString(port));
        all.add(port);
      }
      write(directory, node, spec.values(), variables, addresses(all));
    }
    Map<String, String> placeholders = new TreeMap<>();
    placeholders.put("host", "127.0.0.1");
    placeholders.put("port", published.get(0).toString());
    placeholders.put("addresses", addresses(published));
    listening.forEach((name, all) -> placeholders.put(name + "Addresses", addresses(all)));
    return new ClusterLayout(
        BrokerKind.COMMAND,
        spec.effectiveVersion(),
        List.of(addresses(published).split(",", -1)),
        proxy.make(directory),
        placeholders,
        spec.values().keepData());
  }

  /** Ports of the main listener and of those that have a name: one for every node. */
  private static Map<String, List<Integer>> ports(LocalClusterSpec spec) {
    List<String> names = new ArrayList<>(List.of(MAIN_PORT));
    names.addAll(spec.portNames());
    List<Integer> free = FreePorts.take(names.size() * spec.nodes());
    Map<String, List<Integer>> ports = new TreeMap<>();
    for (int i = 0; i < names.size(); i++) {
      ports.put(names.get(i), free.subList(i * spec.nodes(), (i + 1) * spec.nodes()));
    }
    return ports;
  }

  private static String variable(String portName) {
    return portName.toUpperCase(Locale.ROOT);
  }

  private static String addresses(List<Integer> ports) {
    return ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
  }

  private static void write(
      ClusterDirectory directory,
      int node,
      BrokerOptions options,
      Map<String, String> variables,
      String listeners) {
    Path folder = directory.node(node).directory();
    Path data = folder.resolve("data");
    variables.put("DATA", data.toString());
    Path from = Path.of(options.workingDirectory().orElse("")).toAbsolutePath();
    TextFile.write(folder.resolve(LISTENERS), listeners);
    TextFile.makeFolder(data);
    String start = options.start().orElseThrow();
    directory.addProcess("node-" + node, StartScript.render(folder, variables, shell(from, start)));
    Map.of(READY, options.ready(), ManagedProcess.STOP, options.stop())
        .forEach(
            (file, given) ->
                given
                    .map(command -> StartScript.beside(folder, variables, shell(from, command)))
                    .ifPresent(script -> TextFile.write(folder.resolve(file), script)));
  }

  private static List<String> shell(Path from, String command) {
    return List.of(
        "/bin/sh", "-c", "cd " + StartScript.quoted(from.toString()) + " || exit 1\n" + command);
  }

  @Override
  public Optional<String> missing(
      ClusterDirectory directory, ClusterLayout layout, Map<Integer, String> running) {
    return running.keySet().stream()
        .map(directory::node)
        .flatMap(node -> missing(node).stream())
        .findFirst();
  }

  private static Optional<String> missing(ManagedProcess node) {
    Path ready = node.directory().resolve(READY);
    if (!Files.exists(ready)) {
      String listeners = TextFile.read(node.directory().resolve(LISTENERS));
      return Stream.of(listeners.split(",", -1))
          .filter(address -> !FreePorts.isServed(address))
          .findFirst()
          .map(address -> "waiting for " + node.name() + " to accept connections on " + address);
    }
    try {
      new ShellCommand(
              "confirm with 'ready' that " + node.name() + " serves",
              node.directory(),
              CHECK_DEADLINE)
          .run(List.of("/bin/sh", ready.toString()));
      return Optional.empty();
    } catch (LocalBrokerException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
