package io.tidemark.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.TopicPopularity;
import io.tidemark.model.workload.Workload.TrafficClass;
import io.tidemark.model.workloadfile.WorkloadReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys {@code classes} and {@code scale} of a workload file. */
class TrafficClassesTest extends WorkloadFileTest {
  private static final String TWO =
      """
      name: mix
      partitionsPerTopic: 3
      producersPerTopic: 1
      subscriptionsPerTopic: 1
      consumerPerSubscription: 1
      messageSize: 1KB
      testDuration: 30s
      warmupDuration: 5s
      classes:
        - {name: orders, topics: 2, producersPerTopic: 2, producerRate: 1000, arrivals: poisson,
           objectives: {endToEnd.p99: "<= 20ms"}}
        - {name: bulk, topics: 1, messageSizeDistribution: {64KB: 1, 32KB: 1}, producerRate: 200,
           consumerProcessingTime: 2ms, driver: {acks: "1"}}
      """;

  private static Load.OpenLoop open(Workload total, String name) {
    return of(total, name).load().openLoop().orElseThrow();
  }

  private static Workload of(Workload total, String name) {
    return total.trafficClass(name).orElseThrow().workload();
  }

  @Test
  void aClassHasItsKeysAndThoseOfTheFile() {
    Workload total = file.read(TWO);

    Workload orders = of(total, "orders");
    assertThat(orders.name()).isEqualTo("mix.orders");
    assertThat(orders.destinations().topics()).isEqualTo(2);
    assertThat(orders.destinations().partitionsPerTopic()).isEqualTo(3);
    assertThat(orders.totalProducers()).isEqualTo(4);
    assertThat(orders.load().arrivals()).isEqualTo(ArrivalProcess.POISSON);
    assertThat(orders.objectives()).extracting(Objective::key).containsExactly("endToEnd.p99");
    Workload bulk = of(total, "bulk");
    assertThat(bulk.messages().payload().sizes()).hasSize(2);
    assertThat(bulk.consumers().processing().mean()).isEqualTo(Duration.ofMillis(2));
    assertThat(bulk.load().arrivals()).isEqualTo(ArrivalProcess.UNIFORM);
    assertThat(bulk.objectives()).isEmpty();
    assertThat(total.trafficClass("bulk").orElseThrow().driver().all())
        .extracting(each -> each.path() + "=" + each.value().plain())
        .containsExactly("acks=1");
  }

  @Test
  void aClassWithoutANameIsNumbered() {
    Workload total =
        file.read(WorkloadFile.MINIMAL + "classes: [{messageSize: 1KB}, {messageSize: 2KB}]\n");

    assertThat(total.classes())
        .extracting(TrafficClass::name)
        .containsExactly("class-1", "class-2");
  }

  @Test
  void theTotalHasAllTopicsClientsAndRates() {
    Workload total = file.read(TWO);

    assertThat(total.name()).isEqualTo("mix");
    assertThat(total.destinations().topics()).isEqualTo(3);
    assertThat(total.totalProducers()).isEqualTo(5);
    assertThat(total.totalConsumers()).isEqualTo(3);
    assertThat(total.load().ratePerSecond()).contains(1_200.0);
    assertThat(total.objectives()).isEmpty();
  }

  @Test
  void classesHaveDifferentSeeds() {
    Set<Long> seeds =
        file.read(TWO).classes().stream()
            .map(each -> each.workload().messages().seed())
            .collect(Collectors.toSet());

    assertThat(seeds).hasSize(2);
  }

  @Test
  void sharesDivideTheRateOfTheFileAndOfItsPhases() {
    Workload total =
        file.read(
            WorkloadFile.MINIMAL.replace("testDuration: 30s\n", "")
                + """
                phases: [{name: low, duration: 5s}, {name: high, duration: 5s, rate: 2000}]
                classes: [{name: a, share: 30%}, {name: b, share: 0.7}]
                """);

    assertThat(of(total, "a").load().ratePerSecond()).contains(300.0);
    assertThat(of(total, "b").phases().get(1).startRatePerSecond()).contains(1_400.0);
    assertThat(total.load().ratePerSecond()).contains(1_000.0);
  }

  @Test
  void objectivesAtTheTopAreOfTheTotalOrOfAClass() {
    Workload total =
        file.read(
            TWO
                + """
                objectives:
                  - publishRate >= 99%
                  - {classes.bulk.publishLatency.p99: <= 50ms, lost: 0}
                  - classes.orders.lost == 0
                """);

    assertThat(keys(total)).containsExactly("publishRate", "lost");
    assertThat(keys(of(total, "bulk"))).containsExactly("publishLatency.p99");
    assertThat(keys(of(total, "orders"))).containsExactly("lost", "endToEnd.p99");
  }

