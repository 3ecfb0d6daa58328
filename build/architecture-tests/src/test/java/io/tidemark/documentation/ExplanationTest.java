package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.base.UsageException;
import io.tidemark.cli.ExplainCommand;
import io.tidemark.cli.explain.Explanation;
import io.tidemark.driver.kafka.KafkaBenchmarkDriver;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.testkit.ConformanceRules;
import io.tidemark.driver.testkit.Rule;
import io.tidemark.features.Features;
import io.tidemark.features.history.gate.GateResult.Outcome;
import io.tidemark.features.study.Study;
import io.tidemark.features.study.StudyReader;
import io.tidemark.model.driverfile.DriverFileReader;
import io.tidemark.model.driverfile.DriverKeys;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.workload.WorkloadKeys;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.report.document.Block;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.store.RunFormats;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.runs.ExitCode;
import io.tidemark.verdict.Found;
import io.tidemark.verdict.VerdictRules;
import io.tidemark.worker.driver.Capability;
import io.tidemark.worker.driver.DriverCatalog;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bin/benchmark explain} knows all that is declared, and what it shows is true. */
class ExplanationTest {
  private static final Explanation EXPLANATION =
      new Explanation(
          ExplainCommand.programs(Commands.named("benchmark").getCommandSpec()),
          DriverCatalog.ofClassPath(),
          Checkout.ROOT,
          Features.ALL.stream().flatMap(each -> each.chapters().stream()).toList());
  private static final Map<String, String> VARIABLES =
      Checkout.files(path -> path.endsWith(".yaml"))
          .flatMap(
              file -> Pattern.compile("\\$\\{env:(\\w+)").matcher(Checkout.text(file)).results())
          .collect(Collectors.toMap(name -> name.group(1), any -> "v", (one, other) -> one));
  private static final Map<String, List<Document>> EXPLAINED = new HashMap<>();
  private static final TerminalRenderer WIDE = new TerminalRenderer(TerminalStyle.UNICODE, 100_000);

  /** A declared name, and the beginning of what is declared about it. */
  private record Named(String name, String meaning) {
    static Named of(Setting key) {
      return new Named(key.path(), beginning(key.description()));
    }

    private static String beginning(String text) {
      String shown = text.replaceAll("\\[([^\\]]+)]\\([^)]*\\)", "$1");
      return shown.split("(?<=[.;:]) ", 2)[0].replaceAll("[.;:]$", "");
    }
  }

  static Stream<Named> keys() {
    return Stream.of(
            WorkloadKeys.rules(),
            DriverKeys.common(),
            Study.rules(),
            DriverPagesTest.settings().toList())
        .flatMap(List::stream)
        .filter(key -> !key.path().endsWith("[]"))
        .map(Named::of)
        .distinct();
  }

  static Stream<Named> others() {
    return Stream.of(
            Metrics.all().stream().map(Metric::id).map(id -> new Named(id, "metric")),
            MetricNames.objectives(false).stream().map(id -> new Named(id, "metric")),
            VerdictRules.findings().stream()
                .map(
                    each -> new Named(Found.code(each), Named.beginning(Found.type(each).value()))),
            Arrays.stream(Status.values())
                .map(each -> new Named(each.name(), Named.beginning(each.meaning()))),
            Arrays.stream(ExitCode.values()).map(each -> new Named("" + each.code(), "exit code")),
            Arrays.stream(Outcome.values()).map(each -> new Named(each.code(), "history check")),
            RunFormats.ALL.stream()
                .map(each -> new Named(each.name(), each.meaning().substring(1))),
            RunFormats.ALL.stream()
                .flatMap(each -> each.columns().stream())
                .map(each -> new Named(each.name(), each.meaning().substring(1))),
            Stream.of(Capability.values()).map(each -> new Named(each.type(), each.loss())),
            ConformanceRules.all().stream()
                .map((Rule each) -> new Named(each.number(), each.text())),
            Commands.options().stream().map(each -> new Named(each.longestName(), "option of")),
            Commands.options().stream()
                .flatMap(each -> Arrays.stream(each.names()))
                .map(name -> new Named(name, "option of")))
        .flatMap(each -> each)
        .distinct();
  }

  private static List<Document> explained(String name) {
    return EXPLAINED.computeIfAbsent(name, EXPLANATION::of);
  }

  private static String shown(String name) {
    return explained(name).stream().map(WIDE::render).collect(Collectors.joining("\n"));
  }

  @ParameterizedTest
  @MethodSource({"keys", "others"})
  void eachDeclaredNameIsExplained(Named declared) {
    assertThat(shown(declared.name))
        .contains(declared.name.replaceAll("\\[]|^--?\\w*", ""))
        .containsIgnoringCase(declared.meaning);
  }

  /** A typing error, and what is left out or put before a name. */
  @ParameterizedTest
  @CsvSource({
    "[cpu-steal],hypervisor",
    "objectives.endToEnd.p99,received minus intended send",
    "objectives.p99,publishLatency.p99",
    "classes.orders.endToEnd.p99.9,p99.9",
    "publishRate.min(10s),Lowest publish rate in any 10s",
    "study.name,key of study files",
    "heap,localBrokers.heap",
    "heapMegabytes,localBrokers.heap",
    "-d,--drivers",
    "invalid,status of runs",
    "jitter,faults.jitter",
    "kill,faults.kill"
  })
  void aNameMayHaveAnotherForm(String name, String expected) {
    assertThat(shown(name)).contains(expected);
  }

