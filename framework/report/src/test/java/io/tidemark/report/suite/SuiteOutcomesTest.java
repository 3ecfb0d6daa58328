package io.tidemark.report.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunResult;
import io.tidemark.report.Golden;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.suite.SuiteFormat.SuiteJUnit;
import io.tidemark.report.suite.SuiteFormat.SuiteMarkdown;
import io.tidemark.report.text.RunTitle;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

/** What a command writes for CI servers. */
class SuiteOutcomesTest {
  private static final Path DIRECTORY = Path.of("results", "quickstart-kafka");

  private static RunOutcome finished(String system, RunResult result) {
    return RunOutcome.finished(
        new RunTitle("quickstart", system, 1, 1), result.withoutCourse(), Optional.of(DIRECTORY));
  }

  private static RunOutcome failed(String error) {
    return RunOutcome.failed(new RunTitle("quickstart", "other", 2, 3), error);
  }

  private static List<RunOutcome> outcomes() {
    return List.of(
        finished("kafka", SampleRuns.sample()),
        finished("slow kafka", SampleRuns.ramp()),
        finished("steps | queues", SampleRuns.requestReply()),
        finished("overloaded", SampleRuns.invalid()),
        failed("no connection to <broker>\n  after 5 s"));
  }

  private static Element parsed(List<RunOutcome> outcomes) throws Exception {
    byte[] xml = SuiteJUnit.xml(outcomes).getBytes(StandardCharsets.UTF_8);
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml))
        .getDocumentElement();
  }

  private static Element testCase(Element suite, int index) {
    return (Element) suite.getElementsByTagName("testcase").item(index);
  }

  private static String message(Element testCase, String problem) {
    return ((Element) testCase.getElementsByTagName(problem).item(0)).getAttribute("message");
  }

  @Test
  void eachRunIsATestCase() throws Exception {
    Element suite = parsed(outcomes());
    assertThat(suite.getAttribute("tests")).isEqualTo("5");
    assertThat(suite.getAttribute("failures")).isEqualTo("2");
    assertThat(suite.getAttribute("errors")).isEqualTo("1");
    Element valid = testCase(suite, 0);
    assertThat(valid.getAttribute("classname")).isEqualTo("quickstart");
    assertThat(valid.getAttribute("name")).isEqualTo("kafka");
    assertThat(valid.getAttribute("time")).isEqualTo("25.500");
    assertThat(valid.getElementsByTagName("failure").getLength()).isZero();
    assertThat(valid.getTextContent()).contains("published", "end-to-end", DIRECTORY.toString());
    Element failed = testCase(suite, 1);
    assertThat(message(failed, "failure")).startsWith("FAILED: ");
    assertThat(failed.getTextContent())
        .contains("objective endToEnd.p99 of step-12k <= 1s: 2.64 s");
    assertThat(message(testCase(suite, 3), "failure")).startsWith("INVALID: ");
    Element without = testCase(suite, 4);
    assertThat(without.getAttribute("name")).isEqualTo("other (iteration 2 of 3)");
    assertThat(message(without, "error")).contains("without result: no connection to <broker>");
  }

  @Test
  void textsOfBrokersDoNotBreakTheXml() throws Exception {
    Element suite = parsed(List.of(failed("a\u0000b\u001b[31m ]]> \uFFFF")));
    assertThat(message(testCase(suite, 0), "error")).isEqualTo("without result: a?b?[31m ]]> ?");
  }

  @Test
  void theSummaryHasFiguresReasonsObjectivesAndAComparison() {
    Golden.assertSealed("summary.md", SuiteMarkdown.of(outcomes()));
  }

  @Test
  void theSummaryOfOneRunHasNoComparison() {
    assertThat(SuiteMarkdown.of(outcomes().subList(0, 1)))
        .startsWith("## Tidemark: 1 run VALID\n")
        .doesNotContain("round trip", "against");
  }

  @Test
  void theSummaryBeginsWithTheAnswer(@TempDir Path folder) throws Exception {
    RunResult run = SampleRuns.sample();
    Path directory = RunDirectory.write(folder, run, Map.of());
    RunOutcome outcome =
        RunOutcome.finished(new RunTitle("quickstart", "kafka", 1, 1), run, Optional.of(directory));
    assertThat(SuiteMarkdown.of(List.of(outcome)))
        .startsWith("## Tidemark: 1 run ")
        .containsSubsequence(
            "keep up with 10,000 msg/s", "**", ": Publish rate ", "### Set-up", "| run |");
  }

  @Test
  void theSummaryWithoutAnyResultHasTheReason() {
    assertThat(SuiteMarkdown.of(List.of(failed("no broker"))))
        .contains("1 run without result", "(iteration 2 of 3): without result: no broker");
  }
}
