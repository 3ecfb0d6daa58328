package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.driver.outcome.DeadLetterReason;
import io.tidemark.driver.outcome.Outcome;
import io.tidemark.driver.outcome.OutcomeRequest;
import io.tidemark.driver.outcome.OutcomeSupport;
import io.tidemark.driver.testkit.observed.DetailedInbox;
import io.tidemark.driver.testkit.observed.NumberedPayload;
import io.tidemark.driver.testkit.observed.OutcomeInbox;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;

/** Chapter 9: consumers that refuse messages. */
final class OutcomeRules {
  private static final int MOST_DELIVERIES = 3;
  private static final int EVERY = 10;
  private static final long LATE_MILLIS = 200;
  private static final Duration DELAY = Duration.ofSeconds(1);

  /** A message that comes back earlier was released. */
  private static final Duration SOON = Duration.ofMillis(200);

  /** Brokers and clients round times. */
  private static final Duration ROUNDED = Duration.ofMillis(50);

  private OutcomeRules() {}

  static List<Rule> all() {
    return List.of(
        Rule.may(
            "9.1",
            "OutcomeSupport: a released message is delivered again until it is accepted, and an"
                + " accepted one is not",
            OutcomeRules::releasedMessagesReturn),
        Rule.may(
            "9.2",
            "OutcomeSupport: a rejected message is not delivered again, and is once among the dead"
                + " letters, for no other reason",
            OutcomeRules::rejectedMessagesAreDeadLetters),
        Rule.may(
            "9.3",
            "OutcomeSupport: a message that is always released is given up after giveUpAfter"
                + " deliveries, for no other reason",
            OutcomeRules::messagesAreGivenUp),
        Rule.may(
            "9.4",
            "OutcomeSupport: a delayed message is delivered again, and not before its delay",
            bench -> returnsLater(bench, Outcome.DELAY, DELAY)),
        Rule.may(
            "9.5",
            "OutcomeSupport: an abandoned message is delivered again, and not at once",
            bench -> returnsLater(bench, Outcome.ABANDON, SOON)));
  }

  /** The driver of the rule, for a run that asks for this. */
  private static OutcomeSupport open(ConformanceBench bench, OutcomeRequest wanted)
      throws Exception {
    BenchmarkDriver fresh = bench.newDriver();
    bench.require(fresh instanceof OutcomeSupport, "the driver does not have OutcomeSupport");
    OutcomeSupport support = (OutcomeSupport) fresh;
    Optional<String> problem =
        bench.call(
            "outcomeProblem",
            () -> support.outcomeProblem(wanted, bench.kit().configurationKeys()));
    bench.require(problem.isEmpty(), "the driver refuses it: " + problem.orElse(""));
    bench.run("expectOutcomes", () -> support.expectOutcomes(wanted));
    try {
      bench.open(fresh, bench.kit().configuration());
    } catch (IOException e) {
      String refusal = String.valueOf(e.getMessage());
      bench.require(!refusal.startsWith("outcomes."), "this broker cannot: " + refusal);
      throw e;
    }
    return support;
  }

  private static OutcomeRequest request(
      Outcome refusal, OptionalInt giveUpAfter, boolean deadLetters) {
    return new OutcomeRequest(
        Set.of(Outcome.ACCEPT, refusal), DELAY, giveUpAfter, deadLetters, Optional.empty());
  }

  private static void returnsLater(ConformanceBench bench, Outcome refusal, Duration soonest)
      throws Exception {
    open(bench, request(refusal, OptionalInt.empty(), false));
    String topic = bench.topic(1);
    Map<Long, Long> refusedNanos = new ConcurrentHashMap<>();
    Map<Long, Duration> early = new ConcurrentHashMap<>();
    OutcomeInbox inbox =
        new OutcomeInbox(
            (number, delivery) -> {
              if (isRefused(number) && delivery == 1) {
                refusedNanos.put(number, System.nanoTime());
                return refusal;
              }
              Duration after =
                  Duration.ofNanos(
                      System.nanoTime() - refusedNanos.getOrDefault(number, Long.MIN_VALUE / 2));
              if (after.plus(ROUNDED).compareTo(soonest) < 0) {
                early.put(number, after);
              }
              return Outcome.ACCEPT;
            });
    bench.consumer(topic, bench.newSubscriptionName(), inbox);
    int sent = bench.few();
    bench.send(bench.producer(topic), 0, sent);
    assertDeliveries(bench, inbox, sent, 2);
    assertThat(early)
        .as("messages that were delivered again after less than %s", soonest)
        .isEmpty();
  }

  private static boolean isRefused(long number) {
    return number % EVERY == 0;
  }

