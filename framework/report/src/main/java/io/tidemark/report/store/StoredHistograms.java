package io.tidemark.report.store;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.file.ResultsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Reads the histograms of a run from its directory, which its verdict needs. */
final class StoredHistograms {
  private final Path directory;
  private final RunResult run;

  private StoredHistograms(Path directory, RunResult run) {
    this.directory = directory;
    this.run = run;
  }

  /** The run with its histograms. */
  static RunResult addTo(RunResult run, Path directory) throws ResultsException {
    return new StoredHistograms(directory, run).read();
  }

  private RunResult read() throws ResultsException {
    List<Map<Measure, Histogram>> histograms =
        run.phases().stream()
            .map(phase -> (Map<Measure, Histogram>) new EnumMap<Measure, Histogram>(Measure.class))
            .toList();
    for (Measure measure : Measure.values()) {
      read(measure, histograms);
    }
    Iterator<Map<Measure, Histogram>> next = histograms.iterator();
    return run.withPhases(
        run.phases().stream().map(phase -> phase.withHistograms(next.next())).toList());
  }

  private void read(Measure measure, List<Map<Measure, Histogram>> histograms)
      throws ResultsException {
    List<Integer> measured = new ArrayList<>();
    for (int i = 0; i < run.phases().size(); i++) {
      if (run.phases().get(i).latencies().get(measure).isPresent()) {
        measured.add(i);
      }
    }
    Path file = directory.resolve(HistogramLog.fileOf(measure));
    try {
      List<Histogram> lines =
          measured.isEmpty() ? List.of() : HistogramLog.read(file, measured.size());
      for (int i = 0; i < lines.size(); i++) {
        PhaseResult phase = run.phases().get(measured.get(i));
        long expected = phase.latencies().get(measure).orElseThrow().count();
        if (lines.get(i).getTotalCount() != expected) {
          throw new IOException(
              String.format(
                  Locale.ROOT,
                  "damaged: phase %s has %d values, result.json has %d",
                  phase.name(),
                  lines.get(i).getTotalCount(),
                  expected));
        }
        histograms.get(measured.get(i)).put(measure, lines.get(i));
      }
    } catch (IOException e) {
      throw ResultsException.reading(file, e);
    }
  }
}
