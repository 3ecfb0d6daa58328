package io.tidemark.simulation.oracle;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.simulation.plan.RequestPlan;
import io.tidemark.simulation.world.RoundTrip;
import io.tidemark.simulation.world.RoundTrip.Answer;
import io.tidemark.simulation.world.RoundTrip.Outcome;
import io.tidemark.simulation.world.SentMessage;
import io.tidemark.simulation.world.SentMessage.Arrival;
import io.tidemark.simulation.world.SimulatedWorld;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The true numbers of a run with requests: its messages are the requests. What clocks and timers
 * decide has not happened at the begin of the last snapshots, and has at their ends.
 */
final class RequestLedger extends Ledger {
  private static final List<Measure> SENDING =
      List.of(
          Measure.SCHEDULE_DELAY,
          Measure.PUBLISH_LATENCY,
          Measure.PUBLISH_RESPONSE,
          Measure.FAILED_SEND,
          Measure.ROUND_TRIP,
          Measure.ROUND_TRIP_RESPONSE,
          Measure.LATE_REPLY);

  private static final List<Measure> LEGS =
      List.of(Measure.REQUEST_LEG, Measure.RESPONDER_TIME, Measure.REPLY_LEG);

  private static final List<Counter> COUNTERS =
      List.of(
          Counter.SENT,
          Counter.ACKNOWLEDGED,
          Counter.FAILED,
          Counter.RECEIVED,
          Counter.REQUESTS_RECEIVED,
          Counter.REPLIES_SENT,
          Counter.REPLIES_FAILED,
          Counter.ANSWERED,
          Counter.TIMED_OUT,
          Counter.LATE,
          Counter.DUPLICATE_REPLIES);

  /** A clock drifts by at most 100 ppm, and a read of it may be as old as a timer is late. */
  private static final double DRIFT = 1e-4;

  private static final long TIMER_NANOS = 100_000;

  private final RequestPlan plan;
  private final Map<SentMessage, RoundTrip> trips = new IdentityHashMap<>();
  private final long toleranceNanos;

  RequestLedger(SimulatedWorld world) {
    super(world);
    plan = world.plan().requests();
    world.broker().requests().trips().forEach(each -> trips.put(each.request(), each));
    long steps = world.plan().steppedMillis() * 1_000_000L;
    toleranceNanos = (long) (plan.timeoutNanos() * DRIFT) + TIMER_NANOS + steps;
  }

  Stream<RoundTrip> trips() {
    return messages().stream().map(trips::get);
  }

  @Override
  List<Measure> measures() {
    List<Measure> all = new ArrayList<>(SENDING);
    if (plan.isStamped()) {
      all.addAll(LEGS);
    }
    return all;
  }

  @Override
  List<Counter> counters() {
    return COUNTERS;
  }

  long count(Counter counter, boolean begin) {
    return count(counter, message -> true, (worker, nanos) -> true, begin);
  }

  private Outcome outcome(RoundTrip trip) {
    return trip.outcome(plan.timeoutNanos(), toleranceNanos);
  }

  private boolean is(Outcome expected, RoundTrip trip, boolean begin) {
    Outcome truth = outcome(trip);
    return truth == expected || truth == Outcome.ANSWERED_OR_TIMED_OUT && !begin;
  }

  @Override
  LongStream times(SentMessage message, Counter counter, At at, boolean begin) {
    RoundTrip trip = trips.get(message);
    return switch (counter) {
      case SENT, ACKNOWLEDGED -> super.times(message, counter, at, begin);
      case FAILED ->
          is(Outcome.FAILED, trip, begin)
              ? super.times(message, counter, at, begin)
              : LongStream.empty();
      case TIMED_OUT -> timedOut(trip, begin).filter(nanos -> at.is(message.worker(), nanos));
      case REPLIES_SENT -> replies(trip, reply -> reply.message().acknowledgedNanos(), at, begin);
      case REPLIES_FAILED -> replies(trip, reply -> reply.message().failedNanos(), at, begin);
      default ->
          arrivals(trip, counter, begin)
              .filter(arrival -> at.is(arrival.worker(), arrival.nanos()))
              .mapToLong(Arrival::nanos);
    };
  }

  private Stream<Arrival> arrivals(RoundTrip trip, Counter counter, boolean begin) {
    return switch (counter) {
      case ANSWERED -> answered(trip, begin).map(Answer::arrival);
      case LATE -> late(trip, begin).map(Answer::arrival);
      case DUPLICATE_REPLIES -> duplicates(trip, begin).map(Answer::arrival);
      case RECEIVED -> answers(trip, begin).map(Answer::arrival);
      case REQUESTS_RECEIVED -> requests(trip, begin);
      case NEVER_ASKED ->
          trip.strays()
              .map(Answer::arrival)
              .filter(arrival -> arrival.nanos() <= cut(arrival.worker(), begin));
      default -> throw new IllegalArgumentException(counter.key());
    };
  }