  private static void releasedMessagesReturn(ConformanceBench bench) throws Exception {
    open(bench, request(Outcome.RELEASE, OptionalInt.empty(), false));
    String topic = bench.topic(1);
    OutcomeInbox inbox =
        new OutcomeInbox(
            (number, delivery) ->
                isRefused(number) && delivery < MOST_DELIVERIES ? Outcome.RELEASE : Outcome.ACCEPT);
    bench.consumer(topic, bench.newSubscriptionName(), inbox);
    int sent = bench.few();
    bench.send(bench.producer(topic), 0, sent);
    assertDeliveries(bench, inbox, sent, MOST_DELIVERIES);
  }

  /** Refused messages were delivered {@code ofRefused} times, others once, and none more often. */
  private static void assertDeliveries(
      ConformanceBench bench, OutcomeInbox inbox, int sent, int ofRefused)
      throws InterruptedException {
    int refused = (sent + EVERY - 1) / EVERY;
    bench.awaitCount(inbox, sent + refused * (ofRefused - 1));
    Thread.sleep(LATE_MILLIS);
    TreeMap<Long, Integer> wrong = new TreeMap<>();
    for (long number = 0; number < sent; number++) {
      if (inbox.deliveries(number) != (isRefused(number) ? ofRefused : 1)) {
        wrong.put(number, inbox.deliveries(number));
      }
    }
    assertThat(wrong).as("deliveries by message, where they are wrong").isEmpty();
  }

  private static void rejectedMessagesAreDeadLetters(ConformanceBench bench) throws Exception {
    OutcomeSupport support = open(bench, request(Outcome.REJECT, OptionalInt.empty(), true));
    OutcomeInbox inbox =
        new OutcomeInbox((number, delivery) -> isRefused(number) ? Outcome.REJECT : Outcome.ACCEPT);
    DeadLetters dead = new DeadLetters();
    int sent = sent(bench, support, inbox, dead);
    awaitDeadLetters(bench, dead, sent, DeadLetterReason.REJECTED);
    bench.awaitAllOf(inbox, sent);
    assertThat(inbox.numbers()).as("messages at the consumer").doesNotHaveDuplicates();
  }

  private static void messagesAreGivenUp(ConformanceBench bench) throws Exception {
    OutcomeSupport support =
        open(bench, request(Outcome.RELEASE, OptionalInt.of(MOST_DELIVERIES), true));
    OutcomeInbox inbox =
        new OutcomeInbox(
            (number, delivery) -> isRefused(number) ? Outcome.RELEASE : Outcome.ACCEPT);
    DeadLetters dead = new DeadLetters();
    int sent = sent(bench, support, inbox, dead);
    awaitDeadLetters(bench, dead, sent, DeadLetterReason.GIVEN_UP);
    assertDeliveries(bench, inbox, sent, MOST_DELIVERIES);
  }

  private static int sent(
      ConformanceBench bench, OutcomeSupport support, OutcomeInbox inbox, DeadLetters dead)
      throws Exception {
    String topic = bench.topic(1);
    String subscription = bench.newSubscriptionName();
    bench.consumer(topic, subscription, inbox);
    bench.adopt(
        bench.await(
            "creation of a consumer of dead letters",
            () -> support.createDeadLetterConsumer(topic, subscription, dead)));
    BenchmarkProducer producer = bench.producer(topic);
    int sent = bench.few();
    bench.send(producer, 0, sent);
    return sent;
  }

  /** Records what the broker says of dead letters, if it says something. */
  private static final class DeadLetters extends DetailedInbox {
    private final Map<Long, DeadLetterReason> reasons = new ConcurrentHashMap<>();

    @Override
    public void messageReceived(ReceivedMessage message) {
      DeadLetterReason reason = message.deadLetterReason();
      if (reason != null) {
        reasons.put(NumberedPayload.number(message.body()), reason);
      }
      super.messageReceived(message);
    }
  }

  private static void awaitDeadLetters(
      ConformanceBench bench, DeadLetters dead, int sent, DeadLetterReason reason)
      throws InterruptedException {
    int refused = (sent + EVERY - 1) / EVERY;
    bench.awaitCount(dead, refused);
    Thread.sleep(LATE_MILLIS);
    assertThat(dead.numbers().stream().sorted().toList())
        .as("dead letters")
        .isEqualTo(LongStream.range(0, sent).filter(OutcomeRules::isRefused).boxed().toList());
    assertThat(Set.copyOf(dead.reasons.values()))
        .as("reasons of dead letters, where the driver reports them")
        .isSubsetOf(reason);
  }
}
