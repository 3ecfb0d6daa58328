package io.tidemark.verdict;

import static io.tidemark.verdict.GoodRun.codes;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.VerdictInputs.BrokerCounts;
import io.tidemark.model.result.VerdictInputs.LostWorker;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.workload.ChurnSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The broker's own counts against ours. */
class BrokerCountRuleTest {
  private final GoodRun facts = new GoodRun();

  private void broker(long published, long delivered) {
    facts.brokerCounts =
        new BrokerCounts(published, delivered, 9_900L, false, true, true, 7_000_000_000L);
  }

  @Test
  void countsThatAgreeAreARemarkWithTheFigures() {
    facts.probes = new ProbeCounts(3, 3, 3);
    broker(10_003, 10_003);
    Verdict verdict = facts.verdict();
    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(verdict.findings().toString())
        .contains("10,003 published, 10,003 delivered, 9,900 acknowledged")
        .contains("3 probes before the load included", "the run waited 7 s for its statistics");
    assertThat(codes(verdict)).contains("broker-counts");
  }

  @Test
  void aBrokerThatCountedFewerPublishedMessagesMakesTheRunInvalid() {
    broker(9_980, 10_000);
    Verdict verdict = facts.verdict();
    assertThat(verdict.status()).isEqualTo(Status.INVALID);
    assertThat(codes(verdict)).contains("broker-counts-differ").doesNotContain("broker-counts");
    assertThat(verdict.findings().toString()).contains("9,980 published", "0.20 %", "0.10 %");
  }

  @Test
  void aBrokerThatDeliveredMoreThanArrivedMakesTheRunInvalid() {
    broker(10_000, 10_020);
    assertThat(codes(facts.verdict())).contains("broker-counts-differ");
  }

  @ParameterizedTest
  @CsvSource({"20, 0", "0, 20"})
  void sendsThatFailedHereOrHadNoAnswerMayHaveArrivedThere(long failed, long unanswered) {
    facts.sent = 10_020;
    facts.failed = failed;
    facts.unacknowledged = unanswered;
    broker(10_020, 10_000);
    assertThat(codes(facts.verdict())).contains("broker-counts");
  }

  @Test
  void aDifferenceAtItsLimitIsAllowed() {
    broker(9_990, 10_000);
    assertThat(codes(facts.verdict())).contains("broker-counts");
  }

  @Test
  void aBrokerMayReportOneOfTheCountsOnly() {
    facts.brokerCounts = new BrokerCounts(null, 10_000L, null, false, true, true, 0);
    assertThat(facts.finding("broker-counts").message()).contains("counted 10,000 delivered");
    facts.brokerCounts = new BrokerCounts(10_000L, null, null, false, true, true, 0);
    assertThat(facts.finding("broker-counts").message()).contains("counted 10,000 published");
  }

  @Test
  void countsOfTopicsThatExistedBeforeOrOfALostWorkerAreNotCompared() {
    broker(50_000, 50_000);
    facts.workload.topicNames = List.of("orders");
    assertThat(facts.finding("broker-counts-not-compared").message())
        .contains("the topics existed before");
    facts.workload.topicNames = List.of();
    facts.lost = List.of(new LostWorker("b", "no answer", false));
    assertThat(facts.finding("broker-counts-not-compared").message())
        .contains("a worker was lost with its counts");
  }

  @Test
  void eventsThatCloseNoConnectionHinderNoComparison() {
    facts.events = List.of(new RunEvent(1, "a", "BLOCKED", "connection", "memory alarm"));
    broker(10_000, 10_000);
    assertThat(codes(facts.verdict())).contains("broker-counts");
  }

