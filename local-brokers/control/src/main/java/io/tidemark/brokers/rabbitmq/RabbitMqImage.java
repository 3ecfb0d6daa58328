package io.tidemark.brokers.rabbitmq;

import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.ClusterProxy;
import io.tidemark.brokers.docker.ContainerFile;
import io.tidemark.brokers.docker.ContainerGroup;
import io.tidemark.brokers.docker.ContainerSpec;
import io.tidemark.brokers.docker.DockerEngine;
import io.tidemark.brokers.process.TextFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * RabbitMQ's official image on a Docker engine; the nodes are containers of it. What they need is
 * copied into them, not mounted: the server in an image runs as a user that cannot read this user's
 * private files, and its data is owned by another user id.
 *
 * @param engine that has it
 * @param image with its tag
 * @param engineDescription the engine in a few words
 */
record RabbitMqImage(DockerEngine engine, String image, String engineDescription)
    implements RabbitMqSource {
  private static final Path FOLDER = Path.of("/etc/rabbitmq/tidemark");
  private static final String COOKIE = "/var/lib/rabbitmq/.erlang.cookie";
  private static final int COOKIE_MODE = 0400;

  /** The id of the user "rabbitmq" in the image. */
  private static final int SERVER_USER = 999;

  @Override
  public String description() {
    return "image " + image + " in " + engineDescription;
  }

  @Override
  public RabbitMqPlacement placement() {
    return RabbitMqPlacement.CONTAINERS;
  }

  @Override
  public Path visible(ClusterDirectory directory, Path file) {
    return FOLDER.resolve(directory.path().relativize(file));
  }

  @Override
  public List<String> helpers() {
    return List.of();
  }

  @Override
  public void make(ClusterDirectory directory, RabbitMqConfig config, ClusterProxy proxy) {
    ContainerGroup group = ContainerGroup.create(directory.path(), engine);
    engine.createNetwork(group.group());
    for (int node = 1; node <= config.ports().size(); node++) {
      engine.create(
          new ContainerSpec(
              group.containerName(node),
              group.group(),
              image,
              placement().host(node),
              variables(node),
              config
                  .ports()
                  .get(node - 1)
                  .publishing(RabbitMqPorts.USUAL, config.hasTls(), config.hasMqtt()),
              List.of(FOLDER.toString(), FOLDER.resolve("tls").toString()),
              files(directory, config, node)));
    }
  }

  private Map<String, String> variables(int node) {
    return Map.of(
        "RABBITMQ_NODENAME",
        placement().nodeName(node),
        "RABBITMQ_LOGS",
        "-",
        "ERL_CRASH_DUMP_SECONDS",
        "0",
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS",
        RabbitMqConfig.IDLE_WITHOUT_SPINNING);
  }

  private List<ContainerFile> files(ClusterDirectory directory, RabbitMqConfig config, int node) {
    List<ContainerFile> files = new ArrayList<>();
    // Read after the settings of the image, which it overrides.
    files.add(ContainerFile.readable("/etc/rabbitmq/conf.d/90-tidemark.conf", config.file(node)));
    files.add(ContainerFile.readable("/etc/rabbitmq/enabled_plugins", config.enabledPlugins()));
    files.add(
        new ContainerFile(
            COOKIE,
            COOKIE_MODE,
            SERVER_USER,
            TextFile.read(directory.path().resolve("home/.erlang.cookie"))));
    for (String name :
        List.of("tls/ca.pem", "tls/server.pem", "tls/server.key", RabbitMqConfig.OAUTH_KEY)) {
      Path file = directory.path().resolve(name);
      if (Files.exists(file)) {
        String text = TextFile.read(file);
        files.add(ContainerFile.readable(visible(directory, file).toString(), text));
      }
    }
    return files;
  }
}