  @Override
  LongStream latencies(SentMessage message, Measure measure, boolean begin) {
    RoundTrip trip = trips.get(message);
    long began = message.beganNanos();
    return switch (measure) {
      case SCHEDULE_DELAY, PUBLISH_LATENCY, PUBLISH_RESPONSE ->
          super.latencies(message, measure, begin);
      case FAILED_SEND ->
          is(Outcome.FAILED, trip, begin)
              ? super.latencies(message, measure, begin)
              : LongStream.empty();
      case ROUND_TRIP -> answered(trip, begin).mapToLong(each -> each.arrival().nanos() - began);
      case ROUND_TRIP_RESPONSE ->
          LongStream.concat(
                  answered(trip, begin).mapToLong(each -> each.arrival().nanos()),
                  timedOut(trip, begin))
              .map(nanos -> nanos - message.intendedNanos());
      case LATE_REPLY -> late(trip, begin).mapToLong(each -> each.arrival().nanos() - began);
      case REQUEST_LEG ->
          answered(trip, begin).mapToLong(each -> each.reply().cause().nanos() - began);
      case RESPONDER_TIME ->
          answered(trip, begin)
              .map(Answer::reply)
              .mapToLong(each -> each.message().beganNanos() - each.cause().nanos());
      case REPLY_LEG ->
          answered(trip, begin)
              .mapToLong(each -> each.arrival().nanos() - each.reply().message().beganNanos());
      default -> throw new IllegalArgumentException(measure.key());
    };
  }

  private Stream<Answer> answers(RoundTrip trip, boolean begin) {
    return trip.answers().stream()
        .filter(each -> each.arrival().nanos() <= cut(each.arrival().worker(), begin));
  }

  private Stream<Answer> answered(RoundTrip trip, boolean begin) {
    return is(Outcome.ANSWERED, trip, begin) ? answers(trip, begin).limit(1) : Stream.empty();
  }

  /** The first reply to a request that had timed out or failed. */
  private Stream<Answer> late(RoundTrip trip, boolean begin) {
    boolean is = is(Outcome.TIMED_OUT, trip, begin) || is(Outcome.FAILED, trip, begin);
    return is ? answers(trip, begin).limit(1) : Stream.empty();
  }

  private Stream<Answer> duplicates(RoundTrip trip, boolean begin) {
    return answers(trip, begin).skip(1);
  }

  private LongStream timedOut(RoundTrip trip, boolean begin) {
    long deadline = trip.deadlineNanos(plan.timeoutNanos());
    return is(Outcome.TIMED_OUT, trip, begin)
        ? known(deadline, deadline + (begin ? 1 : -1) * toleranceNanos, trip.request(), begin)
        : LongStream.empty();
  }

  private Stream<Arrival> requests(RoundTrip trip, boolean begin) {
    return trip.requestArrivals()
        .filter(arrival -> arrival.nanos() <= cut(arrival.worker(), begin));
  }

  private interface When {
    long of(RoundTrip.Reply reply);
  }

  private LongStream replies(RoundTrip trip, When when, At at, boolean begin) {
    return trip.replies().stream()
        .filter(reply -> when.of(reply) <= cut(reply.message().worker(), begin))
        .filter(reply -> at.is(reply.message().worker(), when.of(reply)))
        .mapToLong(when::of);
  }

  @Override
  long allReceived() {
    return trips().mapToLong(each -> each.answers().size()).sum();
  }

  @Override
  long received(boolean begin) {
    return count(Counter.RECEIVED, begin);
  }

  /** Requests that neither have ended nor been given up. */
  long inFlight(boolean begin) {
    return count(Counter.SENT, begin)
        - count(Counter.ANSWERED, begin)
        - count(Counter.TIMED_OUT, begin)
        - count(Counter.FAILED, begin);
  }

  private long acknowledged(boolean begin, Predicate<RoundTrip> of) {
    return trips().filter(each -> isAcknowledged(each.request(), begin)).filter(of).count();
  }

  /** Accepted by the broker, and received by no responder. */
  long lostRequests(boolean begin) {
    return acknowledged(begin, trip -> requests(trip, begin).findAny().isEmpty());
  }

  /** Received by a responder, and no reply was received. */
  long lostReplies(boolean begin) {
    long without = acknowledged(begin, trip -> answers(trip, begin).findAny().isEmpty());
    return Math.max(0, without - lostRequests(begin));
  }

  @Override
  long lost(boolean begin) {
    return lostRequests(begin) + lostReplies(begin);
  }

  @Override
  long backlog(boolean begin) {
    long answered = trips().filter(trip -> answers(trip, begin).findAny().isPresent()).count();
    return Math.max(0, acknowledged(begin) - answered);
  }

  @Override
  long duplicated(boolean begin) {
    return trips()
        .mapToLong(
            trip ->
                Math.max(0, requests(trip, begin).count() - 1)
                    + Math.max(0, answers(trip, begin).count() - 1))
        .sum();
  }
}
