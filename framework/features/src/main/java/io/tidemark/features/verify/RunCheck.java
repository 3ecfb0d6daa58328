package io.tidemark.features.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.features.verify.RecomputedRun.Damaged;
import io.tidemark.model.earlier.AcknowledgedMessages;
import io.tidemark.model.earlier.AcknowledgedProducer;
import io.tidemark.model.metric.AddedParts;
import io.tidemark.model.result.DeliveryReport.ProducerDelivery;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.RunResult.PriorityResult;
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
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Composes a run again from its raw parts and compares each of its files. */
final class RunCheck {
  private static final ObjectMapper YAML = new YAMLMapper();

  /** Readings of the broker are stored to the microsecond, in old files with 3 decimals. */
  private static final double OF_TELEMETRY = 1e-4;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** Measures that each message of a counter has. */
  private static final Map<Measure, Counter> COUNTED =
      Map.of(
          Measure.SCHEDULE_DELAY,
          Counter.SENT,
          Measure.PUBLISH_LATENCY,
          Counter.ACKNOWLEDGED,
          Measure.PUBLISH_RESPONSE,
          Counter.ACKNOWLEDGED,
          Measure.FAILED_SEND,
          Counter.FAILED,
          Measure.ROUND_TRIP,
          Counter.ANSWERED,
          Measure.LATE_REPLY,
          Counter.LATE,
          Measure.CLIENT_OPEN,
          Counter.CLIENTS_OPENED);

  private static final String VERSION = "tidemark.version";
  private static final String COMMIT = "tidemark.commit";
  private static final String TELEMETRY =
      "(%sverdictInputs\\.brokerTrends|search\\.trials.*telemetry).*"
          .formatted(
              AddedParts.all().stream()
                  .flatMap(each -> each.parts().stream())
                  .map(each -> Pattern.quote(each.name()) + "|")
                  .collect(Collectors.joining()));

