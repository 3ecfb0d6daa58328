package io.tidemark.features.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.base.Command;
import io.tidemark.base.Command.Errors;
import io.tidemark.base.CommandResult;
import io.tidemark.base.RunningCommand;
import io.tidemark.features.kubernetes.KubernetesApi.PodProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code kubectl} with its current context: knows all ways to log in to a cluster.
 *
 * @param program name on the PATH, or a path
 */
record Kubectl(String program) implements KubernetesApi {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public Optional<JsonNode> get(Resource resource) throws IOException, InterruptedException {
    return call(resource, List.of("get", "--raw", resource.path()));
  }

  @Override
  public List<JsonNode> list(Resource.Kind kind, String selector)
      throws IOException, InterruptedException {
    return call(kind, List.of("get", "--raw", kind.path(selector)))
        .map(KubernetesApi::items)
        .orElse(List.of());
  }

  @Override
  public void delete(Resource resource, OptionalInt graceSeconds)
      throws IOException, InterruptedException {
    call(resource, List.of("delete", "--raw", KubernetesApi.deletion(resource, graceSeconds)));
  }

  @Override
  public JsonNode patch(Resource resource, String change) throws IOException, InterruptedException {
    List<String> arguments =
        List.of(
            "patch",
            resource.kind().argument(),
            resource.name(),
            "--namespace=" + resource.kind().namespace(),
            "--type=merge",
            "--patch=" + change,
            "--output=json");
    return call(resource, arguments).orElseThrow(() -> new IOException("there is no " + resource));
  }

  @Override
  public String execute(PodProgram wanted, Duration limit)
      throws IOException, InterruptedException {
    CommandResult ended = run(Command.line(inPod(wanted)), limit);
    requireSuccess(ended);
    return ended.require("kubectl exec");
  }

  @Override
  public void execute(PodProgram wanted, Path output, Duration limit)
      throws IOException, InterruptedException {
    requireSuccess(run(Command.line(inPod(wanted)).appendingTo(output), limit));
  }

  private List<String> inPod(PodProgram wanted) {
    List<String> all =
        new ArrayList<>(
            List.of(
                program,
                "exec",
                wanted.pod().name(),
                "--namespace=" + wanted.pod().kind().namespace(),
                "--container=" + wanted.container(),
                "--"));
    all.addAll(wanted.line());
    return all;
  }

  /** The program's own message, or that of the API server: "(Forbidden): ...". */
  private static void requireSuccess(CommandResult ended) throws IOException {
    if (!ended.succeeded()) {
      String errors =
          ended
              .errors()
              .lines()
              .filter(each -> !each.matches("command terminated with .*|Defaulted container .*"))
              .reduce((first, last) -> last)
              .orElse("no message");
      throw new IOException("kubectl exec " + ended.failure() + ": " + errors);
    }
  }

  /**
   * @param what for messages
   * @return what it prints; empty if there is no such resource
   */
  private Optional<JsonNode> call(Object what, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(program));
    line.addAll(arguments);
    CommandResult ended = run(Command.line(line), TIMEOUT);
    if (!ended.succeeded() && ended.errors().contains("(NotFound)")) {
      return Optional.empty();
    }
    if (ended.inTime() && !ended.succeeded()) {
      throw new IOException(
          "%s: kubectl %s: %s"
              .formatted(
                  what,
                  ended.failure(),
                  ended.errors().lines().reduce((first, last) -> last).orElse("no message")));
    }
    return Optional.of(JSON.readTree(ended.require("kubectl")));
  }

  /** What it prints stays in memory: it may be a secret. */
  private static CommandResult run(Command command, Duration limit)
      throws IOException, InterruptedException {
    RunningCommand running;
    try {
      running = command.with(Errors.SEPARATE).start();
    } catch (IOException e) {
      throw new IOException(
          "kubectl is required outside of a pod with a service account: " + e.getMessage(), e);
    }
    running.closeInput();
    return running.await(limit);
  }
}
