package io.tidemark.brokers;

import io.tidemark.brokers.docker.ContainerFile;
import io.tidemark.brokers.docker.ContainerSpec;
import io.tidemark.brokers.docker.DockerEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Nodes as containers of RabbitMQ's official image. What they need is copied into them, not
 * mounted: the server in an image runs as a user that cannot read this user's private files, and
 * its data is owned by another user id.
 */
final class RabbitMqContainers implements RabbitMqNodes {
  private static final Path FOLDER = Path.of("/etc/rabbitmq/tidemark");
  private static final String COOKIE = "/var/lib/rabbitmq/.erlang.cookie";
  private static final int COOKIE_MODE = 0400;

  /** Of the user "rabbitmq" in the image. */
  private static final int SERVER_USER = 999;

  private final ClusterDirectory directory;
  private final DockerEngine engine;
  private final String image;

  RabbitMqContainers(ClusterDirectory directory, DockerEngine engine, String image) {
    this.directory = directory;
    this.engine = engine;
    this.image = image;
  }

  @Override
  public RabbitMqPlacement placement() {
    return RabbitMqPlacement.CONTAINERS;
  }

  @Override
  public Path visible(Path file) {
    return FOLDER.resolve(directory.path().relativize(file));
  }

  @Override
  public List<String> helpers() {
    return List.of();
  }

  @Override
  public void make(RabbitMqConfig config, RabbitMqOAuth oauth) {
    ContainerGroup group = ContainerGroup.create(directory, engine);
    engine.createNetwork(group.group());
    for (int node = 1; node <= config.ports().size(); node++) {
      engine.create(
          new ContainerSpec(
              group.containerName(node),
              group.group(),
              image,
              placement().host(node),
              variables(node),
              config.ports().get(node - 1).publishing(RabbitMqPorts.USUAL, config.hasTls()),
              List.of(FOLDER.toString(), FOLDER.resolve("tls").toString()),
              files(config, oauth, node)));
    }
  }

  private Map<String, String> variables(int node) {
    Map<String, String> variables = new TreeMap<>();
    variables.put("RABBITMQ_NODENAME", placement().nodeName(node));
    variables.put("RABBITMQ_LOGS", "-");
    variables.put("ERL_CRASH_DUMP_SECONDS", "0");
    variables.put("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", RabbitMqConfig.IDLE_WITHOUT_SPINNING);
    return variables;
  }

  private List<ContainerFile> files(RabbitMqConfig config, RabbitMqOAuth oauth, int node) {
    List<ContainerFile> files = new ArrayList<>();
    // Read after the settings of the image, which it overrides.
    files.add(
        ContainerFile.readable(
            "/etc/rabbitmq/conf.d/90-tidemark.conf", config.file(node) + oauth.settings()));
    files.add(
        ContainerFile.readable(
            "/etc/rabbitmq/enabled_plugins", oauth.plugins(config.enabledPlugins())));
    files.add(
        new ContainerFile(
            COOKIE,
            COOKIE_MODE,
            SERVER_USER,
            ClusterDirectory.readFile(directory.path().resolve("home/.erlang.cookie"))));
    for (String name :
        List.of("tls/ca.pem", "tls/server.pem", "tls/server.key", RabbitMqOAuth.FILE)) {
      Path file = directory.path().resolve(name);
      if (Files.exists(file)) {
        files.add(
            ContainerFile.readable(visible(file).toString(), ClusterDirectory.readFile(file)));
      }
    }
    return files;
  }
}
