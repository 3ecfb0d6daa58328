package io.tidemark.model.workloadfile;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.model.earlier.AcknowledgedMessages;
import io.tidemark.model.earlier.EarlierRun;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.result.tree.ResultTree;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.yaml.InputFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads {@code fromRun}: a run's id, or the folder of its results.
 *
 * @param folder of the workload file; a folder of results is looked for in the working directory
 *     and there
 */
record EarlierRunReader(Fields fields, Path folder) {
  private static final String RESULT_FILE = ResultTree.FILE;
  private static final String RUN_ID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

  /** Empty when there is none, or when something is wrong, which is then among the problems. */
  Optional<EarlierRun> read() {
    Optional<String> given = fields.text("fromRun");
    if (given.isEmpty()) {
      return Optional.empty();
    }
    String text = given.get().strip();
    if (text.matches(RUN_ID)) {
      return Optional.of(EarlierRun.ofId(text));
    }
    Optional<Path> file = resultFile(text);
    if (file.isEmpty()) {
      fields.error(
          "fromRun",
          ("got '%s'; allowed: the folder of a run's results, with its %s, or the run's"
                  + " id from there")
              .formatted(text, RESULT_FILE));
    }
    return file.flatMap(this::fromFile);
  }

  private Optional<Path> resultFile(String text) {
    try {
      Path given = Path.of(text).resolve(RESULT_FILE);
      return Optional.of(given)
          .filter(Files::isRegularFile)
          .or(() -> Optional.of(folder.resolve(given)).filter(Files::isRegularFile));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private Optional<EarlierRun> fromFile(Path file) {
    try {
      JsonNode result = ResultTree.read(file).root();
      String runId = result.path("run").path("runId").asText("");
      JsonNode shape = result.path("shape");
      int producers = shape.path("topics").asInt() * shape.path("producersPerTopic").asInt();
      if (asked(result)) {
        fields.error(
            "fromRun",
            ("names a run of pattern: %s, which leaves no messages, got %s; allowed: a"
                    + " run that left its messages on topics")
                .formatted(Pattern.REQUEST_REPLY.key(), file.normalize()));
        return Optional.empty();
      }
      if (!runId.isEmpty() && producers > 0) {
        Path results = file.toAbsolutePath().normalize().resolveSibling("");
        return acknowledged(results, result, runId, producers);
      }
      fields.error(
          "fromRun",
          "the run sent no messages, got " + file.normalize() + "; allowed: a run with producers");
    } catch (IOException e) {
      fields.error("fromRun", "cannot read " + file.normalize() + ": not JSON");
    }
    return Optional.empty();
  }

  /** Its producers were requesters, whose messages are consumed during the run. */
  private static boolean asked(JsonNode result) {
    String pattern = result.path("workload").path("pattern").asText();
    return result.hasNonNull("requestReply") || pattern.equals(Pattern.REQUEST_REPLY.key());
  }

  /** Empty when the file is there and cannot be used; the reason is then among the problems. */
  private Optional<EarlierRun> acknowledged(
      Path results, JsonNode result, String runId, int producers) {
    Path file = results.resolve(AcknowledgedMessages.FILE);
    if (Files.notExists(file)) {
      return Optional.of(unknown(results, result, runId, producers));
    }
    try {
      InputFiles.requireRegular(file);
      AcknowledgedMessages messages = AcknowledgedMessages.of(Files.readAllBytes(file));
      if (!messages.runId().equals(runId)) {
        throw new IOException("it belongs to run " + messages.runId() + ", not to " + runId);
      }
      return Optional.of(
          new EarlierRun(
              runId, results.toString(), producers, Optional.of(messages), limits(result, runId)));
    } catch (IOException e) {
      fields.error(
          "fromRun",
          "cannot use %s: %s; remove it to run without a check for loss"
              .formatted(file, e.getMessage()));
      return Optional.empty();
    }
  }

  private EarlierRun unknown(Path results, JsonNode result, String runId, int producers) {
    String limit =
        "Loss is not known: run %s has no %s, %s."
            .formatted(runId, AcknowledgedMessages.FILE, whyUnknown(result));
    fields.warn("fromRun", limit);
    return new EarlierRun(runId, results.toString(), producers, Optional.empty(), List.of(limit));
  }

  private static String whyUnknown(JsonNode result) {
    String full = DeliveryMode.FULL.name().toLowerCase(Locale.ROOT);
    String delivery = result.path("workload").path("delivery").asText(full);
    return delivery.equals(full)
        ? "because its messages had no envelope or it was written by an older version"
        : "because its delivery was " + delivery;
  }

  private static List<String> limits(JsonNode result, String runId) {
    List<String> limits = new ArrayList<>();
    for (JsonNode worker : result.path("workers")) {
      if (worker.path("lost").asBoolean()) {
        limits.add(
            ("Run %s lost worker %s: messages acknowledged after its last response are"
                    + " not expected.")
                .formatted(runId, worker.path("name").asText()));
      }
    }
    return limits;
  }
}
