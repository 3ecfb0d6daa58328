package io.tidemark.brokers;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Nodes as processes of this machine. They have their own Erlang port mapper and cookie, so they
 * are isolated from other Erlang nodes. Each node's process is the Erlang machine itself, not the
 * script that starts it.
 */
final class RabbitMqProcesses implements RabbitMqNodes {
  private static final String EPMD = "epmd";
  private static final int TOOL_PORTS = 10;
  private final ClusterDirectory directory;
  private final RabbitMqServer server;

  RabbitMqProcesses(ClusterDirectory directory, RabbitMqServer server) {
    this.directory = directory;
    this.server = server;
  }

  @Override
  public RabbitMqPlacement placement() {
    return RabbitMqPlacement.LOOPBACK;
  }

  @Override
  public Path visible(Path file) {
    return server.visible(directory, file);
  }

  @Override
  public List<String> helpers() {
    return List.of(EPMD);
  }

  @Override
  public void make(RabbitMqConfig config, RabbitMqOAuth oauth) {
    int epmdPort = FreePorts.take(1).get(0);
    Path epmd = server.erlangBin().resolve(EPMD);
    add(EPMD, List.of(), epmd, "-address", "127.0.0.1", "-port", "" + epmdPort);
    for (int node = 1; node <= config.ports().size(); node++) {
      String folder = "node-" + node;
      directory.writeFile(folder + "/rabbitmq.conf", config.file(node) + oauth.settings());
      directory.writeFile(folder + "/enabled_plugins", oauth.plugins(config.enabledPlugins()));
      add(folder, variables(config, node, epmdPort), server.home().resolve("sbin/rabbitmq-server"));
    }
  }

  private void add(String name, List<String> variables, Path program, String... arguments) {
    List<String> command = server.command(directory, variables, program, arguments);
    directory.addProcess(
        name, StartScript.render(directory.process(name).directory(), Map.of(), command));
  }

  private List<String> variables(RabbitMqConfig config, int node, int epmdPort) {
    int port = config.ports().get(node - 1).distribution();
    String text =
        Template.fill(
            "rabbitmq.env",
            Map.of(
                "home",
                visible(directory.path().resolve("home")),
                "folder",
                visible(directory.node(node).directory()),
                "node",
                placement().nodeName(node),
                "epmdPort",
                epmdPort,
                "port",
                port,
                "leastToolPort",
                port + 1,
                "greatestToolPort",
                port + TOOL_PORTS,
                "quiet",
                RabbitMqConfig.IDLE_WITHOUT_SPINNING));
    return text.lines().filter(line -> !line.startsWith("#")).toList();
  }
}
