package io.tidemark.history;

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

/** The changes of a store that were accepted: lines of JSON in a file, to which lines are added. */
public final class AcceptedChanges {
  private static final int VERSION = 1;

  private final HistoryStore store;

  public AcceptedChanges(HistoryStore store) {
    this.store = store;
  }

  private Path file(String series) throws ResultsException {
    return ResultFiles.within(store.folder(), "accepted", series + ".jsonl");
  }

  /** Of a series by its id; lines that cannot be read are left out. */
  public List<AcceptedChange> of(String series) throws ResultsException {
    List<AcceptedChange> all = new ArrayList<>();
    Path file = file(series);
    if (Files.notExists(file)) {
      return all;
    }
    try {
      for (String line : Files.readAllLines(file)) {
        read(line, all);
      }
    } catch (IOException e) {
      throw ResultsException.reading(file, e);
    }
    return all;
  }

  private static void read(String line, List<AcceptedChange> all) {
    try {
      JsonNode tree = ReportFormats.JSON.readTree(line);
      if (tree.path("v").asInt() == VERSION) {
        all.add(
            new AcceptedChange(
                tree.path("metric").asText(),
                Instant.parse(tree.path("from").asText()),
                tree.path("reason").asText()));
      }
    } catch (IOException | DateTimeException e) {
      // A mark of a merge that is not finished: the lines around it are read.
      return;
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
}
