package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.measure.ManualClock;
import io.tidemark.model.load.DeliveryMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How lanes are dealt to load threads, and when a shard's full lanes go on. */
class LoadShardsTest {
  private static final int WINDOW = 320;

  private final ManualClock clock = new ManualClock();
  private final List<CompletableFuture<Void>> sends = new ArrayList<>();
  private Engine engine;

  private final BenchmarkProducer producer =
      new BenchmarkProducer() {
        @Override
        public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
          CompletableFuture<Void> send = new CompletableFuture<>();
          sends.add(send);
          return send;
        }

        @Override
        public void close() {}
      };

  @AfterEach
  void close() {
    engine.close();
  }

  private List<LoadShard> shards(int producers, EngineOptions options) {
    engine = new Engine(clock, RunSetups.setup(producers, 100, DeliveryMode.OFF), options);
    for (int i = 0; i < producers; i++) {
      engine.addProducer(RunSetups.producer(i), producer);
    }
    return engine
        .prepareLoad(RunSetups.closedLoop(clock.epochNanos(), producers, WINDOW, 0))
        .shards();
  }

  private boolean toldOfSharing() {
    return engine.cut().events().stream()
        .anyMatch(event -> event.kind().equals("SHARED_LOAD_THREADS"));
  }

  @Test
  void producersThatMayBlockHaveAThreadEachAsLongAsThereAreNotTooMany() {
    assertThat(shards(500, RunSetups.options(true, 2)))
        .hasSize(500)
        .allMatch(shard -> shard.lanes().size() == 1);
    assertThat(toldOfSharing()).isFalse();
  }

  @Test
  void moreThanThatShareThreadsAndTheTimelineTells() {
    assertThat(shards(600, RunSetups.options(true, 2)))
        .hasSize(512)
        .allMatch(shard -> shard.lanes().size() <= 2);
    assertThat(toldOfSharing()).isTrue();
  }

  @Test
  void sendsThatWaitForTheirReplyHaveMoreThreads() {
    assertThat(shards(600, RunSetups.options(true, 2).withWaitingSends())).hasSize(600);
    assertThat(toldOfSharing()).isFalse();
  }

  @Test
  void aFullWindowGoesOnWithAShareOfItOrAfterAMillisecondWithAnyRoom() {
    LoadShard shard = shards(1, RunSetups.options(false, 1)).get(0);
    run(shard);
    assertThat(sends).hasSize(WINDOW);

    acknowledge(WINDOW / 32 - 1);
    run(shard);
    assertThat(sends).as("too few places for a batch").hasSize(WINDOW);

    acknowledge(1);
    run(shard);
    assertThat(sends).hasSize(WINDOW + WINDOW / 32);

    acknowledge(1);
    run(shard);
    assertThat(sends).hasSize(WINDOW + WINDOW / 32);
    clock.advance(1_000_000);
    run(shard);
    assertThat(sends).as("one place, after a millisecond").hasSize(WINDOW + WINDOW / 32 + 1);
  }

  private static void run(LoadShard shard) {
    for (int i = 0; i < 10; i++) {
      shard.step();
    }
  }

  private void acknowledge(int count) {
    sends.stream().filter(send -> !send.isDone()).limit(count).forEach(s -> s.complete(null));
  }
}
