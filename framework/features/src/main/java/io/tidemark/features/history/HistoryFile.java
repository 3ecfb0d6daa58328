package io.tidemark.features.history;

import io.tidemark.features.history.HistoryLine.HistoryLineReader;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.report.file.ResultsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Runs of a series in files of lines.
 *
 * @param runs in the order of their times, each once
 * @param leftOut one line for each line that cannot be read: those of a merge that was not
 *     finished, or of a later version
 */
record HistoryFile(List<HistoryRun> runs, List<String> leftOut) {
  private static final Comparator<HistoryRun> BY_TIME =
      Comparator.comparing(HistoryRun::at).thenComparing(HistoryRun::id);

  /** The runs of files while they are read. */
  private static final class Runs {
    private final Map<String, HistoryLine> facts = new LinkedHashMap<>();
    private final Map<String, Map<String, Double>> values = new HashMap<>();
    private final Map<String, Map<String, String>> damaged = new HashMap<>();

    void add(HistoryLine line) {
      if (line.isFacts()) {
        facts.putIfAbsent(line.run(), line);
        return;
      }
      if (!line.values().isEmpty()) {
        values.computeIfAbsent(line.run(), any -> new TreeMap<>()).putAll(line.values());
      }
      if (!line.damaged().isEmpty()) {
        damaged.computeIfAbsent(line.run(), any -> new TreeMap<>()).putAll(line.damaged());
      }
    }

    List<HistoryRun> inOrder() {
      return facts.values().stream().map(this::run).sorted(BY_TIME).toList();
    }

    private HistoryRun run(HistoryLine line) {
      return new HistoryRun(
          line.run(),
          line.at(),
          line.status(),
          line.source(),
          line.attributes(),
          values.getOrDefault(line.run(), Map.of()),
          damaged.getOrDefault(line.run(), Map.of()));
    }
  }

  /**
   * @param metrics which values are wanted, by the keys of metrics
   * @throws UncheckedIOException if a file cannot be read
   */
  static HistoryFile read(List<Path> files, Predicate<String> metrics) {
    Runs runs = new Runs();
    List<String> leftOut = new ArrayList<>();
    for (Lines each : files.parallelStream().map(file -> lines(file, metrics)).toList()) {
      each.lines.forEach(runs::add);
      leftOut.addAll(each.leftOut);
    }
    return new HistoryFile(runs.inOrder(), leftOut);
  }

  /** The lines of one file, and what was left out. */
  private record Lines(List<HistoryLine> lines, List<String> leftOut) {}

  private static Lines lines(Path file, Predicate<String> metrics) {
    byte[] bytes = bytes(file);
    List<HistoryLine> lines = new ArrayList<>();
    try {
      new HistoryLineReader(bytes, metrics).read(0, bytes.length, lines::add);
      return new Lines(lines, List.of());
    } catch (IOException | DateTimeException e) {
      lines.clear();
      List<String> leftOut = readEach(file, bytes, metrics, lines::add);
      return new Lines(lines, leftOut);
    }
  }

  /**
   * The groups of each run that a file has lines of; the name of the line of facts is empty.
   *
   * @throws UncheckedIOException if the file cannot be read
   */
  static Map<String, Set<String>> groups(Path file) {
    Map<String, Set<String>> groups = new HashMap<>();
    readEach(
        file,
        bytes(file),
        any -> false,
        line -> groups.computeIfAbsent(line.run(), any -> new HashSet<>()).add(line.group()));
    return groups;
  }

  private static byte[] bytes(Path file) {
    try {
      InputFiles.requireRegular(file);
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(ResultsException.reading(file, e));
    }
  }

  /** Reads the lines that can be read of a file with others, which are returned. */
  private static List<String> readEach(
      Path file, byte[] bytes, Predicate<String> metrics, Consumer<HistoryLine> lines) {
    HistoryLineReader reader = new HistoryLineReader(bytes, metrics);
    List<String> leftOut = new ArrayList<>();
    int number = 0;
    int from = 0;
    while (from < bytes.length) {
      int to = from;
      while (to < bytes.length && bytes[to] != '\n') {
        to++;
      }
      number++;
      try {
        List<HistoryLine> one = new ArrayList<>(1);
        reader.read(from, to, one::add);
        if (one.size() > 1) {
          throw new IOException("text after the JSON object");
        }
        one.forEach(lines);
      } catch (IOException | DateTimeException e) {
        leftOut.add(file + ":" + number + ": " + reason(e, bytes, from, to));
      }
      from = to + 1;
    }
    return leftOut;
  }

  private static String reason(Exception problem, byte[] bytes, int from, int to) {
    String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    if (text.matches("(<<<<<<<|=======|>>>>>>>|\\|\\|\\|\\|\\|\\|\\|).*")) {
      return "mark of a merge that is not finished";
    }
    return problem instanceof IOException io ? ResultsException.reason(io) : "not a time: at";
  }
}
