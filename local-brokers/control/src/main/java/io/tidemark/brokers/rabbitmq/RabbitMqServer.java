package io.tidemark.brokers.rabbitmq;

import static java.util.stream.Collectors.joining;

import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.ClusterProxy;
import io.tidemark.brokers.process.FreePorts;
import io.tidemark.brokers.process.StartScript;
import io.tidemark.brokers.process.Template;
import io.tidemark.brokers.process.UserNamespace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A RabbitMQ server on this machine; the nodes are processes of it. They have their own Erlang port
 * mapper and cookie, so they are isolated from other Erlang nodes. Each node's process is the
 * Erlang machine itself, not the script that starts it.
 *
 * <p>A server with a separate root runs in a user and mount namespace whose root is an unpacked
 * tree, which needs no root user. The tree is not written to, so any number of clusters can share
 * it; each node sees its cluster's directory mounted at one fixed place.
 *
 * @param home the folder that has {@code sbin} and {@code plugins}, as the server sees it
 * @param erlangBin the folder that has {@code erl} and {@code epmd}, as the server sees it
 * @param root the unpacked tree; empty for a server in this machine's own file system
 */
record RabbitMqServer(Path home, Path erlangBin, Optional<Path> root) implements RabbitMqSource {
  /** Where an isolated server sees its cluster's directory. */
  static final String STATE = "/tidemark";

  /** In the folder of each node: a script that runs rabbitmqctl for it. */
  static final String CONTROL = "rabbitmqctl";

  private static final String EPMD = "epmd";
  private static final String HOSTS = "erl_inetrc";
  private static final int TOOL_PORTS = 10;

  static RabbitMqServer plain(Path home, Path erlangBin) {
    return new RabbitMqServer(home, erlangBin, Optional.empty());
  }

  /**
   * @param home such as {@code /usr/lib/rabbitmq/lib/rabbitmq_server-4.0.5}
   */
  static RabbitMqServer isolated(Path root, Path home) {
    return new RabbitMqServer(home, Path.of("/usr/lib/erlang/bin"), Optional.of(root));
  }

  @Override
  public String description() {
    return root.orElse(home).toString();
  }

  @Override
  public RabbitMqPlacement placement() {
    return RabbitMqPlacement.LOOPBACK;
  }

  @Override
  public Path visible(ClusterDirectory directory, Path file) {
    return root.isPresent() ? Path.of(STATE).resolve(directory.path().relativize(file)) : file;
  }

  @Override
  public List<String> helpers() {
    return List.of(EPMD);
  }

  @Override
  public void make(ClusterDirectory directory, RabbitMqConfig config, ClusterProxy proxy) {
    root.ifPresent(tree -> UserNamespace.require("run " + tree.getFileName()));
    int epmdPort = FreePorts.take(1).get(0);
    Path epmd = erlangBin.resolve(EPMD);
    add(directory, EPMD, List.of(), epmd, "-address", "127.0.0.1", "-port", "" + epmdPort);
    proxy.connectErlang(RabbitMqPorts.each(config.ports(), RabbitMqPorts::distribution), epmdPort);
    for (int node = 1; node <= config.ports().size(); node++) {
      String folder = "node-" + node;
      directory.writeFile(folder + "/rabbitmq.conf", config.file(node));
      directory.writeFile(folder + "/enabled_plugins", config.enabledPlugins());
      List<String> variables = new ArrayList<>(variables(directory, config, node, epmdPort));
      if (proxy.isWanted()) {
        directory.writeFile(folder + "/" + HOSTS, erlangHosts(proxy.hostsSeenBy(node)));
        variables.add(
            "ERL_INETRC=" + visible(directory, directory.node(node).directory().resolve(HOSTS)));
      }
      add(directory, folder, variables, home.resolve("sbin/rabbitmq-server"));
      variables.add("ERL_AFLAGS=-kernel inet_dist_use_interface {127,0,0,1}");
      directory.writeFile(
          folder + "/" + CONTROL,
          StartScript.tool(command(directory, variables, home.resolve("sbin/rabbitmqctl"))));
    }
  }

  /** A file for Erlang's resolver, which the node reads before it asks the system. */
  private static String erlangHosts(Map<String, List<String>> namesByAddress) {
    StringBuilder text = new StringBuilder();
    namesByAddress.forEach(
        (address, names) ->
            text.append(
                "{host, {%s}, [%s]}.\n"
                    .formatted(
                        address.replace('.', ','),
                        names.stream().map(name -> '"' + name + '"').collect(joining(", ")))));
    return text.append("{lookup, [file, native]}.\n").toString();
  }

  private void add(
      ClusterDirectory directory,
      String name,
      List<String> variables,
      Path program,
      String... arguments) {
    List<String> command = command(directory, variables, program, arguments);
    directory.addProcess(
        name, StartScript.render(directory.process(name).directory(), Map.of(), command));
  }

  private List<String> variables(
      ClusterDirectory directory, RabbitMqConfig config, int node, int epmdPort) {
    int port = config.ports().get(node - 1).distribution();
    String text =
        Template.fill(
            "rabbitmq.env",
            Map.of(
                "home",
                visible(directory, directory.path().resolve("home")),
                "folder",
                visible(directory, directory.node(node).directory()),
                "node",
                config.placement().nodeName(node),
                "epmdPort",
                epmdPort,
                "port",
                port,
                "leastToolPort",
                port + 1,
                "greatestToolPort",
                port + TOOL_PORTS,
                "quiet",
                config.erlangArguments()));
    return text.lines().filter(line -> !line.startsWith("#")).toList();
  }

  /** A command line that runs a program of the server with exactly this environment. */
  private List<String> command(
      ClusterDirectory directory, List<String> variables, Path program, String... arguments) {
    List<String> command = new ArrayList<>();
    root.ifPresent(
        tree -> {
          String enter = Template.fill("enter-root.sh", Map.of("state", STATE));
          command.addAll(UserNamespace.ENTER);
          command.addAll(List.of("sh", "-c", enter, "tidemark-root"));
          command.addAll(List.of(tree.toString(), directory.path().toString()));
        });
    // env -i: all RABBITMQ_* and ERL_* that the user has set are meant for another server.
    command.addAll(List.of("/usr/bin/env", "-i"));
    command.addAll(variables);
    command.add("PATH=" + erlangBin + ":/usr/sbin:/usr/bin:/sbin:/bin");
    command.add(program.toString());
    command.addAll(List.of(arguments));
    return command;
  }
}