  private static List<String> keys(Workload workload) {
    return workload.objectives().stream().map(Objective::key).toList();
  }

  @Test
  void aQuestionMayBeAboutAClass() {
    Workload total = file.read(TWO + "question: {metrics: classes.orders.endToEnd.p99}\n");

    assertThat(total.question().orElseThrow().metrics())
        .containsExactly("classes.orders.endToEnd.p99");
    assertThat(of(total, "orders").question().orElseThrow().metrics())
        .as("judged by it")
        .containsExactly("endToEnd.p99");
    assertThat(of(total, "bulk").question()).isEmpty();
    assertThat(WorkloadReader.stored("w", EffectiveWorkload.of(total)).question())
        .isEqualTo(total.question());
    assertThat(file.problems(TWO + "question: {metrics: classes.order.endToEnd.p99}\n"))
        .anyMatch(line -> line.contains("the workload does not measure it"));
  }

  @Test
  void theStoredWorkloadIsTheSame() {
    Workload total = file.read(TWO + "objectives: {lost: 0}\nscale: {rate: 2}\n");

    Map<String, Object> effective = EffectiveWorkload.of(total);
    Workload again = WorkloadReader.stored("w", effective);

    assertThat(EffectiveWorkload.of(again)).isEqualTo(effective);
    assertThat(of(again, "orders").load().ratePerSecond()).contains(2_000.0);
    assertThat(again.classes()).extracting(TrafficClass::name).containsExactly("orders", "bulk");
  }

  @Test
  void scaleMultipliesAllClasses() {
    Workload total = file.read(TWO + "scale: {rate: 2, clients: 3, topics: 0.5}\n");

    assertThat(of(total, "orders").load().ratePerSecond()).contains(2_000.0);
    assertThat(of(total, "bulk").load().ratePerSecond()).contains(400.0);
    assertThat(of(total, "orders").destinations().producersPerTopic()).isEqualTo(6);
    assertThat(of(total, "bulk").destinations().consumerPerSubscription()).isEqualTo(3);
    assertThat(of(total, "orders").destinations().topics()).isEqualTo(1);
    assertThat(of(total, "bulk").destinations().topics()).as("never none").isEqualTo(1);
  }

  @Test
  void scaleMultipliesAWorkloadWithoutClasses() {
    Workload workload =
        file.read(WorkloadFile.MINIMAL + "scale: {rate: 3}\nphases: [{duration: 30s, rate: 10}]\n");

    assertThat(workload.load().ratePerSecond()).contains(3_000.0);
    assertThat(workload.phases().get(0).startRatePerSecond()).contains(30.0);
  }

  @Test
  void aClassMayHaveItsOwnFormOfARate() {
    Workload total =
        file.read(
            WorkloadFile.MINIMAL
                + """
                classes:
                  - {name: steady}
                  - {name: bursty, bursts: {on: 1s, off: 4s}, producerRate: 300}
                  - {name: daily, rateCurve: {points: [{rate: 100}, {at: 30s, rate: 500}]}}
                """);

    assertThat(of(total, "steady").load().ratePerSecond()).contains(1_000.0);
    assertThat(open(total, "steady").bursts()).isEmpty();
    assertThat(open(total, "bursty").bursts()).isPresent();
    assertThat(open(total, "daily").rate().curveKeys()).isPresent();
    assertThat(of(total, "daily").load().ratePerSecond()).contains(300.0);
    assertThat(total.load().ratePerSecond()).contains(1_600.0);
    assertThat(total.load()).as("of one class").isEqualTo(Load.OpenLoop.of(1_600));

    Map<String, Object> effective = EffectiveWorkload.of(total);
    assertThat(EffectiveWorkload.of(WorkloadReader.stored("w", effective))).isEqualTo(effective);
  }

  @Test
  void burstsOfClassesAreIndependent() {
    Workload total =
        file.read(
            WorkloadFile.MINIMAL + "bursts: {on: 1s, off: 4s}\nclasses: [{name: a}, {name: b}]\n");

    assertThat(LoadSchedule.of(of(total, "a")).rate())
        .isPresent()
        .isNotEqualTo(LoadSchedule.of(of(total, "b")).rate());
  }

  @Test
  void sharesAndScaleMultiplyACurve() {
    Workload total =
        file.read(
            WorkloadFile.MINIMAL.replace("producerRate: 1000\n", "")
                + """
                rateCurve: {points: [{rate: 100}, {at: 30s, rate: 500}]}
                scale: {rate: 10}
                classes: [{name: a, share: 20%}, {name: b, share: 80%}]
                """);

    assertThat(open(total, "a").rate().curveKeys().orElseThrow().curve().valueAt(0)).isEqualTo(200);
    assertThat(open(total, "b").rate().curveKeys().orElseThrow().meanRate()).isEqualTo(2_400);
    assertThat(of(total, "b").load().ratePerSecond()).contains(2_400.0);
  }

