package io.tidemark.brokers.rabbitmq;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.ClusterLayout;
import io.tidemark.brokers.cluster.ClusterProxy;
import io.tidemark.brokers.cluster.ClusterRecipe;
import io.tidemark.brokers.cluster.ClusterTlsFiles;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.docker.ContainerGroup;
import io.tidemark.brokers.docker.DockerEngines;
import io.tidemark.brokers.process.FreePorts;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.Polling;
import io.tidemark.brokers.process.ShellCommand;
import io.tidemark.brokers.process.TextFile;
import io.tidemark.brokers.spec.LocalClusterSpec;
import io.tidemark.driver.FailureReason;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A RabbitMQ cluster that forms from a list of its nodes.
 *
 * @param path the search path for programs
 * @param progress gets a line for a human now and then
 */
public record RabbitMqRecipe(
    LocalBrokersHome home, String path, DockerEngines engines, Consumer<String> progress)
    implements ClusterRecipe {
  private static final Duration CONTROL_DEADLINE = Duration.ofMinutes(2);

  @Override
  public void requireServer(LocalClusterSpec spec) {
    if (spec.values().home().isEmpty()) {
      source(spec);
    }
  }

  private RabbitMqSource source(LocalClusterSpec spec) {
    RabbitMqRelease release = RabbitMqRelease.of(spec.effectiveVersion());
    RabbitMqServers servers = servers(spec);
    return spec.values()
        .home()
        .map(folder -> servers.at(Path.of(folder), release))
        .orElseGet(() -> servers.find(release));
  }

  @Override
  public ClusterLayout prepare(ClusterDirectory directory, LocalClusterSpec spec) {
    RabbitMqRelease release = RabbitMqRelease.of(spec.effectiveVersion());
    RabbitMqSource source = source(spec);
    progress.accept("rabbitmq: " + spec.effectiveVersion() + " from " + source.description());
    Map<String, String> tlsPlaceholders = new TreeMap<>();
    Optional<Path> tls = Optional.empty();
    if (spec.values().tls()) {
      progress.accept("rabbitmq: creating certificates");
      ClusterTlsFiles files = ClusterTlsFiles.create(directory.path().resolve("tls"));
      tlsPlaceholders.putAll(files.placeholders());
      tls = Optional.of(source.visible(directory, files.folder()));
    }
    String watermark = spec.values().memoryWatermark();
    ClusterProxy proxy = ClusterProxy.of(spec);
    List<RabbitMqPorts> taken = RabbitMqPorts.take(spec.nodes());
    RabbitMqConfig config =
        new RabbitMqConfig(
            RabbitMqPorts.published(taken, proxy),
            source.placement() == RabbitMqPlacement.CONTAINERS
                ? Collections.nCopies(spec.nodes(), RabbitMqPorts.USUAL)
                : taken,
            watermark,
            tls,
            release.formsUnderLock(),
            proxy.isWanted() ? RabbitMqPlacement.PROXIED : source.placement(),
            oauthKey(directory, spec, source),
            refusesDeprecated(spec, release),
            hasMqtt(spec, release));
    writeCookie(directory);
    source.make(directory, config, proxy);
    List<String> helpers = new ArrayList<>(source.helpers());
    helpers.addAll(proxy.make(directory));
    List<String> addresses = config.ports().stream().map(own -> "127.0.0.1:" + own.amqp()).toList();
    tlsPlaceholders.putAll(config.placeholders());
    return new ClusterLayout(
        BrokerKind.RABBITMQ,
        spec.effectiveVersion(),
        addresses,
        helpers,
        tlsPlaceholders,
        spec.values().keepData());
  }

  @Override
  public boolean isNamed(int node, String name) {
    return name.startsWith(RabbitMqPlacement.nodeNamePrefix(node));
  }

  private static boolean refusesDeprecated(LocalClusterSpec spec, RabbitMqRelease release) {
    boolean wanted = spec.values().refuseDeprecated();
    if (wanted && release.versionPrefix().startsWith("3.")) {
      throw new LocalBrokerException(
          "refuseDeprecated: RabbitMQ "
              + release.version()
              + " cannot refuse features; set version: 4");
    }
    return wanted;
  }

  private static boolean hasMqtt(LocalClusterSpec spec, RabbitMqRelease release) {
    boolean wanted = spec.values().mqtt();
    if (wanted && release.versionPrefix().startsWith("3.")) {
      throw new LocalBrokerException(
          "mqtt: RabbitMQ " + release.version() + " has no MQTT 5; set version: 4");
    }
    return wanted;
  }

  private RabbitMqServers servers(LocalClusterSpec spec) {
    Supplier<DockerEngines.Answer> docker =
        !spec.values().docker()
            ? () -> DockerEngines.Answer.none("Docker is disabled (docker: false)")
            : spec.values().proxy()
                ? () -> DockerEngines.Answer.none("containers have no proxies (proxy: true)")
                : engines::find;
    return new RabbitMqServers(home, path, docker, progress);
  }

  /** Copies the key to where the server can read it. */
  private static Optional<Path> oauthKey(
      ClusterDirectory directory, LocalClusterSpec spec, RabbitMqSource source) {
    Optional<String> wanted = spec.values().oauth2Key();
    wanted.ifPresent(
        file -> directory.writeFile(RabbitMqConfig.OAUTH_KEY, TextFile.read(Path.of(file))));
    Path copy = directory.path().resolve(RabbitMqConfig.OAUTH_KEY);
    return wanted.map(file -> source.visible(directory, copy));
  }

  private static void writeCookie(ClusterDirectory directory) {
    Path file = directory.path().resolve("home/.erlang.cookie");
    directory.writeFile("home/.erlang.cookie", UUID.randomUUID().toString().replace("-", ""));
    try {
      Files.createDirectories(directory.path().resolve("tmp"));
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    } catch (IOException e) {
      throw new LocalBrokerException("cannot write " + file + ": " + FailureReason.ofFile(e), e);
    }
  }

  /** The configured limit stays in the environment of the application. */
  @Override
  public void memoryAlarm(ClusterDirectory directory, ClusterLayout layout, int node, boolean on) {
    if (ContainerGroup.of(directory.path()).isPresent()) {
      throw new LocalBrokerException(
          "the memory alarm of a node in a container cannot be raised; use docker: false");
    }
    String limit = on ? "0" : "element(2, application:get_env(rabbit, vm_memory_high_watermark))";
    evaluate(
        directory,
        node,
        (on ? "raise" : "end") + " the memory alarm",
        "ok = vm_memory_monitor:set_vm_memory_high_watermark(" + limit + ").");
  }

  @Override
  public String evaluate(ClusterDirectory directory, int node, String purpose, String expression) {
    Optional<ContainerGroup> containers = ContainerGroup.of(directory.path());
    if (containers.isPresent()) {
      List<String> line = List.of("rabbitmqctl", "eval", expression);
      return containers.get().run(node, purpose, line, CONTROL_DEADLINE);
    }
    Path folder = directory.node(node).directory();
    return new ShellCommand(purpose, folder, CONTROL_DEADLINE)
        .run(
            List.of(
                "/bin/sh", folder.resolve(RabbitMqServer.CONTROL).toString(), "eval", expression));
  }

  @Override
  public void replicate(
      String way,
      ClusterDirectory directory,
      ClusterLayout layout,
      Map<String, String> source,
      List<String> topics,
      Polling deadline) {
    if (ContainerGroup.of(directory.path()).isPresent()) {
      throw new LocalBrokerException(
          "a cluster in containers does not reach another one on loopback; use docker: false");
    }
    RabbitMqLink link = new RabbitMqLink(source, layout.placeholders(), deadline);
    if (way.equals("federation")) {
      link.federation(topics);
    } else {
      link.shovel(topics);
    }
  }

  /**
   * Every running node must take an AMQP connection and a stream connection, and see all running
   * nodes in its cluster.
   */
  @Override
  public Optional<String> missing(
      ClusterDirectory directory, ClusterLayout layout, Map<Integer, String> running) {
    String[] management = layout.placeholders().getOrDefault("managementUris", "").split(",", -1);
    String[] streams = layout.placeholders().getOrDefault("streamUris", "").split(",", -1);
    List<String> names = new ArrayList<>();
    running.keySet().forEach(node -> names.add(RabbitMqPlacement.nodeNamePrefix(node)));
    for (Map.Entry<Integer, String> node : running.entrySet()) {
      int index = node.getKey() - 1;
      RabbitMqProbe probe =
          new RabbitMqProbe(
              node.getValue(),
              URI.create(streams[index]),
              management[index],
              layout.placeholders());
      Optional<String> missing = probe.missing(names);
      if (missing.isPresent()) {
        return Optional.of("node " + node.getKey() + ": " + missing.get());
      }
    }
    return Optional.empty();
  }

  /** Asks one node whether it serves: AMQP, streams, management, and its view of the cluster. */
  record RabbitMqProbe(
      String amqp, URI stream, String management, Map<String, String> placeholders) {
    private static final int TIMEOUT_MILLIS = 2000;
    private static final byte[] AMQP_HEADER = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};
    private static final int METHOD_FRAME = 1;

    /** What is missing, cheapest question first. */
    Optional<String> missing(List<String> nodeNamePrefixes) {
      String[] parts = amqp.split(":", 2);
      if (!greets(parts[0], Integer.parseInt(parts[1]))) {
        return Optional.of("no AMQP on " + amqp);
      }
      if (!FreePorts.isServed(stream.getAuthority().replaceFirst(".*@", ""))) {
        return Optional.of("no streams on " + stream.getHost() + ":" + stream.getPort());
      }
      return missingInCluster(nodeNamePrefixes);
    }

    private Optional<String> missingInCluster(List<String> nodeNamePrefixes) {
      String nodes =
          new RabbitMqManagement(management, placeholders)
              .get("/api/nodes?columns=name,running")
              .orElse("")
              .replaceAll("\\s", "");
      if (nodes.isEmpty()) {
        return Optional.of("no management on " + management);
      }
      for (String prefix : nodeNamePrefixes) {
        String name = "\"name\":\"" + prefix + "[^\"]*\"";
        if (!Pattern.compile(name + ",\"running\":true|\"running\":true," + name)
            .matcher(nodes)
            .find()) {
          return Optional.of("does not see " + prefix + "... running");
        }
      }
      return Optional.empty();
    }

    private static boolean greets(String host, int port) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.getOutputStream().write(AMQP_HEADER);
        return socket.getInputStream().read() == METHOD_FRAME;
      } catch (IOException e) {
        return false; // Not yet: the caller asks again until its deadline.
      }
    }
  }
}
