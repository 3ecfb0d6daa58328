package io.tidemark.report.store;

import io.tidemark.model.result.JudgedRun;
import io.tidemark.model.result.VerdictInputs;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.figures.StoredCounts;
import io.tidemark.report.figures.StoredEvent;
import io.tidemark.report.figures.StoredFailover;
import io.tidemark.report.figures.StoredFault;
import io.tidemark.report.figures.StoredPhase;
import io.tidemark.report.figures.StoredRequestReply;
import io.tidemark.report.figures.StoredRun;
import io.tidemark.report.figures.StoredSearch;
import io.tidemark.report.file.ResultsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Reads what a verdict is a function of from a run directory. */
final class StoredVerdict {
  private final Path directory;
  private final StoredRun run;

  private StoredVerdict(Path directory, StoredRun run) {
    this.directory = directory;
    this.run = run;
  }

  static JudgedRun read(Path directory, StoredRun run) throws ResultsException {
    if (run.verdictInputs() == null || run.runCounts() == null) {
      throw new ResultsException(
          directory,
          directory
              + ": cannot be evaluated again: an earlier version wrote it without"
              + " verdictInputs, which the rules for its ending, lost workers, clocks,"
              + " schedule, throughput, drain and broker counts require");
    }
    return new StoredVerdict(directory, run).read(run.runCounts(), run.verdictInputs());
  }

  private JudgedRun read(StoredCounts counts, VerdictInputs inputs) throws ResultsException {
    List<Map<Measure, Histogram>> histograms =
        run.phases().stream()
            .map(phase -> (Map<Measure, Histogram>) new EnumMap<Measure, Histogram>(Measure.class))
            .toList();
    for (Measure measure : Measure.values()) {
      read(measure, histograms);
    }
    Iterator<Map<Measure, Histogram>> next = histograms.iterator();
    long start = run.samples().isEmpty() ? 0 : run.samples().get(0).startEpochMicros();
    return new JudgedRun(
        run.phases().stream().map(phase -> phase.toPhase(next.next())).toList(),
        run.samples().stream().map(sample -> sample.toSample(start)).toList(),
        run.delivery().toReport(),
        Optional.ofNullable(run.requestReply()).map(StoredRequestReply::report),
        Optional.ofNullable(run.search()).map(StoredSearch::report),
        run.faults().stream().map(StoredFault::report).toList(),
        Optional.ofNullable(run.failover()).map(StoredFailover::report),
        run.events().stream().map(StoredEvent::toEvent).toList(),
        counts.counters(),
        inputs);
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
        StoredPhase phase = run.phases().get(measured.get(i));
        long expected = phase.latencies().get(measure).orElseThrow().count();
        if (lines.get(i).getTotalCount() != expected) {
          throw new IOException(
              "damaged: phase %s has %d values, result.json has %d"
                  .formatted(phase.name(), lines.get(i).getTotalCount(), expected));
        }
        histograms.get(measured.get(i)).put(measure, lines.get(i));
      }
    } catch (IOException e) {
      throw ResultsException.reading(file, e);
    }
  }
}
