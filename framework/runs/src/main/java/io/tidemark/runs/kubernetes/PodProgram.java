package io.tidemark.runs.kubernetes;

import java.util.List;

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
