package io.tidemark.features.history;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/** Directories of runs, made from one. */
final class RunFolders {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RunFolders() {}

  /** A valid run of the workload {@code quickstart} on Kafka with a change of its result. */
  static Path run(Path folder, String id, Consumer<ObjectNode> change) throws IOException {
    Path directory = RunDirectory.write(folder, SampleRuns.sample(), Map.of());
    Path file = directory.resolve("result.json");
    ObjectNode result = (ObjectNode) JSON.readTree(file.toFile());
    result.withObject("/run").put("runId", id);
    change.accept(result);
    Files.write(file, JSON.writeValueAsBytes(result));
    return directory;
  }
}
