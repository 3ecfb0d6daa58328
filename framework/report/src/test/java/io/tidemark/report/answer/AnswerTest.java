package io.tidemark.report.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.Golden;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.SampleStudy;
import io.tidemark.report.SearchRuns;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.MarkdownRenderer;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.text.TerminalStyle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sentences and pictures stand in golden files, as they are shown. */
class AnswerTest {
  private static final Map<String, String> NONE = Map.of();
  private static final MetricReference RATE = MetricReference.of(Metrics.PUBLISH_RATE);
  private static final MetricReference MEDIAN =
      MetricReference.of(Metrics.of(Measure.PUBLISH_LATENCY, "p50"));

  @TempDir Path folder;

  private ReportAnswer answer(RunResult... runs) throws IOException {
    return answer(Files.createTempDirectory(folder, "runs"), runs);
  }

  /** Answers for runs whose results are written to a folder. */
  static ReportAnswer answer(Path folder, RunResult... runs) throws ResultsException {
    for (RunResult run : runs) {
      RunDirectory.write(folder, run, Map.of());
    }
    return Answers.of(ReportedRuns.read(List.of(folder)));
  }

  /** Answers as a terminal shows them, each with its title and the tones of its sentences. */
  static String text(Map<String, ReportAnswer> answers) {
    StringBuilder text = new StringBuilder();
    answers.forEach(
        (title, answer) -> {
          List<String> lines =
              new TerminalRenderer(TerminalStyle.PLAIN).render(answer.document()).lines().toList();
          assertThat(lines)
              .filteredOn(line -> !line.endsWith("mean)")) // The title of a picture.
              .allMatch(line -> line.length() <= TerminalRenderer.WIDTH);
          List<Tone> tones = answer.statements().stream().map(Statement::tone).toList();
          text.append("== %s: %s %s\n".formatted(title, answer.headline().tone(), tones))
              .append(String.join("\n", lines))
              .append("\n\n");
        });
    return text.toString();
  }

  static SampleStudy rates() {
    return new SampleStudy().question(0.05, "publishRate");
  }

  private static SampleStudy longLatency() {
    return new SampleStudy()
        .question(0.1, "publishLatency.p50")
        .runs("regular", NONE, MEDIAN, 1_600, 1_580, 1_630)
        .runs("slow", NONE, MEDIAN, 20_200, 20_000, 20_400);
  }

  /** In the rate they differ by these factors, and in the latency by noise. */
  private static SampleStudy twoMetrics(double... factors) {
    SampleStudy study = new SampleStudy().question(0.05, "publishRate", "publishLatency.p50");
    double[] noise = {1, 3, 0.5};
    for (int block = 1; block <= 3; block++) {
      double at = noise[block - 1];
      for (int i = 0; i < factors.length; i++) {
        double rate =
            factors[i] == 0 ? 9 * Math.pow(at, i == 0 ? -1 : 1) : factors[i] * (99 + block);
        double latency = i == 0 ? 10 * at : 9 / at;
        study.run(
            "" + (char) ('a' + i),
            NONE,
            block,
            Map.of(RATE, rate, MEDIAN, latency),
            Optional.empty());
      }
    }
    return study;
  }

  private static SampleStudy withoutTheFigure() {
    SampleStudy study = new SampleStudy().question(0.05, "publishLatency.p50");
    for (int block = 1; block <= 2; block++) {
      study.run("a", NONE, block, Map.of(RATE, 100.0, MEDIAN, 10.0), Optional.empty());
      study.run("b", NONE, block, Map.of(RATE, 100.0), Optional.empty());
    }
    return study;
  }