  @Test
  void allMeaningsOfANameAreShown() {
    assertThat(shown("name"))
        .contains("key of workload files", "key of driver files", "key of study files")
        .contains("column of telemetry.csv")
        .contains("faults.name", "environments.name");
    assertThat(shown("connectTimeout"))
        .contains("key of driver kafka-strimzi", "key of driver mqtt");
  }

  @Test
  void aKeySaysWhatItExcludes() {
    assertThat(shown("search.over")).containsPattern("not with +another `pattern` than `pubsub`");
    assertThat(shown("faults")).containsPattern("not with .*`classes`");
    assertThat(shown("thresholds.cpuSteal")).containsPattern("findings +cpu-steal");
    assertThat(shown("cpu-steal")).contains("thresholds.cpuSteal (5)");
  }

  @ParameterizedTest
  @CsvSource({
    "falts.kill,faults.kill", "enToEnd.p99,endToEnd.p99", "cpu-steel,cpu-steal",
    "localBrokers.options.heap,localBrokers.heap", "--driverz,--driver", "exceded,exceeded"
  })
  void aWrongNameIsAnErrorWithTheNearestNames(String wrong, String nearest) {
    assertThatThrownBy(() -> EXPLANATION.of(wrong))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("nothing is called '" + wrong + "' (did you mean ")
        .hasMessageContaining(nearest);
  }

  @ParameterizedTest
  @ValueSource(strings = {"workload", "kafka-strimzi", "metrics", "findings", "rules"})
  void aChapterListsItsNames(String chapter) {
    assertThat(WIDE.render(EXPLANATION.chapters())).contains("\n" + chapter + " ");
    assertThat(WIDE.render(explained(chapter).get(0)))
        .startsWith(chapter + ": ")
        .hasLineCount(lines(chapter));
  }

  private static int lines(String chapter) {
    return 1
        + (int)
            switch (chapter) {
              case "workload" -> names(WorkloadKeys.rules());
              case "kafka-strimzi" -> names(new KafkaBenchmarkDriver().settings());
              case "metrics" ->
                  Stream.concat(
                          Metrics.all().stream().map(Metric::id),
                          MetricNames.objectives(false).stream())
                      .distinct()
                      .count();
              case "findings" -> VerdictRules.findings().size();
              default -> ConformanceRules.all().size();
            };
  }

  private static long names(List<Setting> keys) {
    return keys.stream().filter(key -> !key.path().endsWith("[]")).count();
  }

  /** Examples of pages are read by ExamplesTest, command lines by CommandsTest. */
  @Test
  void examplesAreReadWithoutAProblem() {
    Map<String, String> files = new TreeMap<>();
    long without = 0;
    for (Named key : keys().toList()) {
      List<String> sources =
          explained(key.name).stream().flatMap(ExplanationTest::examples).toList();
      without += sources.isEmpty() ? 1 : 0;
      sources.forEach(file -> files.put(file, key.name));
    }
    assertThat(files).hasSizeGreaterThan(30);
    assertThat(without).isLessThan(keys().count() / 2);
    files.forEach(ExplanationTest::assertRead);
  }

  private static Stream<String> examples(Document document) {
    return document.sections().stream()
        .flatMap(section -> section.blocks(Block.Text.class).stream())
        .map(Block.Text::title);
  }

  private static void assertRead(String name, String key) {
    Path file = Checkout.ROOT.resolve(name);
    assertThat(file).as(key).exists();
    Problems problems = new Problems();
    if (name.endsWith(".md")) {
      return;
    }
    String text = Checkout.text(Path.of(name));
    ReadOptions options = new ReadOptions(false, VARIABLES, Checkout.ROOT);
    if (text.contains("\nenvironments:")) {
      assertThat(StudyReader.read(file, false, problems)).as(key).isPresent();
    } else if (text.contains("driverClass:")) {
      new DriverFileReader(options, problems, DriverFileReader.Settings.UNKNOWN).read(file);
    } else {
      assertThat(WorkloadReader.read(file, options)).as(key).isNotNull();
    }
    assertThat(problems.errors()).as(name + " for " + key).isEmpty();
  }

  @Test
  void whereToReadMoreExists() {
    Stream.concat(keys(), others())
        .map(Named::name)
        .distinct()
        .flatMap(name -> explained(name).stream())
        .flatMap(document -> document.sections().stream())
        .filter(section -> section.id().equals("more"))
        .flatMap(section -> section.paragraphs(false).stream())
        .map(paragraph -> paragraph.content().text().split("#", 2))
        .distinct()
        .forEach(
            place -> {
              assertThat(Checkout.paths()).contains(place[0]);
              if (place.length == 2) {
                assertThat(PathsTest.headings(Path.of(place[0]))).contains(place[1]);
              }
            });
  }
}