  @Test
  void aWorkloadMayAllowMore() {
    facts.workload.thresholds = Map.of("brokerCountShare", 1.0);
    broker(9_950, 10_000);
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void whatABrokerForgetsWithANodeOrAConnectionIsNotCompared() {
    facts.events = List.of(new RunEvent(1, "a", "CONNECTION_LOST", "producer", "gone"));
    broker(5_000, 5_000);
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    assertThat(codes(facts.verdict())).contains("broker-counts-not-compared");
    facts.events = List.of();
    facts.brokerCounts = new BrokerCounts(5_000L, null, null, true, true, true, 0);
    assertThat(facts.verdict().findings().toString())
        .contains("the broker counted 5,000 published messages", "a node of the broker was down");
  }

  @Test
  void countsOfClientsThatWereClosedAreNotCompared() {
    facts.workload.churn = ChurnSpec.NONE.withConsumersPerSecond(0.1);
    broker(10_000, 10_023);
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    assertThat(codes(facts.verdict())).contains("broker-counts-not-compared");
  }

  @Test
  void deliveriesThatTheDriverLostAreNotInAccord() {
    facts.received = 9_800;
    facts.messagesLost = Optional.of(200L);
    facts.drained = false;
    facts.missing = true;
    broker(10_000, 10_000);

    assertThat(codes(facts.verdict()))
        .contains("broker-counts-not-compared")
        .doesNotContain("broker-counts", "broker-counts-differ");
    assertThat(facts.finding("broker-counts-not-compared").message())
        .contains("published count equal to that of the run")
        .contains("delivered not compared: the drain did not complete")
        .contains("(200 messages more than the run)");
  }

  @Test
  void whatCanBeComparedIsComparedAlsoWhereTheDrainDidNotComplete() {
    facts.received = 9_800;
    facts.drained = false;
    facts.missing = true;
    broker(10_000, 9_700);
    assertThat(facts.finding("broker-counts-differ").message()).contains("9,700 delivered");

    broker(9_900, 9_800);
    assertThat(facts.finding("broker-counts-differ").message()).contains("9,900 published");
    broker(10_100, 9_800);
    assertThat(facts.finding("broker-counts-differ").message()).contains("10,100 published");
  }

  @Test
  void whatArrivedWhileTheRunWaitedForTheCountsIsCompared() {
    facts.drained = false;
    broker(10_000, 10_000);
    assertThat(codes(facts.verdict())).contains("broker-counts");
  }

  @Test
  void statisticsThatStillChangeAreNotJudged() {
    facts.brokerCounts =
        new BrokerCounts(9_000L, 10_000L, null, false, false, true, 90_000_000_000L);
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    assertThat(facts.verdict().findings().toString()).contains("had not settled", "waited 90 s");
    assertThat(codes(facts.verdict())).doesNotContain("broker-counts");
  }

  @Test
  void aBrokerThatDidNotAnswerIsARemark() {
    facts.events = List.of(new RunEvent(1, "a", "TELEMETRY", "broker", "request timed out"));
    assertThat(codes(facts.verdict())).contains("broker-counts-not-compared");
    assertThat(facts.verdict().findings().toString()).contains("request timed out");
  }

  @Test
  void aBrokerWithOtherMetricsIsNotReportedAsSilent() {
    facts.events = List.of(new RunEvent(1, "a", "TELEMETRY", "broker", "request timed out"));
    facts.brokerCounts = new BrokerCounts(null, null, null, false, false, true, 0);
    assertThat(codes(facts.verdict())).noneMatch(code -> code.startsWith("broker-counts"));
  }

  @Test
  void whatHappenedToAWorkersSamplesIsNotTheBrokersSilence() {
    facts.events = List.of(new RunEvent(1, "a", "TELEMETRY", "worker", "7 samples dropped"));
    assertThat(codes(facts.verdict())).noneMatch(code -> code.startsWith("broker-counts"));
  }

  @Test
  void probesThatTheBrokerMustHaveCountedAreExpectedOfIt() {
    facts.probes = new ProbeCounts(40, 40, 40);
    broker(10_000, 10_040);
    assertThat(codes(facts.verdict())).contains("broker-counts-differ");
    assertThat(facts.verdict().findings().toString()).contains("this run 10,040");
  }

  @Test
  void aProbeThatWasNeverAcknowledgedMayHaveArrived() {
    facts.probes = new ProbeCounts(60, 30, 30);
    broker(10_060, 10_030);
    assertThat(codes(facts.verdict())).contains("broker-counts");
    broker(10_080, 10_030);
    assertThat(codes(facts.verdict())).contains("broker-counts-differ");
  }
}
