package io.tidemark.brokers.rabbitmq;

import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.docker.DockerEngines;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.UserNamespace;
import io.tidemark.brokers.spec.ClusterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds a RabbitMQ of a version, in this order: the specified home, a server on the PATH, a Docker
 * engine, the cache. If there is none, it is installed in the cache, or the message lists what was
 * checked and why it was not used.
 */
final class RabbitMqServers {
  private static final Pattern RABBIT_PLUGIN =
      Pattern.compile("rabbit-(\\d+\\.\\d+\\.\\d+.*?)(\\.ez)?");
  private final LocalBrokersHome home;
  private final String path;
  private final Supplier<DockerEngines.Answer> docker;
  private final Consumer<String> progress;
  private final List<String> refused = new ArrayList<>();

  /**
   * @param path the search path for programs
   * @param docker looks for an engine; asked only when its turn has come
   * @param progress gets a line for a human now and then
   */
  RabbitMqServers(
      LocalBrokersHome home,
      String path,
      Supplier<DockerEngines.Answer> docker,
      Consumer<String> progress) {
    this.home = home;
    this.path = path;
    this.docker = docker;
    this.progress = progress;
  }

  /** The server in this folder and no other. */
  RabbitMqSource at(Path serverHome, RabbitMqRelease release) {
    return plain(release, serverHome.toAbsolutePath().normalize())
        .orElseThrow(
            () ->
                new LocalBrokerException(
                    "no RabbitMQ %s in the specified home: %s"
                        .formatted(release.version(), String.join("; ", refused))));
  }

  RabbitMqSource find(RabbitMqRelease release) {
    return named(release)
        .or(() -> onPath(release))
        .or(() -> inDocker(release))
        .or(() -> cached(release))
        .or(() -> installed(release))
        .orElseThrow(() -> new LocalBrokerException(missing(release)));
  }

  /** From Debian's packages, if the home permits that. */
  private Optional<RabbitMqSource> installed(RabbitMqRelease release) {
    if (Files.exists(RabbitMqInstaller.folder(home.cacheDirectory(), release))) {
      return Optional.empty(); // It cannot be used.
    }
    if (!home.installs()) {
      refused.add("installing it is disabled (--no-install or TIDEMARK_INSTALL=false)");
      return Optional.empty();
    }
    progress.accept("RabbitMQ " + release.version() + " is not on this machine");
    try {
      if (release.isolated()) {
        UserNamespace.require("run RabbitMQ " + release.version());
      }
      new RabbitMqInstaller(home.cacheDirectory(), progress).install(release.version());
    } catch (LocalBrokerException e) {
      refused.add(String.valueOf(e.getMessage()));
      throw new LocalBrokerException(missing(release), e);
    }
    return cached(release);
  }

  private String missing(RabbitMqRelease release) {
    return ("no RabbitMQ %s on this machine: run 'bin/brokers install rabbitmq --version %s', or"
            + " start a Docker engine that has or can pull %s, or set --home or RABBITMQ_HOME"
            + " to a server of that version (%s)")
        .formatted(
            release.version(), release.version(), release.image(), String.join("; ", refused));
  }

  private Optional<RabbitMqSource> named(RabbitMqRelease release) {
    if (home.rabbitMqHome().isEmpty()) {
      refused.add("RABBITMQ_HOME is not set");
      return Optional.empty();
    }
    return plain(release, home.rabbitMqHome().get());
  }

  /** Debian's program on the PATH is a wrapper that requires root; the server itself does not. */
  private Optional<RabbitMqSource> onPath(RabbitMqRelease release) {
    Optional<Path> program = onPath("rabbitmq-server");
    if (program.isEmpty()) {
      refused.add("no rabbitmq-server on the PATH");
      return Optional.empty();
    }
    Path prefix = program.get().resolveSibling("../lib/rabbitmq/lib").normalize();
    refused.add(program.get() + " found");
    return Stream.concat(Stream.of(realHome(program.get())), children(prefix).stream())
        .filter(folder -> Files.isDirectory(folder.resolve("plugins")))
        .flatMap(folder -> plain(release, folder).stream())
        .findFirst();
  }

  private static Path realHome(Path program) {
    try {
      return program.toRealPath().resolveSibling("..").normalize();
    } catch (IOException e) {
      return program.resolveSibling("..").normalize();
    }
  }

  private Optional<RabbitMqSource> plain(RabbitMqRelease release, Path serverHome) {
    Optional<String> version = versionOf(serverHome);
    Optional<Path> erl = onPath("erl");
    if (version.isEmpty()
        || !Files.isExecutable(serverHome.resolve(ClusterOptions.RABBITMQ_PROGRAM))) {
      refused.add(serverHome + " has no RabbitMQ server");
    } else if (!version.get().startsWith(release.versionPrefix())) {
      refused.add(serverHome + " is version " + version.get());
    } else if (erl.isEmpty() || onPath("epmd").isEmpty()) {
      refused.add(serverHome + " cannot be used, because erl and epmd are not on the PATH");
    } else {
      return Optional.of(RabbitMqServer.plain(serverHome, erl.get().resolveSibling("")));
    }
    return Optional.empty();
  }

  private Optional<RabbitMqSource> inDocker(RabbitMqRelease release) {
    DockerEngines.Answer answer = docker.get();
    if (answer.engine().isEmpty()) {
      refused.add(answer.said());
      return Optional.empty();
    }
    try {
      answer.engine().get().requireImage(release.image(), progress);
      return Optional.of(new RabbitMqImage(answer.engine().get(), release.image(), answer.said()));
    } catch (LocalBrokerException e) {
      progress.accept(answer.said() + ": " + e.getMessage());
      refused.add(answer.said() + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<RabbitMqSource> cached(RabbitMqRelease release) {
    Path root = RabbitMqInstaller.folder(home.cacheDirectory(), release);
    Optional<Path> serverHome =
        children(root.resolve("usr/lib/rabbitmq/lib")).stream()
            .filter(folder -> folder.getFileName().toString().startsWith("rabbitmq_server-"))
            .findFirst();
    if (serverHome.isEmpty()) {
      refused.add(withoutServer(root));
      return Optional.empty();
    }
    if (release.isolated()) {
      return Optional.of(
          RabbitMqServer.isolated(root, Path.of("/").resolve(root.relativize(serverHome.get()))));
    }
    if (root.toString().matches(".*\\s.*")) {
      refused.add(
          root + " contains a blank, with which RabbitMQ's scripts fail: move it (TIDEMARK_CACHE)");
      return Optional.empty();
    }
    return Optional.of(RabbitMqServer.plain(serverHome.get(), root.resolve("usr/lib/erlang/bin")));
  }

  private static String withoutServer(Path root) {
    if (!Files.exists(root)) {
      return "nothing in " + root;
    }
    return Files.isReadable(root)
        ? root + " has no server: delete it, and install again"
        : root + " exists, but this user may not read it";
  }

  /**
   * From the name of the server's own plugin: asking the server would start an Erlang, which takes
   * seconds.
   */
  private static Optional<String> versionOf(Path serverHome) {
    return children(serverHome.resolve("plugins")).stream()
        .map(plugin -> RABBIT_PLUGIN.matcher(plugin.getFileName().toString()))
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1))
        .findFirst();
  }

  private Optional<Path> onPath(String program) {
    return Arrays.stream(path.split(":", -1))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static List<Path> children(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      return List.of(); // No such folder: nothing in it.
    }
  }
}
