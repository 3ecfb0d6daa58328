package io.tidemark.simulation.world;

import io.tidemark.simulation.world.SentMessage.Arrival;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What really became of a request and of the replies to it. Times are virtual. */
public final class RoundTrip {
  final SentMessage request;
  final int requester;
  final List<Reply> replies = new ArrayList<>();

  /** A reply, and the arrival of the request to which a responder sent it. */
  public record Reply(SentMessage message, Arrival cause) {}

  /** The arrival of a reply. */
  public record Answer(Reply reply, Arrival arrival) {}

  /** How a request ended. */
  public enum Outcome {
    ANSWERED,
    TIMED_OUT,
    FAILED,
    /** The answer came so near to the timeout that clocks and timers decide. */
    ANSWERED_OR_TIMED_OUT
  }

  RoundTrip(SentMessage request, int requester) {
    this.request = request;
    this.requester = requester;
  }

  public SentMessage request() {
    return request;
  }

  public List<Reply> replies() {
    return replies;
  }

  /** The subscription of its requester. */
  static String subscription(int requester) {
    return "requester-" + requester;
  }

  /** Those that its requester got, in their order. */
  public List<Answer> answers() {
    return replies.stream()
        .flatMap(RoundTrip::arrivals)
        .filter(each -> isHere(each.reply()))
        .sorted(Comparator.comparingLong(each -> each.arrival().order()))
        .toList();
  }

  /** Arrivals of its replies at other requesters. */
  public Stream<Answer> strays() {
    return replies.stream().filter(each -> !isHere(each)).flatMap(RoundTrip::arrivals);
  }

  /** All arrivals of a reply are at one requester. */
  private boolean isHere(Reply reply) {
    return reply.message().arrivals.containsKey(subscription(requester));
  }

  private static Stream<Answer> arrivals(Reply reply) {
    return reply.message().arrivals.values().stream()
        .flatMap(List::stream)
        .map(arrival -> new Answer(reply, arrival));
  }

  /** Arrivals of the request at responders. */
  public Stream<Arrival> requestArrivals() {
    return request.arrivals.values().stream().flatMap(List::stream);
  }

  public long deadlineNanos(long timeoutNanos) {
    return request.beganNanos + timeoutNanos;
  }

  /**
   * How it ends, if there is time enough.
   *
   * @param toleranceNanos by which the clock of its requester may be wrong over the timeout
   */
  public Outcome outcome(long timeoutNanos, long toleranceNanos) {
    List<Answer> all = answers();
    long first = all.isEmpty() ? Long.MAX_VALUE : all.get(0).arrival().nanos();
    long deadline = deadlineNanos(timeoutNanos);
    long over = Math.min(first, request.failedNanos);
    if (over < Long.MAX_VALUE && Math.abs(over - deadline) <= toleranceNanos) {
      return Outcome.ANSWERED_OR_TIMED_OUT;
    }
    if (over > deadline) {
      return Outcome.TIMED_OUT;
    }
    return request.failedNanos < first ? Outcome.FAILED : Outcome.ANSWERED;
  }
}
