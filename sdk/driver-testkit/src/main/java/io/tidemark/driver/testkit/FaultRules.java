package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.testkit.observed.DetailedInbox;
import io.tidemark.driver.testkit.observed.Inbox;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Chapter 8: a broker that does not answer, and connections that break. */
final class FaultRules {
  /** Much longer than a send takes that waits for nothing. */
  private static final Duration SEND_RETURNS_WITHIN = Duration.ofSeconds(3);

  private static final int MESSAGES = 5;

  /** Clients may acknowledge by time. */
  private static final Duration ACKNOWLEDGED_WITHIN = Duration.ofSeconds(6);

  private FaultRules() {}

  static List<Rule> all() {
    return List.of(
        Rule.must(
            "8.1",
            "While no traffic passes, sendAsync returns",
            FaultRules::sendReturnsWhilePaused),
        Rule.must(
            "8.2",
            "While no traffic passes, no send completes normally; afterwards all complete",
            FaultRules::nothingIsAcknowledgedWhilePaused),
        Rule.must(
            "8.3",
            "When connections are cut, every send completes",
            FaultRules::everySendCompletesAfterACut),
        Rule.must(
            "8.4",
            "A send that completes normally is delivered, also when its connection was cut",
            FaultRules::whatIsAcknowledgedIsDelivered),
        Rule.should(
            "8.5",
            "A cut is reported, that of a consumer and that of a producer",
            FaultRules::reportsTheCut),
        Rule.must(
            "8.6",
            "After a cut the driver sends and receives again, each message once, or reports that it does not",
            FaultRules::reconnectsOrSaysSo),
        Rule.must(
            "8.7",
            "While no traffic passes, producers, consumers and the driver close in time",
            FaultRules::closesWhilePaused),
        Rule.must(
            "8.8",
            "A message whose callback runs when its connection is cut is delivered again",
            FaultRules::deliversAgainWhatWasUnderWay),
        Rule.may(
            "8.9",
            "A message that the broker refuses fails its send",
            FaultRules::reportsRefusals));
  }

  private static void sendReturnsWhilePaused(ConformanceBench bench) throws Exception {
    try (FaultScene scene = FaultScene.open(bench)) {
      scene.pause();
      scene.sendWithin(SEND_RETURNS_WITHIN, MESSAGES);
    }
  }

  private static void nothingIsAcknowledgedWhilePaused(ConformanceBench bench) throws Exception {
    try (FaultScene scene = FaultScene.open(bench)) {
      scene.pause();
      CompletableFuture<Boolean> sending = scene.sendInBackground(MESSAGES);
      Thread.sleep(FaultScene.PAUSE.toMillis());
      assertThat(scene.completedNormally())
          .as(
              "messages acknowledged while the broker could not have them, if all connections pass"
                  + " through the proxy")
          .isEmpty();
      scene.resume();
      bench.await(sending, "return of sendAsync after the pause");
      scene.awaitAllCompleted();
      scene.awaitDelivered();
    }
  }

  private static void everySendCompletesAfterACut(ConformanceBench bench) throws Exception {
    try (FaultScene scene = FaultScene.open(bench)) {
      scene.sendAndCut(MESSAGES);
      scene.awaitAllCompleted();
      assertThat(scene.failures()).allMatch(failure -> !failure.toString().isBlank());
      bench.remark(
          String.format(Locale.ROOT, "%d of %d sends failed", scene.failures().size(), MESSAGES));
    }
  }

  private static void whatIsAcknowledgedIsDelivered(ConformanceBench bench) throws Exception {
    try (FaultScene scene = FaultScene.open(bench)) {
      scene.sendAndCut(MESSAGES);
      scene.awaitAllCompleted();
      scene.awaitDelivered();
    }
  }

  private static void reportsTheCut(ConformanceBench bench) throws Exception {
    try (FaultScene scene = FaultScene.open(bench, FaultScene.Clients.CONSUMER)) {
      scene.sendAndCut(0);
      bench.awaitUntil(
          () -> !scene.reports().isEmpty(),
          "CONNECTION_LOST or consumerFailed of a consumer",
          scene::reports);
    }
    try (FaultScene scene = FaultScene.open(bench, FaultScene.Clients.PRODUCER)) {
      scene.sendAndCut(MESSAGES);
      bench.awaitUntil(
          () -> !scene.reports().isEmpty() || !scene.failures().isEmpty(),
          "CONNECTION_LOST or failed sends of a producer",
          () -> "none");
    }
  }

  private static void reconnectsOrSaysSo(ConformanceBench bench) throws Exception {
    List<String> wrong = repeatedAfterACut(bench, Duration.ZERO);
    if (!wrong.isEmpty()) {
      Duration deadline = bench.kit().deadline();
      wrong =
          repeatedAfterACut(
              bench, deadline.compareTo(ACKNOWLEDGED_WITHIN) < 0 ? deadline : ACKNOWLEDGED_WITHIN);
    }
    assertThat(wrong).as("what is wrong after a cut").isEmpty();
  }

  private static List<String> repeatedAfterACut(ConformanceBench bench, Duration settled)
      throws Exception {
    try (FaultScene scene = FaultScene.open(bench)) {
      return scene.repeatedAfterACut(bench.few(), settled, MESSAGES);
    }
  }

  private static void closesWhilePaused(ConformanceBench bench) throws Exception {
    try (FaultScene scene = FaultScene.open(bench)) {
      scene.closeWhilePaused();
    }
  }

  private static void deliversAgainWhatWasUnderWay(ConformanceBench bench) throws Exception {
    try (FaultScene scene = FaultScene.open(bench)) {
      scene.cutDuringACallback();
    }
  }

  /** What is acknowledged must be there when a consumer comes; some sends must have failed. */
  private static void reportsRefusals(ConformanceBench bench) throws Exception {
    Optional<File> configuration = bench.kit().refusingConfiguration();
    bench.require(configuration.isPresent(), "no configuration with a full queue is declared");
    bench.open(bench.newDriver(), configuration.orElseThrow());
    String topic = bench.topic(1);
    String subscription = bench.newSubscriptionName();
    bench.closeClient(bench.consumer(topic, subscription, new DetailedInbox()));
    List<CompletableFuture<Void>> sent =
        bench.startAll(bench.producer(topic), bench.kit().messages());
    bench.awaitUntil(
        () -> sent.stream().allMatch(CompletableFuture::isDone),
        "completion of sends to a full queue",
        () -> sent.stream().filter(future -> !future.isDone()).count() + " not completed");
    long accepted = sent.stream().filter(send -> !send.isCompletedExceptionally()).count();
    Inbox inbox = new DetailedInbox();
    bench.consumer(topic, subscription, inbox);
    bench.awaitUntil(
        () -> inbox.distinctNumbers().size() >= accepted,
        "delivery of the " + accepted + " messages whose sends completed normally",
        () -> inbox.distinctNumbers().size());
    assertThat(accepted)
        .as("sends that completed normally, of %d to a full queue", sent.size())
        .isLessThan(sent.size());
  }
}
