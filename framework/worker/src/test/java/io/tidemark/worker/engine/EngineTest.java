package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.RefusedException;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.WorkerEvent;
import io.tidemark.model.worker.LoadReport;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.worker.engine.load.EngineOptions;
import io.tidemark.worker.engine.load.Load;
import io.tidemark.worker.engine.load.LoadShard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What the load sends, and when. */
class EngineTest extends OneEngine {
  @Test
  void aFrozenWorkerSendsNothingOfItsDebtIntoARunThatHasEnded() {
    RunSetup setup = RunSetups.setup(1, 100, DeliveryMode.FULL);
    engine(manual, setup.withLease(Duration.ofSeconds(30)));
    engine.addProducer(RunSetups.producer(0), producer(this::keep));
    LoadShard shard = engine.prepareLoad(RunSetups.openLoop(start, 100, 1, 0)).shards().get(0);
    stepUntil(shard, start + 2 * SECOND);
    assertThat(sent).hasSize(201);

    manual.advance(60 * SECOND);
    engine.renewLease();

    assertThat(shard.step()).isEqualTo(LoadShard.STOP);
    assertThat(sent).hasSize(201);
    assertThat(engine.cut().load().stoppedByLease()).isTrue();
    assertThat(engine.cut().load().running()).isFalse();
    assertThat(engine.cut().load().debt()).as("the schedule went on").isEqualTo(5_999);
    manual.advance(SECOND);
    LoadReport summary = engine.stopLoad(Duration.ofSeconds(1));
    assertThat(summary.debt()).isEqualTo(6_099);
    assertThat(summary.scheduleLagNanos()).isEqualTo(61 * SECOND - 10_000_000);
    manual.advance(SECOND);
    assertThat(engine.stopLoad(Duration.ofSeconds(1))).as("repeated").isEqualTo(summary);
    assertThat(engine.cut().load().debt()).as("nothing is wanted any more").isZero();
  }

  @Test
  void aChangeOfRateTakesEffectAtItsMoment() {
    engine(manual, 2, this::keep);
    Load load = engine.prepareLoad(RunSetups.openLoop(start, 100, 2, 0));
    stepUntil(load.shards().get(0), start + SECOND);
    engine.changeRate(start + 2 * SECOND, Curve.constant(1000));
    stepUntil(load.shards().get(0), start + 3 * SECOND);
    assertThat(sent).hasSize(200 + 1000 + 1);
  }

  @Test
  void anotherScheduleDropsTheDebtOfTheOneBefore() {
    engine(manual, 2, this::keep);
    Load load = engine.prepareLoad(RunSetups.openLoop(start, 100_000, 2, 0));
    load.shards().get(0).step();
    int before = sent.size();
    manual.advance(10 * SECOND);
    assertThat(load.state(manual.epochNanos()).debt()).isGreaterThan(900_000);

    engine.newSchedule(start + 11 * SECOND, LoadShape.of(Curve.constant(100)));

    load.shards().get(0).step();
    assertThat(load.state(manual.epochNanos()).debt()).isZero();
    stepUntil(load.shards().get(0), start + 12 * SECOND);
    assertThat(sent).hasSize(before + 101);
    assertThat(load.state(manual.epochNanos()).debt()).isZero();
  }

  @Test
  void aClosedLoopBecomesAnOpenOneWhenItGetsARate() {
    engine(manual, 1, this::keep);
    Load load = engine.prepareLoad(RunSetups.closedLoop(start, 1, 10, 0));
    load.shards().get(0).step();
    int before = sent.size();
    assertThat(before).isPositive();
    engine.changeRate(start + SECOND, Curve.constant(50));
    stepUntil(load.shards().get(0), start + 2 * SECOND);
    assertThat(sent).hasSize(before + 51);
  }

