package io.tidemark.history;

import io.tidemark.report.file.ResultsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs of a series in a file of lines.
 *
 * @param runs in the order of their times, each once
 * @param leftOut one line for each line that cannot be read: those of a merge that was not
 *     finished, or of a later version
 */
record HistoryFile(List<HistoryRun> runs, List<String> leftOut) {
  static final HistoryFile EMPTY = new HistoryFile(List.of(), List.of());

  private static final Comparator<HistoryRun> BY_TIME =
      Comparator.comparing(HistoryRun::at).thenComparing(HistoryRun::id);

  /** The lines of a run while a file is read. */
  private static final class Parts {
    private final List<HistoryLine> facts = new ArrayList<>(1);
    private final Map<String, Double> values = new HashMap<>();
    private final Map<String, String> damaged = new HashMap<>();

    void add(HistoryLine line) {
      if (line.isFacts()) {
        facts.add(line);
      } else {
        values.putAll(line.values());
        damaged.putAll(line.damaged());
      }
    }

    Stream<HistoryRun> run() {
      return facts.stream()
          .limit(1)
          .map(
              line ->
                  new HistoryRun(
                      line.run(),
                      Instant.parse(line.at()),
                      line.status(),
                      line.source(),
                      line.attributes(),
                      values,
                      damaged));
    }
  }

  /**
   * @throws UncheckedIOException if the file cannot be read
   */
  static HistoryFile read(Path file) {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      return of(HistoryLine.readAll(bytes), List.of());
    } catch (IOException | DateTimeException e) {
      return readEach(file, bytes);
    }
  }

  private static HistoryFile of(List<HistoryLine> lines, List<String> leftOut) {
    Map<String, Parts> runs = new LinkedHashMap<>();
    for (HistoryLine line : lines) {
      runs.computeIfAbsent(line.run(), any -> new Parts()).add(line);
    }
    return new HistoryFile(
        runs.values().stream().flatMap(Parts::run).sorted(BY_TIME).toList(), leftOut);
  }

  /** The lines that can be read of a file with others. */
  private static HistoryFile readEach(Path file, byte[] bytes) {
    List<HistoryLine> lines = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    int number = 0;
    int from = 0;
    while (from < bytes.length) {
      int to = from;
      while (to < bytes.length && bytes[to] != '\n') {
        to++;
      }
      number++;
      if (to > from) {
        try {
          HistoryLine line = HistoryLine.read(bytes, from, to - from);
          if (line.isFacts()) {
            Instant.parse(line.at());
          }
          lines.add(line);
        } catch (IOException | DateTimeException e) {
          leftOut.add(file + ":" + number + ": " + reason(e, bytes, from, to));
        }
      }
      from = to + 1;
    }
    return of(lines, leftOut);
  }

  private static String reason(Exception problem, byte[] bytes, int from, int to) {
    String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    if (text.matches("(<<<<<<<|=======|>>>>>>>|\\|\\|\\|\\|\\|\\|\\|).*")) {
      return "mark of a merge that is not finished";
    }
    return problem instanceof IOException io ? ResultsException.reason(io) : "not a time: at";
  }

  /** The runs of two files of one series. */
  HistoryFile and(HistoryFile other) {
    Map<String, HistoryRun> all = new LinkedHashMap<>();
    Stream.concat(runs.stream(), other.runs.stream())
        .forEach(run -> all.putIfAbsent(run.id(), run));
    return new HistoryFile(
        all.values().stream().sorted(BY_TIME).toList(),
        Stream.concat(leftOut.stream(), other.leftOut.stream()).toList());
  }
}
