package io.tidemark.report.store;

import io.tidemark.model.added.Added;
import io.tidemark.model.earlier.AcknowledgedMessages;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.file.BrokerConfigurationFile;
import io.tidemark.model.result.file.ResultJson;
import io.tidemark.model.result.file.SamplesFile;
import io.tidemark.model.result.tree.ResultTree;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.report.csv.Csv;
import io.tidemark.report.csv.DeliveryCsv;
import io.tidemark.report.csv.PhasesCsv;
import io.tidemark.report.csv.PhasesCsv.RequestersCsv;
import io.tidemark.report.csv.TelemetryCsv;
import io.tidemark.report.csv.TimelineCsv;
import io.tidemark.report.file.InvalidMarker;
import io.tidemark.report.file.ReportFormats;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultFiles.Content;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The files of a run's directory. A new format is a class that makes the content, and an entry
 * here; docs/reference/results.md lists them.
 */
public final class RunFormats {
  private static final Csv<Long> AGES =
      new Csv<Long>()
          .number(
              "ageMicros",
              "age of the send at the end of the run, in microseconds",
              LatencyMicros::micros);

  /** In the order in which they are written. */
  public static final List<RunFormat> ALL =
      Stream.of(
              Stream.of(
                  RunFormat.always(
                      ResultTree.FILE,
                      "the result: figures of the run and of each phase, delivery, faults, workers,"
                          + " events and the verdict",
                      RunFormats::result),
                  RunFormat.always(
                      SamplesFile.NAME,
                      "the samples, exact; verdict and reports are computed from them",
                      run -> out -> SamplesFile.write(run.samples(), out)),
                  new RunFormat(
                      SamplesFile.TEN_SECONDS,
                      "the same in the 10 s of OMB's file, which is computed from them",
                      run ->
                          someOf(run.part(Sample.TEN_SECONDS))
                              .map(samples -> out -> SamplesFile.write(samples, out))),
                  new RunFormat(
                      "timeline.csv",
                      "one row for each sample",
                      TimelineCsv.table(true).columns(),
                      run ->
                          Optional.of(
                              TimelineCsv.of(run.samples(), run.requestReply().isPresent()))),
                  new RunFormat(
                      "delivery.csv",
                      "one row for each subscription and producer; absent with `delivery: counts`"
                          + " or `off`",
                      DeliveryCsv.TABLE.columns(),
                      run ->
                          Optional.of(run.delivery())
                              .filter(DeliveryCsv::isKnown)
                              .map(DeliveryCsv::of)),
                  new RunFormat(
                      AcknowledgedMessages.FILE,
                      "the acknowledged messages, for a later run with `fromRun`",
                      run -> run.delivery().acknowledgements().map(all -> all::writeTo)),
                  new RunFormat(
                      TelemetryCsv.FILE,
                      "one row for each reading of a metric of the broker; absent if there is none",
                      TelemetryCsv.TABLE.columns(),
                      run -> someOf(run.part(TelemetrySample.PART)).map(TelemetryCsv::of))),
              added().stream(),
              Stream.of(
                  new RunFormat(
                      "unacknowledged.csv",
                      "one row for each send without an answer, at most 10,000",
                      AGES.columns(),
                      run -> someOf(run.part(DeliveryReport.AGES_NANOS)).map(AGES::of)),
                  new RunFormat(
                      "requesters.csv",
                      "request/reply: one row for each measured phase",
                      RequestersCsv.TABLE.columns(),
                      run -> run.requestReply().map(asked -> RequestersCsv.of(run))),
                  new RunFormat(
                      "phases.csv",
                      "one row for each measured phase; not with request/reply",
                      PhasesCsv.TABLE.columns(),
                      run ->
                          run.requestReply().isPresent()
                              ? Optional.empty()
                              : Optional.of(PhasesCsv.of(run)))),
              Stream.of(Measure.values())
                  .map(
                      measure ->
                          new RunFormat(
                              HistogramLog.fileOf(measure),
                              "histograms of the %s (%s) in nanoseconds, by phase and priority, HdrHistogram's"
                                      .formatted(measure.words(), measure.meaning())
                                  + " log format; absent if nothing was measured",
                              run -> HistogramLog.of(run, measure))),
              Stream.of(
                  RunFormat.always(
                      "workload.yaml",
                      "the effective workload with all defaults; it can be run again",
                      RunFormats::workload),
                  RunFormat.always(
                      "driver.yaml",
                      "the effective driver file; it can be run again when masked secrets are"
                          + " replaced",
                      RunFormats::driver),
                  new RunFormat(
                      BrokerConfigurationFile.NAME,
                      "settings of the broker; absent if nothing reads them",
                      run ->
                          Optional.of(run.part(BrokerConfiguration.PART))
                              .filter(each -> !each.isEmpty())
                              .map(each -> out -> BrokerConfigurationFile.write(each, out))),
                  RunFormat.always(
                      "environment.json",
                      "machine, JVM and container of coordinator and workers, and facts of the"
                          + " broker",
                      run -> ReportFormats.json(environment(run))),
                  new RunFormat(
                      InvalidMarker.NAME,
                      "the reasons; only if the run is INVALID or ABORTED",
                      run -> InvalidMarker.text(run.verdict()).map(Content::text)),
                  new RunFormat(
                      FileHashes.FILE,
                      "SHA-256 of each of these files: `sha256sum -c` checks them",
                      run -> Optional.empty()))) // Written when all others are there.
          .flatMap(each -> each)
          .toList();

  private RunFormats() {}

  /** Formats of features: what they compute of a run, with its last telemetry. */
  public interface AddedFormats extends Added {
    List<RunFormat> formats();
  }

  /** Those of all features. */
  public static List<RunFormat> added() {
    return Added.of(AddedFormats.class).stream().flatMap(each -> each.formats().stream()).toList();
  }

  /**
   * The files of a run by their names, those of a class with its folder; a map that can be changed.
   */
  public static Map<String, Content> files(RunResult run) {
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
      ResultJson.write(run, out);
      out.write('\n');
    };
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

  /**
   * A file of a run's directory: one form in which a result is written.
   *
   * @param name of the file
   * @param meaning what is in it, and when it is absent
   * @param columns of a CSV file
   * @param content empty for runs that have no such file
   */
  public record RunFormat(
      String name,
      String meaning,
      List<? extends Csv.Column<?>> columns,
      Function<RunResult, Optional<ResultFiles.Content>> content) {
    public RunFormat {
      columns = List.copyOf(columns);
    }

    /** A file that is no table. */
    RunFormat(
        String name, String meaning, Function<RunResult, Optional<ResultFiles.Content>> content) {
      this(name, meaning, List.of(), content);
    }

    /** A file of every run. */
    static RunFormat always(
        String name, String meaning, Function<RunResult, ResultFiles.Content> content) {
      return new RunFormat(name, meaning, run -> Optional.of(content.apply(run)));
    }
  }
}
