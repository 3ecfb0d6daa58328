package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.coordinator.run.SimulatedBroker.Message;
import io.tidemark.model.earlier.AcknowledgedMessages;
import io.tidemark.model.earlier.EarlierRun;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Pattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** One run publishes without consumers, another one reads what it left and looks for losses. */
class EarlierRunTest {
  private final List<Message> stored = new ArrayList<>();

  private Scenario filling() {
    Scenario fill = new Scenario().workers("a");
    fill.subscriptions = 0;
    fill.consumers = 0;
    fill.producers = 2;
    fill.warmup = Duration.ZERO;
    fill.test = Optional.of(Duration.ofSeconds(3));
    return fill;
  }

  private AcknowledgedMessages fill(Scenario fill, Predicate<Message> keeps) throws Exception {
    fill.broker.loses =
        message -> {
          if (keeps.test(message)) {
            stored.add(message);
          }
          return true;
        };
    RunResult result = fill.run();
    return result.delivery().acknowledgements().orElseThrow();
  }

  private Scenario reading(AcknowledgedMessages messages) {
    Scenario read = new Scenario().workers("b");
    read.pattern = Pattern.CONSUME_ONLY;
    read.topicNames = List.of("topic-0");
    read.producers = 0;
    read.warmup = Duration.ZERO;
    read.test = Optional.of(Duration.ofSeconds(5));
    read.fromRun =
        Optional.of(new EarlierRun("run", "a folder", 2, Optional.of(messages), List.of()));
    read.objectives =
        List.of(
            new Objective("lost", Objective.Comparison.AT_MOST, 0, Objective.Unit.COUNT, "= 0"));
    read.broker.waiting.addAll(stored);
    return read;
  }

  private static ObjectiveResult objective(RunResult result) {
    return result.verdict().objectives().get(0);
  }

  @Test
  void nothingIsLostWhenEverythingIsRead() throws Exception {
    AcknowledgedMessages messages = fill(filling(), message -> true);
    long acknowledged = messages.producers().stream().mapToLong(p -> p.messages()).sum();

    RunResult result = reading(messages).run();

    assertThat(acknowledged).isGreaterThan(250);
    DeliveryReport delivery = result.delivery();
    assertThat(delivery.lost()).hasValue(0L);
    assertThat(delivery.duplicated()).hasValue(0L);
    assertThat(delivery.subscriptions().get(0).expected()).isEqualTo(acknowledged);
    assertThat(delivery.subscriptions().get(0).received()).isEqualTo(acknowledged);
    assertThat(objective(result).met()).isTrue();
    assertThat(delivery.limits()).noneMatch(limit -> limit.contains("lost"));
    assertThat(result.samples().get(result.samples().size() - 1).backlog()).isZero();
  }

  @Test
  void everyMessageThatTheBrokerDroppedIsLost() throws Exception {
    AcknowledgedMessages messages =
        fill(filling(), message -> message.producer() != 1 || message.sequence() % 50 != 7);

    RunResult result = reading(messages).run();

    assertThat(result.delivery().lost()).hasValue(3L);
    assertThat(result.delivery().subscriptions().get(0).firstLost())
        .containsExactly("1:7", "1:57", "1:107");
    assertThat(objective(result).met()).isFalse();
    assertThat(objective(result).actual()).isEqualTo("3");
    assertThat(Scenario.finding(result, "messages-lost")).startsWith("3 acknowledged messages");
    assertThat(result.delivery().limits())
        .anyMatch(limit -> limit.contains("may not have been read"));
    assertThat(result.samples().get(result.samples().size() - 1).backlog()).isEqualTo(3);
  }

  @Test
  void theTestEndsWhenAllMessagesOfTheEarlierRunHaveBeenRead() throws Exception {
    AcknowledgedMessages messages = fill(filling(), message -> true);
    Scenario read = reading(messages);
    read.test = Optional.of(Duration.ofMinutes(10));
    read.drainTimeout = Duration.ofMinutes(5);
    read.broker.consumedPerSecond = stored.size() / 4.0;

    RunResult result = read.run();

    PhaseResult test = Scenario.phase(result, "test");
    assertThat(test.lengthNanos() / 1e9).isBetween(4.0, 5.5);
    assertThat(test.byTime().counters().get(Counter.RECEIVED)).isEqualTo(stored.size());
    assertThat(test.perSecond(Counter.RECEIVED)).isCloseTo(stored.size() / 4.0, within(1.0));
  }

  @Test
  void whatIsMissingIsWaitedForNoLongerThanTheDrainTimeout() throws Exception {
    AcknowledgedMessages messages = fill(filling(), message -> message.sequence() != 7);
    Scenario read = reading(messages);
    read.test = Optional.of(Duration.ofMinutes(10));
    read.drainTimeout = Duration.ofSeconds(20);

    RunResult result = read.run();

    assertThat(result.delivery().lost()).hasValue(2L);
    assertThat(Scenario.phase(result, "test").lengthNanos() / 1e9).isBetween(20.0, 25.0);
  }

  @Test
  void aRunThatBreaksOffReportsWhatWasAcknowledged() throws Exception {
    Scenario fill = filling();
    fill.time.at(1.5, fill.stop::request);

    AcknowledgedMessages messages = fill(fill, message -> true);

    assertThat(messages.producers()).hasSize(2);
    assertThat(messages.producers().get(0).messages()).isBetween(30L, 120L);
    assertThat(reading(messages).run().delivery().lost()).hasValue(0L);
  }
}
