package io.tidemark.features.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.model.earlier.AcknowledgedMessages;
import io.tidemark.model.earlier.AcknowledgedProducer;
import io.tidemark.model.metric.AddedParts;
import io.tidemark.model.result.DeliveryReport.ProducerDelivery;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.file.BrokerConfigurationFile;
import io.tidemark.model.result.file.ResultJson;
import io.tidemark.model.result.file.SamplesFile;
import io.tidemark.model.result.tree.ResultTree;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.report.csv.TelemetryCsv;
import io.tidemark.report.file.InvalidMarker;
import io.tidemark.report.file.ReportFormats;
import io.tidemark.report.file.ResultFiles.Content;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.file.RunNames;
import io.tidemark.report.omb.OmbCsv;
import io.tidemark.report.omb.OmbResult;
import io.tidemark.report.omb.OmbResultFile;
import io.tidemark.report.store.FileHashes;
import io.tidemark.report.store.HistogramLog;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.store.RunFormats;
import io.tidemark.report.store.RunFormats.RunFormat;
import io.tidemark.worker.host.BuildFacts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Composes a run again from its raw parts and compares each of its files. */
final class RunCheck {
  private static final ObjectMapper YAML = new YAMLMapper();

  /** Readings of the broker are stored to the microsecond, in old files with 3 decimals. */
  private static final double OF_TELEMETRY = 1e-4;

  private static final String VERSION = "tidemark.version";
  private static final String COMMIT = "tidemark.commit";
  private static final String TELEMETRY =
      "(%sverdictInputs\\.brokerTrends|search\\.trials.*telemetry).*"
          .formatted(
              AddedParts.all().stream()
                  .flatMap(each -> each.parts().stream())
                  .map(each -> Pattern.quote(each.name()) + "|")
                  .collect(Collectors.joining()));

  private static final Map<String, String> RAW =
      Map.of(
          SamplesFile.NAME,
          "raw: what timeline.csv and the phases are computed from",
          SamplesFile.TEN_SECONDS,
          "raw: compared with the samples in it",
          AcknowledgedMessages.FILE,
          "raw: compared with delivery.csv",
          TelemetryCsv.FILE,
          "raw: what was read from the broker",
          "unacknowledged.csv",
          "raw: what unacknowledgedAges is computed from",
          BrokerConfigurationFile.NAME,
          "raw: what was read from the broker");

  private final Path folder;
  private final String prefix;
  private final boolean alone;
  private final Verification found;

  /**
   * @param folder of the run
   * @param prefix path of the folder in what is verified, with a slash at the end
   * @param alone whether it is not the folder of a traffic class
   */
  private RunCheck(Path folder, String prefix, boolean alone, Verification found) {
    this.folder = folder;
    this.prefix = prefix;
    this.alone = alone;
    this.found = found;
  }

  /**
   * Verifies a run with OMB's file beside it.
   *
   * @throws ResultsException if there is no result that can be read
   */
  static void verify(Path folder, String prefix, Verification found) throws ResultsException {
    RunCheck check = new RunCheck(folder, prefix, true, found);
    Optional<RunResult> computed = check.run();
    if (computed.isPresent()) {
      check.omb(computed.get());
    }
    check.hashes();
  }

  private Optional<RunResult> run() throws ResultsException {
    RunResult stored = RunDirectory.read(folder);
    version(stored);
    try {
      RunResult computed = computed(stored);
      compare(stored, computed);
      return Optional.of(computed);
    } catch (ConfigurationException e) {
      found.wrong(prefix + RunDirectory.RESULT_FILE, "workload", Text.message(e));
    } catch (UncheckedIOException | IOException e) {
      found.wrong(prefix, "", "cannot be composed again: " + Text.message(e));
    } catch (RuntimeException e) { // Of the records, which check their values.
      found.wrong(prefix, "", "contradicts itself: " + Text.message(e));
    }
    return Optional.empty();
  }

