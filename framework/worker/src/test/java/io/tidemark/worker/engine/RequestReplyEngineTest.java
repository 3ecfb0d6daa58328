package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.base.ManualClock;
import io.tidemark.driver.ReplyCallback;
import io.tidemark.driver.RequestHandler;
import io.tidemark.driver.Requester;
import io.tidemark.driver.SendResult;
import io.tidemark.measure.ThreadSlot;
import io.tidemark.measure.schedule.RateCurve;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.ProcessingVariation;
import io.tidemark.model.load.Profile;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.worker.ClockTable;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.RequestReplySetup;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.RunSetupBuilder;
import io.tidemark.worker.engine.load.ActiveTimes;
import io.tidemark.worker.engine.load.LoadShard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Both ends of requests and replies; the test is the broker, the load thread and the clock. */
class RequestReplyEngineTest {
  private static final long MILLISECOND = 1_000_000;
  private static final long TIMEOUT = 1_000 * MILLISECOND;

  private final ManualClock clock = new ManualClock();
  private final List<byte[]> requests = new ArrayList<>();
  private final List<SendResult> results = new ArrayList<>();
  private final List<byte[]> replies = new ArrayList<>();
  private Engine engine;
  private ReplyCallback callback;
  private RequestHandler responder;
  private LoadShard shard;
  private boolean waitsForReply;
  private Runnable whileSending = () -> {};

  @BeforeEach
  void open() {
    engine = engine(Optional.empty());
  }

  private Engine engine(Optional<Integer> replySize) {
    RunSetup setup =
        new RunSetupBuilder(
                "run",
                RunSetups.RUN_EPOCH,
                new RunSetup.DriverSource("none", ""),
                PayloadSpec.zeros(200))
            .worker(0, 2)
            .seed(42)
            .lease(Duration.ofHours(10))
            .requestReply(Optional.of(new RequestReplySetup(replySize, Duration.ofNanos(TIMEOUT))))
            .build();
    Engine opened = new Engine(clock, setup, RunSetups.options(false, 1));
    opened.announcePhases(List.of(new PhaseRequest(0, "test", clock.epochNanos())));
    callback = opened.replyCallbackFor(0, 1);
    opened.addRequester(
        0,
        new Requester() {
          @Override
          public void sendRequest(byte[] payload, SendResult result) {
            requests.add(payload);
            results.add(result);
            whileSending.run();
          }

          @Override
          public boolean waitsForReply() {
            return waitsForReply;
          }

          @Override
          public void close() {}
        });
    responder = opened.requestHandlerFor(7, 0);
    return opened;
  }

  private void load(Optional<Profile> rate, int inFlight) {
    LoadShape shape = new LoadShape(rate, Optional.empty(), List.of());
    LoadRequest plan =
        new LoadRequest(clock.epochNanos(), shape, 2, ArrivalProcess.UNIFORM, inFlight, 0, 0);
    shard = engine.prepareLoad(plan).shards().get(0);
  }

  private void closedLoop(int inFlight) {
    load(Optional.empty(), inFlight);
    shard.step();
  }

  private void answer(int request) {
    responder.requestReceived(
        requests.get(request),
        (payload, result) -> {
          replies.add(payload);
          result.accepted();
        });
  }

  private void advance(long millis) {
    clock.advance(millis * MILLISECOND);
  }

  private void expire() {
    engine.expireRequests();
  }

  private PhaseSlice cut() {
    return engine.cut().slices().get(0);
  }

  private static void holds(PhaseSlice slice, Measure measure, long... millis) {
    assertThat(slice.latencies()).containsKey(measure);
    Histogram histogram = slice.latencies().get(measure).toHistogram();
    assertThat(histogram.getTotalCount()).isEqualTo(millis.length);
    for (long value : millis) {
      assertThat(histogram.getCountAtValue(value * MILLISECOND))
          .as(measure + " " + value)
          .isPositive();
    }
  }

  @Test
  void anAcceptanceIsTimedByItsCallerAndCountedWhereItIsSeenLate() {
    closedLoop(2);
    advance(2);
    long accepted = clock.nanoTime();
    advance(5);
    results.get(0).acceptedAt(accepted);
    CompletableFuture<Void> plain = CompletableFuture.completedFuture(null);
    ThreadSlot.current().register(plain, (ok, failure) -> results.get(1).accepted());

    PhaseSlice slice = cut();
    holds(slice, Measure.PUBLISH_LATENCY, 2, 7);
    assertThat(slice.counters().only(Counter.Group.UNSTAMPED))
        .isEqualTo(
            Counters.ZERO
                .with(Counter.UNSTAMPED_MESSAGES, 1)
                .with(Counter.UNSTAMPED_ERROR_NANOS, 7 * MILLISECOND)
                .with(Counter.UNSTAMPED_WORST_ERROR_NANOS, 7 * MILLISECOND));
  }

