package io.tidemark.brokers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * A RabbitMQ cluster that forms by itself from a list of its nodes. It has its own Erlang port
 * mapper and cookie, so no other Erlang on this machine can see it. Each node's process is the
 * Erlang machine itself, not the script that starts it.
 */
final class RabbitMqRecipe implements ClusterRecipe {
  private static final String EPMD = "epmd";
  private static final int CTL_PORTS = 10;
  private final LocalBrokersHome home;
  private final Consumer<String> progress;

  RabbitMqRecipe(LocalBrokersHome home, Consumer<String> progress) {
    this.home = home;
    this.progress = progress;
  }

  @Override
  public ClusterLayout prepare(ClusterDirectory directory, LocalClusterSpec spec) {
    RabbitMqRelease release = RabbitMqRelease.of(spec.effectiveVersion());
    RabbitMqServer server =
        new RabbitMqServers(home, Optional.ofNullable(System.getenv("PATH")).orElse(""))
            .find(release);
    Map<String, String> tlsPlaceholders = new TreeMap<>();
    Optional<Path> tls = Optional.empty();
    if (spec.flag("tls")) {
      progress.accept("rabbitmq: making certificates");
      TlsFiles files = TlsFiles.create(directory.path().resolve("tls"));
      tlsPlaceholders.putAll(files.placeholders());
      tls = Optional.of(server.visible(directory, files.folder()));
    }
    String watermark =
        spec.options().getOrDefault("memoryWatermark", RabbitMqConfig.DEFAULT_WATERMARK);
    RabbitMqConfig config =
        new RabbitMqConfig(
            RabbitMqPorts.take(spec.nodes()), watermark, tls, release.formsUnderLock());
    writeCookie(directory);
    addProcesses(directory, server, config, RabbitMqOAuth.of(directory, spec, server));
    List<String> addresses = config.ports().stream().map(own -> "127.0.0.1:" + own.amqp()).toList();
    tlsPlaceholders.putAll(config.placeholders());
    return new ClusterLayout(
        BrokerKind.RABBITMQ,
        spec.effectiveVersion(),
        addresses,
        List.of(EPMD),
        tlsPlaceholders,
        spec.keepData());
  }

  private static void addProcesses(
      ClusterDirectory directory,
      RabbitMqServer server,
      RabbitMqConfig config,
      RabbitMqOAuth oauth) {
    int epmdPort = FreePorts.take(1).get(0);
    directory.addProcess(
        EPMD,
        StartScript.render(
            directory.process(EPMD).directory(),
            Map.of(),
            server.command(
                directory,
                Map.of(),
                server.epmd(),
                "-address",
                "127.0.0.1",
                "-port",
                "" + epmdPort)));
    for (int node = 1; node <= config.ports().size(); node++) {
      String folder = "node-" + node;
      directory.writeFile(folder + "/rabbitmq.conf", config.file(node) + oauth.settings());
      directory.writeFile(
          folder + "/enabled_plugins", oauth.plugins(RabbitMqConfig.ENABLED_PLUGINS));
      Map<String, String> variables = nodeVariables(directory, server, config, node, epmdPort);
      List<String> command = server.command(directory, variables, server.script("rabbitmq-server"));
      directory.addProcess(
          folder, StartScript.render(directory.node(node).directory(), Map.of(), command));
    }
  }

  private static Map<String, String> nodeVariables(
      ClusterDirectory directory,
      RabbitMqServer server,
      RabbitMqConfig config,
      int node,
      int epmdPort) {
    Path own = server.visible(directory, directory.node(node).directory());
    Map<String, String> variables = new TreeMap<>();
    variables.put("HOME", server.visible(directory, directory.path().resolve("home")).toString());
    variables.put("LANG", "C.UTF-8");
    variables.put("LC_ALL", "C.UTF-8");
    variables.put("ERL_CRASH_DUMP_SECONDS", "0");
    variables.put("ERL_EPMD_PORT", "" + epmdPort);
    variables.put("ERL_EPMD_ADDRESS", "127.0.0.1");
    // Makes the start script become the server instead of waiting for it as its child.
    variables.put("RUNNING_UNDER_SYSTEMD", "true");
    variables.put("RABBITMQ_NODENAME", RabbitMqConfig.nodeName(node));
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
    // Several nodes on few cores: an idle scheduler that spins takes the time another node needs.
    variables.put(
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS",
        "-kernel inet_dist_use_interface {127,0,0,1} +sbwt none +sbwtdcpu none +sbwtdio none");
    return variables;
  }

  private static void writeCookie(ClusterDirectory directory) {
    Path file = directory.path().resolve("home/.erlang.cookie");
    directory.writeFile("home/.erlang.cookie", UUID.randomUUID().toString().replace("-", ""));
    try {
      Files.createDirectories(directory.path().resolve("tmp"));
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    } catch (IOException e) {
      throw new LocalBrokerException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Every running node must take an AMQP connection and a stream connection, and see all running
   * nodes in its cluster.
   */
  @Override
  public Optional<String> missing(
      ClusterDirectory directory, ClusterLayout layout, Map<Integer, String> running) {
    String[] management = layout.placeholders().get("managementUris").split(",", -1);
    String[] streams = layout.placeholders().get("streamUris").split(",", -1);
    List<String> names = new ArrayList<>();
    running.keySet().forEach(node -> names.add(RabbitMqConfig.nodeName(node)));
    for (Map.Entry<Integer, String> node : running.entrySet()) {
      int index = node.getKey() - 1;
      RabbitMqProbe probe =
          new RabbitMqProbe(
              node.getValue(), streams[index], management[index], layout.placeholders());
      Optional<String> missing = probe.missing(names);
      if (missing.isPresent()) {
        return Optional.of("node " + node.getKey() + ": " + missing.get());
      }
    }
    return Optional.empty();
  }
}