  /** Rules of the verdict, and what is stored, may be others in other versions. */
  private void version(RunResult stored) {
    Map<String, String> facts = stored.coordinatorEnvironment();
    BuildFacts own = BuildFacts.read();
    String written = "%s (%s)".formatted(facts.get(VERSION), facts.get(COMMIT));
    String here = "%s (%s)".formatted(own.version(), own.commit());
    if (!written.equals(here)) {
      found.note(
          "%swritten by Tidemark %s, verified by %s: if only verdicts, faults, efficiency or absent"
                  .formatted(prefix.isEmpty() ? "" : prefix + ": ", written, here)
              + " fields differ, verify with the version that wrote it");
    }
  }

  private RunResult computed(RunResult stored) throws IOException {
    Map<String, RunResult> classes = new LinkedHashMap<>();
    for (ClassResult each : stored.classes()) {
      Path its = folder.resolve(each.folder());
      Optional<RunResult> run = new RunCheck(its, prefix + each.folder(), false, found).run();
      if (run.isEmpty()) {
        throw new IOException("class " + each.name() + " cannot be read");
      }
      classes.put(each.name(), run.get());
    }
    return new RecomputedRun(folder, stored, classes).compose(alone);
  }

  private void compare(RunResult stored, RunResult computed) throws IOException {
    result(stored, computed);
    for (RunFormat format : RunFormats.ALL) {
      if (List.of(FileHashes.FILE, RunDirectory.RESULT_FILE).contains(format.name())) {
        continue;
      }
      Path file = folder.resolve(format.name());
      Optional<Content> content = format.content().apply(computed);
      if (RAW.containsKey(format.name())) {
        if (Files.exists(file)) {
          found.notComputed(prefix + format.name(), "all", 1, RAW.getOrDefault(format.name(), ""));
        } else if (format.name().equals(SamplesFile.NAME)) {
          found.wrong(prefix + format.name(), "", "is missing");
        }
      } else if (!Files.exists(file)) {
        if (content.isPresent()) {
          found.wrong(prefix + format.name(), "", "is missing");
        }
      } else if (content.isEmpty()) {
        found.wrong(prefix + format.name(), "", "is not a file of this run");
      } else {
        file(format.name(), file, content.get());
      }
    }
    tenSeconds(computed);
    acknowledged(computed);
  }

  private void result(RunResult stored, RunResult computed) throws IOException {
    String name = prefix + RunDirectory.RESULT_FILE;
    JsonNode tree = ResultTree.read(folder.resolve(RunDirectory.RESULT_FILE)).root();
    Sources sources =
        Sources.of(computed, WorkloadReader.stored(folder + ", workload", stored.workload()));
    FieldComparison.exact(found, name)
        .within(OF_TELEMETRY, TELEMETRY)
        .without(sources::whyNot)
        .trees(tree, ResultJson.tree(computed));
  }

  private void file(String name, Path file, Content content) throws IOException {
    String computed = text(content);
    String stored = Files.readString(file);
    FieldComparison comparison = FieldComparison.exact(found, prefix + name);
    if (name.endsWith(".csv")) {
      comparison.within(OF_TELEMETRY, isAdded(name) ? ".*" : "").tables(stored, computed);
    } else if (name.endsWith(".hlog")) {
      histograms(name, stored, computed);
    } else if (name.endsWith(".json")) {
      trees(ReportFormats.JSON, comparison, stored, computed);
    } else if (name.endsWith(".yaml")) {
      comparison.texts(head(stored), head(computed));
      trees(YAML, comparison, stored, computed);
    } else {
      comparison.texts(stored, computed);
    }
  }

