package io.tidemark.model.workload;

import static io.tidemark.model.workload.WorkloadFile.MINIMAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.question.Question;
import io.tidemark.model.workloadfile.WorkloadQuestion;
import io.tidemark.model.workloadfile.WorkloadReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The key {@code question} of a workload file. */
class WorkloadQuestionTest extends WorkloadFileTest {
  @Test
  void theQuestionIsReadAndStoredWithTheResult() {
    Workload workload =
        file.read(MINIMAL + "question: {metrics: [endToEnd.p99, consumeRate], atLeast: 12.5%}\n");

    assertThat(workload.question())
        .contains(new Question(List.of("endToEnd.p99", "consumeRate"), 0.125));
    Map<String, Object> effective = EffectiveWorkload.of(workload);
    assertThat(effective)
        .containsEntry(
            "question",
            Map.of("metrics", List.of("endToEnd.p99", "consumeRate"), "atLeast", 0.125));
    assertThat(WorkloadReader.stored("w", effective).question()).isEqualTo(workload.question());
  }

  @ParameterizedTest
  @CsvSource({
    "studies/workloads/s7-failover, recoveryPointMessages",
    "workloads/failover, recoveryPointMessages",
    "studies/workloads/request-reply-2k, roundTripRate at 250 requesters",
    "workloads/request-reply, roundTripRate at 8 requesters"
  })
  void shippedWorkloadsSayWhatTheyAreMadeFor(String name, String metric) {
    Path shipped = Repository.top().resolve(name + ".yaml");
    Workload workload = WorkloadReader.read(shipped, Repository.options());

    assertThat(workload.question().orElseThrow().metrics()).first().isEqualTo(metric);
  }

  @Test
  void withoutAQuestionTheResultHasNone() {
    Workload workload = file.read(MINIMAL);

    assertThat(workload.question()).isEmpty();
    assertThat(EffectiveWorkload.of(workload)).doesNotContainKey("question");
  }

  @Test
  void aSingleMetricWithTheUsualDifferenceIsEnough() {
    assertThat(file.read(MINIMAL + "question: {metrics: publishRate}\n").question())
        .contains(new Question(List.of("publishRate"), Question.USUAL_DIFFERENCE));
  }

  @ParameterizedTest
  @CsvSource({
    "producerRate: 1000, endToEnd.p99",
    "producerRate: max, publishRate",
    "producerRate: 0, publishRate",
    "subscriptionsPerTopic: 0, publishLatency.p99"
  })
  void withoutAQuestionTheKindOfLoadDecides(String key, String metric) {
    String name = key.substring(0, key.indexOf(':'));
    String text =
        MINIMAL.replaceFirst(name + ": .*", key).replaceFirst("consumerPer.*", consumers(key));

    assertThat(WorkloadQuestion.of(file.read(text)))
        .isEqualTo(new Question(List.of(metric), Question.USUAL_DIFFERENCE));
  }

  private static String consumers(String key) {
    return "consumerPerSubscription: " + (key.equals("subscriptionsPerTopic: 0") ? 0 : 1);
  }

  @ParameterizedTest
  @CsvSource({
    "workloads/failover, recoveryPointMessages and recoveryTimeLast",
    "workloads/request-reply, roundTripRate"
  })
  void aPatternHasItsOwnUsualQuestion(String name, String metrics) {
    Path shipped = Repository.top().resolve(name + ".yaml");
    Workload workload = WorkloadReader.read(shipped, Repository.options());

    assertThat(WorkloadQuestion.usual(workload).metrics()).containsExactly(metrics.split(" and "));
  }

  @Test
  void whatIsOnlyConsumedHasTheRateOfConsuming() {
    Workload workload = file.read(MINIMAL + "pattern: consume-only\ntopicNames: [orders]\n");

    assertThat(WorkloadQuestion.of(workload).metrics()).containsExactly("consumeRate");
  }

  @Test
  void aWorkloadAnswersThePartOfAQuestionThatItMeasures() {
    Workload workload = file.read(MINIMAL);
    Question question = new Question(List.of("roundTripRate", "consumeRate"), 0.2);

    assertThat(WorkloadQuestion.measured(question, workload))
        .contains(new Question(List.of("consumeRate"), 0.2));
    assertThat(WorkloadQuestion.measured(new Question(List.of("roundTripRate"), 0.2), workload))
        .isEmpty();
    Workload asking = workload.withQuestion(Optional.of(question));
    assertThat(WorkloadQuestion.of(asking)).isEqualTo(question);
    assertThat(asking.withQuestion(Optional.of(WorkloadQuestion.usual(workload))).load())
        .isEqualTo(workload.load());
  }

  @Test
  void theQuestionStaysWithTheTrialsOfASearch() {
    Workload workload =
        file.read(
            MINIMAL.replace("producerRate: 1000", "producerRate: 0")
                + "question: {metrics: search.highestRate}\n");

    assertThat(workload.at(500).question()).isEqualTo(workload.question()).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{metrics: [publishRate, roundTrip.p99]} | 8:35: question.metrics: the workload does not"
            + " measure it, got roundTrip.p99; allowed publishRate, consumeRate,"
            + " publishLatency.p50,",
        "{metrics: recoveryTime} | 8:21: question.metrics: the workload does not measure it, got"
            + " recoveryTime;",
        "{metrics: search.highestRate} | 8:21: question.metrics: the workload does not measure it,",
        "{metrics: [endToEnd.p99 at 4 producers]} | at a"
            + " number of clients that a phase or a step has",
        "{metrics: endToEnd.p98} | 8:21: question.metrics: unknown metric, got endToEnd.p98 (did"
            + " you mean",
        "{metrics: []} | 8:21: question.metrics: an empty list",
        "{metrics: [publishRate, publishRate]} | 8:11: question.metrics: a metric is twice",
        "{metrics: publishRate, atLeast: 20} | question.atLeast: wrong value, got 20;",
        "{atLeast: 20%} | question.metrics",
      })
  void aQuestionThatTheWorkloadCannotAnswerIsAnError(String question, String problem) {
    assertThat(file.problem(MINIMAL + "question: " + question + "\n")).contains(problem);
  }

  @Test
  void faultsAndStepsAreMeasured() {
    assertThat(
            file.read(
                    MINIMAL
                        + "faults: [{kill: 1, at: 10s}]\n"
                        + "phases: [{duration: 15s}, {duration: 15s, producersPerTopic: 4}]\n"
                        + "question: {metrics: [recoveryTime, endToEnd.p99 at 4 producers]}\n")
                .question())
        .isPresent();
  }
}
