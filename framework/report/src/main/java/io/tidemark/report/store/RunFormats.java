package io.tidemark.report.store;

import io.tidemark.model.earlier.AcknowledgedMessages;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.file.BrokerConfigurationFile;
import io.tidemark.model.result.file.ResultJson;
import io.tidemark.model.result.file.SamplesFile;
import io.tidemark.model.result.tree.ResultTree;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.csv.Csv;
import io.tidemark.report.csv.DeliveryCsv;
import io.tidemark.report.csv.EfficiencyCsv;
import io.tidemark.report.csv.PhasesCsv;
import io.tidemark.report.csv.PriceCsv;
import io.tidemark.report.csv.RequestersCsv;
import io.tidemark.report.csv.TelemetryCsv;
import io.tidemark.report.csv.TimelineCsv;
import io.tidemark.report.file.InvalidMarker;
import io.tidemark.report.file.ReportFormats;
import io.tidemark.report.file.ResultFiles.Content;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files of a run's directory. A new format is a class that makes the content, and an entry
 * here; docs/reference/results.md lists them.
 */
public final class RunFormats {
  /** In the order in which they are written. */
  public static final List<RunFormat> ALL =
      Stream.of(
              Stream.of(
                  RunFormat.always(ResultTree.FILE, RunFormats::result),
                  RunFormat.always(
                      SamplesFile.NAME, run -> out -> SamplesFile.write(run.samples(), out)),
                  RunFormat.always(
                      "timeline.csv",
                      run -> TimelineCsv.of(run.samples(), run.requestReply().isPresent())),
                  new RunFormat(
                      "delivery.csv",
                      run ->
                          Optional.of(run.delivery())
                              .filter(DeliveryCsv::isKnown)
                              .map(DeliveryCsv::of)),
                  new RunFormat(
                      AcknowledgedMessages.FILE,
                      run -> run.delivery().acknowledgements().map(all -> all::writeTo)),
                  new RunFormat(
                      TelemetryCsv.FILE, run -> someOf(run.telemetry()).map(TelemetryCsv::of)),
                  new RunFormat(EfficiencyCsv.FILE, run -> run.efficiency().map(EfficiencyCsv::of)),
                  new RunFormat(PriceCsv.FILE, run -> run.price().map(PriceCsv::of)),
                  new RunFormat(
                      "unacknowledged.csv",
                      run -> someOf(run.unacknowledgedAgesNanos()).map(RunFormats::ages)),
                  new RunFormat(
                      "requesters.csv",
                      run -> run.requestReply().map(asked -> RequestersCsv.of(run, asked))),
                  new RunFormat(
                      "phases.csv",
                      run ->
                          run.requestReply().isPresent()
                              ? Optional.empty()
                              : Optional.of(PhasesCsv.of(run)))),
              Stream.of(Measure.values())
                  .map(
                      measure ->
                          new RunFormat(
                              HistogramLog.fileOf(measure), run -> HistogramLog.of(run, measure))),
              Stream.of(
                  RunFormat.always("workload.yaml", RunFormats::workload),
                  RunFormat.always("driver.yaml", RunFormats::driver),
                  new RunFormat(
                      BrokerConfigurationFile.NAME,
                      run ->
                          Optional.of(run.brokerConfiguration())
                              .filter(each -> !each.isEmpty())
                              .map(each -> out -> BrokerConfigurationFile.write(each, out))),
                  RunFormat.always("environment.json", run -> ReportFormats.json(environment(run))),
                  new RunFormat(
                      InvalidMarker.NAME,
                      run -> InvalidMarker.text(run.verdict()).map(Content::text))))
          .flatMap(each -> each)
          .toList();

  private RunFormats() {}

  /**
   * The files of a run by their names, those of a class with its folder; a map that can be changed.
   */
  static Map<String, Content> files(RunResult run) {
    Map<String, Content> files = new LinkedHashMap<>();
    ALL.forEach(
        format ->
            format.content().apply(run).ifPresent(content -> files.put(format.name(), content)));
    for (ClassResult each : run.classes()) {
      each.run()
          .ifPresent(
              complete ->
                  files(complete)
                      .forEach((name, content) -> files.put(each.folder() + name, content)));
    }
    return files;
  }

  private static <T> Optional<List<T>> someOf(List<T> list) {
    return list.isEmpty() ? Optional.empty() : Optional.of(list);
  }

  private static Content result(RunResult run) {
    return out -> {
      ResultJson.writer(run).writeValue(out, run);
      out.write('\n');
    };
  }

  private static Content ages(List<Long> agesNanos) {
    return new Csv<Long>().number("ageMicros", LatencyMicros::micros).of(agesNanos);
  }

  private static Content workload(RunResult run) {
    return ReportFormats.yaml(
        "Effective workload of run " + run.identity().runId(), run.workload());
  }

  private static Content driver(RunResult run) {
    return ReportFormats.yaml(
        "Effective driver configuration of run " + run.identity().runId() + ", secrets masked",
        run.driver());
  }

  private static Map<String, Object> environment(RunResult run) {
    Map<String, Object> environment = new LinkedHashMap<>();
    environment.put("coordinator", run.coordinatorEnvironment());
    Map<String, Object> workers = new TreeMap<>();
    run.workers().forEach(worker -> workers.put(worker.name(), worker.environment()));
    environment.put("workers", workers);
    environment.put("broker", run.brokerFacts());
    return environment;
  }
}