  private static String text(Content content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    content.writeTo(bytes);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static void trees(
      ObjectMapper mapper, FieldComparison comparison, String stored, String computed)
      throws JsonProcessingException {
    JsonNode tree = mapper.readTree(computed);
    try {
      comparison.trees(mapper.readTree(stored), tree);
    } catch (JsonProcessingException e) {
      comparison.texts(stored, computed);
    }
  }

  /** The comment with the run. */
  private static String head(String yaml) {
    return yaml.lines().findFirst().orElse("");
  }

  /** Phases, times and totals; the compressed form of a histogram differs between machines. */
  private void histograms(String name, String stored, String computed) throws IOException {
    String file = prefix + name;
    if (!startTime(stored).equals(startTime(computed))) {
      found.differs(file, "StartTime", startTime(stored), startTime(computed));
    }
    List<HistogramLog.Line> lines;
    try {
      lines = HistogramLog.lines(stored);
    } catch (IOException e) {
      found.wrong(file, "", Text.message(e));
      return;
    }
    Iterator<HistogramLog.Line> expected = HistogramLog.lines(computed).iterator();
    for (HistogramLog.Line line : lines) {
      HistogramLog.Line other = expected.hasNext() ? expected.next() : null;
      String phase = line.tag().isEmpty() ? "all measured phases" : "phase " + line.tag();
      if (other == null || !other.tag().equals(line.tag())) {
        found.wrong(file, phase, "is not a line of this run");
      } else if (!other.times().equals(line.times())) {
        found.differs(file, phase, "" + line.times(), "" + other.times());
      } else if (!other.histogram().equals(line.histogram())) {
        found.differs(
            file,
            phase,
            line.histogram().getTotalCount() + " values",
            other.histogram().getTotalCount() + " others");
      } else {
        found.addSame();
      }
    }
    expected.forEachRemaining(line -> found.wrong(file, line.tag(), "the line is missing"));
  }

  private static String startTime(String log) {
    return log.lines()
        .filter(line -> line.startsWith("#[StartTime"))
        .map(line -> line.replaceFirst(" \\(seconds.*", ""))
        .findFirst()
        .orElse("");
  }

  /** Each interval of 10 s is that of the samples in it. */
  private void tenSeconds(RunResult run) {
    Iterator<Sample> samples = run.samples().iterator();
    String file = prefix + SamplesFile.TEN_SECONDS;
    Sample next = samples.hasNext() ? samples.next() : null;
    int line = 0;
    for (Sample interval : run.part(Sample.TEN_SECONDS)) {
      line++;
      long end = interval.startEpochNanos() + interval.lengthNanos();
      Summed summed = new Summed();
      while (next != null && next.startEpochNanos() < end) {
        if (next.startEpochNanos() >= interval.startEpochNanos()) {
          summed.add(next);
        }
        next = samples.hasNext() ? samples.next() : null;
      }
      summed.compare(file, line, interval, found);
    }
  }

  /** What the samples in an interval add up to, as far as summaries add up. */
  private static final class Summed {
    private Counters counters = Counters.ZERO;
    private final Map<Measure, Long> counts = new EnumMap<>(Measure.class);
    private final Map<Measure, Long> highest = new EnumMap<>(Measure.class);
    private final Map<Measure, Double> sums = new EnumMap<>(Measure.class);

    void add(Sample sample) {
      counters = counters.plus(sample.counters());
      sample
          .latencies()
          .forEach(
              (measure, latency) -> {
                counts.merge(measure, latency.count(), Long::sum);
                highest.merge(measure, latency.maxNanos(), Math::max);
                sums.merge(measure, latency.count() * latency.meanNanos(), Double::sum);
              });
    }

    void compare(String file, int line, Sample interval, Verification found) {
      if (!counters.equals(interval.counters())) {
        found.differs(file, "line " + line + ", counters", "" + interval.counters(), "" + counters);
      }
      interval
          .latencies()
          .forEach(
              (measure, latency) -> {
                long count = counts.getOrDefault(measure, 0L);
                long max = highest.getOrDefault(measure, 0L);
                double mean = sums.getOrDefault(measure, 0.0) / Math.max(1, count);
                boolean same =
                    count == latency.count()
                        && max == latency.maxNanos()
                        && Math.abs(mean - latency.meanNanos()) <= 1e-6 * mean;
                if (!same) {
                  found.differs(
                      file,
                      "line " + line + ", latencies." + measure,
                      "count, mean, max "
                          + latency.count()
                          + ", "
                          + latency.meanNanos()
                          + ", "
                          + latency.maxNanos(),
                      count + ", " + mean + ", " + max);
                }
              });
    }
  }

  /** The acknowledged messages of each producer are those that its subscriptions expect. */
  private void acknowledged(RunResult run) throws IOException {
    Path file = folder.resolve(AcknowledgedMessages.FILE);
    boolean comparable =
        run.workload().get("fromRun") == null
            && run.counts().get(Counter.FILTERED_MESSAGES) == 0
            && run.delivery().abortedReads().isEmpty();
    if (!Files.exists(file) || !comparable) {
      return;
    }
    AcknowledgedMessages stored = AcknowledgedMessages.of(Files.readAllBytes(file));
    for (AcknowledgedProducer producer : stored.producers()) {
      for (SubscriptionDelivery each : run.delivery().subscriptions()) {
        if (each.topic().equals(producer.topic())) {
          each.producers().stream()
              .filter(row -> row.producer() == producer.index())
              .findFirst()
              .ifPresentOrElse(
                  row -> count(producer, row),
                  () ->
                      found.wrong(
                          prefix + "delivery.csv",
                          "producer " + producer.index(),
                          "the row of subscription " + each.subscription() + " is missing"));
        }
      }
    }
  }

  private void count(AcknowledgedProducer producer, ProducerDelivery row) {
    if (producer.messages() == row.expected()) {
      found.addSame();
    } else {
      found.differs(
          prefix + "delivery.csv",
          "expectedMessages of producer " + row.producer(),
          "" + row.expected(),
          producer.messages() + " from " + AcknowledgedMessages.FILE);
    }
  }

  /** The file in OMB's format that has the time of the directory in its name. */
  private void omb(RunResult run) {
    try {
      List<Path> files = ombFiles();
      if (files.isEmpty()) {
        found.notComputed("OMB's file", "all", 0, "not found beside the run directory");
      }
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        boolean arrays = !run.part(Sample.TEN_SECONDS).isEmpty();
        FieldComparison.exact(found, name)
            .without(
                field ->
                    arrays || !field.matches("(publish|consume|backlog|endToEnd).*")
                        ? Optional.empty()
                        : Optional.of("the run has no " + SamplesFile.TEN_SECONDS))
            .trees(
                ReportFormats.JSON.readTree(file.toFile()),
                ReportFormats.JSON.valueToTree(OmbResult.of(run)));
        marker(file, run);
      }
    } catch (IOException e) {
      found.wrong("OMB's file", "", Text.message(e));
    }
  }