  @Test
  void aRoundTripIsItsRequestLegItsResponderAndItsReplyLeg() {
    engine.changeProcessingTime(clock.epochNanos(), Profile.constant(0), ProcessingVariation.NONE);
    closedLoop(1);
    advance(2);
    results.get(0).accepted();
    answer(0);
    advance(3);
    callback.replyReceived(replies.get(0));

    PhaseSlice slice = cut();
    holds(slice, Measure.PUBLISH_LATENCY, 2);
    holds(slice, Measure.ROUND_TRIP, 5);
    holds(slice, Measure.ROUND_TRIP_RESPONSE, 5);
    holds(slice, Measure.REQUEST_LEG, 2);
    holds(slice, Measure.RESPONDER_TIME, 0);
    holds(slice, Measure.REPLY_LEG, 3);
    assertThat(slice.counters().only(Counter.Group.ROUND_TRIPS))
        .isEqualTo(
            Counters.ZERO
                .with(Counter.REQUESTS_RECEIVED, 1)
                .with(Counter.REPLIES_SENT, 1)
                .with(Counter.ANSWERED, 1));
    assertThat(slice.counters().get(Counter.SENT)).isEqualTo(1);
    assertThat(slice.counters().get(Counter.ACKNOWLEDGED)).isEqualTo(1);
    assertThat(slice.counters().get(Counter.RECEIVED)).isEqualTo(1);
  }

  @Test
  void theRespondersClockIsCorrectedInBothLegs() {
    ClockTable.Correction late = new ClockTable.Correction(40 * MILLISECOND, 0, 0, 0);
    List<Integer> workers = new ArrayList<>(List.of(0, 0));
    for (int i = 0; i < 8; i++) {
      workers.add(1);
    }
    engine.correctClocks(new ClockTable(List.of(ClockTable.Correction.NONE, late), workers));
    closedLoop(1);
    advance(50);
    answer(0); // Its clock reads 40 ms less than ours at the moment that is meant.
    advance(60);
    callback.replyReceived(replies.get(0));

    PhaseSlice slice = cut();
    holds(slice, Measure.ROUND_TRIP, 110);
    holds(slice, Measure.REQUEST_LEG, 90);
    holds(slice, Measure.REPLY_LEG, 20);
  }

  @Test
  void aShortReplyHasNoLegsRatherThanZero() {
    requests.clear();
    engine = engine(Optional.of(40));
    closedLoop(1);
    advance(5);
    answer(0);
    assertThat(replies.get(0)).hasSize(40);
    callback.replyReceived(replies.get(0));

    PhaseSlice slice = cut();
    holds(slice, Measure.ROUND_TRIP, 5);
    assertThat(slice.latencies())
        .doesNotContainKeys(Measure.REQUEST_LEG, Measure.RESPONDER_TIME, Measure.REPLY_LEG);
  }

  @Test
  void aLateReplyAndADuplicateAreDistinguished() {
    closedLoop(1);
    results.get(0).accepted();
    answer(0);
    advance(1_000);
    expire();
    callback.replyReceived(replies.get(0));
    advance(500);
    callback.replyReceived(replies.get(0));
    callback.replyReceived(replies.get(0));

    PhaseSlice slice = cut();
    assertThat(slice.counters().only(Counter.Group.ROUND_TRIPS))
        .isEqualTo(
            Counters.ZERO
                .with(Counter.REQUESTS_RECEIVED, 1)
                .with(Counter.REPLIES_SENT, 1)
                .with(Counter.TIMED_OUT, 1)
                .with(Counter.LATE, 1)
                .with(Counter.DUPLICATE_REPLIES, 2));
    holds(slice, Measure.ROUND_TRIP_RESPONSE, 1_000);
    holds(slice, Measure.LATE_REPLY, 1_000);
    assertThat(slice.latencies()).doesNotContainKey(Measure.ROUND_TRIP);
  }

