package io.tidemark.brokers.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.PullImageResultCallback;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.exception.NotModifiedException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LogConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.StreamType;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientConfig;
import com.github.dockerjava.core.DockerClientImpl;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import io.tidemark.brokers.process.LocalNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A Docker engine on this machine. Containers and networks are known by name; those of one cluster
 * belong to one group, a label. Safe for use by several threads. Every method has a deadline
 * inside, and throws {@link io.tidemark.brokers.process.LocalBrokerException} where the engine does
 * not answer or refuses.
 *
 * <p>It uses the client library docker-java, not Testcontainers, which searches for an engine by
 * its own rules, writes to the user's home directory, and removes its containers when the process
 * ends that started them; a cluster started by hand must remain.
 */
public final class DockerEngine {
  /** Key of the label whose value is the group. */
  public static final String GROUP_LABEL = "io.tidemark.cluster";

  /** Set for each container, because not every log driver permits reading. */
  private static final LogConfig READABLE = new LogConfig(LogConfig.LoggingType.JSON_FILE);

  private static final double NANO_CPUS = 1e9;
  private static final Duration CALL = Duration.ofSeconds(30);
  private static final Duration PULL = Duration.ofMinutes(10);
  private final URI host;
  private @Nullable DockerClient connected;

  private DockerEngine(URI host) {
    this.host = host;
  }

  /** Makes no request. */
  static DockerEngine at(URI host) {
    return new DockerEngine(host);
  }

  /** Made by the first call, within its deadline. */
  private synchronized DockerClient client() {
    if (connected == null) {
      DockerClientConfig config =
          DefaultDockerClientConfig.createDefaultConfigBuilder()
              .withDockerHost(host.toString())
              .withDockerTlsVerify(false)
              .build();
      connected =
          DockerClientImpl.getInstance(
              config, new ZerodepDockerHttpClient.Builder().dockerHost(host).build());
    }
    return connected;
  }

  /** Where it listens. */
  public URI host() {
    return host;
  }

  /** Its own version; the cheapest question there is. */
  public String version() {
    return EngineCalls.within(
        CALL, "ask the Docker engine its version", () -> client().versionCmd().exec().getVersion());
  }

  /** The name of the machine it runs on. */
  public String machine() {
    return EngineCalls.within(
        CALL, "ask the Docker engine where it runs", () -> client().infoCmd().exec().getName());
  }

  /**
   * Pulls the image, which may take minutes, unless the engine has it.
   *
   * @param progress gets a line when it has to be pulled
   */
  public void requireImage(String image, Consumer<String> progress) {
    if (!has(image)) {
      progress.accept("docker: pulling " + image);
      ask(PULL, "pull " + image, () -> pull(image));
    }
  }

  private boolean has(String image) {
    return ask(
        "look for image " + image,
        () -> {
          try {
            client().inspectImageCmd(image).exec();
            return true;
          } catch (NotFoundException e) {
            return false;
          }
        });
  }

  private Void pull(String image) throws InterruptedException, TimeoutException {
    int colon = image.lastIndexOf(':');
    boolean done =
        client()
            .pullImageCmd(image.substring(0, colon))
            .withTag(image.substring(colon + 1))
            .exec(new PullImageResultCallback())
            .awaitCompletion(PULL.toSeconds(), TimeUnit.SECONDS);
    if (!done) {
      throw new TimeoutException("not done after " + PULL.toMinutes() + " minutes");
    }
    return null;
  }

  /** Makes a network that is named as its group. */
  public void createNetwork(String group) {
    ask(
        "make network " + group,
        () ->
            client()
                .createNetworkCmd()
                .withName(group)
                .withLabels(Map.of(GROUP_LABEL, group))
                .exec());
  }

  /** Makes a container and puts its files in place; it does not run yet. */
  public void create(ContainerSpec spec) {
    ask("make container " + spec.name(), () -> createNow(spec));
  }

  private Void createNow(ContainerSpec spec) {
    List<PortBinding> bindings = new ArrayList<>();
    spec.ports()
        .forEach(
            (inside, published) ->
                bindings.add(
                    new PortBinding(
                        Ports.Binding.bindIpAndPort("127.0.0.1", published),
                        ExposedPort.tcp(inside))));
    client()
        .createContainerCmd(spec.image())
        .withName(spec.name())
        .withHostName(spec.hostName())
        .withAliases(spec.hostName())
        .withLabels(Map.of(GROUP_LABEL, spec.group()))
        .withEnv(
            spec.variables().entrySet().stream()
                .map(variable -> variable.getKey() + "=" + variable.getValue())
                .sorted()
                .toList())
        .withExposedPorts(spec.ports().keySet().stream().map(ExposedPort::tcp).toList())
        .withHostConfig(
            HostConfig.newHostConfig()
                .withNetworkMode(spec.group())
                .withPortBindings(bindings)
                .withLogConfig(READABLE))
        .exec();
    client()
        .copyArchiveToContainerCmd(spec.name())
        .withRemotePath("/")
        .withTarInputStream(
            new ByteArrayInputStream(TarArchive.of(spec.files(), spec.ownFolders())))
        .exec();
    return null;
  }

  /** Limits the CPU time of its processes. */
  public void limitCpus(String container, double cpus) {
    ask(
        "limit the CPUs of container " + container,
        () ->
            client()
                .updateContainerCmd(container)
                .withNanoCPUs(Math.round(cpus * NANO_CPUS))
                .exec());
  }

  /** Starts it, also again after its end, with the data and ports it had. */
  public void start(String container) {
    ask("start container " + container, () -> client().startContainerCmd(container).exec());
  }

