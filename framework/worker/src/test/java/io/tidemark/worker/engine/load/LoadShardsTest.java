package io.tidemark.worker.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.base.ManualClock;
import io.tidemark.driver.GroupedSends;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.worker.SendOnly;
import io.tidemark.worker.engine.Engine;
import io.tidemark.worker.engine.RunSetups;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How lanes are dealt to load threads, and when a shard's full lanes go on. */
class LoadShardsTest {
  private static final int WINDOW = 320;

  private final ManualClock clock = new ManualClock();
  private final List<CompletableFuture<Void>> sends = new ArrayList<>();
  private Engine engine;
  private RuntimeException refusal;

  private final SendOnly producer =
      (key, payload) -> {
        CompletableFuture<Void> send = new CompletableFuture<>();
        sends.add(send);
        return send;
      };

  @AfterEach
  void close() {
    engine.close();
  }

  private List<LoadShard> shards(int producers, EngineOptions options) {
    return shards(producers, options, WINDOW, index -> producer);
  }

  private List<LoadShard> shards(
      int producers, EngineOptions options, int window, IntFunction<BenchmarkProducer> producerOf) {
    engine = new Engine(clock, RunSetups.setup(producers, 100, DeliveryMode.OFF), options);
    for (int i = 0; i < producers; i++) {
      engine.addProducer(RunSetups.producer(i), producerOf.apply(i));
    }
    return engine
        .prepareLoad(RunSetups.closedLoop(clock.epochNanos(), producers, window, 0))
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
  void moreThanThatShareThreadsAndTheTimelineReports() {
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

  @Test
  void aProducerThatGroupsIsReportedWhatIsDueTogether() {
    List<String> calls = new ArrayList<>();
    LoadShard shard = groupingShard(calls, 1, 3);
    shard.step();
    assertThat(calls).containsExactly("hold 0", "send 0", "send 0", "send 0", "release 0");

    calls.clear();
    shard.step();
    assertThat(calls).as("the window is full").isEmpty();

    sends.get(0).complete(null);
    clock.advance(1_000_000);
    shard.step();
    assertThat(calls).containsExactly("hold 0", "send 0", "release 0");
  }

  @Test
  void noProducerWaitsForAnothersSends() {
    List<String> calls = new ArrayList<>();
    LoadShard shard = groupingShard(calls, 2, 2);
    shard.step();
    String held = null;
    for (String call : calls) {
      String producer = call.substring(call.length() - 1);
      if (call.startsWith("hold")) {
        assertThat(held).isNull();
        held = producer;
      } else {
        assertThat(producer).as(call).isEqualTo(held);
        held = call.startsWith("release") ? null : held;
      }
    }
    assertThat(held).as("nothing is held between steps").isNull();
    assertThat(calls).filteredOn(call -> call.startsWith("send")).hasSize(4);
  }

  @Test
  void whatIsHeldLeavesAlsoWhenASendThrows() {
    List<String> calls = new ArrayList<>();
    LoadShard shard = groupingShard(calls, 1, 1);
    refusal = new IllegalStateException("refused by the test");
    shard.step();
    assertThat(calls).startsWith("hold 0", "send 0").endsWith("release 0");
  }

  private LoadShard groupingShard(List<String> calls, int producers, int window) {
    EngineOptions options = RunSetups.options(false, 1);
    return shards(producers, options, window, index -> new GroupingProducer(calls, index)).get(0);
  }

  private final class GroupingProducer implements SendOnly, GroupedSends {
    private final List<String> calls;
    private final int number;

    GroupingProducer(List<String> calls, int number) {
      this.calls = calls;
      this.number = number;
    }

    @Override
    public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
      calls.add("send " + number);
      if (refusal != null) {
        throw refusal;
      }
      return producer.sendAsync(key, payload);
    }

    @Override
    public void hold() {
      calls.add("hold " + number);
    }

    @Override
    public void release() {
      calls.add("release " + number);
    }
  }

  private static void run(LoadShard shard) {
    for (int i = 0; i < 10; i++) {
      shard.step();
    }
  }

  private void acknowledge(int count) {
    sends.stream().filter(send -> !send.isDone()).limit(count).forEach(s -> s.complete(null));
  }

  @Test
  void pinnedThreadsHaveACoreEach() {
    EngineOptions two = RunSetups.options(false, 8).pinnedTo(List.of(3, 5));
    assertThat(shards(10, two)).hasSize(2);
    assertThat(two.coreOf(0, 2)).contains(3);
    assertThat(two.coreOf(1, 2)).contains(5);
  }

  @Test
  void producersThatMayBlockAreNotPinnedIfThereAreMoreThanCores() {
    EngineOptions two = RunSetups.options(true, 8).pinnedTo(List.of(3, 5));
    assertThat(shards(3, two)).hasSize(3);
    assertThat(two.coreOf(0, 3)).isEmpty();
    assertThat(engine.cut().events()).anyMatch(event -> event.kind().equals("NOT_PINNED"));
  }
}
