package io.tidemark.runs.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * {@code kubectl} with its current context: knows all ways to log in to a cluster.
 *
 * @param program name on the PATH, or a path
 */
record Kubectl(String program) implements KubernetesApi {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  private record Ended(int code, String output, String error) {
    boolean isNotFound() {
      return code != 0 && error.contains("(NotFound)");
    }
  }

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

  /**
   * @param what for messages
   * @return what it prints; empty if there is no such resource
   */
  private Optional<JsonNode> call(Object what, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(program));
    line.addAll(arguments);
    Ended ended = call(line);
    if (ended.isNotFound()) {
      return Optional.empty();
    }
    if (ended.code != 0) {
      throw new IOException(
          "%s: kubectl ended with %d: %s"
              .formatted(
                  what,
                  ended.code,
                  ended.error.lines().reduce((first, last) -> last).orElse("no message")));
    }
    return Optional.of(JSON.readTree(ended.output));
  }

  /** What it prints stays in memory: it may be a secret. */
  private static Ended call(List<String> line) throws IOException, InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(line).start();
    } catch (IOException e) {
      throw new IOException(
          "kubectl is required outside of a pod with a service account: " + e.getMessage(), e);
    }
    try {
      process.getOutputStream().close();
      CompletableFuture<String> output = text(process.getInputStream());
      CompletableFuture<String> error = text(process.getErrorStream());
      if (!process.waitFor(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("kubectl was not done after %d s".formatted(TIMEOUT.toSeconds()));
      }
      return new Ended(process.exitValue(), output.join(), error.join());
    } finally {
      process.destroyForcibly();
    }
  }

  private static CompletableFuture<String> text(InputStream in) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (in) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
