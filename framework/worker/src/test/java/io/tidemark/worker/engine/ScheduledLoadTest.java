package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.Deadline;
import io.tidemark.measure.schedule.RateCurve;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.Curve.Point;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.LoadShape.SizeStep;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.worker.engine.load.LoadShard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Sizes and producers that change while the load is under way. */
class ScheduledLoadTest extends OneEngine {
  private LoadShard load(LoadShape shape, int producers) {
    LoadRequest plan = RunSetups.load(start, shape, producers, 1_000, 0);
    return engine.prepareLoad(plan).shards().get(0);
  }

  private List<Integer> sizes() {
    return sent.stream().map(payload -> payload.length).toList();
  }

  private static SizeStep size(long offsetNanos, int bytes) {
    return new SizeStep(offsetNanos, List.of(new WeightedSize(bytes, 1)));
  }

  @Test
  void theSizeOfAMessageIsThatOfTheTimeAtWhichItWasDue() {
    engine(manual, 1, this::keep);
    LoadShape shape =
        new LoadShape(
            Optional.of(Curve.constant(10)),
            Optional.empty(),
            List.of(size(SECOND, 300), size(2 * SECOND, 50)));
    LoadShard shard = load(shape, 1);

    manual.advance(3 * SECOND - 1); // A stall: everything is late.
    shard.step();

    assertThat(sizes().subList(0, 10)).containsOnly(100);
    assertThat(sizes().subList(10, 20)).containsOnly(300);
    assertThat(sizes().subList(20, 30)).containsOnly(50);
  }

  @Test
  void anotherScheduleBeginsWithItsOwnSizes() {
    engine(manual, 1, this::keep);
    Optional<Curve> rate = Optional.of(Curve.constant(10));
    LoadShard shard = load(new LoadShape(rate, Optional.empty(), List.of(size(0, 300))), 1);
    stepUntil(shard, start + SECOND / 2);
    engine.newSchedule(start + SECOND, new LoadShape(rate, Optional.empty(), List.of(size(0, 40))));
    stepUntil(shard, start + SECOND);
    engine.newSchedule(start + 2 * SECOND, new LoadShape(rate, Optional.empty(), List.of()));
    stepUntil(shard, start + 2 * SECOND);

    assertThat(sizes().get(0)).isEqualTo(300);
    assertThat(sizes()).contains(40);
    assertThat(sizes().get(sent.size() - 1)).isEqualTo(100);
  }

  @Test
  void noProducerOfAClosedLoopSendsInAPause() {
    engine(manual, 1, this::keep);
    Curve pause =
        new Curve(List.of(new Point(0, 1), new Point(SECOND, 0), new Point(2 * SECOND, 1)));
    LoadShard shard = load(new LoadShape(Optional.empty(), Optional.of(pause), List.of()), 1);
    shard.step();
    int before = sent.size();
    assertThat(before).isPositive();

    manual.advance(SECOND + SECOND / 2);
    shard.step();
    assertThat(shard.step()).isEqualTo(start + 2 * SECOND);
    assertThat(sent).as("the one that was due before").hasSize(before + 1);

    manual.advance(SECOND);
    shard.step();
    assertThat(sent.size()).isGreaterThan(before + 1);
  }

  @Test
  void aProducerThatHasLeftSendsNothingAndItsThreadGoesOn() throws Exception {
    engine(manual, 2, this::keep);
    LoadShard shard = load(LoadShape.of(Curve.constant(100)), 2);
    stepUntil(shard, start + SECOND);
    int before = sent.size();

    leave(shard, 0);
    leave(shard, 1);
    manual.advance(SECOND);
    assertThat(shard.step()).as("waits for producers").isEqualTo(RateCurve.NEVER);
    assertThat(sent).hasSize(before);

    List<byte[]> others = new ArrayList<>();
    joinBack(shard, others);
    shard.step();

    assertThat(others).as("what has become due meanwhile").hasSize(50);
    assertThat(sent).hasSize(before);
  }

  private void joinBack(LoadShard shard, List<byte[]> others) throws Exception {
    CompletableFuture<Void> joining =
        following(
            shard,
            () ->
                engine
                    .clients()
                    .connect(
                        0,
                        producer(
                            payload -> {
                              others.add(payload);
                              return DONE;
                            }),
                        Deadline.in(Duration.ofSeconds(10))));
    joining.get(10, TimeUnit.SECONDS);
  }

  private void leave(LoadShard shard, int producer) throws Exception {
    following(
            shard,
            () ->
                assertThat(
                        engine
                            .clients()
                            .disconnect(producer, false, Deadline.in(Duration.ofSeconds(10))))
                    .isEmpty())
        .get(10, TimeUnit.SECONDS);
  }

  private interface Action {
    void run() throws InterruptedException;
  }

  /** The test is the load thread, which steps until the other thread is done. */
  private static CompletableFuture<Void> following(LoadShard shard, Action action) {
    CompletableFuture<Void> done =
        CompletableFuture.runAsync(
            () -> {
              try {
                action.run();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    while (!done.isDone()) {
      shard.step();
      Thread.onSpinWait();
    }
    return done;
  }

  @Test
  void aProducerLeavesOnlyWhenItsSendsAreAnswered() {
    List<CompletableFuture<Void>> answers = new ArrayList<>();
    engine(
        manual,
        1,
        payload -> {
          CompletableFuture<Void> answer = new CompletableFuture<>();
          answers.add(answer);
          return answer;
        });
    LoadShard shard = load(LoadShape.of(Curve.constant(100)), 1);
    stepUntil(shard, start);
    assertThat(answers).hasSize(1);
    List<String> left = new ArrayList<>();

    following(
            shard,
            () ->
                left.add(engine.clients().disconnect(0, false, Deadline.in(Duration.ofMillis(50)))))
        .join();

    assertThat(left).containsExactly("it has sends without an answer");
  }
}
