package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What a command left in its results folder. */
final class RunResults {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RunResults() {}

  /** {@code result.json} of every run, in order. */
  static List<JsonNode> all(Path results) throws IOException {
    List<Path> files = find(results, "*/result.json");
    return files.stream().map(RunResults::read).toList();
  }

  static JsonNode only(Path results) throws IOException {
    List<JsonNode> all = all(results);
    assertThat(all).as("runs in %s", results).hasSize(1);
    return all.get(0);
  }

  /** Files in OMB's format. */
  static List<JsonNode> omb(Path results) throws IOException {
    return find(results, "*.json").stream().map(RunResults::read).toList();
  }

  private static List<Path> find(Path results, String glob) throws IOException {
    try (Stream<Path> files = Files.walk(results, 2)) {
      var matcher = results.getFileSystem().getPathMatcher("glob:" + results + "/" + glob);
      return files.filter(matcher::matches).sorted().toList();
    }
  }

  static JsonNode read(Path file) {
    try {
      return JSON.readTree(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
