package io.tidemark.brokers;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Nodes as processes of this machine. They have their own Erlang port mapper and cookie, so no
 * other Erlang on this machine can see them. Each node's process is the Erlang machine itself, not
 * the script that starts it.
 */
final class RabbitMqProcesses implements RabbitMqNodes {
  private static final String EPMD = "epmd";
  private static final int CTL_PORTS = 10;
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
    addPortMapper(epmdPort);
    for (int node = 1; node <= config.ports().size(); node++) {
      String folder = "node-" + node;
      directory.writeFile(folder + "/rabbitmq.conf", config.file(node) + oauth.settings());
      directory.writeFile(folder + "/enabled_plugins", oauth.plugins(config.enabledPlugins()));
      Map<String, String> variables = variables(config, node, epmdPort);
      List<String> command = server.command(directory, variables, server.script("rabbitmq-server"));
      directory.addProcess(
          folder, StartScript.render(directory.node(node).directory(), Map.of(), command));
    }
  }

  private void addPortMapper(int port) {
    List<String> command =
        server.command(
            directory, Map.of(), server.epmd(), "-address", "127.0.0.1", "-port", "" + port);
    directory.addProcess(
        EPMD, StartScript.render(directory.process(EPMD).directory(), Map.of(), command));
  }

  private Map<String, String> variables(RabbitMqConfig config, int node, int epmdPort) {
    Path own = visible(directory.node(node).directory());
    Map<String, String> variables = new TreeMap<>();
    variables.put("HOME", visible(directory.path().resolve("home")).toString());
    variables.put("LANG", "C.UTF-8");
    variables.put("LC_ALL", "C.UTF-8");
    variables.put("ERL_CRASH_DUMP_SECONDS", "0");
    variables.put("ERL_EPMD_PORT", "" + epmdPort);
    variables.put("ERL_EPMD_ADDRESS", "127.0.0.1");
    // Makes the start script become the server instead of waiting for it as its child.
    variables.put("RUNNING_UNDER_SYSTEMD", "true");
    variables.put("RABBITMQ_NODENAME", placement().nodeName(node));
    variables.put("RABBITMQ_CONF_ENV_FILE", "/dev/null");
    variables.put("RABBITMQ_CONFIG_FILE", own.resolve("rabbitmq.conf").toString());
    variables.put("RABBITMQ_ADVANCED_CONFIG_FILE", own.resolve("advanced.config").toString());
    variables.put("RABBITMQ_ENABLED_PLUGINS_FILE", own.resolve("enabled_plugins").toString());
    variables.put("RABBITMQ_MNESIA_BASE", own.resolve("data").toString());
    variables.put("RABBITMQ_LOG_BASE", own.resolve("log").toString());
    variables.put("RABBITMQ_LOGS", "-");
    variables.put("RABBITMQ_PID_FILE", own.resolve("rabbitmq.pid").toString());
    variables.put("RABBITMQ_SCHEMA_DIR", own.resolve("schema").toString());
    variables.put("RABBITMQ_GENERATED_CONFIG_DIR", own.resolve("generated").toString());
    variables.put("RABBITMQ_DIST_PORT", "" + config.ports().get(node - 1).distribution());
    variables.put(
        "RABBITMQ_CTL_DIST_PORT_MIN", "" + (config.ports().get(node - 1).distribution() + 1));
    variables.put(
        "RABBITMQ_CTL_DIST_PORT_MAX",
        "" + (config.ports().get(node - 1).distribution() + CTL_PORTS));
    variables.put(
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS",
        "-kernel inet_dist_use_interface {127,0,0,1} " + RabbitMqConfig.IDLE_WITHOUT_SPINNING);
    return variables;
  }
}
