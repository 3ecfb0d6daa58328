package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.driver.rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver.StartDelay;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Publishing;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfigurationRules;
import io.tidemark.driver.settings.SettingValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On a separate thread, because a wait for missing producers is not interruptible. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StartDelayTest {
  private static final int PRODUCERS = 200;
  private static final Duration DELAY = Duration.ofSeconds(30);
  private static final List<Integer> NUMBERS = IntStream.range(0, PRODUCERS).boxed().toList();

  private final List<Long> delaysMillis = new ArrayList<>();
  private final List<Runnable> waiting = new ArrayList<>();
  private final List<Integer> created = new ArrayList<>();
  private long nowNanos;
  private int refusals;
  private StartDelay delay;

  /** Time passes when all producers wait, and not before. */
  private void wait(long millis, Runnable task) {
    delaysMillis.add(millis);
    waiting.add(task);
    if (waiting.size() == PRODUCERS) {
      assertThat(created).isEmpty();
      nowNanos += DELAY.toNanos();
      waiting.forEach(Runnable::run);
    }
  }

  private List<Integer> create(Duration most) throws Exception {
    delay = new StartDelay(most, () -> nowNanos, this::wait);
    return delay.create(publishing(), NUMBERS, this::made).join();
  }

  private CompletableFuture<Integer> made(int number) {
    if (refusals > 0) {
      refusals--;
      return CompletableFuture.failedFuture(new IllegalStateException("refused"));
    }
    created.add(number);
    return CompletableFuture.completedFuture(number);
  }

  /** With the default batches of five producers. */
  private static Publishing publishing() throws Exception {
    String yaml = "{amqpUris: ['amqp://localhost'], producerCreationDelay: 0}";
    return QuorumConfigurationRules.read(
            new SettingValues("file", new YAMLMapper().readValue(yaml, Map.class)))
        .publishing();
  }

  @Test
  void producersConnectAtMomentsOfTheirOwnWithinTheDelay() throws Exception {
    create(DELAY);
    assertThat(delaysMillis)
        .hasSize(PRODUCERS)
        .allMatch(millis -> millis > 0 && millis <= 30_000)
        .anyMatch(millis -> millis < 7_500)
        .anyMatch(millis -> millis > 22_500);
  }

  @Test
  void thereIsNoWaitAfterTheDelay() throws Exception {
    refusals = 3;
    assertThat(create(DELAY)).isEqualTo(NUMBERS);
    assertThat(delay.create(publishing(), List.of(7), this::made).join()).containsExactly(7);
    assertThat(delaysMillis).hasSize(PRODUCERS);
  }

  @Test
  void thereIsNoWaitWithoutADelay() throws Exception {
    assertThat(create(Duration.ZERO)).isEqualTo(NUMBERS);
    assertThat(delaysMillis).isEmpty();
  }
}
