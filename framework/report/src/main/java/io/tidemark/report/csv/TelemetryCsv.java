package io.tidemark.report.csv;

import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.report.figures.RunTimeline.TimeSeries;
import io.tidemark.report.file.ResultFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/** {@code telemetry.csv}: one row for each reading of a metric of the broker. */
public final class TelemetryCsv {
  public static final String FILE = "telemetry.csv";
  public static final Csv<TelemetrySample> TABLE =
      new Csv<TelemetrySample>()
          .number(
              "epochMicros", "time in epoch microseconds", sample -> sample.epochNanos() / 1_000)
          .text("name", "name of the broker's metric, with its unit", TelemetrySample::name)
          .text("subject", "node, queue or topic", TelemetrySample::subject)
          .number("value", "the reading", TelemetrySample::value)
          .number(
              "resolutionMillis",
              "interval in which the broker renews the reading; 0 if it is read live",
              TelemetrySample::resolutionMillis);

  /** What is read of one metric of one subject. */
  private record Column(DoubleStream.Builder seconds, DoubleStream.Builder values) {
    Column() {
      this(DoubleStream.builder(), DoubleStream.builder());
    }
  }

  private TelemetryCsv() {}

  public static ResultFiles.Content of(List<TelemetrySample> samples) {
    return TABLE.of(samples);
  }

  /**
   * Reads the series by name and subject.
   *
   * @param startEpochMicros from which seconds count
   * @throws IOException if the file cannot be read or is damaged
   */
  public static List<TimeSeries> read(Path file, long startEpochMicros) throws IOException {
    InputFiles.requireRegular(file);
    Map<String, Map<String, Column>> byName = new TreeMap<>();
    try (BufferedReader rows = Files.newBufferedReader(file)) {
      rows.readLine(); // The header.
      for (String row = rows.readLine(); row != null; row = rows.readLine()) {
        List<String> cells = Csv.cells(row);
        if (cells.size() != TABLE.columns().size()) {
          throw new IOException("damaged: row '" + row + "'");
        }
        Column column =
            byName
                .computeIfAbsent(cells.get(1), name -> new TreeMap<>())
                .computeIfAbsent(cells.get(2), subject -> new Column());
        column.seconds.add((Long.parseLong(cells.get(0)) - startEpochMicros) / 1e6);
        column.values.add(cells.get(3).isEmpty() ? Double.NaN : Double.parseDouble(cells.get(3)));
      }
    } catch (NumberFormatException e) {
      throw new IOException("damaged: " + e.getMessage(), e);
    }
    List<TimeSeries> all = new ArrayList<>();
    byName.forEach(
        (name, subjects) ->
            subjects.forEach(
                (subject, column) ->
                    all.add(
                        new TimeSeries(
                            name,
                            subject,
                            column.seconds.build().toArray(),
                            column.values.build().toArray()))));
    return all;
  }
}