  @Test
  void answersOfStudiesAreThoseOfTheGoldenFile() {
    Map<String, SampleStudy> studies = new LinkedHashMap<>();
    studies.put("many times as long", longLatency());
    studies.put(
        "a sentence for all and one for each",
        rates()
            .runs("rf1", NONE, RATE, 288_000, 288_900, 287_700)
            .runs("async", NONE, RATE, 180_000, 180_400, 179_500)
            .runs("same", NONE, RATE, 288_100, 288_800, 287_600));
    studies.put(
        "what few runs would have shown",
        rates().runs("a", NONE, RATE, 100, 150, 90).runs("b", NONE, RATE, 120, 80, 160));
    studies.put(
        "one scale for the changes of a sentence",
        rates()
            .runs("a", NONE, RATE, 100, 101, 99)
            .runs("b", NONE, RATE, 250, 251, 249)
            .runs("c", NONE, RATE, 60, 61, 59));
    studies.put("one of two metrics differs", twoMetrics(1, 2, 1.5));
    studies.put("no metric differs", twoMetrics(0, 0));
    studies.put("single runs", rates().runs("a", NONE, RATE, 100).runs("b_c", NONE, RATE, 250));
    studies.put(
        "one system",
        new SampleStudy()
            .question(0.05, "consumeRate")
            .runs("a", NONE, MetricReference.of(Metrics.CONSUME_RATE), 99, 100, 101));
    studies.put("a system without the figure", withoutTheFigure());
    studies.put(
        "no usable run",
        new SampleStudy()
            .run("a", NONE, 1, Map.of(RATE, 1.0), Optional.of("INVALID: schedule missed")));
    Map<String, ReportAnswer> answers = new LinkedHashMap<>();
    studies.forEach((title, study) -> answers.put(title, Answers.of(study.study())));
    Golden.assertSealed("answers-studies.txt", text(answers));
  }

  @Test
  void answersOfRunsAreThoseOfTheGoldenFile() throws IOException {
    Map<String, ReportAnswer> answers = new LinkedHashMap<>();
    answers.put("a run", answer(SampleRuns.sample()));
    answers.put(
        "a run with a question", answer(asking(SampleRuns.sample(), 0.1, "publishLatency.p99.9")));
    answers.put("a ramp", answer(SampleRuns.ramp()));
    answers.put("a search", answer(SearchRuns.trials()));
    answers.put(
        "the question of a workload",
        ofTwoFolders(asking(SampleRuns.sample(), 0.25, "consumeRate")));
    RunIdentity named =
        new RunIdentity("b", "the other", "other", "kafka-strimzi-local", 1, 1, 1_000_000_000_000L);
    answers.put(
        "two workloads with their questions",
        ofTwoFolders(
            asking(SampleRuns.sample(), 0.1, "consumeRate"),
            SampleRuns.withIdentity(
                asking(SampleRuns.sample(), 0.1, "publishLatency.p50"), named)));
    Golden.assertSealed("answers-runs.txt", text(answers));
  }

  /** Each run twice in both. */
  private ReportAnswer ofTwoFolders(RunResult... runs) throws IOException {
    Path both = Files.createTempDirectory(folder, "both");
    for (RunResult run : runs) {
      for (String side : List.of("a", "a", "b", "b")) {
        RunDirectory.write(both.resolve(side), run, Map.of());
      }
    }
    return Answers.of(ReportedRuns.read(List.of(both.resolve("a"), both.resolve("b"))));
  }

  @Test
  void theMarkdownIsThatOfTheGoldenFile() throws IOException {
    ReportAnswer study =
        Answers.of(rates().runs("a", NONE, RATE, 1).runs("b_c", NONE, RATE, 2).study());
    Golden.assertSealed(
        "answer.md",
        MarkdownRenderer.of(study.document())
            + "\n"
            + MarkdownRenderer.of(answer(SampleRuns.sample()).document()));
    assertThat(new TerminalRenderer(TerminalStyle.UNICODE).render(study.document())).contains("◆");
  }

  @Test
  void thePictureHasTheRunsAndTheInterval() throws IOException {
    ReportAnswer answer = Answers.of(longLatency().study());
    Chart chart = answer.charts().get(0);
    assertThat(chart.references().get(0).y()).isEqualTo(chart.lines().get(1).y()[0]);
    Line runs = chart.lines().get(2);
    assertThat(runs.kind()).isEqualTo(Kind.POINTS);
    assertThat(runs.y()).containsExactly(20_200.0, 20_000.0, 20_400.0);
    assertThat(chart.lines().get(3).low()[0]).isBetween(18_000.0, 20_200.0);
  }

