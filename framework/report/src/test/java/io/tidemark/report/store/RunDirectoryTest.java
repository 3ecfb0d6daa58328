package io.tidemark.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.file.ResultJson;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.Golden;
import io.tidemark.report.RunParts;
import io.tidemark.report.SampleFailover;
import io.tidemark.report.SampleFaults;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.SearchRuns;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.omb.OmbResultFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogProcessor;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunDirectoryTest {
  @TempDir Path dir;

  @Test
  void writesEveryFileOfARun() throws IOException {
    Path run = write(SampleRuns.sample());
    assertThat(run.getFileName()).hasToString("20261121-023507-quickstart-kafka-strimzi-local");
    assertThat(names(run))
        .containsExactlyInAnyOrder(
            "result.json",
            "samples.jsonl.gz",
            "samples-10s.jsonl.gz",
            "SHA256SUMS",
            "timeline.csv",
            "delivery.csv",
            "acknowledged.bin",
            "phases.csv",
            "telemetry.csv",
            "workload.yaml",
            "driver.yaml",
            "environment.json",
            "scheduleDelay.hlog",
            "publishLatency.hlog",
            "publishResponse.hlog",
            "endToEnd.hlog",
            "endToEndFromSend.hlog");
  }

  @Test
  void completesARunWithWhatItsEndHasShown() throws IOException {
    Path run = write(SampleRuns.sample());
    String timeline = read(run, "timeline.csv");
    List<String> before = new ArrayList<>(names(run));
    Path log = Files.writeString(dir.resolve("end.log"), "closed");

    RunDirectory.complete(run, SampleRuns.invalid(), Map.of("run.log", log));

    assertThat(RunDirectory.read(run).verdict().status())
        .isEqualTo(SampleRuns.invalid().verdict().status());
    before.remove("telemetry.csv"); // The other result has none.
    assertThat(names(run)).containsAll(before).contains(".INVALID", "run.log");
    assertThat(names(run)).doesNotContain("telemetry.csv");
    assertThat(names(run)).noneMatch(name -> name.endsWith(".tmp"));
    assertThat(read(run, "timeline.csv")).as("measured before").isEqualTo(timeline);

    RunDirectory.complete(run, SampleRuns.sample(), Map.of());

    assertThat(run.resolve(".INVALID")).doesNotExist();
    assertThat(read(run, "result.json")).isEqualTo(read(write(SampleRuns.sample()), "result.json"));
  }

  /** A send may be answered, and a class become valid, while clients are closed. */
  @Test
  void allFilesOfACompletedRunAreThoseOfItsLastResult() throws IOException {
    RunResult of = SampleRuns.sample();
    RunResult last = of.with(RunResult.CLASSES, List.of(ofClass(of)));
    RunResult invalid = SampleRuns.withVerdict(of, SampleRuns.invalid().verdict());
    RunResult first =
        withOpenSend(of).with(RunResult.CLASSES, List.of(ofClass(withOpenSend(invalid))));
    Path run = write(first);
    assertThat(tree(run))
        .contains("unacknowledged.csv", "classes/orders/unacknowledged.csv")
        .contains("classes/orders/.INVALID");

    RunDirectory.complete(run, last, Map.of());

    assertThat(tree(run)).isEqualTo(tree(write(last)));
  }

  private static RunResult withOpenSend(RunResult run) {
    return run.with(DeliveryReport.AGES_NANOS, List.of(5_000_000L));
  }

  private static ClassResult ofClass(RunResult run) {
    return ClassResult.of("orders", run);
  }

  private static List<String> tree(Path run) throws IOException {
    try (Stream<Path> files = Files.walk(run)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> run.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void anInvalidRunStaysMarkedIfItsResultCannotBeReplaced() throws IOException {
    Path run = write(SampleRuns.invalid());
    Path file = run.resolve("result.json");
    Files.delete(file);
    Files.createDirectory(file);

    assertThatThrownBy(() -> RunDirectory.complete(run, SampleRuns.sample(), Map.of()))
        .isInstanceOf(ResultsException.class);

    assertThat(run.resolve(".INVALID")).exists();
  }

  @Test
  void itsFilesAreSealed() throws IOException {
    Path valid = write(SampleRuns.sample());
    Path invalid = write(SampleRuns.invalid());
    Golden.assertSealed("result.json", read(valid, "result.json"));
    Golden.assertSealed("timeline.csv", read(valid, "timeline.csv"));
    Golden.assertSealed("result-invalid.json", read(invalid, "result.json"));
    Golden.assertSealed("delivery.csv", read(invalid, "delivery.csv"));
    Golden.assertSealed("phases.csv", read(write(SampleRuns.ramp()), "phases.csv"));
    Golden.assertSealed("requesters.csv", read(write(SampleRuns.requestReply()), "requesters.csv"));
  }

  /** Sections of {@code result.json} that other runs do not have. */
  @Test
  void sectionsOfSomeRunsAreSealedAndReadAgain() throws IOException {
    Map<String, RunResult> runs = new LinkedHashMap<>();
    runs.put("search", SearchRuns.trials());
    runs.put("faults", SampleFaults.run(SampleFaults.fault("f", Optional.empty())));
    runs.put("failover", SampleFailover.run());
    runs.put("requestReply", SampleRuns.requestReply());
    ObjectNode sections = new ObjectMapper().createObjectNode();
    for (Map.Entry<String, RunResult> each : runs.entrySet()) {
      RunResult read = RunDirectory.read(write(each.getValue()));
      assertThat(ResultJson.tree(read)).isEqualTo(ResultJson.tree(each.getValue()));
      sections.set(each.getKey(), ResultJson.tree(read).required(each.getKey()));
    }
    Golden.assertSealed("result-sections.json", sections.toPrettyString() + "\n");
  }

  @Test
  void marksAnInvalidRunWithItsReasons() throws IOException {
    assertThat(read(write(SampleRuns.invalid()), ".INVALID"))
        .contains("worker-lost: worker http://10.0.0.2:8080 has not answered for 10 s")
        .doesNotContain("clock offset measured");
  }

  @Test
  void writesHistogramLogsThatHdrHistogramReads() throws IOException {
    RunResult result = SampleRuns.sample();
    Path log = write(result).resolve("publishLatency.hlog");
    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
      for (PhaseResult phase : result.phases().subList(0, 2)) {
        Histogram line = (Histogram) reader.nextIntervalHistogram();
        assertThat(line.getTag()).isEqualTo(phase.name());
        assertThat(line.getStartTimeStamp()).isEqualTo(phase.startEpochNanos() / 1_000_000);
        assertThat(line.getEndTimeStamp() - line.getStartTimeStamp())
            .isEqualTo(phase.lengthNanos() / 1_000_000);
        assertThat(line).isEqualTo(phase.histograms().get(Measure.PUBLISH_LATENCY));
      }
      Histogram measured = (Histogram) reader.nextIntervalHistogram();
      assertThat(measured.getTag()).isNull();
      assertThat(measured).isEqualTo(histogram(result, "test"));
      assertThat(reader.nextIntervalHistogram()).isNull();
    }
  }

  private static Histogram histogram(RunResult result, String phase) {
    return result.phases().stream()
        .filter(each -> each.name().equals(phase))
        .map(each -> each.histograms().get(Measure.PUBLISH_LATENCY))
        .findFirst()
        .orElseThrow();
  }

  /** Twice as slow in the warm-up: the tool's output shows which lines it used. */
  @ParameterizedTest
  @CsvSource({"test,''", "test,-tag test", "warm-up,-tag warm-up"})
  void hdrHistogramsOwnProcessorTakesTheMeasuredPartOrThePhaseThatATagNames(
      String phase, String tag) throws Exception {
    RunResult result = SampleRuns.sample();
    Path log = write(result).resolve("publishLatency.hlog");
    Path out = dir.resolve("processed");
    String arguments = "-i " + log + " -o " + out + " " + tag;

    HistogramLogProcessor processor = new HistogramLogProcessor(arguments.strip().split(" "));
    processor.setDaemon(true);
    processor.start();
    processor.join(60_000);

    assertThat(processor.isAlive()).isFalse();
    Histogram expected = histogram(result, phase);
    assertThat(Files.readString(dir.resolve("processed.hgrm")))
        .containsPattern("Total count += +" + expected.getTotalCount() + "]")
        .containsPattern(
            String.format(
                Locale.ROOT,
                "#\\[Max += +%.3f,",
                expected.getValueAtPercentile(100) / 1_000_000.0));
  }

  @Test
  void writesConfigurationThatCanBeUsedAgain() throws IOException {
    RunResult result = SampleRuns.sample();
    Path run = write(result);
    YAMLMapper yaml = new YAMLMapper();
    assertThat(yaml.readValue(run.resolve("workload.yaml").toFile(), Map.class))
        .isEqualTo(result.workload());
    assertThat(yaml.readValue(run.resolve("driver.yaml").toFile(), Map.class))
        .isEqualTo(result.driver());
  }

  @Test
  void neverOverwritesARun() throws IOException {
    Path first = write(SampleRuns.sample());
    String before = read(first, "result.json");
    Path second =
        write(SampleRuns.withIdentity(SampleRuns.invalid(), SampleRuns.sample().identity()));
    assertThat(second.getFileName()).hasToString(first.getFileName() + "-2");
    assertThat(read(first, "result.json")).isEqualTo(before);
  }

  @Test
  void namesIterationsAndKeepsNamesHarmless() throws IOException {
    RunIdentity identity =
        new RunIdentity("x", "w", "../a b", "k/1", 2, 3, RunParts.STARTED.toEpochMilli());
    RunResult run = SampleRuns.withIdentity(SampleRuns.sample(), identity);
    assertThat(write(run)).isEqualTo(dir.resolve("20261121-023507-__a_b-k_1-i2"));
  }

  @Test
  void namesRunsInLocalTime() throws IOException {
    Path run = RunDirectory.write(dir, SampleRuns.sample(), Map.of(), ZoneId.of("Europe/Berlin"));
    assertThat(run.getFileName().toString()).startsWith("20261121-033507-");
  }

  @Test
  void keepsExtraFiles() throws IOException {
    Path log = Files.writeString(dir.resolve("some.log"), "hello\n");
    Path run = RunDirectory.write(dir, SampleRuns.sample(), Map.of("run.log", log), ZoneOffset.UTC);
    assertThat(read(run, "run.log")).isEqualTo("hello\n");
    assertThat(log).hasContent("hello");
  }

  @Test
  void copiesExtraFilesPieceByPiece() throws IOException {
    byte[] text = "a line of a log\n".repeat(100_000).getBytes(StandardCharsets.UTF_8);
    Path log = Files.write(dir.resolve("some.log"), text);
    int[] largest = new int[1];
    ByteArrayOutputStream copy =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int offset, int length) {
            largest[0] = Math.max(largest[0], length);
            super.write(bytes, offset, length);
          }
        };

    RunDirectory.copyOf(log).writeTo(copy);

    assertThat(copy.toByteArray()).isEqualTo(text);
    assertThat(largest[0]).isLessThan(text.length / 10);
  }

  @Test
  void rejectsExtraFilesElsewhereOrInTheWay() {
    for (String name : List.of("../x", "a/b/c", "a/", "result.json", "")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> RunDirectory.write(dir, SampleRuns.sample(), Map.of(name, dir)));
    }
  }

  @Test
  void saysInOneLineWhereAndWhyItCannotWrite() throws IOException {
    Path file = Files.writeString(dir.resolve("results"), "precious");
    assertThatThrownBy(() -> RunDirectory.write(file, SampleRuns.sample(), Map.of()))
        .isInstanceOf(ResultsException.class)
        .message()
        .startsWith("cannot write results to " + file)
        .endsWith(": a file with that name exists")
        .doesNotContain("\n");
    assertThat(file).hasContent("precious");
  }

  @Test
  void leavesNothingBehindWhenAFileCannotBeWritten() {
    assertThatThrownBy(
            () ->
                ResultFiles.writeDirectory(
                    dir,
                    "run",
                    Map.of(
                        "a",
                        out -> {
                          throw new IOException("No space left on device");
                        }),
                    folder -> {}))
        .hasMessage("No space left on device");
    assertThat(dir).isEmptyDirectory();
  }

  @Test
  void writesTheResultsOfAnInterruptedRun() throws IOException {
    Thread.currentThread().interrupt();
    try {
      Path run = write(SampleRuns.sample());
      OmbResultFile.write(dir, SampleRuns.sample(), ZoneOffset.UTC);
      assertThat(RunDirectory.read(run).identity().runId()).isEqualTo("9f3c2a");
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void refusesFilesOfANewerVersion() throws IOException {
    Path file = Files.writeString(dir.resolve("result.json"), "{\"schemaVersion\": 99}");
    assertThatThrownBy(() -> RunDirectory.read(file))
        .isInstanceOf(ResultsException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageContaining("version 99; this Tidemark reads up to " + RunResult.SCHEMA_VERSION);
  }

  private Path write(RunResult result) throws IOException {
    return RunDirectory.write(dir, result, Map.of(), ZoneOffset.UTC);
  }

  private static String read(Path run, String file) throws IOException {
    return Files.readString(run.resolve(file));
  }

  private static List<String> names(Path run) throws IOException {
    try (Stream<Path> files = Files.list(run)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
