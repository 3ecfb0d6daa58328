package io.tidemark.brokers.docker;

import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.driver.FailureReason;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Finds a Docker engine whose published ports are on this machine's loopback address.
 *
 * @param variables of the environment: DOCKER_HOST, XDG_RUNTIME_DIR, HOME and TIDEMARK_DOCKER
 *     ("false": none is looked for)
 * @param systemSocket where an engine of the system listens
 * @param containerMark exists where this process itself runs in a container
 * @param ownName file with the name of this machine, or of the container that it is
 * @param connect makes an engine of an address; asks nothing yet
 * @param deadline for an engine to answer; one that is slower counts as none
 */
public record DockerEngines(
    Function<String, String> variables,
    Path systemSocket,
    Path containerMark,
    Path ownName,
    Function<URI, DockerEngine> connect,
    Duration deadline) {
  private static final Duration DEADLINE = Duration.ofSeconds(5);
  private static final String CLIENT = "com.github.dockerjava.core.DockerClientImpl";

  private static final Pattern HERE =
      Pattern.compile("unix:///[^\\s?#]+|tcp://(127\\.0\\.0\\.1|localhost):\\d+/?");

  /** A client holds threads and connections: one for each engine is enough. */
  private static final Map<URI, DockerEngine> CONNECTED = new ConcurrentHashMap<>();

  /**
   * What was found.
   *
   * @param engine that answered, if one did
   * @param said the engine in a few words, or why there is none
   */
  public record Answer(Optional<DockerEngine> engine, String said) {
    /** There is none. */
    public static Answer none(String why) {
      return new Answer(Optional.empty(), why);
    }
  }

  /** Engines that the environment of this process names. */
  public static DockerEngines ofProcess() {
    return new DockerEngines(
        System::getenv,
        Path.of("/var/run/docker.sock"),
        Path.of("/.dockerenv"),
        Path.of("/proc/sys/kernel/hostname"),
        DockerEngines::at,
        DEADLINE);
  }

  /**
   * The engine at an address, without asking it anything.
   *
   * @throws LocalBrokerException if its client library is not on the class path
   */
  public static DockerEngine at(URI host) {
    try {
      Class.forName(CLIENT, false, DockerEngines.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new LocalBrokerException(
          "no client for the Docker engine at "
              + host
              + ": docker-java is not on the class path (in an installation: brokers/docker)",
          e);
    }
    return CONNECTED.computeIfAbsent(host, DockerEngine::at);
  }

  /** Asks the engines that may be here, one after another. */
  public Answer find() {
    String wanted = variable("TIDEMARK_DOCKER").orElse("true");
    if (wanted.equals("false")) {
      return Answer.none("Docker is disabled by TIDEMARK_DOCKER=false");
    }
    List<String> hosts = candidates();
    if (hosts.isEmpty()) {
      return Answer.none("no Docker engine: DOCKER_HOST is not set, and no " + systemSocket);
    }
    List<String> refused = new ArrayList<>();
    for (String host : hosts) {
      Answer answer = ask(host);
      if (answer.engine().isPresent()) {
        return answer;
      }
      refused.add(answer.said());
    }
    return Answer.none(String.join("; ", refused));
  }

  private List<String> candidates() {
    Optional<String> named = variable("DOCKER_HOST");
    if (named.isPresent()) {
      return List.of(named.get());
    }
    List<Path> sockets = new ArrayList<>(List.of(systemSocket));
    variable("XDG_RUNTIME_DIR").ifPresent(folder -> sockets.add(Path.of(folder, "docker.sock")));
    variable("HOME")
        .ifPresent(
            home -> {
              sockets.add(Path.of(home, ".docker/run/docker.sock"));
              sockets.add(Path.of(home, ".docker/desktop/docker.sock"));
            });
    return sockets.stream().filter(Files::exists).map(socket -> "unix://" + socket).toList();
  }

  private Answer ask(String host) {
    if (!HERE.matcher(host).matches()) {
      return Answer.none("the Docker engine at " + host + " is not on this machine");
    }
    try {
      DockerEngine engine = connect.apply(URI.create(host));
      String version = EngineCalls.within(deadline, "ask it its version", engine::version);
      if (Files.exists(containerMark) && !isMine(engine)) {
        return Answer.none(
            ("the Docker engine at %s runs outside of this container: its published"
                    + " ports are not on this loopback address")
                .formatted(host));
      }
      return new Answer(Optional.of(engine), "Docker " + version + " at " + host);
    } catch (LocalBrokerException e) {
      return Answer.none("the Docker engine at " + host + " cannot be used: " + e.getMessage());
    }
  }

  private boolean isMine(DockerEngine engine) {
    try {
      return Files.readString(ownName).strip().equals(engine.machine());
    } catch (IOException e) {
      throw new LocalBrokerException("cannot read " + ownName + ": " + FailureReason.ofFile(e), e);
    }
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(variables.apply(name)).filter(value -> !value.isBlank());
  }
}