  @Test
  void aReplyAfterTheTimeoutIsLateAlsoIfTheTimeoutHasNotBeenSeen() {
    closedLoop(2);
    answer(0);
    answer(1);
    advance(1_000);
    callback.replyReceived(replies.get(0));
    advance(1);
    callback.replyReceived(replies.get(1));
    expire();

    PhaseSlice slice = cut();
    assertThat(slice.counters().get(Counter.ANSWERED)).isEqualTo(1);
    assertThat(slice.counters().get(Counter.TIMED_OUT)).isEqualTo(1);
    assertThat(slice.counters().get(Counter.LATE)).isEqualTo(1);
    holds(slice, Measure.ROUND_TRIP, 1_000);
    holds(slice, Measure.ROUND_TRIP_RESPONSE, 1_000, 1_000);
    holds(slice, Measure.LATE_REPLY, 1_001);
    assertThat(engine.unanswered()).isZero();
  }

  @Test
  void aReplyCountsInThePhaseInWhichItIsAccepted() {
    closedLoop(2);
    List<SendResult> sent = new ArrayList<>();
    requests.forEach(
        each -> responder.requestReceived(each, (payload, result) -> sent.add(result)));
    engine.announcePhases(List.of(new PhaseRequest(1, "drain", clock.epochNanos() + MILLISECOND)));
    sent.get(0).acceptedAt(clock.nanoTime());
    advance(1);
    sent.get(1).accepted();

    assertThat(engine.cut().slices())
        .filteredOn(slice -> slice.counters().get(Counter.REPLIES_SENT) == 1)
        .extracting(PhaseSlice::phase, PhaseSlice::happenedIn)
        .containsExactlyInAnyOrder(tuple(0, 0), tuple(0, 1));
  }

  @Test
  void anErrorOfTheReplysSendStaysWithTheReply() {
    closedLoop(1);
    responder.requestReceived(
        requests.get(0),
        (payload, result) -> {
          throw new NoClassDefFoundError("of the driver");
        });

    assertThat(cut().counters().get(Counter.REPLIES_FAILED)).isEqualTo(1);
  }

  @Test
  void aTimeoutMakesRoomForTheNextRequest() {
    closedLoop(1);
    shard.step();
    assertThat(requests).hasSize(1);
    advance(999);
    expire();
    shard.step();
    assertThat(requests).hasSize(1);
    advance(1);
    expire();
    shard.step();
    assertThat(requests).hasSize(2);
    assertThat(engine.unanswered()).isEqualTo(1);
    assertThat(engine.unacknowledged().count()).isEqualTo(2);
    assertThat(engine.unacknowledged().agesNanos()).hasSize(1);
  }

  @Test
  void anOpenLoopCountsFromTheScheduleWhileTheResponderStandsStill() {
    load(
        Optional.of(Profile.constant(200)),
        1); // Two requesters share the rate: ours is due every 10 ms.
    shard.step();
    advance(100);
    shard.step(); // The window is full: what is due waits.
    answer(0);
    callback.replyReceived(replies.get(0));
    shard.step();
    answer(1);
    advance(5);
    callback.replyReceived(replies.get(1));

    PhaseSlice slice = cut();
    holds(slice, Measure.ROUND_TRIP, 100, 5);
    holds(slice, Measure.ROUND_TRIP_RESPONSE, 100, 95);
  }

  @Test
  void whatWasNeverAskedIsCountedAndNotMeasured() {
    closedLoop(1);
    answer(0);
    byte[] stranger = replies.get(0).clone();
    callback.replyReceived(replies.get(0));
    Engine other = engine;
    requests.clear();
    advance(1);
    engine = engine(Optional.empty());
    closedLoop(1);
    advance(1);
    callback.replyReceived(requests.get(0)); // A request where a reply should be.
    clock.advance(1);
    callback.replyReceived(stranger); // Same sequence, but another request's time.

    assertThat(cut().counters().get(Counter.NEVER_ASKED)).isEqualTo(2);
    assertThat(other.unanswered()).isZero();
    assertThat(engine.unanswered()).isEqualTo(1);
  }

  @Test
  void aRefusedRequestIsAFailedSendAndItsReplyLate() {
    closedLoop(1);
    answer(0);
    results.get(0).failed(new IllegalStateException("for an unknown reason"));
    callback.replyReceived(replies.get(0));

    PhaseSlice slice = cut();
    assertThat(slice.counters().get(Counter.FAILED)).isEqualTo(1);
    assertThat(slice.counters().get(Counter.LATE)).isEqualTo(1);
    assertThat(slice.counters().get(Counter.ANSWERED)).isZero();
  }

