package io.tidemark.features.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.question.Question;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.worker.driver.DriverCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What decides in a study: its file or its workloads say it. */
class StudyQuestionTest {
  private static final String WORKLOAD = StudyFiles.WORKLOAD;
  private static final String STUDY =
      """
      name: s
      environments:
        - {name: here, driver: d.yaml}
        - {name: there, driver: d.yaml, kubernetes: {context: there}}
      workloads: [w.yaml, x.yaml]
      """;

  @TempDir Path folder;

  private StudyFiles files;

  @BeforeEach
  void files() throws IOException {
    files = StudyFiles.in(folder);
    files.write("x.yaml", "name: x\n" + WORKLOAD);
  }

  private StudySuite suite(String more) throws IOException {
    return files.suite(STUDY + more);
  }

  private static List<Optional<Question>> asked(StudySuite suite, String workload) {
    return suite.runs().stream()
        .map(each -> each.run().workload())
        .filter(each -> each.name().equals(workload))
        .map(each -> each.question())
        .distinct()
        .toList();
  }

  private String plan(StudySuite suite) {
    return new TerminalRenderer(TerminalStyle.PLAIN)
        .render(
            StudyPlan.of(
                suite, suite.initial(), folder.resolve("r"), DriverCatalog.ofClassPath(), 0));
  }

  @Test
  void theQuestionOfTheStudyReplacesThatOfEachWorkload() throws IOException {
    files.write("w.yaml", "name: w\n" + WORKLOAD + "question: {metrics: publishRate}\n");

    StudySuite suite = suite("question: {metrics: endToEnd.p50, atLeast: 20%}\n");

    Question ofStudy = new Question(List.of("endToEnd.p50"), 0.2);
    assertThat(asked(suite, "w")).containsExactly(Optional.of(ofStudy));
    assertThat(asked(suite, "x")).containsExactly(Optional.of(ofStudy));
    assertThat(suite.initial().question()).isEqualTo(ofStudy);
  }

  @Test
  void itReachesRunsInAClusterWithTheFileOfTheWorkload() throws IOException {
    StudySuite suite = suite("question: {metrics: endToEnd.p50, atLeast: 20%}\n");

    assertThat(suite.runs())
        .filteredOn(each -> each.cluster().isPresent())
        .hasSize(2)
        .allSatisfy(
            each ->
                assertThat(each.cluster().orElseThrow().workload())
                    .containsSubsequence("question", "metrics", "endToEnd.p50", "atLeast", "0.2"));
  }

  @Test
  void aWorkloadGetsTheMetricsThatItMeasures() throws IOException {
    files.write(
        "x.yaml",
        ("name: x\n" + WORKLOAD)
            .replace("subscriptionsPerTopic: 1", "subscriptionsPerTopic: 0")
            .replace("consumerPerSubscription: 1", "consumerPerSubscription: 0"));

    StudySuite suite = suite("question: {metrics: [endToEnd.p50, publishRate]}\n");

    assertThat(asked(suite, "w"))
        .containsExactly(Optional.of(new Question(List.of("endToEnd.p50", "publishRate"), 0.05)));
    assertThat(asked(suite, "x"))
        .containsExactly(Optional.of(new Question(List.of("publishRate"), 0.05)));
  }

  @Test
  void workloadsThatAskTheSameAreTheQuestionOfAStudyWithoutOne() throws IOException {
    for (String name : List.of("w", "x")) {
      files.write(
          name + ".yaml", "name: " + name + "\n" + WORKLOAD + "question: {metrics: publishRate}\n");
    }

    StudySuite suite = suite("");

    assertThat(suite.initial().question()).isEqualTo(new Question(List.of("publishRate"), 0.05));
    assertThat(plan(suite)).contains("What decides\n  publishRate; differences of less than 5 %");
  }

  @Test
  void thePlanHasTheLoadsAsTheStudyNamesThem() throws IOException {
    files.write("w.yaml", "name: z\n" + WORKLOAD);

    String plan = plan(suite("matrix: {workload.messageSize: [300, 1KB, 20]}\n"));

    assertThat(plan.substring(0, plan.indexOf("Order (")).lines().map(String::strip))
        .filteredOn(line -> line.matches("[zx], .*"))
        .containsExactly(
            "z, messageSize 300",
            "z, messageSize 1KB",
            "z, messageSize 20",
            "x, messageSize 300",
            "x, messageSize 1KB",
            "x, messageSize 20");
  }

  @Test
  void workloadsThatDisagreeHaveTheirOwnQuestion() throws IOException {
    files.write("w.yaml", "name: w\n" + WORKLOAD + "question: {metrics: publishRate}\n");

    StudySuite suite = suite("");

    assertThat(suite.initial().question()).isNull();
    assertThat(plan(suite)).contains("With w: publishRate; ", "With x: endToEnd.p99; ");
  }
}
