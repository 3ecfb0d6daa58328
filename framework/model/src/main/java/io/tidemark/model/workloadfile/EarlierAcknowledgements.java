package io.tidemark.model.workloadfile;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.model.earlier.AcknowledgedMessages;
import io.tidemark.model.earlier.EarlierRun;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.yaml.InputFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the acknowledged messages of an earlier run from the folder of its results. */
final class EarlierAcknowledgements {
  private final Fields fields;
  private final Path folder;
  private final JsonNode result;

  /**
   * @param fields of the workload file
   * @param resultFile of the earlier run
   * @param result content of that file
   */
  EarlierAcknowledgements(Fields fields, Path resultFile, JsonNode result) {
    this.fields = fields;
    this.folder = resultFile.toAbsolutePath().normalize().resolveSibling("");
    this.result = result;
  }

  /** Empty when the file is there and cannot be used; the reason is then among the problems. */
  Optional<EarlierRun> of(String runId, int producers) {
    Path file = folder.resolve(AcknowledgedMessages.FILE);
    if (Files.notExists(file)) {
      return Optional.of(unknown(runId, producers));
    }
    try {
      InputFiles.requireRegular(file);
      AcknowledgedMessages messages = AcknowledgedMessages.of(Files.readAllBytes(file));
      if (!messages.runId().equals(runId)) {
        throw new IOException("it belongs to run " + messages.runId() + ", not to " + runId);
      }
      return Optional.of(
          new EarlierRun(
              runId, folder.toString(), producers, Optional.of(messages), limits(runId)));
    } catch (IOException e) {
      fields.error(
          "fromRun",
          "cannot use %s: %s; remove it to run without a check for loss"
              .formatted(file, e.getMessage()));
      return Optional.empty();
    }
  }

  private EarlierRun unknown(String runId, int producers) {
    String limit =
        "Loss is not known: run %s has no %s, %s."
            .formatted(runId, AcknowledgedMessages.FILE, whyUnknown());
    fields.warn("fromRun", limit);
    return new EarlierRun(runId, folder.toString(), producers, Optional.empty(), List.of(limit));
  }

  private String whyUnknown() {
    String full = DeliveryMode.FULL.name().toLowerCase(Locale.ROOT);
    String delivery = result.path("workload").path("delivery").asText(full);
    return delivery.equals(full)
        ? "because its messages had no envelope or it was written by an older version"
        : "because its delivery was " + delivery;
  }

  private List<String> limits(String runId) {
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