  @Test
  void popularityOfTopicsIsThatOfAClassWithItsTopics() {
    Workload total =
        file.read(
            WorkloadFile.MINIMAL
                + """
                topicZipfExponent: 1.1
                scale: {topics: 2, clients: 3}
                classes: [{name: a, topics: 5}, {name: b, topicZipfExponent: 2}]
                """);

    assertThat(of(total, "a").popularity()).contains(new TopicPopularity(1.1, 10, 3));
    assertThat(of(total, "b").popularity()).contains(new TopicPopularity(2, 2, 3));
    assertThat(total.popularity()).isEmpty();
  }

  @Test
  void aSearchOverTheScaleIsThatOfAllClasses() {
    Workload total = file.read(TWO + "search: {over: scale.rate, startAt: 0.5}\n");

    for (Workload each : List.of(total, of(total, "orders"), of(total, "bulk"))) {
      SearchSpec spec = each.search().orElseThrow();
      assertThat(spec.over()).isEqualTo(SearchSpec.Quantity.SCALE_RATE);
      assertThat(spec.start()).isEqualTo(0.5);
      assertThat(spec.warmUp()).isEqualTo(Duration.ofSeconds(5));
      assertThat(spec.measuredShare()).isEqualTo(1);
    }
    assertThat(of(total, "bulk").at(SearchSpec.Quantity.SCALE_RATE, 2.5).load().ratePerSecond())
        .contains(500.0);
    assertThat(of(total, "bulk").at(SearchSpec.Quantity.SCALE_RATE, 2.5).search()).isEmpty();

    Map<String, Object> effective = EffectiveWorkload.of(total);
    Workload again = WorkloadReader.stored("w", effective);
    assertThat(EffectiveWorkload.of(again)).isEqualTo(effective);
    assertThat(of(again, "orders").search()).isEqualTo(of(total, "orders").search());
  }

  @Test
  void theSharesOfARateAreSearchedTogetherWithMoreTopics() {
    Workload total =
        file.read(
            WorkloadFile.MINIMAL
                + """
                scale: {topics: 3}
                search: {over: scale.rate}
                classes: [{name: a, share: 20%}, {name: b, share: 80%}]
                """);

    assertThat(of(total, "a").at(SearchSpec.Quantity.SCALE_RATE, 2).load().ratePerSecond())
        .contains(400.0);
    assertThat(of(total, "a").destinations().topics()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "classes: []  | classes: an empty list",
        "classes: [{name: a b}]  | wrong name, got a b",
        "classes: [{name: a}, {name: a}]  | twice in the list, got a",
        "classes: [{name: a, testDuration: 5s}]  | classes[0].testDuration: is the same for all",
        "classes: [{name: a, share: 50%}, {name: b}]  | has no share",
        "classes: [{name: a, share: 50%}, {name: b, share: 40%}]  | the shares add up to 90 %",
        "classes: [{name: a, share: 50%}, {name: b, rateCurve: {points: [{rate: 1}]}}]  |"
            + " cannot be combined with the shares of other classes",
        "classes: [{name: a, topic: 1}]  | classes[0].topic: unknown key",
        "classes: [{name: a, search: {over: scale.rate}}]  | classes[0].search: is the same for"
            + " all",
        "classes: [{name: a, messageSize: x}]  | classes[0].messageSize: wrong value",
        "classes: [{name: a, driver: {password: x}}]  | password is a secret",
        "classes: [{name: a, driver: {localBrokers: kafka}}] |"
            + " classes[0].driver.localBrokers: is the same for all",
        "classes: [{name: a, consumerPerSubscription: 1, subscriptionsPerTopic: 0}]  |"
            + " there is no subscription",
        "classes: [{name: a, phases: [{duration: 5s}]}, {name: b}]  |"
            + " have other names or lengths than those of class a",
        "replay: {trace: x}; classes: [{name: a}]  | replay: each class would send the whole trace",
      })
  void reportsWrongClasses(String classes, String message) {
    assertThat(file.problems(WorkloadFile.MINIMAL + classes.replace("; ", "\n") + "\n"))
        .anyMatch(line -> line.startsWith("ERROR") && line.contains(message));
  }

  @Test
  void anErrorInAKeyOfTheFileIsReportedOnce() {
    String wrong = TWO.replace("subscriptionsPerTopic: 1\n", "");

    assertThat(file.problems(wrong).stream().filter(line -> line.contains("no subscription")))
        .hasSize(1);
  }
}
