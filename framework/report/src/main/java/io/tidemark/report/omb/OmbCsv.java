package io.tidemark.report.omb;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.report.csv.Csv;
import io.tidemark.report.file.ReportFormats;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * OMB's table of the result files of a folder, ours and others'. The header is OMB's, with the
 * comma at its end; rates are not rounded, whereas OMB rounds them to one digit first. Files of
 * unusable runs (with {@code .INVALID} beside them) are left out.
 */
public final class OmbCsv {
  private static final List<String> COUNTS =
      List.of("topics", "partitions", "messageSize", "producersPerTopic", "consumersPerTopic");
  private static final String HEADER =
      "topics,partitions,message-size,producers-per-topic,consumers-per-topic,"
          + "prod-rate-min,prod-rate-avg,prod-rate-std-dev,prod-rate-max,"
          + "con-rate-min,con-rate-avg,con-rate-std-dev,con-rate-max,\n";
  private static final int DECIMALS = 2;

  /**
   * Result of the export of a folder.
   *
   * @param file the new table
   * @param rows how many runs are in it
   * @param skipped one line for each file left out, with the reason: to be shown to the user
   */
  public record Export(Path file, int rows, List<String> skipped) {
    public Export {
      skipped = List.copyOf(skipped);
    }
  }

  private final List<JsonNode> results = new ArrayList<>();
  private final List<String> skipped = new ArrayList<>();

  private OmbCsv() {}

  /**
   * Reads all {@code *.json} files directly in a folder and writes {@code results-<epoch s>.csv}.
   *
   * @param folder with OMB-format files
   * @param outputDir where the table goes; OMB writes to the current directory
   * @param now names the file; a taken name gets a suffix
   * @throws ResultsException if the folder cannot be read or has no usable result, or the table
   *     cannot be written
   */
  public static Export write(Path folder, Path outputDir, Instant now) throws ResultsException {
    OmbCsv csv = new OmbCsv();
    csv.read(folder);
    String name = "results-" + now.getEpochSecond();
    try {
      Path file =
          ResultFiles.writeNewFile(outputDir, name, ".csv", ResultFiles.Content.text(csv.table()));
      return new Export(file, csv.results.size(), csv.skipped);
    } catch (IOException e) {
      throw ResultsException.writing(outputDir.resolve(name + ".csv"), e);
    }
  }

  private void read(Path folder) throws ResultsException {
    try {
      for (Path file : jsonFiles(folder)) {
        read(file, problem(file));
      }
    } catch (IOException e) {
      throw ResultsException.reading(folder, e);
    }
    if (results.isEmpty()) {
      throw new ResultsException(
          folder,
          "no usable result in OMB's format in "
              + folder
              + (skipped.isEmpty() ? "" : ": left out " + String.join("; ", skipped)));
    }
  }

  /** Directly in a folder, sorted. */
  public static List<Path> jsonFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(OmbCsv::isJson).sorted().toList();
    }
  }

  private static boolean isJson(Path file) {
    return Files.isRegularFile(file) && file.getFileName().toString().endsWith(".json");
  }

  public static Optional<String> problem(Path file) {
    return Files.exists(OmbResultFile.marker(file))
        ? Optional.of("the run is invalid, see " + OmbResultFile.marker(file).getFileName())
        : Optional.empty();
  }

  private void read(Path file, Optional<String> problem) {
    String reason = problem.orElse("not a result in OMB's format");
    try {
      JsonNode node = ReportFormats.JSON.readTree(Files.readAllBytes(file));
      if (problem.isEmpty() && isResult(node)) {
        results.add(node);
        return;
      }
    } catch (IOException e) {
      reason = "not readable: " + ResultsException.reason(e);
    }
    skipped.add(file.getFileName() + ": " + reason);
  }

  public static boolean isResult(JsonNode node) {
    return isNumbers(node.path("publishRate"))
        && isNumbers(node.path("consumeRate"))
        && COUNTS.stream()
            .map(node::path)
            .allMatch(count -> count.isMissingNode() || count.isNumber());
  }

  public static String workload(JsonNode result) {
    return result.path("workload").asText("unknown workload");
  }

  public static String driver(JsonNode result) {
    return result.path("driver").asText("unknown driver");
  }

  private static boolean isNumbers(JsonNode rates) {
    return rates.isArray()
        && StreamSupport.stream(rates.spliterator(), false).allMatch(JsonNode::isNumber);
  }

  private String table() {
    StringBuilder table = new StringBuilder(HEADER);
    results.stream()
        .sorted(
            Comparator.<JsonNode>comparingLong(node -> node.path("messageSize").asLong())
                .thenComparingLong(node -> node.path("topics").asLong())
                .thenComparingLong(node -> node.path("partitions").asLong()))
        .forEach(node -> table.append(row(node)));
    return table.toString();
  }

  private static String row(JsonNode node) {
    List<String> cells = new ArrayList<>();
    for (String field : COUNTS) {
      cells.add(Long.toString(node.path(field).asLong()));
    }
    addRates(cells, node.path("publishRate"));
    addRates(cells, node.path("consumeRate"));
    return String.join(",", cells) + '\n';
  }

  /** Minimum, mean, standard deviation (of the population, as OMB's) and maximum. */
  private static void addRates(List<String> cells, JsonNode rates) {
    double[] values = new double[rates.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = rates.get(i).asDouble();
    }
    double mean = DoubleStream.of(values).average().orElse(0);
    double variance = DoubleStream.of(values).map(v -> (v - mean) * (v - mean)).average().orElse(0);
    DoubleStream.of(
            DoubleStream.of(values).min().orElse(0),
            mean,
            Math.sqrt(variance),
            DoubleStream.of(values).max().orElse(0))
        .forEach(figure -> cells.add(Csv.decimal(figure, DECIMALS)));
  }
}