  /** Files that are the source of others, with those of their fields that have no other source. */
  private static final Map<String, List<String>> RAW =
      Map.of(
          SamplesFile.NAME,
          List.of("latencies", "hosts"),
          SamplesFile.TEN_SECONDS,
          List.of("phase", "latencies", "hosts"),
          AcknowledgedMessages.FILE,
          List.of("sequences"),
          TelemetryCsv.FILE,
          List.of("all"),
          "unacknowledged.csv",
          List.of("all"),
          BrokerConfigurationFile.NAME,
          List.of("all"));

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
    } catch (Damaged e) {
      found.wrong(prefix + e.file(), "", "cannot be read: " + e.getMessage());
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
          RAW.getOrDefault(format.name(), List.of())
              .forEach(
                  field -> found.notComputed(prefix + format.name(), field, 1, "raw, as measured"));
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
    counted(computed);
    acknowledged(computed);
  }

  private void result(RunResult stored, RunResult computed) throws IOException {
    String name = prefix + RunDirectory.RESULT_FILE;
    Path file = folder.resolve(RunDirectory.RESULT_FILE);
    JsonNode tree = ResultTree.read(file).root();
    try {
      tree(ReportFormats.JSON, Files.readString(file));
    } catch (JsonProcessingException e) {
      found.wrong(name, "", Text.message(e));
    }
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
      comparison.trees(tree(mapper, stored), tree);
    } catch (JsonProcessingException e) {
      comparison.texts(stored, computed);
    }
  }

  /** Each key once: readers differ in which of two they take. */
  private static JsonNode tree(ObjectMapper mapper, String text) throws JsonProcessingException {
    return mapper.reader().with(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY).readTree(text);
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

  /**
   * Each interval of 10 s is that of the samples in it, and each measured sample is in one. A last
   * interval below 1 s is dropped.
   */
  private void tenSeconds(RunResult run) {
    String file = prefix + SamplesFile.TEN_SECONDS;
    Set<String> measured =
        run.phases().stream()
            .filter(PhaseResult::measured)
            .map(PhaseResult::name)
            .collect(Collectors.toSet());
    Iterator<Sample> intervals = run.part(Sample.TEN_SECONDS).iterator();
    Sample interval = intervals.hasNext() ? intervals.next() : null;
    Summed summed = new Summed();
    int line = 1;
    long left = 0;
    for (Sample sample : run.samples()) {
      while (interval != null && sample.startEpochNanos() >= end(interval)) {
        summed.compare(file, line++, interval, found);
        summed = new Summed();
        interval = intervals.hasNext() ? intervals.next() : null;
      }
      boolean in = interval != null && sample.startEpochNanos() >= interval.startEpochNanos();
      if (in) {
        summed.add(sample);
      }
      boolean out = !in && measured.contains(sample.phase());
      left = out ? left + sample.lengthNanos() : 0;
      if (out && left >= NANOS_PER_SECOND) {
        found.wrong(file, "line " + line, "the interval before it is missing");
        return;
      }
    }
    while (interval != null) {
      summed.compare(file, line++, interval, found);
      summed = new Summed();
      interval = intervals.hasNext() ? intervals.next() : null;
    }
  }

  private static long end(Sample sample) {
    return sample.startEpochNanos() + sample.lengthNanos();
  }

  /** What the samples in an interval add up to, as far as summaries add up. */
  private static final class Summed {
    private Counters counters = Counters.ZERO;
    private long nanos;
    private List<Long> standing = List.of();
    private final Map<Measure, Long> counts = new EnumMap<>(Measure.class);
    private final Map<Measure, Long> highest = new EnumMap<>(Measure.class);
    private final Map<Measure, Double> sums = new EnumMap<>(Measure.class);

    void add(Sample sample) {
      counters = counters.plus(sample.counters());
      nanos += sample.lengthNanos();
      standing = standing(sample);
      sample
          .latencies()
          .forEach(
              (measure, latency) -> {
                counts.merge(measure, latency.count(), Long::sum);
                highest.merge(measure, latency.maxNanos(), Math::max);
                sums.merge(measure, latency.count() * latency.meanNanos(), Double::sum);
              });
    }

    String shown(Measure measure) {
      return "%s values, highest %s ns"
          .formatted(counts.getOrDefault(measure, 0L), highest.getOrDefault(measure, 0L));
    }

    private static List<Long> standing(Sample sample) {
      return List.of(sample.backlog(), sample.inFlight(), sample.scheduleDebt());
    }

    void compare(String file, int line, Sample interval, Verification found) {
      String place = "line " + line + ", ";
      if (nanos != interval.lengthNanos()) {
        found.differs(file, place + "lengthNanos", "" + interval.lengthNanos(), "" + nanos);
      }
      if (!standing.equals(standing(interval))) {
        found.differs(
            file,
            place + "backlog, inFlight, scheduleDebt",
            "" + standing(interval),
            "" + standing);
      }
      counts.keySet().stream()
          .filter(measure -> !interval.latencies().containsKey(measure))
          .forEach(measure -> found.wrong(file, place + "latencies." + measure, "is missing"));
      if (!counters.equals(interval.counters())) {
        found.differs(file, place + "counters", "" + interval.counters(), "" + counters);
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
                      place + "latencies." + measure,
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

  /** Counts and histograms: what was measured once for each message that was counted. */
  private void counted(RunResult run) {
    Summed all = new Summed();
    int line = 0;
    for (Sample sample : run.samples()) {
      line++;
      all.add(sample);
      Map<Measure, Long> counts = new EnumMap<>(Measure.class);
      sample.latencies().forEach((measure, latency) -> counts.put(measure, latency.count()));
      counted(SamplesFile.NAME, "line " + line, counts, sample.counters());
    }
    Summed logged = new Summed();
    for (int i = 0; i < run.phases().size(); i++) {
      PhaseResult phase = run.phases().get(i);
      Map<Measure, Long> counts = new EnumMap<>(Measure.class);
      phase
          .histograms()
          .forEach(
              (measure, histogram) -> {
                counts.put(measure, histogram.getTotalCount());
                logged.counts.merge(measure, histogram.getTotalCount(), Long::sum);
                logged.highest.merge(measure, histogram.getMaxValue(), Math::max);
              });
      counted(
          RunDirectory.RESULT_FILE,
          "phases[" + i + "].countsByIntention",
          counts,
          phase.counters());
    }
    List<PriorityResult> priorities = run.part(RunResult.PRIORITIES);
    for (int i = 0; i < priorities.size(); i++) {
      PhaseResult totals = priorities.get(i).totals();
      Map<Measure, Long> counts = new EnumMap<>(Measure.class);
      totals.histograms().forEach((measure, each) -> counts.put(measure, each.getTotalCount()));
      counted(
          RunDirectory.RESULT_FILE,
          "priorities[" + i + "].totals.countsByIntention",
          counts,
          totals.counters());
    }
    boolean rest = false;
    for (Counter each : Counter.values()) {
      long sampled = all.counters.get(each);
      long total = run.counts().get(each);
      if (each.group() == Counter.Group.UNSTAMPED) {
        continue; // Stored as means.
      } else if (sampled > total) {
        found.differs(
            prefix + SamplesFile.NAME, "counters, " + each, "" + sampled, "at most " + total);
        return;
      }
      rest |= sampled < total;
    }
    if (rest) {
      // An aborted run, or one whose clock was set back, may have no time for its last counts.
      found.notComputed(
          prefix + SamplesFile.NAME, "rest", 1, "counted after the last sample of the run");
      return;
    }
    for (Measure measure : Measure.values()) {
      String stored = logged.shown(measure);
      String computed = all.shown(measure);
      if (stored.equals(computed)) {
        found.addSame();
      } else {
        found.differs(prefix + HistogramLog.fileOf(measure), "all phases", stored, computed);
      }
    }
  }

  private void counted(String file, String field, Map<Measure, Long> counts, Counters counters) {
    COUNTED.forEach(
        (measure, counter) -> {
          long count = counts.getOrDefault(measure, 0L);
          if (count == counters.get(counter)) {
            found.addSame();
          } else {
            found.differs(
                prefix + file,
                field + "." + counter.key(),
                "" + counters.get(counter),
                count + " from the values of " + measure.key());
          }
        });
  }

  /** The acknowledged messages of each producer are those that its subscriptions expect. */
  private void acknowledged(RunResult run) throws IOException {
    Path file = folder.resolve(AcknowledgedMessages.FILE);
    boolean comparable =
        run.workload().get("fromRun") == null
            && run.counts().get(Counter.FILTERED_MESSAGES) == 0
            && run.delivery().abortedReads().isEmpty();
    List<SubscriptionDelivery> subscriptions = run.delivery().subscriptions();
    if (!Files.exists(file)) {
      boolean written =
          run.requestReply().isEmpty()
              && subscriptions.stream()
                  .flatMap(each -> each.producers().stream())
                  .anyMatch(row -> row.expected() > 0);
      if (comparable && written) {
        found.wrong(prefix + AcknowledgedMessages.FILE, "", "is missing");
      }
      found.notComputed(prefix + "delivery.csv", "producer", 1, "no acknowledged.bin has them");
      return;
    }
    if (!comparable) {
      return;
    }
    AcknowledgedMessages stored = AcknowledgedMessages.of(Files.readAllBytes(file));
    for (AcknowledgedProducer producer : stored.producers()) {
      if (!subscriptions.isEmpty()
          && subscriptions.stream().noneMatch(each -> each.topic().equals(producer.topic()))) {
        found.wrong(
            prefix + AcknowledgedMessages.FILE,
            "producer " + producer.index(),
            "no subscription has its topic " + producer.topic());
      }
      for (SubscriptionDelivery each : subscriptions) {
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
                tree(ReportFormats.JSON, Files.readString(file)),
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
    try {
      Map<String, String> now = FileHashes.of(folder);
      Set<String> figures =
          RunFormats.ALL.stream().map(RunFormat::name).collect(Collectors.toSet());
      now.keySet().stream()
          .filter(name -> !figures.contains(name.replaceFirst("^classes/[^/]+/", "")))
          .forEach(name -> found.notComputed(prefix + name, "all", 0, "no file of figures"));
      if (!Files.exists(file)) {
        found.notComputed(prefix + FileHashes.FILE, "all", 0, "written by an earlier version");
        return;
      }
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