  @Test
  void aSendWithoutAResultIsUnacknowledgedThoughItsRequestIsOver() {
    engine.changeProcessingTime(clock.epochNanos(), Profile.constant(0), ProcessingVariation.NONE);
    closedLoop(3);
    answer(0);
    callback.replyReceived(replies.get(0));
    advance(1_000);
    expire();

    assertThat(engine.unanswered()).isZero();
    assertThat(engine.unacknowledged().count()).isEqualTo(3);
    results.get(0).accepted();
    results.get(1).failed(new IllegalStateException("late"));
    assertThat(engine.unacknowledged()).isEqualTo(new Unacknowledged(1, List.of()));
  }

  @Test
  void aSendThatFailsAfterItsReplyOrItsTimeoutIsNotCountedTwice() {
    closedLoop(2);
    answer(0);
    callback.replyReceived(replies.get(0));
    results.get(0).failed(new IllegalStateException("no confirm"));
    advance(1_000);
    expire();
    results.get(1).failed(new IllegalStateException("not delivered in time"));

    EngineCut cut = engine.cut();
    PhaseSlice slice = cut.slices().get(0);
    assertThat(slice.counters().get(Counter.SENT)).isEqualTo(2);
    assertThat(slice.counters().get(Counter.FAILED)).isZero();
    assertThat(slice.counters().get(Counter.ANSWERED)).isEqualTo(1);
    assertThat(slice.counters().get(Counter.TIMED_OUT)).isEqualTo(1);
  }

  @Test
  void aWaitThatEndsEarlyIsNoTimeout() {
    waiting(300);
    closedLoop(1);
    shard.step();
    assertThat(requests).hasSize(1);
    assertThat(engine.unanswered()).isEqualTo(1);
    answer(0);
    advance(200);
    callback.replyReceived(replies.get(0));
    shard.step();
    assertThat(requests).hasSize(2);
    advance(1_000);
    expire();

    PhaseSlice slice = cut();
    assertThat(slice.counters().get(Counter.ANSWERED)).isEqualTo(1);
    assertThat(slice.counters().get(Counter.TIMED_OUT)).isEqualTo(1);
    holds(slice, Measure.ROUND_TRIP, 500);
    holds(slice, Measure.ROUND_TRIP_RESPONSE, 500, 1_000);
  }

  @Test
  void aWaitOverTheWholeTimeoutIsGivenUpAtOnce() {
    waiting(1_000);
    closedLoop(1);

    assertThat(requests).hasSize(2);
    PhaseSlice slice = cut();
    assertThat(slice.counters().get(Counter.TIMED_OUT)).isEqualTo(1);
    holds(slice, Measure.ROUND_TRIP_RESPONSE, 1_000);
  }

  /** The first send returns without a reply after so long; those after it at once. */
  private void waiting(long millis) {
    waitsForReply = true;
    engine = engine(Optional.empty());
    whileSending =
        () -> {
          whileSending = () -> {};
          results.get(0).accepted();
          advance(millis);
        };
  }

  @Test
  void theAuditDistinguishesLostRequestsFromLostReplies() {
    closedLoop(3);
    results.forEach(SendResult::accepted);
    answer(0);
    answer(1);
    callback.replyReceived(replies.get(0));

    EngineCut cut = engine.cut();
    assertThat(cut.audit().published().get(0).acknowledged().getLongCardinality()).isEqualTo(3);
    assertThat(cut.audit().delivered())
        .extracting(d -> d.subscription() + ":" + d.received().getLongCardinality())
        .containsExactlyInAnyOrder("0:2", "1:1");
  }

  @Test
  void requestersOfASweepJoinOneAfterTheOther() {
    Profile steps =
        new Profile(
            List.of(
                new Profile.Point(0, 1),
                new Profile.Point(100, 1),
                new Profile.Point(100, 3),
                new Profile.Point(200, 3),
                new Profile.Point(200, 2)));
    IntFunction<ActiveTimes> times = requester -> ActiveTimes.of(steps, 1_000, 10, requester);

    assertThat(times.apply(0).next(1_000)).isEqualTo(1_000);
    assertThat(times.apply(1).next(1_000)).isEqualTo(1_100);
    assertThat(times.apply(2).next(1_000)).isEqualTo(1_110);
    assertThat(times.apply(2).next(1_150)).isEqualTo(1_150);
    assertThat(times.apply(1).next(1_250)).isEqualTo(1_250);
    assertThat(times.apply(2).next(1_200)).isEqualTo(RateCurve.NEVER);
  }
}