  @Test
  void aSearchWithInaccurateLatenciesIsDrawnByTrial() throws IOException {
    RunResult run = SearchRuns.trials();
    Map<FigureGroup, FigureValidity> figures = new EnumMap<>(FigureGroup.class);
    for (FigureGroup group : FigureGroup.values()) {
      figures.put(group, FigureValidity.GOOD);
    }
    figures.put(
        FigureGroup.END_TO_END_LATENCY,
        FigureValidity.of(false, List.of("cpu-starved"), FigureError.ofNanos(500_000_000)));
    Verdict verdict = new Verdict(Status.INVALID, List.of(), List.of(), figures);
    Chart picture = answer(run.withVerdict(verdict)).charts().get(0);
    assertThat(picture.title()).isEqualTo("Rate of each trial");
    assertThat(picture.lines().get(0).x()).containsExactly(1.0, 2.0, 3.0);
    assertThat(picture.lines().get(1).kind()).isEqualTo(Kind.FAILED);
    assertThat(picture.lines().get(1).x()).hasSizeBetween(1, 2);
    assertThat(picture.lines().get(2).label()).isEqualTo("highest sustained");
    assertThat(picture.lines().get(2).kind()).isEqualTo(Kind.DASHED);
  }

  /** Both of its workers have it. */
  @Test
  void aRunWithTheSameWarningTwiceIsOneRun() throws IOException {
    Finding warning = new Finding(Severity.WARNS, "cpu-starved", "it had too little CPU");
    Verdict twice = new Verdict(Status.VALID, List.of(warning, warning), List.of());
    RunResult warned = SampleRuns.withVerdict(SampleRuns.sample(), twice);
    assertThat(answer(warned, SampleRuns.ramp()).limits())
        .extracting(Statement::text)
        .contains("Warning in 1 of 2 runs: it had too little CPU");
  }

  private static RunResult asking(RunResult run, double atLeast, String... metrics) {
    Map<String, Object> workload = new LinkedHashMap<>(run.workload());
    Object written = metrics.length == 1 ? metrics[0] : List.of(metrics); // As files have it.
    workload.put("question", Map.of("metrics", written, "atLeast", atLeast));
    return SampleRuns.withWorkload(run, workload);
  }

  private String picture(String metric) throws ResultsException {
    RunDirectory.write(folder.resolve(metric), asking(SampleRuns.sample(), 0.1, metric), Map.of());
    ReportedRuns run = ReportedRuns.read(List.of(folder.resolve(metric)));
    return Answers.of(run).charts().get(0).title();
  }

  @Test
  void thePictureOfOneRunIsOfWhatItsWorkloadAsksFor() throws ResultsException {
    assertThat(picture("consumeRate")).isEqualTo("Rates over time");
    assertThat(picture("publishLatency.p99")).isEqualTo("Publish latency over time");
    assertThat(picture("endToEnd.p99")).isEqualTo("End-to-end latency over time");
  }

  @Test
  void metricsAreNamedInWords() {
    assertThat(MetricReference.inWords("publishLatency.p50")).isEqualTo("median publish latency");
    assertThat(MetricReference.inWords("endToEnd.p99.9")).isEqualTo("p99.9 end-to-end latency");
    assertThat(MetricReference.inWords("roundTripRate at 8 requesters"))
        .isEqualTo("round-trip rate at 8 requesters");
    assertThat(MetricReference.inWords("unknown.p50")).isEqualTo("unknown.p50");
    assertThat(MetricReference.parse("publishRate").orElseThrow().title())
        .isEqualTo("Publish rate");
  }

  @Test
  void theQuestionOfAStudyIsThatOfItsAuthor() {
    assertThat(
            Answers.question(
                "Site A takes 6,000 messages, is killed. How many of RabbitMQ 3.10 are\n missing?"
                    + " Two clusters."))
        .hasValue("How many of RabbitMQ 3.10 are missing?");
    assertThat(Answers.question("It measures something.")).isEmpty();
  }
}