  @Test
  void whatTheBrokerRefusesAgainAndAgainIsOneEventInItsWords() {
    engine(
        manual,
        1,
        payload -> CompletableFuture.failedFuture(new RefusedException("no right to write", null)));
    LoadShard shard = engine.prepareLoad(RunSetups.openLoop(start, 1000, 1, 0)).shards().get(0);
    stepUntil(shard, start + SECOND);
    assertThat(engine.cut().events())
        .filteredOn(event -> event.kind().equals("SEND_ERROR"))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.detail()).isEqualTo("no right to write");
              assertThat(event.numbers()).containsEntry(WorkerEvent.TIMES, 1_001.0);
            });
  }

  @Test
  void aClosedLoopDoesNotSpinAgainstADeadBroker() {
    engine(
        manual,
        1,
        payload -> {
          sent.add(payload);
          return CompletableFuture.failedFuture(new IllegalStateException("down"));
        });
    LoadShard shard = engine.prepareLoad(RunSetups.closedLoop(start, 1, 10, 0)).shards().get(0);
    stepUntil(shard, start + 10 * SECOND);
    assertThat(sent).hasSizeBetween(50, 1000);
  }

  @Test
  void theMessageLimitIsSplitOverAllProducers() {
    engine(manual, 3, this::keep);
    LoadShard shard = engine.prepareLoad(RunSetups.closedLoop(start, 3, 10, 11)).shards().get(0);
    assertThat(shard.step()).isEqualTo(LoadShard.STOP);
    assertThat(engine.cut().load().finished()).isTrue();
    assertThat(engine.stopLoad(Duration.ofSeconds(1)).producers())
        .containsExactly(
            new LoadReport.ProducerTotals(0, 4),
            new LoadReport.ProducerTotals(1, 4),
            new LoadReport.ProducerTotals(2, 3));
  }

  @Test
  void aDriverThatCopiesGetsTheSameArrayAgain() {
    RunSetup setup = RunSetups.setup(1, 100, DeliveryMode.OFF);
    engine =
        new Engine(
            manual, setup, new EngineOptions(false, true, getClass().getClassLoader(), 1, 0.5));
    engine.addProducer(RunSetups.producer(0), producer(this::keep));
    LoadRequest plan = RunSetups.openLoop(start, 1000, 1, 3);
    stepUntil(engine.prepareLoad(plan).shards().get(0), start + SECOND);
    assertThat(sent).hasSize(3);
    assertThat(sent.get(0)).isSameAs(sent.get(1)).isSameAs(sent.get(2));
  }

  /** One outcome after the other: immediate, later, failed, refused; two messages for each. */
  @Test
  void onlyMessagesWithAStampAreInTheAudit() {
    PayloadSpec payloads =
        new PayloadSpec(
            List.of(new PayloadSpec.WeightedSize(5, 1), new PayloadSpec.WeightedSize(40, 1)),
            new PayloadSpec.Zeros());
    engine(manual, RunSetups.setup(1, payloads, DeliveryMode.FULL));
    CompletableFuture<Void> later = new CompletableFuture<>();
    engine.addProducer(
        RunSetups.producer(0),
        producer(
            payload -> {
              sent.add(payload);
              return switch (sent.size() % 4) {
                case 0 -> DONE;
                case 1 -> later;
                case 2 -> CompletableFuture.failedFuture(new IllegalStateException("refused"));
                default -> throw new IllegalStateException("thrown");
              };
            }));
    LoadRequest plan = RunSetups.openLoop(start, 1000, 1, 80);
    stepUntil(engine.prepareLoad(plan).shards().get(0), start + SECOND);
    later.complete(null);

    EngineCut cut = engine.cut();
    List<Long> acknowledged = new ArrayList<>();
    List<Long> failed = new ArrayList<>();
    for (int i = 0; i < sent.size(); i++) {
      if (sent.get(i).length == 40) {
        ((i + 1) % 4 < 2 ? acknowledged : failed).add((long) i);
      }
    }
    assertThat(acknowledged).hasSizeBetween(1, 39);
    assertThat(failed).hasSizeBetween(1, 39);
    assertThat(cut.counters().get(Counter.ACKNOWLEDGED)).isEqualTo(40);
    assertThat(cut.counters().get(Counter.FAILED)).isEqualTo(40);
    assertThat(cut.audit().published()).hasSize(1);
    assertThat(cut.audit().published().get(0).acknowledged().toArray())
        .containsExactly(acknowledged.stream().mapToLong(Long::longValue).toArray());
    assertThat(cut.audit().published().get(0).failed().toArray())
        .containsExactly(failed.stream().mapToLong(Long::longValue).toArray());
  }

  @Test
  void theInFlightCapFollowsTheHeap() {
    engine(manual, RunSetups.setup(1, 1 << 20, DeliveryMode.OFF));
    List<Integer> handed = new ArrayList<>();
    engine.addProducer(
        RunSetups.producer(0),
        producer(
            payload -> {
              handed.add(payload.length);
              return new CompletableFuture<>();
            }));
    LoadRequest plan = RunSetups.closedLoop(start, 1, Integer.MAX_VALUE, 0);
    LoadShard shard = engine.prepareLoad(plan).shards().get(0);
    for (int i = 0; i < 100; i++) {
      shard.step();
    }
    long bytes = handed.size() * (1L << 20);
    assertThat(bytes).isPositive().isLessThanOrEqualTo(Runtime.getRuntime().maxMemory() / 4);
    assertThat(engine.cut().events()).anyMatch(event -> event.kind().equals("IN_FLIGHT_CAP"));
  }
}
