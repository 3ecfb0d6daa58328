package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.ManualClock;
import io.tidemark.driver.SendResult;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.Requester;
import io.tidemark.measure.ThreadSlot;
import io.tidemark.measure.schedule.RateCurve;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.ProcessingVariation;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.RunSetup;
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

  @BeforeEach
  void open() {
    engine = engine(Optional.empty());
  }

  private Engine engine(Optional<Integer> replySize) {
    RunSetup setup =
        RunSetups.setup(2, 200, DeliveryMode.FULL)
            .withRequestReply(
                Optional.of(
                    Grammar.defaults(RequestReplySpec.class)
                        .with()
                        .replySizeBytes(replySize)
                        .replyTimeout(Duration.ofNanos(TIMEOUT))
                        .build()));
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
          }

          @Override
          public void close() {}
        });
    responder = opened.requestHandlerFor(7, 0);
    return opened;
  }

  private void load(Optional<Curve> rate, int inFlight) {
    LoadShape shape = new LoadShape(rate, Optional.empty(), List.of());
    LoadRequest plan = RunSetups.load(clock.epochNanos(), shape, 2, inFlight, 0);
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
    engine.changeProcessingTime(clock.epochNanos(), Curve.constant(0), ProcessingVariation.NONE);
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
  void requestersOfASweepJoinOneAfterTheOther() {
    Curve steps =
        new Curve(
            List.of(
                new Curve.Point(0, 1),
                new Curve.Point(100, 1),
                new Curve.Point(100, 3),
                new Curve.Point(200, 3),
                new Curve.Point(200, 2)));
    IntFunction<ActiveTimes> times = requester -> ActiveTimes.of(steps, 1_000, 10, requester);

    assertThat(times.apply(0).next(1_000)).isEqualTo(1_000);
    assertThat(times.apply(1).next(1_000)).isEqualTo(1_100);
    assertThat(times.apply(2).next(1_000)).isEqualTo(1_110);
    assertThat(times.apply(2).next(1_150)).isEqualTo(1_150);
    assertThat(times.apply(1).next(1_250)).isEqualTo(1_250);
    assertThat(times.apply(2).next(1_200)).isEqualTo(RateCurve.NEVER);
  }
}