  /** Files of features are computed from telemetry, too. */
  private static boolean isAdded(String name) {
    return RunFormats.added().stream().anyMatch(each -> each.name().equals(name));
  }

  private List<Path> ombFiles() throws IOException {
    return OmbCsv.jsonFiles(folder.toAbsolutePath().normalize().resolveSibling("")).stream()
        .filter(file -> RunNames.isOfOneRun(folder.toAbsolutePath().normalize(), file))
        .toList();
  }

  private void marker(Path omb, RunResult run) {
    Path marker = OmbResultFile.marker(omb);
    if (InvalidMarker.text(run.verdict()).isPresent() != Files.exists(marker)) {
      found.wrong(
          String.valueOf(marker.getFileName()),
          "",
          Files.exists(marker) ? "the run is not INVALID" : "is missing: the run is INVALID");
    }
  }

  /** Of files that were not compared field by field, or have a difference that no field shows. */
  private void hashes() throws ResultsException {
    Path file = folder.resolve(FileHashes.FILE);
    if (!Files.exists(file)) {
      found.notComputed(prefix + FileHashes.FILE, "all", 0, "written by an earlier version");
      return;
    }
    try {
      Map<String, String> now = FileHashes.of(folder);
      FileHashes.read(file)
          .forEach(
              (name, hash) -> {
                if (!now.containsKey(name)) {
                  found.wrong(prefix + name, "", "is missing");
                } else if (!hash.equals(now.get(name)) && !found.hasDifferenceIn(prefix + name)) {
                  found.wrong(
                      prefix + name,
                      "",
                      "was changed: its SHA-256 is not that of " + FileHashes.FILE);
                }
              });
    } catch (IOException e) {
      throw ResultsException.reading(file, e);
    }
  }
}
