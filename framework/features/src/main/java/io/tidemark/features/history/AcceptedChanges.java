package io.tidemark.features.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.report.file.ReportFormats;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The changes of a store that were accepted: lines of JSON in a file, to which lines are added. */
public final class AcceptedChanges {
  private static final int VERSION = 1;

  private final Path folder;

  /**
   * @param folder of the store
   */
  public AcceptedChanges(Path folder) {
    this.folder = folder;
  }

  private Path file(String series) throws ResultsException {
    return ResultFiles.within(folder, "accepted", series + ".jsonl");
  }

  /** Returns the accepted changes of a series by its id, without {@link #leftOut}. */
  public List<AcceptedChange> of(String series) throws ResultsException {
    return read(series, new ArrayList<>());
  }

  /** One line for each line of a series that cannot be read, such as the mark of a merge. */
  List<String> leftOut(String series) throws ResultsException {
    List<String> leftOut = new ArrayList<>();
    read(series, leftOut);
    return leftOut;
  }

  private List<AcceptedChange> read(String series, List<String> leftOut) throws ResultsException {
    Path file = file(series);
    if (Files.notExists(file)) {
      return List.of();
    }
    List<AcceptedChange> all = new ArrayList<>();
    try {
      List<String> lines = Files.readAllLines(file);
      for (int i = 0; i < lines.size(); i++) {
        Optional<AcceptedChange> change = parse(lines.get(i));
        change.ifPresent(all::add);
        if (change.isEmpty()) {
          leftOut.add(file + ":" + (i + 1) + ": not an accepted change");
        }
      }
    } catch (IOException e) {
      throw ResultsException.reading(file, e);
    }
    return all;
  }

  private static Optional<AcceptedChange> parse(String line) {
    try {
      JsonNode tree = ReportFormats.JSON.readTree(line);
      return tree.path("v").asInt() == VERSION
          ? Optional.of(
              new AcceptedChange(
                  tree.path("metric").asText(),
                  Instant.parse(tree.path("from").asText()),
                  tree.path("reason").asText()))
          : Optional.empty();
    } catch (JsonProcessingException | DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Adds a change to those of a series; false if it is there already. */
  public boolean add(String series, AcceptedChange change) throws ResultsException {
    boolean known =
        of(series).stream()
            .anyMatch(
                each -> each.metric().equals(change.metric()) && each.from().equals(change.from()));
    if (known) {
      return false;
    }
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("v", VERSION)
        .put("metric", change.metric())
        .put("from", change.from().toString())
        .put("reason", change.reason());
    ResultFiles.appendLines(file(series), line + "\n");
    return true;
  }

  /**
   * A change that was intended: the level of a metric begins anew.
   *
   * @param from the first run of the new level began then
   * @param reason for people
   */
  public record AcceptedChange(String metric, Instant from, String reason) {}
}
