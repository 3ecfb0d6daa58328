package io.tidemark.model.workload;

import static io.tidemark.model.workload.WorkloadFile.MINIMAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.load.PayloadSpec.Entropy;
import io.tidemark.model.load.PayloadSpec.OmbRandom;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.load.PayloadSpec.Zeros;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.MetricNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkloadReaderTest extends WorkloadFileTest {
  @Test
  void fillsInTheDefaultsOfOmbAndItsOwn() {
    Workload workload = file.read(MINIMAL);
    assertThat(workload.name()).isEqualTo("w");
    assertThat(workload.time().warmup()).isEqualTo(Duration.ofMinutes(1));
    assertThat(workload.time().test()).contains(Duration.ofSeconds(30));
    assertThat(workload.load().ratePerSecond()).contains(1000.0);
    assertThat(workload.time().sampleInterval()).isEqualTo(Duration.ofSeconds(1));
    assertThat(workload.consumers().drainTimeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(workload.consumers().delivery()).isEqualTo(DeliveryMode.FULL);
    assertThat(workload.messages().envelope()).isEqualTo(EnvelopeSpec.DEFAULT);
    assertThat(workload.consumers().backlogDrainRatio()).isEqualTo(1.0);
    assertThat(workload.messages().payload().content()).isEqualTo(new Zeros());
    assertThat(workload.limits().maxInFlightPerProducer()).isEmpty();
    assertThat(workload.time().iterations()).isEqualTo(1);
  }

  @Test
  void readsRatesAsOmbDoesAndMax() {
    assertThat(rate("0"))
        .isEqualTo(
            new Load.Search(
                file.read(MINIMAL.replace("1000", "0")).search().orElseThrow(),
                Load.OpenLoop.of(1000)));
    assertThat(rate("max")).isEqualTo(new Load.ClosedLoop());
    assertThat(rate("0.5")).isEqualTo(Load.OpenLoop.of(0.5));
    assertThat(rate("9999999")).isEqualTo(Load.OpenLoop.of(9_999_999));
    assertThat(rate("10000000")).isEqualTo(new Load.ClosedLoop());
    assertThat(rate("${env:RATE}")).isEqualTo(Load.OpenLoop.of(250));
    assertThat(file.problems(MINIMAL.replace("producerRate: 1000", "producerRate: 10000000")))
        .containsExactly(
            "NOTICE w.yaml:6:15: producerRate: 10000000 is treated as max (a closed"
                + " loop), as in OMB's files");
  }

  @Test
  void readsHowTheRateIsSearchedAndWritesItAgain() {
    String search =
        MINIMAL.replace("producerRate: 1000", "producerRate: 0")
            + "search: {startAt: 20k, trialDuration: 20s, shortTrialDuration: 2s, precision: 10%,"
            + " warmupDuration: 15s, maxTrials: 9, timeLimit: 5m, measureAt: 90%}\n";

    Workload workload = file.read(search);

    SearchSpec spec = workload.search().orElseThrow();
    assertThat(spec)
        .isEqualTo(
            Grammar.defaults(SearchSpec.class)
                .with()
                .startAt(Optional.of(20_000.0))
                .warmupDuration(Optional.of(Duration.ofSeconds(15)))
                .trialDuration(Duration.ofSeconds(20))
                .shortTrialDuration(Duration.ofSeconds(2))
                .precision(0.1)
                .maxTrials(9)
                .timeLimit(Duration.ofMinutes(5))
                .measureAt(Optional.of(0.9))
                .build());
    assertThat(LoadSchedule.longest(workload)).hasValue(Duration.ofSeconds(15 + 9 * 21 + 60 + 30));
    assertThat(EffectiveWorkload.of(workload).get("search"))
        .asString()
        .contains("startAt=20000.0", "warmupDuration=15s", "trialDuration=20s", "measureAt=0.9");
    assertThat(workload.at(500).load().ratePerSecond()).contains(500.0);
    assertThat(workload.at(500).search()).isEmpty();
    String usual = search.replace("warmupDuration: 15s, ", "");
    assertThat(file.read(usual).search().orElseThrow().warmUp())
        .as("that of the measured run")
        .hasSeconds(60);
    String shorter =
        search.replaceFirst("trialDuration: 20s, shortTrialDuration: 2s", "trialDuration: 3s");
    assertThat(file.read(shorter).search().orElseThrow().shortTrialDuration()).hasSeconds(3);
  }

  private Load rate(String rate) {
    return file.read(MINIMAL.replace("producerRate: 1000", "producerRate: " + rate)).load();
  }

  @Test
  void runsUntilInterruptedOnlyWhenAsked() {
    assertThat(file.read(test("testDuration: unlimited")).time().test()).isEmpty();
    assertThat(file.read(test("testDurationMinutes: 0")).time().test()).isEmpty();
    assertThat(file.read(test("testDurationMinutes: 5")).time().test())
        .contains(Duration.ofMinutes(5));
    assertThat(file.problem(test(""))).contains("testDuration: the key is missing");
  }

  private static String test(String duration) {
    return MINIMAL.replace("testDuration: 30s", duration);
  }

  @Test
  void readsPhasesWithRamps() {
    Workload workload =
        file.read(
            test(
                """
                phases:
                  - {name: base, duration: 5m, rate: 1000}
                  - duration: 20m
                    rate: {from: 1000, to: 2000}
                    consumerProcessingTime: {from: 10ms, to: 30ms}
                """));
    assertThat(workload.time().test()).contains(Duration.ofMinutes(25));
    assertThat(workload.phases()).extracting(Phase::name).containsExactly("base", "phase-2");
    assertThat(workload.phases().get(0).endRatePerSecond()).isEmpty();
    assertThat(workload.phases().get(1).endRatePerSecond()).contains(2000.0);
    assertThat(workload.phases().get(1).startProcessingTime()).contains(Duration.ofMillis(10));
    assertThat(workload.phases().get(1).endProcessingTime()).contains(Duration.ofMillis(30));
  }

  @Test
  void aStaircaseIsAPhaseOfEachStep() {
    String up = "{rate: {from: 1k, to: 2.5k/s, step: 1k, every: 5s}, objectives: {errors: 0}}";
    String down = "{name: down, rate: {from: 0.3, to: 0.1, step: 0.1, every: 1s}}";
    List<Phase> phases =
        file.read(
                MINIMAL.replaceAll("(?m)^(testDuration|producerRate).*\n", "")
                    + "phases: ["
                    + up
                    + ", "
                    + down
                    + "]")
            .phases();
    assertThat(phases)
        .extracting(Phase::name, phase -> phase.startRatePerSecond().orElseThrow(), Phase::duration)
        .containsExactly(
            tuple("rate-1000", 1000.0, Duration.ofSeconds(5)),
            tuple("rate-2000", 2000.0, Duration.ofSeconds(5)),
            tuple("rate-2500", 2500.0, Duration.ofSeconds(5)),
            tuple("down-0.3", 0.3, Duration.ofSeconds(1)),
            tuple("down-0.2", 0.2, Duration.ofSeconds(1)),
            tuple("down-0.1", 0.1, Duration.ofSeconds(1)));
    assertThat(phases).allMatch(phase -> phase.endRatePerSecond().isEmpty());
    assertThat(phases).extracting(phase -> phase.objectives().size()).startsWith(1, 1, 1, 0);
  }

  @Test
  void readsRatesAndPercentagesInTheOneGrammar() {
    Workload workload =
        file.read(
            MINIMAL.replace("producerRate: 1000", "producerRate: 1.5k/s")
                + "thresholds: {achievedRate: 98.5%, failedShare: 3}\nbacklogDrainRatio: 90%\n");
    assertThat(workload.load().ratePerSecond()).contains(1500.0);
    assertThat(workload.thresholds())
        .containsEntry("achievedRate", 98.5)
        .containsEntry("failedShare", 3.0);
    assertThat(workload.consumers().backlogDrainRatio()).isEqualTo(0.9);
  }

  @Test
  void topicsWithNamesAreThereOrAreCreated() {
    String named = MINIMAL.replace("topics: 1", "topicNames: [a, b]");
    DestinationSpec existing = file.read(named).destinations();
    assertThat(existing.areExisting()).isTrue();
    Workload created = file.read(named + "createTopics: true");
    assertThat(created.destinations().areExisting()).isFalse();
    assertThat(created.destinations().topics()).isEqualTo(2);
    assertThat(EffectiveWorkload.of(created)).containsEntry("createTopics", true);
    assertThat(EffectiveWorkload.of(file.read(named))).doesNotContainKey("createTopics");
  }

  @Test
  void aLimitAloneIsWhatOneMeansByIt() {
    Workload workload =
        file.read(
            MINIMAL
                + "objectives: {publishLatency: {p99: 50ms}, publishRate: 99%, consumeRate: 5k/s,"
                + " lost: 0, errors: 0.1%, maxBacklog: <= 10k}");
    assertThat(workload.objectives())
        .extracting(Objective::key, Objective::condition, Objective::limit)
        .containsExactly(
            tuple("publishLatency.p99", "<= 50ms", 50e6),
            tuple("publishRate", ">= 99%", 99.0),
            tuple("consumeRate", ">= 5k/s", 5000.0),
            tuple("lost", "0", 0.0),
            tuple("errors", "<= 0.1%", 0.1),
            tuple("maxBacklog", "<= 10k", 10_000.0));
    assertThat(workload.objectives().get(4).comparison()).isEqualTo(Objective.Comparison.AT_MOST);
  }

  @Test
  void readsObjectivesInEveryForm() {
    Workload workload =
        file.read(
            MINIMAL
                + """
                objectives:
                  publishLatency.p99: "<= 20ms"
                  endToEnd: {p99.9: < 1s, mean: <= 5ms}
                  publishRate: ">= 99%"
                  consumeRate: ">= 50000/s"
                  lost: 0
                  errors: "<= 0.1%"
                """);
    assertThat(workload.objectives())
        .extracting(o -> o.key() + " " + o.comparison().sign() + " " + o.limit() + " " + o.unit())
        .containsExactly(
            "publishLatency.p99 <= 2.0E7 NANOSECONDS",
            "endToEnd.p99.9 < 1.0E9 NANOSECONDS",
            "endToEnd.mean <= 5000000.0 NANOSECONDS",
            "publishRate >= 99.0 PERCENT",
            "consumeRate >= 50000.0 PER_SECOND",
            "lost == 0.0 COUNT",
            "errors <= 0.1 PERCENT");
    assertThat(file.read(MINIMAL + "objectives: ['scheduleDelay.max < 1s', lost: 0]").objectives())
        .extracting(Objective::key)
        .containsExactly("scheduleDelay.max", "lost");
  }

  @Test
  void readsObjectivesOfAFailover() {
    Workload workload =
        file.read(
            MINIMAL
                + """
                pattern: failover
                messageLimit: 30000
                objectives:
                  recoveryPointMessages: 0
                  recoveryPointAge: "<= 500ms"
                  recoveryTimeFirst: 5s
                """);

    assertThat(workload.pattern()).isEqualTo(Pattern.FAILOVER);
    assertThat(workload.objectives())
        .extracting(each -> each.key() + " " + each.condition() + " " + each.limit())
        .containsExactly(
            "recoveryPointMessages 0 0.0",
            "recoveryPointAge <= 500ms 5.0E8",
            "recoveryTimeFirst <= 5s 5.0E9");
  }

  @Test
  void readsEveryKindOfPayload() throws IOException {
    Files.write(folder.resolve("hundred.data"), new byte[100]);
    assertThat(content("payloadFile: hundred.data")).isInstanceOf(Corpus.class);
    assertThat(
            content(
                "useRandomizedPayloads: true\nrandomBytesRatio: 0.5\n"
                    + "randomizedPayloadPoolSize: 10"))
        .isEqualTo(new OmbRandom(0.5, 10));
    assertThat(content("payload: {entropy: 0.3}")).isEqualTo(new Entropy(0.3, 1000));
    Corpus template = (Corpus) content("payload: {template: 'id=#{n} #{random:4}', poolSize: 2}");
    assertThat(new String(template.bodies().get(1), java.nio.charset.StandardCharsets.UTF_8))
        .matches("id=1 \\w{4}");
  }

  private PayloadSpec.Content content(String keys) {
    return file.read(MINIMAL + keys).messages().payload().content();
  }

  @Test
  void takesTheSizeOfACorpusWhoseFilesAreEquallyLong() throws IOException {
    Path corpus = Files.createDirectory(folder.resolve("bodies"));
    Files.write(corpus.resolve("b"), new byte[] {2, 2});
    Files.write(corpus.resolve("a"), new byte[] {1, 1});
    String yaml = MINIMAL.replace("messageSize: 100\n", "") + "payload: {corpus: bodies}";
    Workload workload = file.read(yaml);
    assertThat(workload.messages().messageSizeBytes()).isEqualTo(2);
    assertThat(((Corpus) workload.messages().payload().content()).bodies().get(0))
        .containsExactly(1, 1);
    Files.write(corpus.resolve("c"), new byte[] {3, 3, 3, 3, 3});
    PayloadSpec differing = file.read(yaml).messages().payload();
    assertThat(differing.sizes()).isEmpty();
    assertThat(differing.meanBytes()).isEqualTo(3);
    assertThat(differing.endsBytes()).containsExactly(2, 5);
  }

  @Test
  void readsDistributionsOfSizesInEveryForm() {
    List<WeightedSize> expected = List.of(new WeightedSize(100, 70), new WeightedSize(1024, 30));
    assertThat(sizes("\"100: 70, 1KB: 30\"")).isEqualTo(expected);
    assertThat(sizes("{100: 70, 1KB: 30}")).isEqualTo(expected);
    assertThat(sizes("[{size: 100, weight: 70}, {size: 1KB, weight: 30}]")).isEqualTo(expected);
    assertThat(file.read(distribution("{100: 1, 200: 1}")).messages().messageSizeBytes())
        .isEqualTo(150);
  }

  /** The example of OMB's pull request 443. */
  @Test
  void readsRangesOfSizesAsOmbHasThem() {
    String omb =
        """

          "0-256": 234
          "256-1024": 456
          "1024-4096": 678
          "4096-16384": 312
          "16384-65536": 98
          "65536-262144": 45
          "262144-1048576": 18
          "1048576-5242880": 6
        """;
    assertThat(sizes(omb))
        .hasSize(8)
        .startsWith(range(0, 256, 234), range(256, 1024, 456))
        .endsWith(range(1 << 20, 5 << 20, 6));
    List<WeightedSize> expected = List.of(range(0, 256, 2), range(256, 4096, 1));
    assertThat(sizes("\"0B-256: 2, 256 - 4KB: 1, 5KB-6KB: 0\"")).isEqualTo(expected);
    assertThat(sizes("[{size: 0, upTo: 256, weight: 2}, {size: 256, upTo: 4KB, weight: 1}]"))
        .isEqualTo(expected);
    Workload read = file.read(distribution("{0-256: 1, 256-1024: 1}"));
    assertThat(read.messages().messageSizeBytes()).isEqualTo(384);
    assertThat(read.allSizesBytes()).containsExactly(0, 256, 1024);
  }

  private static WeightedSize range(int first, int last, double weight) {
    return new WeightedSize(first, Optional.of(last), weight);
  }

  private List<WeightedSize> sizes(String distribution) {
    return file.read(distribution(distribution)).messages().payload().sizes();
  }

  private static String distribution(String distribution) {
    return MINIMAL.replace("messageSize: 100", "messageSizeDistribution: " + distribution);
  }

  @Test
  void theEffectiveMapReadsAsTheSameWorkload() throws IOException {
    Workload first =
        file.read(
            MINIMAL
                + """
                objectives: {errors: 0, publishLatency.p99: <= 20ms}
                thresholds: {gcPauseMax: 1s, achievedRate: 95}
                phases:
                  - duration: 10s
                    rate: {from: 10, to: 20}
                    objectives: {publishRate.min(2s): ">= 99%", endToEnd: {p99: < 1s}}
                payload: {entropy: 0.5}
                delivery: off
                """);
    String yaml =
        new com.fasterxml.jackson.databind.ObjectMapper()
            .writeValueAsString(EffectiveWorkload.of(first));
    Workload second = file.read(yaml);
    // The effective map names all thresholds; the file named two.
    assertThat(second).isEqualTo(first.withThresholds(second.thresholds()));
    assertThat(second.thresholds()).containsAllEntriesOf(first.thresholds()).hasSizeGreaterThan(9);
  }

  @Test
  void readsObjectivesOfPhasesAndWindows() {
    Workload workload =
        file.read(
            MINIMAL
                + """
                objectives: ["publishRate.min(10s) >= 99%", consumeRate: {min(1500ms): ">= 5/s"}]
                phases: [{duration: 15s, objectives: {consumeRate.min(2s): ">= 1KB/s"}}]
                """);
    assertThat(workload.objectives())
        .extracting(Objective::key, Objective::unit)
        .containsExactly(
            tuple("publishRate.min(10s)", Objective.Unit.PERCENT),
            tuple("consumeRate.min(1500ms)", Objective.Unit.PER_SECOND));
    assertThat(MetricNames.objective("consumeRate.min(1500ms)").flatMap(Metric::window))
        .contains(Duration.ofMillis(1500));
    assertThat(MetricNames.objective("publishLatency.min").flatMap(Metric::window)).isEmpty();
    assertThat(workload.phases().get(0).objectives())
        .extracting(Objective::key)
        .containsExactly("consumeRate.min(2s)");
  }

  @Test
  void theEffectiveMapNamesEveryKeyWithADefault() {
    Map<String, Object> effective = EffectiveWorkload.of(file.read(MINIMAL));
    assertThat(WorkloadKeys.rules())
        .filteredOn(rule -> rule.defaultValue().isPresent() && !rule.path().contains("."))
        .extracting(rule -> rule.path())
        .filteredOn(path -> !path.startsWith("random") && !path.equals("useRandomizedPayloads"))
        .filteredOn(path -> !path.equals("pairs") && !path.matches("re(ply|quest).*"))
        .allSatisfy(path -> assertThat(effective).containsKey(path));
  }
}
