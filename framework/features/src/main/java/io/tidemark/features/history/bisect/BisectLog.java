package io.tidemark.features.history.bisect;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.features.history.bisect.Bisection.BisectRule;
import io.tidemark.features.history.bisect.Bisection.Observation;
import io.tidemark.model.result.file.StoredForm;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.report.file.ReportFormats;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a bisection has measured: the file from which it continues.
 *
 * @param v version of the format
 * @param candidates in their order: the first one is good, the last one bad
 * @param skipped indexes of candidates that cannot be tested
 * @param machine where its runs were measured; empty before the first one
 */
public record BisectLog(
    int v,
    String metric,
    String command,
    List<String> candidates,
    List<Attempt> attempts,
    Collection<Integer> skipped,
    String machine) {
  /** In the folder of the bisection. */
  public static final String FILE = "bisect.json";

  private static final int VERSION = 1;
  private static final int MOST_FAILURES = 2;

  /**
   * The command, once.
   *
   * @param candidate its index
   * @param folder of its results
   * @param values of the metric, of each usable run
   */
  public record Attempt(int candidate, String folder, List<Double> values, double seconds) {
    public Attempt {
      values = List.copyOf(values);
    }
  }

  public BisectLog {
    candidates = List.copyOf(candidates);
    attempts = List.copyOf(attempts);
    skipped = List.copyOf(new TreeSet<>(skipped));
  }

  /** Before the first run. */
  public static BisectLog of(String metric, String command, List<String> candidates) {
    return new BisectLog(VERSION, metric, command, candidates, List.of(), List.of(), "");
  }

  /**
   * Returns the log with one more attempt; a candidate without a value for the second time is
   * skipped.
   */
  public BisectLog with(Attempt attempt, String itsMachine) {
    long failures =
        Stream.concat(attempts.stream(), Stream.of(attempt))
            .filter(each -> each.candidate() == attempt.candidate() && each.values().isEmpty())
            .count();
    BisectLog more =
        new BisectLog(
            v,
            metric,
            command,
            candidates,
            Stream.concat(attempts.stream(), Stream.of(attempt)).toList(),
            skipped,
            machine.isEmpty() ? itsMachine : machine);
    boolean hopeless = failures >= MOST_FAILURES && more.values(attempt.candidate()) == 0;
    return hopeless ? more.skipping(attempt.candidate()) : more;
  }

  /** Returns the log with a candidate that cannot be tested. */
  public BisectLog skipping(int candidate) {
    TreeSet<Integer> more = new TreeSet<>(skipped);
    more.add(candidate);
    return new BisectLog(v, metric, command, candidates, attempts, more, machine);
  }

  /** How many values a candidate has. */
  public int values(int candidate) {
    return attempts.stream()
        .filter(each -> each.candidate() == candidate)
        .mapToInt(each -> each.values().size())
        .sum();
  }

  /** Time of all attempts. */
  public double seconds() {
    return attempts.stream().mapToDouble(Attempt::seconds).sum();
  }

  /** Whether a candidate is the first or the last one. */
  public boolean isEnd(int candidate) {
    return candidate == 0 || candidate == candidates.size() - 1;
  }

  /** What is known, and which run is next. */
  public Bisection bisection(BisectRule rule) {
    List<Observation> observations =
        attempts.stream()
            .filter(each -> !skipped.contains(each.candidate()))
            .flatMap(each -> each.values().stream().map(v -> new Observation(each.candidate(), v)))
            .toList();
    return Bisection.of(candidates.size(), observations, skipped, rule);
  }

  /** Reads the log of a folder; empty if it has none. */
  public static Optional<BisectLog> read(Path folder) throws ResultsException {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      InputFiles.requireRegular(file);
      JsonNode tree = ReportFormats.JSON.readTree(Files.readAllBytes(file));
      int version = tree.path("v").asInt();
      if (version > VERSION) {
        throw ResultsException.newer(file, version, VERSION);
      }
      BisectLog log = StoredForm.read(ReportFormats.JSON, tree, BisectLog.class);
      if (version < 1 || !log.isConsistent()) {
        throw new IOException("a candidate or value is not one of this bisection");
      }
      return Optional.of(log);
    } catch (IOException e) {
      throw ResultsException.reading(file, e);
    }
  }

  private boolean isConsistent() {
    return candidates.size() > 1
        && Stream.concat(attempts.stream().map(Attempt::candidate), skipped.stream())
            .allMatch(candidate -> candidate >= 0 && candidate < candidates.size())
        && attempts.stream()
            .flatMap(attempt -> attempt.values().stream())
            .allMatch(value -> value > 0 && Double.isFinite(value));
  }

  /** Writes it as a whole. */
  public void write(Path folder) throws ResultsException {
    ResultFiles.replaceFile(folder.resolve(FILE), ReportFormats.json(this));
  }
}
