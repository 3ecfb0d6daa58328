package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.VerdictInputs.LeftAtBroker;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.workload.Pattern;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the broker has left after a run that received everything. */
class LeftoverRuleTest {
  private final GoodRun facts = new GoodRun();

  private static LeftAtBroker queues(long messages) {
    return new LeftAtBroker(Map.of("orders/s", messages), Map.of(), null, List.of());
  }

  private static LeftAtBroker lag(long messages) {
    return new LeftAtBroker(Map.of(), Map.of("t/s", messages), null, List.of());
  }

  private List<String> codes() {
    return facts.verdict().findings().stream().map(Finding::code).toList();
  }

  @Test
  void messagesThatNoConsumerAcknowledgedToTheBrokerAreAWarning() {
    facts.leftAtBroker = queues(28_802);
    Finding finding = facts.finding("messages-left");
    assertThat(finding.severity()).isEqualTo(Severity.WARNS);
    assertThat(finding.message()).contains("28,802", "orders/s");
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    facts.leftAtBroker = lag(5_000);
    assertThat(facts.finding("messages-left").message()).contains("for subscriptions 5,000");
  }

  @Test
  void withoutACleanDrainItIsNotKnownWhoseTheyAre() {
    facts.leftAtBroker = queues(100);
    facts.drained = false;
    facts.missing = true;
    assertThat(codes()).doesNotContain("messages-left");
  }

  @Test
  void eachSubscriptionMayHaveWhatFailedAndTheEndOfATransactionInEachPartition() {
    facts.workload.topics = 2;
    facts.workload.partitions = 4;
    facts.workload.subscriptions = 3;
    facts.failed = 100;
    facts.unacknowledged = 10;
    facts.leftAtBroker = queues(330);
    assertThat(codes()).doesNotContain("messages-left");
    facts.leftAtBroker = queues(331);
    assertThat(codes()).contains("messages-left");
    facts.leftAtBroker = lag(330 + 24);
    assertThat(codes()).doesNotContain("messages-left");
    facts.leftAtBroker = lag(330 + 25);
    assertThat(codes()).contains("messages-left");
  }

  @Test
  void threeQueuesAreNamedAndTheOthersCounted() {
    facts.leftAtBroker = queues("a", "b", "c");
    assertThat(facts.finding("messages-left").message()).contains("3,000 (").doesNotContain("more");
    facts.leftAtBroker = queues("a", "b", "c", "d", "e");
    assertThat(facts.finding("messages-left").message()).contains("5,000 (", ", and 2 more)");
  }

  private static LeftAtBroker queues(String... names) {
    Map<String, Long> queues =
        Arrays.stream(names).collect(Collectors.toMap(name -> name, name -> 1_000L));
    return new LeftAtBroker(queues, Map.of(), null, List.of());
  }

  @Test
  void fewerAcknowledgementsThanMessagesAreAWarning() {
    long received = facts.received;
    facts.leftAtBroker = new LeftAtBroker(Map.of(), Map.of(), received / 2, List.of());
    assertThat(facts.finding("deliveries-unacknowledged").severity()).isEqualTo(Severity.WARNS);
    facts.leftAtBroker = new LeftAtBroker(Map.of(), Map.of(), received, List.of());
    assertThat(codes()).doesNotContain("deliveries-unacknowledged");
  }

  /** 3 of 10,003 deliveries. */
  @Test
  void probesNeedNoAcknowledgement() {
    facts.probes = new ProbeCounts(3, 3, 3);
    facts.leftAtBroker = new LeftAtBroker(Map.of(), Map.of(), facts.received, List.of());
    assertThat(codes()).doesNotContain("deliveries-unacknowledged");
    facts.leftAtBroker = new LeftAtBroker(Map.of(), Map.of(), facts.received - 1, List.of());
    assertThat(codes()).contains("deliveries-unacknowledged");
  }

  @Test
  void whatCameTwiceWasNotAcknowledgedTheFirstTime() {
    facts.duplicated = Optional.of(100L);
    facts.leftAtBroker = new LeftAtBroker(Map.of(), Map.of(), facts.received - 100, List.of());
    assertThat(codes()).doesNotContain("deliveries-unacknowledged");
    facts.leftAtBroker = new LeftAtBroker(Map.of(), Map.of(), facts.received - 101, List.of());
    assertThat(codes()).contains("deliveries-unacknowledged");
  }

  @Test
  void readingsThatCannotBeRightAreARemark() {
    facts.leftAtBroker =
        new LeftAtBroker(Map.of(), Map.of(), null, List.of("queueMessages of q was -3"));
    assertThat(facts.finding("telemetry-contradicts").severity()).isEqualTo(Severity.REMARK);
  }

  @Test
  void requestsAndRepliesThatWereGivenUpMayHaveReachedTheBroker() {
    facts.workload.pattern = Pattern.REQUEST_REPLY;
    facts.requestReply = Optional.of(GoodRun.roundTrips()); // 7 were never answered.
    facts.unstamped = Counters.ZERO.with(Counter.TIMED_OUT, 5).with(Counter.REPLIES_FAILED, 3);
    facts.leftAtBroker = queues(15);
    assertThat(codes()).doesNotContain("messages-left");
    facts.leftAtBroker = queues(16);
    assertThat(codes()).contains("messages-left");
  }

  @ParameterizedTest
  @CsvSource({"PUBSUB, false", "REQUEST_REPLY, true"})
  void messagesThatNoConsumerIsToReceiveMayStay(Pattern pattern, boolean found) {
    facts.subscribed = false;
    facts.workload.pattern = pattern;
    facts.leftAtBroker = queues(100);

    assertThat(codes().contains("messages-left")).isEqualTo(found);
  }
}
