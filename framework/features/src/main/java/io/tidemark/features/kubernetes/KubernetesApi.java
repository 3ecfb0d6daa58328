package io.tidemark.features.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Access to the API of one cluster. Thread-safe. Each call has a deadline; the messages of
 * exceptions are for users and contain no content of resources.
 */
public interface KubernetesApi {

  /** Empty if there is no such resource, or no such kind of resource. */
  Optional<JsonNode> get(Resource resource) throws IOException, InterruptedException;

  /**
   * Resources of one kind in a namespace.
   *
   * @param selector labels, such as {@code app=broker}
   */
  List<JsonNode> list(Resource.Kind kind, String selector) throws IOException, InterruptedException;

  /**
   * Begins to delete a resource; nothing happens if there is none.
   *
   * @param graceSeconds time to end by itself; empty: that of the resource
   */
  void delete(Resource resource, OptionalInt graceSeconds) throws IOException, InterruptedException;

  /**
   * Changes fields of a resource.
   *
   * @param change a JSON merge patch
   * @return the changed resource
   * @throws IOException also if there is none
   */
  JsonNode patch(Resource resource, String change) throws IOException, InterruptedException;

  /**
   * Runs a program in a container to its end, as {@code kubectl exec} does.
   *
   * @return what it prints to standard output
   * @throws IOException if that is not permitted, or if the program fails; with what it printed to
   *     standard error
   */
  String execute(PodProgram program, Duration limit) throws IOException, InterruptedException;

  /**
   * The same, with the output in a file.
   *
   * @param output does not exist yet
   */
  void execute(PodProgram program, Path output, Duration limit)
      throws IOException, InterruptedException;

  /** The elements of an answer to {@link #list}. */
  static List<JsonNode> items(JsonNode answer) {
    List<JsonNode> items = new ArrayList<>();
    answer.path("items").forEach(items::add);
    return items;
  }

  /** The path of a call that deletes. */
  static String deletion(Resource resource, OptionalInt graceSeconds) {
    return graceSeconds.isEmpty()
        ? resource.path()
        : resource.path() + "?gracePeriodSeconds=" + graceSeconds.getAsInt();
  }

  /**
   * A program in a container.
   *
   * @param pod of the container
   * @param line the program and its arguments
   */
  public record PodProgram(Resource pod, String container, List<String> line) {
    public PodProgram {
      line = List.copyOf(line);
    }
  }
}
