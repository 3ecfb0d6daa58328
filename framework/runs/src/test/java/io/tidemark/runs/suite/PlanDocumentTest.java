package io.tidemark.runs.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.RunFiles;
import io.tidemark.worker.driver.DriverCatalog;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanDocumentTest {
  @TempDir Path folder;

  @Test
  void showsPhasesAndObjectives() {
    assertThat(
            planOfOneTopic(
                """
                warmupDuration: 0s
                phases:
                  - {name: low, duration: 10s, rate: 1000}
                  - name: rising
                    duration: 1m
                    rate: {from: 1000, to: 2000}
                    consumerProcessingTime: {from: 1ms, to: 2ms}
                    objectives: {publishRate.min(5s): ">= 99%", errors: 0}
                objectives: {errors: 0, publishRate: ">= 99%"}
                """))
        .contains(
            """
                 phases   low: 10s at 1,000 msg/s
                          rising: 1m at 1,000 msg/s to 2,000 msg/s, consumers take 1ms to 2ms; \
            publishRate.min(5s) >= 99%, errors 0
                 limits   errors 0, publishRate >= 99%
            """);
  }

  @Test
  void showsClasses() {
    assertThat(
            plan(
                """
                messageSize: 1KB
                producersPerTopic: 1
                subscriptionsPerTopic: 1
                consumerPerSubscription: 1
                producerRate: 1000
                testDuration: 30s
                classes:
                  - {name: orders, topics: 2, share: 80%, objectives: {endToEnd.p99: <= 20ms}}
                  - {name: bulk, topics: 1, share: 20%, messageSize: 64KB, driver: {delay: 1ms}}
                """))
        .contains(
            """
                 load     2 traffic classes, together 1,000 msg/s from 3 producers
                 topics   3 topics, 3 consumers
                 class    orders: 800 msg/s of 1024 B from 2 producers
                          2 x 1 partition, 1 subscription each, 2 consumers
                 limits   endToEnd.p99 <= 20ms
                 class    bulk: 200 msg/s of 65536 B from 1 producer
                          1 x 1 partition, 1 subscription each, 1 consumer
                          driver delay: 1ms
            """);
  }

  @Test
  void showsASearchOverAllClassesAndThePopularityOfTopics() {
    assertThat(
            plan(
                """
                messageSize: 1KB
                producersPerTopic: 1
                subscriptionsPerTopic: 1
                consumerPerSubscription: 1
                testDuration: 30s
                search: {over: scale.rate, startAt: 0.5}
                classes:
                  - {name: orders, topics: 2, producerRate: 800, topicZipfExponent: 1.1}
                  - {name: bulk, topics: 1, producerRate: 200}
                """))
        .contains(
            """
                 load     search over scale.rate from 0.5 to 1000, 2 traffic classes, together \
            1,000 msg/s from 3 producers
            """,
            """
                 class    orders: search over scale.rate from 0.5 to 1000, 800 msg/s of 1024 B from \
            2 producers
                          2 x 1 partition with shares by Zipf's law, exponent 1.1, 1 subscription \
            each, 2 consumers
            """);
  }

  @Test
  void theMeasuredTimeIsThatOfThePhases() {
    assertThat(
            planOfOneTopic(
                """
                producerRate: 100
                warmupDuration: 5s
                testDuration: unlimited
                phases: [{name: low, duration: 10s}, {name: high, duration: 1m, rate: 200}]
                """))
        .contains("Plan: 1 run, 1m 15s of load", "time     5s warm-up, 1m 10s test,");
  }

  @Test
  void showsALimitOfMessagesAndARateThatIsNoWholeNumber() {
    String workload =
        """
        producerRate: 2.5
        messageLimit: 5
        warmupDuration: 0s
        testDuration: %s
        """;
    assertThat(planOfOneTopic(workload.formatted("30s")))
        .contains("1 run, at most 30s of load", " 2.50 msg/s ", ", at most 5 messages\n");
    assertThat(planOfOneTopic(workload.formatted("unlimited")))
        .contains("1 run, until all messages are sent\n");
  }

  @Test
  void showsHowLongASearchMayTake() {
    assertThat(
            planOfOneTopic(
                """
                producerRate: 0
                search: {startAt: 5k, trialDuration: 20s, timeLimit: 3m, maxTrials: 9}
                warmupDuration: 10s
                testDuration: 30s
                """))
        .contains(
            "Plan: 1 run, at most 3m 59s of load",
            "search for the highest sustainable rate, from 5,000 msg/s, of 100 B from 1 producer",
            "at most 3m 19s search (10s warm-up, up to 9 trials of 20s, short ones of 5s), then 10s"
                + " warm-up");
  }

  @Test
  void namesTheFileOfWhichResultsHaveTheirNames() {
    String topics = "name: Shown\nproducersPerTopic: 1\nmessageSize: 100\ntestDuration: 1s\n";
    assertThat(plan(topics + "topicNames: [a, b]\n"))
        .contains("1. Shown (w) on d\n", "topics   2 existing");
    assertThat(plan(topics + "topicNames: [a, b]\ncreateTopics: true\npartitionsPerTopic: 3\n"))
        .contains("topics   2 x 3 partitions");
  }

  private static final String HEADERS =
      """
      topics: 1
      producersPerTopic: 1
      payload: {contentType: json, template: '{"n": #{n}}'}
      testDuration: 10s
      headers:
        - {name: region, value: eu-west-1}
        - {name: order, value: "#{n} at #{time:iso}"}
        - {count: 30, size: 100B}
      """;

  @Test
  void showsHeadersWithAnExampleAndThePlaceOfTheStamp() {
    String text =
        plan(
            HEADERS + "cloudEvents: structured\nenvelope: {position: header}\n",
            "io.tidemark.driver.inmemory.InMemoryBenchmarkDriver");
    assertThat(text)
        .contains(
            """
                 stamp    in the header tidemarkStamp; bodies are sent as they are
                 headers  34 headers, about 3,376 B with names; of a first message:
                          region: 9 B, eu-west-1
                          order: 25 B, 0 at 2023-11-14T22:13:20Z
            """)
        .contains("              header1: 100 B, ")
        .contains("...\n")
        .contains("              and 14 more\n");
  }

  @Test
  void showsTheHeaderOfATracedMessageAndWhichMessagesHaveIt() {
    String text =
        plan(
            "topics: 1\nproducersPerTopic: 1\nmessageSize: 100\ntestDuration: 10s\n"
                + "headers: [{name: region, value: eu}]\ntrace: 1/1000\n",
            "io.tidemark.driver.inmemory.InMemoryBenchmarkDriver");
    assertThat(text)
        .containsPattern(
            "headers  2 headers, about \\d+ B with names; of a first message:\n"
                + " +region: 2 B, eu\n"
                + " +traceparent: 55 B, 00-[0-9a-f]{32}-[0-9a-f]{14}\\.\\.\\.\n"
                + "     trace    traceparent in the first message of each producer,"
                + " then in one of 1,000\n");
  }

  @Test
  void namesAreThoseOfTheDriver() {
    String text =
        plan(
            HEADERS.replace("  - {count: 30, size: 100B}\n", "")
                + "cloudEvents: structured\nenvelope: {position: header}\n",
            "io.tidemark.driver.inmemory.InMemoryBenchmarkDriver");
    assertThat(text)
        .contains("content-type: 43 B, application/cloudevents+json; charset=UTF-8\n")
        .contains("              tidemarkStamp: 32 B\n");
  }

  @Test
  void showsTheUsualStampOnlyWhereBodiesAreGiven() {
    String plain = "topics: 1\nproducersPerTopic: 1\ntestDuration: 10s\n";
    assertThat(plan(plain + "messageSize: 100\n")).doesNotContain("stamp");
    assertThat(plan(plain + "payload: {template: 'abc'}\n"))
        .contains("     stamp    in the first 32 B of each body (10 B of a short one)\n");
    assertThat(plan(plain + "messageSize: 100\nenvelope: {position: off}\n"))
        .contains("     stamp    none: no audit, and latencies in milliseconds\n");
  }

  private String planOfOneTopic(String keys) {
    return plan("topics: 1\nproducersPerTopic: 1\nmessageSize: 100\n" + keys);
  }

  private String plan(String text) {
    return plan(text, "a.B");
  }

  private String plan(String text, String driverClass) {
    RunFiles files = new RunFiles(folder);
    PlannedRun run = new PlannedRun(files.workload(text), files.driver(driverClass, ""), 1, 1);
    Document plan =
        PlanDocument.of(new Suite(List.of(run), DriverCatalog.ofClassPath()), 1_700_000_000_000L);
    StringBuilder shown = new StringBuilder(plan.title()).append('\n');
    for (Section section : plan.sections()) {
      shown.append(section.title()).append('\n');
      section.tables().stream()
          .flatMap(table -> table.rows().stream())
          .map(row -> "     %-8s %s%n".formatted(row.get(0).text(), row.get(1).text()))
          .forEach(shown::append);
    }
    return shown.toString();
  }
}
