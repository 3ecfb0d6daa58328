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
import java.util.function.Consumer;
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
          .exact("value", "the reading", TelemetrySample::value)
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
   * Reads the readings, in their order.
   *
   * @throws IOException if the file cannot be read or is damaged
   */
  public static void forEach(Path file, Consumer<TelemetrySample> readings) throws IOException {
    InputFiles.requireRegular(file);
    try (BufferedReader rows = Files.newBufferedReader(file)) {
      rows.readLine(); // The header.
      for (String row = rows.readLine(); row != null; row = rows.readLine()) {
        List<String> cells = Csv.cells(row);
        if (cells.size() != TABLE.columns().size()) {
          throw new IOException("damaged: row '" + row + "'");
        }
        readings.accept(
            new TelemetrySample(
                Long.parseLong(cells.get(0)) * 1_000,
                cells.get(1),
                cells.get(2),
                cells.get(3).isEmpty() ? Double.NaN : Double.parseDouble(cells.get(3)),
                Long.parseLong(cells.get(4))));
      }
    } catch (NumberFormatException e) {
      throw new IOException("damaged: " + e.getMessage(), e);
    }
  }

  /**
   * Reads the series by name and subject.
   *
   * @param startEpochMicros from which seconds count
   * @throws IOException if the file cannot be read or is damaged
   */
  public static List<TimeSeries> read(Path file, long startEpochMicros) throws IOException {
    Map<String, Map<String, Column>> byName = new TreeMap<>();
    forEach(
        file,
        reading -> {
          Column column =
              byName
                  .computeIfAbsent(reading.name(), name -> new TreeMap<>())
                  .computeIfAbsent(reading.subject(), subject -> new Column());
          column.seconds.add((reading.epochNanos() / 1_000 - startEpochMicros) / 1e6);
          column.values.add(reading.value());
        });
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
