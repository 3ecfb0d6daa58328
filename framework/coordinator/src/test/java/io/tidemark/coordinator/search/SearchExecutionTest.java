package io.tidemark.coordinator.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.tidemark.coordinator.run.Scenario;
import io.tidemark.coordinator.run.ScriptedWorker;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.load.PayloadSpec.Zeros;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.SearchReport.Trial;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.worker.ClientsRequest;
import io.tidemark.model.workload.Load;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Comparison;
import io.tidemark.model.workload.Objective.Unit;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.SearchSpec;
import io.tidemark.model.workload.SearchSpec.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class SearchExecutionTest {
  private static final Duration SHORT_TRIAL = Duration.ofSeconds(5);

  private static final double CONSUMED_PER_SECOND = 400;
  private final Scenario scenario = new Scenario().workers("a");

  @Test
  void findsTheRateOfTheConsumersAndMeasuresAtIt() throws Exception {
    scenario.broker.consumedPerSecond = CONSUMED_PER_SECOND;
    scenario.load = search(100, 1);

    RunResult result = scenario.run();

    SearchReport search = result.search().orElseThrow();
    assertThat(search.reason()).isEmpty();
    assertThat(search.converged()).isTrue();
    double rate = search.passed().orElseThrow();
    assertThat(rate).isCloseTo(CONSUMED_PER_SECOND, withPercentage(5));
    assertThat(search.failed().orElseThrow()).isBetween(rate, rate / 0.95);
    assertThat(search.trials()).hasSizeBetween(8, 24);
    assertThat(search.trials())
        .filteredOn(trial -> !trial.passed())
        .isNotEmpty()
        .allSatisfy(trial -> assertThat(trial.reason()).contains("msg/s"));
    PhaseResult test = Scenario.phase(result, "test");
    assertThat(test.intendedRatePerSecond().orElseThrow()).isCloseTo(rate, withPercentage(0.1));
    assertThat(test.perSecond(Counter.SENT)).isCloseTo(rate, withPercentage(1));
    assertThat(result.phases()).filteredOn(PhaseResult::measured).containsExactly(test);
    assertThat(Scenario.codes(result)).doesNotContain("search-not-converged");
    assertThat(result.verdict().status()).isEqualTo(Status.VALID);
    assertThat(result.delivery().lost()).hasValue(0L);
    assertThat(scenario.notes)
        .contains("search-1: 100 msg/s for 5 s passed")
        .anyMatch(
            note ->
                note.matches(
                    "search-[0-9]+: .* failed: the backlog grew by .*, standard error .*"));
  }

  @Test
  void aGeneratorThatStandsStillMayBeTheLimit() throws Exception {
    scenario.broker.consumedPerSecond = CONSUMED_PER_SECOND;
    long pause = Duration.ofMillis(250).toNanos();
    scenario.worker(0).host =
        new HostSample(0.2, 0.5, 2, 0, 0, pause, pause, 1 << 20, 1 << 20, 0, LoadThreads.NONE);
    scenario.load = search(100, 1);

    SearchReport search = scenario.run().search().orElseThrow();

    assertThat(search.converged()).isFalse();
    assertThat(search.reason())
        .startsWith("the load generator may be the limit: the backlog grew by")
        .contains("; the load generator was not good enough: worker a: the longest collector");
    assertThat(search.trials().get(0).passed()).as("a rate that was handled").isTrue();
    assertThat(search.passed().orElseThrow()).isCloseTo(CONSUMED_PER_SECOND, withPercentage(5));
  }

  @Test
  void eachTrialIsAPhaseWithItsRateAndAnEmptyQueue() throws Exception {
    scenario.broker.consumedPerSecond = CONSUMED_PER_SECOND;
    scenario.load = search(10_000, 1);

    RunResult result = scenario.run();

    SearchReport search = result.search().orElseThrow();
    for (Trial trial : search.trials()) {
      PhaseResult phase = Scenario.phase(result, trial.phase());
      assertThat(phase.intendedRatePerSecond().orElseThrow())
          .isCloseTo(trial.value(), withPercentage(0.1));
      assertThat(phase.lengthNanos() / 1e9).isEqualTo(trial.seconds());
      assertThat(phase.measured()).isFalse();
    }
    assertThat(search.trials().get(0).seconds()).isLessThan(5); // Clearly too high.
    assertThat(search.trials().get(0).passed()).isFalse();
    assertThat(search.trials().get(0).reason())
        .matches("4.. msg/s were received; the trial was ended after 2.* s");
    assertThat(scenario.phasesSeen)
        .startsWith("search-1", "search-drain-1", "search-pause-2", "search-2", "search-drain-2")
        .endsWith("warm-up", "test", "drain");
  }

  @Test
  void aWarmUpFollowsWhatIsHandledAndDecidesNothing() throws Exception {
    scenario.broker.consumedPerSecond = CONSUMED_PER_SECOND;
    scenario.broker.loses = message -> message.sequence() == 50;
    scenario.load = search(100, 1, Duration.ofSeconds(30));

    RunResult result = scenario.run();

    assertThat(scenario.phasesSeen)
        .startsWith(
            "search-warm-up-1",
            "search-drain-warm-up-1",
            "search-pause-warm-up-2",
            "search-warm-up-2",
            "search-drain-warm-up-2");
    assertThat(scenario.notes)
        .contains("search-warm-up-2: 400 msg/s for 5 s, 400 msg/s were received");
    List<PhaseResult> warmUp =
        result.phases().stream()
            .filter(phase -> phase.name().startsWith(PhaseNames.SEARCH_WARM_UP))
            .toList();
    assertThat(warmUp)
        .hasSizeGreaterThan(3)
        .noneMatch(PhaseResult::measured)
        .extracting(phase -> phase.intendedRatePerSecond().orElseThrow())
        .satisfies(
            rates -> {
              assertThat(rates.get(0)).isCloseTo(100, withPercentage(1));
              assertThat(rates.get(1)).isCloseTo(400, withPercentage(1));
              assertThat(rates).as("too high, then what was received").anyMatch(each -> each > 700);
              assertThat(rates.subList(1, rates.size())).allMatch(each -> each > 300);
            });
    SearchReport search = result.search().orElseThrow();
    assertThat(search.converged()).isTrue();
    assertThat(search.passed().orElseThrow()).isCloseTo(CONSUMED_PER_SECOND, withPercentage(5));
    assertThat(search.trials().get(0).phase()).isEqualTo("search-1");
    assertThat(search.trials().get(0).value()).isEqualTo(100);
    assertThat(search.trials())
        .as("the lost message belongs to the warm-up")
        .noneMatch(trial -> trial.reason().contains("not received"));
    assertThat(result.delivery().lost()).hasValue(1L);
    long first = Scenario.phase(result, "search-1").startEpochNanos();
    assertThat(first - warmUp.get(0).startEpochNanos())
        .isBetween(Duration.ofSeconds(30).toNanos(), Duration.ofSeconds(60).toNanos());
  }

  @Test
  void theWarmUpOfAnotherQuantityHasItsFirstValue() throws Exception {
    scenario.producers = 8;
    scenario.search = Optional.of(over(Quantity.PRODUCERS, 2, Duration.ofSeconds(20)));

    scenario.run();

    assertThat(scenario.phasesSeen).contains("search-warm-up-2", "search-1");
    assertThat(scenario.worker(0).orders)
        .startsWith(new ClientsRequest(2, 1, 0, 0), new ClientsRequest(4, 1, 0, 0));
  }

  @Test
  void theMeasuredRunMayHaveAShareOfTheRate() throws Exception {
    scenario.broker.acknowledgedPerSecond = 300;
    scenario.load = search(200, 0.5);

    RunResult result = scenario.run();

    double rate = result.search().orElseThrow().passed().orElseThrow();
    assertThat(rate).isCloseTo(300, withPercentage(5));
    assertThat(Scenario.phase(result, "test").intendedRatePerSecond().orElseThrow())
        .isCloseTo(rate / 2, withPercentage(0.1));
  }

  @Test
  void aTrialThatAStallHasFailedIsRepeated() throws Exception {
    scenario.broker.consumedPerSecond = 5 * CONSUMED_PER_SECOND;
    scenario.load = search(100, 1);
    scenario.objectives =
        List.of(
            new Objective("endToEnd.p99", Comparison.AT_MOST, 100e6, Unit.NANOSECONDS, "<= 100ms"));
    long usual = scenario.broker.deliveryNanos;
    List<Long> first = new ArrayList<>();
    scenario.broker.loses =
        message -> {
          if (first.isEmpty()) {
            first.add(message.intended());
          }
          double second = (message.intended() - first.get(0)) / 1e9;
          scenario.broker.deliveryNanos = second > 8 && second < 8.3 ? 200_000_000 : usual;
          return false;
        };

    SearchReport search = scenario.run().search().orElseThrow();

    assertThat(search.trials().get(1).passed()).isFalse();
    assertThat(search.trials().get(1).reason())
        .startsWith("endToEnd.p99 <= 100ms: ")
        .contains("; it may be a stall: the median was ");
    assertThat(search.trials().get(2).value()).isEqualTo(search.trials().get(1).value());
    assertThat(search.trials().get(2).passed()).isTrue();
    assertThat(search.passed().orElseThrow())
        .isCloseTo(5 * CONSUMED_PER_SECOND, withPercentage(10));
  }

  /** A trial has a sum over subscriptions of what it received, not only the run. */
  @Test
  void anObjectiveOfLatencyIsJudgedByTheMessagesOfTheTrial() throws Exception {
    scenario.broker.consumedPerSecond = CONSUMED_PER_SECOND;
    scenario.subscriptions = 2;
    scenario.load = search(100, 1);
    scenario.objectives =
        List.of(
            new Objective("endToEnd.p99", Comparison.AT_MOST, 10e9, Unit.NANOSECONDS, "<= 10s"));

    RunResult result = scenario.run();

    SearchReport search = result.search().orElseThrow();
    assertThat(search.converged()).isTrue();
    assertThat(search.passed().orElseThrow())
        .isCloseTo(CONSUMED_PER_SECOND / scenario.subscriptions, withPercentage(5));
    assertThat(search.trials())
        .filteredOn(Trial::passed)
        .isNotEmpty()
        .allSatisfy(
            trial ->
                assertThat(trial.receivedPerSecond()).isCloseTo(trial.value(), withPercentage(3)));
  }

  @Test
  void consumersAreAsSlowInTheSearchAsInTheMeasuredRun() throws Exception {
    scenario.processing = Duration.ofMillis(20);
    scenario.broker.consumedPerSecond = CONSUMED_PER_SECOND;
    scenario.load = search(100, 1);
    ScriptedWorker worker = scenario.worker(0);
    List<Curve> known = new ArrayList<>();
    worker.fault("start-load", call -> known.add(worker.processing));

    RunResult result = scenario.run();

    assertThat(result.search().orElseThrow().converged()).isTrue();
    assertThat(known).singleElement().isNotNull().isSameAs(worker.processing);
    assertThat(worker.processing.valueAt(0)).isEqualTo(20e6);
  }

  @Test
  void anInterruptedSearchKeepsItsTrials() throws Exception {
    scenario.broker.consumedPerSecond = CONSUMED_PER_SECOND;
    scenario.load = search(100, 1);
    scenario.worker(0).fault("snapshot", call -> stopAt(call, 300));

    RunResult result = scenario.run();

    assertThat(result.verdict().status()).isEqualTo(Status.ABORTED);
    SearchReport search = result.search().orElseThrow();
    assertThat(search.converged()).isFalse();
    assertThat(search.reason()).startsWith("the search was interrupted after");
    assertThat(search.trials()).isNotEmpty();
    assertThat(scenario.phasesSeen).doesNotContain("test").endsWith("drain");
    assertThat(Scenario.codes(result)).contains("search-not-converged", "interrupted");
  }

  @Test
  void aBrokerThatNoLongerAnswersEndsTheSearchWithWhatIsKnown() throws Exception {
    long from = scenario.time.clock.epochNanos() + Duration.ofSeconds(15).toNanos();
    scenario.broker.neverAcknowledges = message -> message.intended() > from;
    scenario.load = search(100, 1);

    RunResult result = scenario.run();

    SearchReport search = result.search().orElseThrow();
    assertThat(search.converged()).isFalse();
    assertThat(search.reason()).contains("sends without an answer");
    assertThat(search.passed().orElseThrow()).isGreaterThanOrEqualTo(100);
    assertThat(scenario.phasesSeen).doesNotContain("test");
    assertThat(Scenario.codes(result)).contains("search-not-converged");
  }

  @Test
  void tooFewTrialsAreNoConvergence() throws Exception {
    scenario.broker.consumedPerSecond = CONSUMED_PER_SECOND;
    scenario.load = of(SearchSpec.DEFAULT.with().startAt(Optional.of(100.0)).maxTrials(3).build());

    RunResult result = scenario.run();

    assertThat(Scenario.finding(result, "search-not-converged"))
        .contains("maxTrials was reached after 3 trials");
    assertThat(result.verdict().status()).isEqualTo(Status.FAILED);
    assertThat(Scenario.phase(result, "test").perSecond(Counter.SENT)).isPositive();
  }

  @Test
  void moreProducersOfAClosedLoopPassAsLongAsTheThroughputGrows() throws Exception {
    scenario.load = new Load.ClosedLoop();
    scenario.producers = 8;
    scenario.search = Optional.of(over(Quantity.PRODUCERS, 2));

    RunResult result = scenario.run();

    SearchReport search = result.search().orElseThrow();
    // The scripted worker sends as much however many producers it has.
    assertThat(search.over()).isEqualTo(Quantity.PRODUCERS);
    assertThat(search.passed()).as("the first trial is the base").hasValue(2.0);
    assertThat(search.failed()).hasValue(3.0);
    assertThat(search.converged()).isTrue();
    assertThat(search.trials())
        .filteredOn(trial -> !trial.passed())
        .allSatisfy(trial -> assertThat(trial.reason()).contains("is not 5.00 % more than"));
    assertThat(search.trials()).allMatch(trial -> trial.intendedPerSecond().isEmpty());
    assertThat(scenario.worker(0).orders)
        .startsWith(new ClientsRequest(2, 1, 0, 0))
        .contains(new ClientsRequest(4, 1, 0, 0), new ClientsRequest(3, 1, 0, 0))
        .endsWith(new ClientsRequest(2, 1, 0, 0));
    assertThat(scenario.phasesSeen).endsWith("warm-up", "test", "drain");
    assertThat(search.trials())
        .allSatisfy(
            trial ->
                assertThat(Scenario.phase(result, trial.phase()).scale().producers())
                    .hasValue((int) trial.value()));
    assertThat(Scenario.phase(result, "test").scale().producers()).hasValue(2);
  }

  @Test
  void consumersAtARateAreSearchedDownwards() throws Exception {
    scenario.consumers = 4;
    scenario.search = Optional.of(over(Quantity.CONSUMERS, 4));

    RunResult result = scenario.run();

    SearchReport search = result.search().orElseThrow();
    assertThat(search.trials()).extracting(Trial::value).containsSequence(4.0, 2.0, 1.0);
    assertThat(search.passed()).as("the broker delivers everything").hasValue(1.0);
    assertThat(search.failed()).isEmpty();
    assertThat(search.reason()).isEqualTo("no trial failed up to 1 consumerPerSubscription");
    assertThat(scenario.worker(0).orders)
        .startsWith(new ClientsRequest(1, 4, 0, 0), new ClientsRequest(1, 2, 0, 0));
  }

  @Test
  void theSizeOfMessagesIsThatOfTheTrial() throws Exception {
    scenario.payload = new PayloadSpec(List.of(new WeightedSize(1_000, 1)), new Zeros());
    scenario.search = Optional.of(over(Quantity.MESSAGE_SIZE, 100));
    List<Integer> sizes = new ArrayList<>();
    scenario
        .worker(0)
        .fault(
            "new-schedule",
            call ->
                scenario.worker(0).load.shape().sizes().stream()
                    .map(step -> step.sizes().get(0).payloadBytes())
                    .forEach(sizes::add));

    RunResult result = scenario.run();

    assertThat(result.search().orElseThrow().trials())
        .extracting(Trial::value)
        .startsWith(100.0, 400.0, 1_000.0);
    assertThat(sizes).contains(100, 400);
  }

  @Test
  void theScaleOfTheRateIsSearchedAndMeasured() throws Exception {
    scenario.broker.consumedPerSecond = CONSUMED_PER_SECOND;
    scenario.load = Load.OpenLoop.of(80);
    scenario.search = Optional.of(over(Quantity.SCALE_RATE, 1, Duration.ofSeconds(20)));

    RunResult result = scenario.run();

    SearchReport search = result.search().orElseThrow();
    assertThat(search.converged()).as(search.reason()).isTrue();
    double scale = search.passed().orElseThrow();
    assertThat(scale).isCloseTo(CONSUMED_PER_SECOND / 80, withPercentage(5));
    assertThat(search.failed().orElseThrow()).isBetween(scale, scale / 0.94);
    assertThat(search.highestRatePerSecond().orElseThrow())
        .isCloseTo(80 * scale, withPercentage(0.1));
    assertThat(search.trials().get(0).value()).isEqualTo(1);
    assertThat(search.trials().get(0).intendedPerSecond().orElseThrow())
        .isCloseTo(80, withPercentage(0.1));
    assertThat(Scenario.phase(result, "test").intendedRatePerSecond().orElseThrow())
        .isCloseTo(80 * scale, withPercentage(0.1));
    assertThat(scenario.phasesSeen)
        .as("no wait for other classes")
        .noneMatch(phase -> phase.startsWith("search-wait"));
  }

  @Test
  void whatIsReceivedIsAStepOfTheSearch() {
    scenario.load = Load.OpenLoop.of(2_000);
    NextStep.Try step = new NextStep.Try(4, true);

    assertThat(TrialJudge.achieved(over(Quantity.SCALE_RATE, 1), step, scenario.workload(), 1_500))
        .isEqualTo(3);
    assertThat(TrialJudge.achieved(over(Quantity.PRODUCERS, 1), step, scenario.workload(), 1_500))
        .isEqualTo(1_500);
    scenario.load = new Load.ClosedLoop();
    assertThat(TrialJudge.achieved(over(Quantity.SCALE_RATE, 1), step, scenario.workload(), 1_500))
        .isEqualTo(1_500);
  }

  private static SearchSpec over(Quantity quantity, double start) {
    return over(quantity, start, Duration.ZERO);
  }

  private static SearchSpec over(Quantity quantity, double start, Duration warmUp) {
    return keys().withOver(quantity).complete(start, warmUp, SHORT_TRIAL);
  }

  private void stopAt(int call, int wanted) {
    if (call == wanted) {
      scenario.stop.request();
    }
  }

  private static Load search(double startAt, double measureAt) {
    return search(startAt, measureAt, Duration.ZERO);
  }

  private static Load search(double startAt, double measureAt, Duration warmUp) {
    SearchSpec keys = keys().withMeasureAt(Optional.of(measureAt));
    return of(keys.complete(startAt, warmUp, SHORT_TRIAL));
  }

  private static Load of(SearchSpec spec) {
    return new Load.Search(spec, Load.OpenLoop.of(spec.start()));
  }

  private static SearchSpec keys() {
    return Grammar.defaults(SearchSpec.class)
        .with()
        .trialDuration(Duration.ofSeconds(20))
        .timeLimit(Duration.ofMinutes(30))
        .build();
  }
}
