package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.headers.PrioritySender;
import io.tidemark.driver.headers.PrioritySupport;
import io.tidemark.driver.testkit.observed.Inbox;
import io.tidemark.driver.testkit.observed.NumberedPayload;
import io.tidemark.driver.topics.SubscriptionCreator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** Chapter 10: messages of different priorities, which wait for a consumer. */
final class PriorityRules {
  private static final int LOW = 1;
  private static final int HIGH = 9;

  private PriorityRules() {}

  static List<Rule> all() {
    return List.of(
        Rule.may(
            "10.1",
            "PrioritySupport: of messages that wait, those of a higher priority are received"
                + " before half of the lower ones, although they were sent later",
            PriorityRules::higherOnesGoFirst),
        Rule.may(
            "10.2",
            "PrioritySupport: messages of one priority are received in their order",
            PriorityRules::eachPriorityIsInOrder));
  }

  private static void higherOnesGoFirst(ConformanceBench bench) throws Exception {
    List<Long> received = received(bench);
    long lower = bench.few();
    int last = -1;
    for (int i = 0; i < received.size(); i++) {
      last = received.get(i) >= lower ? i : last;
    }
    long before = received.subList(0, last).stream().filter(number -> number < lower).count();
    assertThat(before)
        .as("messages of the lower priority before the last one of the higher")
        .isLessThan(lower / 2);
  }

  private static void eachPriorityIsInOrder(ConformanceBench bench) throws Exception {
    List<Long> received = received(bench);
    long lower = bench.few();
    assertThat(received).filteredOn(number -> number < lower).as("the lower ones").isSorted();
    assertThat(received).filteredOn(number -> number >= lower).as("the higher ones").isSorted();
  }

  /** Lower ones are sent first, then a fifth as many higher ones, and then comes the consumer. */
  private static List<Long> received(ConformanceBench bench) throws Exception {
    BenchmarkDriver fresh = bench.newDriver();
    bench.require(fresh instanceof PrioritySupport, "the driver does not have PrioritySupport");
    bench.require(
        fresh instanceof SubscriptionCreator, "the driver does not have SubscriptionCreator");
    PrioritySupport support = (PrioritySupport) fresh;
    SortedSet<Integer> both = new TreeSet<>(List.of(LOW, HIGH));
    Optional<String> problem =
        bench.call(
            "priorityProblem",
            () -> support.priorityProblem(both, bench.kit().configurationKeys()));
    bench.require(problem.isEmpty(), "the driver refuses it: " + problem.orElse(""));
    bench.run("expectPriorities", () -> support.expectPriorities(both));
    bench.open(fresh, bench.kit().configuration());
    String topic = bench.topic(1);
    String subscription = bench.newSubscriptionName();
    bench.await(
        "creation of a subscription",
        () -> ((SubscriptionCreator) fresh).createSubscription(topic, subscription));
    BenchmarkProducer producer = bench.producer(topic);
    assertThat(producer).isInstanceOf(PrioritySender.class);
    int lower = bench.few();
    int all = lower + Math.max(2, lower / 5);
    List<CompletableFuture<Void>> sends = new ArrayList<>();
    for (int number = 0; number < all; number++) {
      byte[] payload = NumberedPayload.of(number);
      int priority = number < lower ? LOW : HIGH;
      sends.add(
          bench.call(
              "sendAsync with a priority",
              () ->
                  ((PrioritySender) producer)
                      .sendAsync(Optional.empty(), payload, List.of(), priority)));
    }
    for (CompletableFuture<Void> each : sends) {
      bench.await(each, "send with a priority");
    }
    Inbox inbox = new Inbox();
    bench.consumer(topic, subscription, inbox);
    bench.awaitAllOf(inbox, all);
    return inbox.numbers();
  }
}