  /** SIGKILL; returns when it has ended. Nothing happens to one that does not run. */
  public void kill(String container) {
    askUnlessGone("kill container " + container, () -> client().killContainerCmd(container).exec());
  }

  /** SIGTERM, and after the grace SIGKILL; returns when it has ended. */
  public void stop(String container, Duration grace) {
    askUnlessGone(
        CALL.plus(grace),
        "stop container " + container,
        () -> client().stopContainerCmd(container).withTimeout((int) grace.toSeconds()).exec());
  }

  /** Stops all its processes where they stand. */
  public void pause(String container) {
    ask("freeze container " + container, () -> client().pauseContainerCmd(container).exec());
  }

  /** Lets a paused one go on. */
  public void unpause(String container) {
    ask("resume container " + container, () -> client().unpauseContainerCmd(container).exec());
  }

  /** Whether it runs; one that was not started or does not exist is down. */
  public LocalNode.State state(String container) {
    return inspect(container)
        .map(
            each ->
                Boolean.TRUE.equals(each.getState().getPaused())
                    ? LocalNode.State.FROZEN
                    : LocalNode.State.UP)
        .orElse(LocalNode.State.DOWN);
  }

  /** The id of its first process on the engine's machine; empty if it does not run. */
  public OptionalLong pid(String container) {
    return process(container).stream().mapToLong(ContainerProcess::pid).findFirst();
  }

  /** Its first process; empty if it does not run. */
  Optional<ContainerProcess> process(String container) {
    return inspect(container)
        .map(each -> new ContainerProcess(each.getId(), each.getState().getPidLong()));
  }

  /** Empty when it does not run. */
  private Optional<InspectContainerResponse> inspect(String container) {
    return ask(
        "inspect container " + container,
        () -> {
          try {
            return Optional.of(client().inspectContainerCmd(container).exec())
                .filter(
                    each ->
                        Boolean.TRUE.equals(each.getState().getRunning())
                            || Boolean.TRUE.equals(each.getState().getPaused()));
          } catch (NotFoundException e) {
            return Optional.empty();
          }
        });
  }

  /** The last lines it printed, over all its starts; nothing of one that does not exist. */
  public String log(String container, int lines) {
    return ask(
        "read the log of container " + container,
        () -> {
          Printed printed = new Printed();
          try {
            client()
                .logContainerCmd(container)
                .withStdOut(true)
                .withStdErr(true)
                .withTail(lines)
                .exec(printed)
                .awaitCompletion();
          } catch (NotFoundException e) {
            return ""; // It has been removed.
          }
          return printed.all.toString();
        });
  }

  /** Takes what a container prints. */
  private static final class Printed extends ResultCallback.Adapter<Frame> {
    private final StringBuffer all = new StringBuffer();
    private final StringBuffer output = new StringBuffer();

    @Override
    public void onNext(Frame frame) {
      String text = new String(frame.getPayload(), StandardCharsets.UTF_8);
      all.append(text);
      if (frame.getStreamType() != StreamType.STDERR) {
        output.append(text);
      }
    }
  }

  /**
   * Runs a program in a container to its end.
   *
   * @param purpose what it is for, used in messages
   * @return what it printed to standard output
   */
  String run(String container, String purpose, List<String> line, Duration deadline) {
    return ask(
        deadline,
        purpose + " in container " + container,
        () -> {
          String id =
              client()
                  .execCreateCmd(container)
                  .withAttachStdout(true)
                  .withAttachStderr(true)
                  .withCmd(line.toArray(String[]::new))
                  .exec()
                  .getId();
          Printed printed = new Printed();
          client().execStartCmd(id).exec(printed).awaitCompletion();
          Long code = client().inspectExecCmd(id).exec().getExitCodeLong();
          if (!Long.valueOf(0).equals(code)) {
            String last =
                printed.all.toString().strip().lines().reduce((first, next) -> next).orElse("");
            throw new IOException(line.get(0) + " ended with " + code + ": " + last);
          }
          return printed.output.toString();
        });
  }

  /** Names of all containers of the group, running or not. */
  public List<String> containersOf(String group) {
    return ask(
        "list the containers of " + group,
        () ->
            client()
                .listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(Map.of(GROUP_LABEL, group))
                .exec()
                .stream()
                .map(DockerEngine::nameOf)
                .sorted()
                .toList());
  }

  /** The engine puts a slash before it. */
  private static String nameOf(Container container) {
    return Arrays.stream(container.getNames()).findFirst().orElseThrow().substring(1);
  }

  /**
   * Ends and removes all containers of the group with their data, and its network. What is gone
   * already is no error.
   */
  public void removeGroup(String group) {
    containersOf(group).forEach(this::remove);
    askUnlessGone("remove network " + group, () -> client().removeNetworkCmd(group).exec());
  }

  private void remove(String container) {
    askUnlessGone(
        "remove container " + container,
        () ->
            client().removeContainerCmd(container).withForce(true).withRemoveVolumes(true).exec());
  }

  /** A container that does not run, or does not exist any more, is not an error. */
  private <T> T ask(String purpose, Callable<T> call) {
    return ask(CALL, purpose, call);
  }

  private void askUnlessGone(String purpose, Callable<Void> call) {
    askUnlessGone(CALL, purpose, call);
  }

  private void askUnlessGone(Duration deadline, String purpose, Callable<Void> call) {
    ask(
        deadline,
        purpose,
        () -> {
          try {
            return call.call();
          } catch (NotFoundException | NotModifiedException | ConflictException e) {
            return null;
          }
        });
  }

  private <T> T ask(Duration deadline, String purpose, Callable<T> call) {
    return EngineCalls.within(deadline, purpose + " in the Docker engine at " + host, call);
  }
}
