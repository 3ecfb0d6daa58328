package io.tidemark.simulation.oracle;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.simulation.world.Broker;
import io.tidemark.simulation.world.Network;
import io.tidemark.simulation.world.SentMessage;
import io.tidemark.simulation.world.SentMessage.Arrival;
import io.tidemark.simulation.world.SimulatedWorld;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The true numbers at two moments: when the last snapshot of each worker began, and when it had
 * been taken. What happened in between may be in it or not.
 */
class Ledger {
  private static final List<Measure> MEASURES =
      List.of(
          Measure.SCHEDULE_DELAY,
          Measure.PUBLISH_LATENCY,
          Measure.PUBLISH_RESPONSE,
          Measure.FAILED_SEND,
          Measure.END_TO_END,
          Measure.END_TO_END_FROM_SEND);

  private static final List<Counter> COUNTERS =
      List.of(Counter.SENT, Counter.ACKNOWLEDGED, Counter.FAILED, Counter.RECEIVED);

  /** Clocks are read before the load begins. */
  private static final long PREPARATION_NANOS = 10_000_000_000L;

  final SimulatedWorld world;
  private final List<SentMessage> messages;
  private final ClockErrors clockErrors;
  private final long[] begins;
  private final long[] ends;

  /** Whether something happens on a worker at a time that is looked for. */
  interface At {
    boolean is(int worker, long nanos);
  }

  Ledger(SimulatedWorld world) {
    this(world, world.broker().messages(), 0, Long.MAX_VALUE);
  }

  /**
   * Creates the ledger of one of several runs.
   *
   * @param messages of the run
   * @param fromNanos the begin of its load
   * @param untilNanos after its last one
   */
  Ledger(SimulatedWorld world, List<SentMessage> messages, long fromNanos, long untilNanos) {
    this.world = world;
    this.messages = messages;
    this.clockErrors = new ClockErrors(world, fromNanos - PREPARATION_NANOS, untilNanos);
    int workers = world.workers().size();
    begins = new long[workers];
    ends = new long[workers];
    for (int i = 0; i < workers; i++) {
      Network.Span last =
          last(
              world.network().served(world.workers().get(i).port(), "snapshot").stream()
                  .filter(span -> span.beginNanos() >= fromNanos && span.beginNanos() <= untilNanos)
                  .toList());
      begins[i] = last == null ? 0 : last.beginNanos();
      ends[i] = last == null ? 0 : last.endNanos();
    }
  }

  /** The first arrival of the last request: a request arrives again if its answer is late. */
  private static Network.Span last(List<Network.Span> spans) {
    Set<Integer> requests = new HashSet<>();
    Network.Span last = null;
    for (Network.Span each : spans) {
      last = requests.add(each.request()) ? each : last;
    }
    return last;
  }

  /** Latencies that are known. */
  List<Measure> measures() {
    return MEASURES;
  }

  /** Counts that are known. */
  List<Counter> counters() {
    return COUNTERS;
  }

  List<SentMessage> messages() {
    return messages;
  }

  ClockErrors clockErrors() {
    return clockErrors;
  }

  final long cut(int worker, boolean begin) {
    return begin ? begins[worker] : ends[worker];
  }

  private long count(ToLongFunction<SentMessage> moment, boolean begin) {
    return messages.stream()
        .filter(each -> moment.applyAsLong(each) <= cut(each.worker(), begin))
        .count();
  }

  private static long count(List<SentMessage> messages, ToLongFunction<SentMessage> moment) {
    return messages.stream().filter(each -> moment.applyAsLong(each) < SentMessage.NEVER).count();
  }

  long allSent() {
    return messages.size();
  }

  long allAcknowledged() {
    return count(messages, each -> each.acknowledgedNanos());
  }

  long allFailed() {
    return count(messages, each -> each.failedNanos());
  }

  long allReceived() {
    return messages.stream()
        .flatMap(each -> each.arrivals().values().stream())
        .mapToLong(List::size)
        .sum();
  }

  long sent(boolean begin) {
    return count(each -> each.sendEndedNanos(), begin);
  }

  long acknowledged(boolean begin) {
    return count(each -> each.acknowledgedNanos(), begin);
  }

  long failed(boolean begin) {
    return count(each -> each.failedNanos(), begin);
  }

  long received(boolean begin) {
    return each(begin, (message, arrivals) -> arrivals.size());
  }

  /** Acknowledged and not received, as counts have it. */
  long backlog(boolean begin) {
    long owed =
        messages.stream()
            .filter(message -> isAcknowledged(message, begin))
            .mapToLong(message -> world.broker().subscriptionsOf(message.topic()).size())
            .sum();
    return Math.max(
        0,
        owed
            - received(begin)
            + duplicated(begin)
            - events(SentMessage::deadLetters, begin)
            - events(SentMessage::dropped, begin));
  }

  long unanswered(boolean begin) {
    return sent(begin) - acknowledged(begin) - failed(begin);
  }

  long neverAnswered() {
    return messages.stream()
        .filter(each -> each.acknowledgedNanos() == SentMessage.NEVER)
        .filter(each -> each.failedNanos() == SentMessage.NEVER)
        .filter(each -> each.sendEndedNanos() != SentMessage.NEVER)
        .count();
  }

  private interface OfMessage {
    long count(SentMessage message, List<Arrival> arrivals);
  }

  /** The sum over all messages and subscriptions. */
  private long each(boolean begin, OfMessage of) {
    long sum = 0;
    for (SentMessage message : messages) {
      for (Broker.Subscription to : world.broker().subscriptionsOf(message.topic())) {
        sum += of.count(message, arrivals(message, to, begin));
      }
    }
    return sum;
  }

  private List<Arrival> arrivals(SentMessage message, Broker.Subscription to, boolean begin) {
    return until(message.arrivals(), to, begin);
  }

  /** What happened to a message in a subscription. */
  final List<Arrival> until(
      Map<String, List<Arrival>> events, Broker.Subscription to, boolean begin) {
    return events.getOrDefault(to.name(), List.of()).stream()
        .filter(event -> event.nanos() <= cut(event.worker(), begin))
        .toList();
  }

  /** Whether a subscription does not get it, as its consumers have refused it. */
  private boolean isOver(SentMessage message, Broker.Subscription to, boolean begin) {
    return !until(message.deadLetters(), to, begin).isEmpty()
        || !until(message.dropped(), to, begin).isEmpty();
  }

  /** Events of a kind, in all subscriptions. */
  final long events(Function<SentMessage, Map<String, List<Arrival>>> kind, boolean begin) {
    return messages.stream().mapToLong(message -> events(message, kind, begin)).sum();
  }

  /** Those of acknowledged messages. */
  final long acknowledgedEvents(
      Function<SentMessage, Map<String, List<Arrival>>> kind, boolean begin) {
    return messages.stream()
        .filter(message -> isAcknowledged(message, begin))
        .mapToLong(message -> events(message, kind, begin))
        .sum();
  }

  private long events(
      SentMessage message, Function<SentMessage, Map<String, List<Arrival>>> kind, boolean begin) {
    return world.broker().subscriptionsOf(message.topic()).stream()
        .mapToLong(to -> until(kind.apply(message), to, begin).size())
        .sum();
  }

  /** Acknowledged messages in subscriptions for which something holds. */
  final long ofAcknowledged(boolean begin, BiPredicate<SentMessage, Broker.Subscription> holds) {
    return messages.stream()
        .filter(message -> isAcknowledged(message, begin))
        .mapToLong(
            message ->
                world.broker().subscriptionsOf(message.topic()).stream()
                    .filter(to -> holds.test(message, to))
                    .count())
        .sum();
  }

  final boolean isAcknowledged(SentMessage message, boolean begin) {
    return message.acknowledgedNanos() <= cut(message.worker(), begin);
  }

  /** Epoch time of the coordinator's clock. */
  long epochNanos(long nanos) {
    return nanos + world.kernel().epochNanos() - world.kernel().now();
  }

  /** Virtual time of an epoch time of the coordinator's clock. */
  long nanos(long epochNanos) {
    return epochNanos - epochNanos(0);
  }

  /** Returns the latencies of a measure, sorted. */
  long[] latencies(Measure measure, Predicate<SentMessage> of, boolean begin) {
    return messages.stream()
        .filter(of)
        .flatMapToLong(message -> latencies(message, measure, begin))
        .sorted()
        .toArray();
  }

  LongStream latencies(SentMessage message, Measure measure, boolean begin) {
    return switch (measure) {
      case SCHEDULE_DELAY -> known(message.delayNanos(), message.sendEndedNanos(), message, begin);
      case PUBLISH_LATENCY ->
          since(message.beganNanos(), message.acknowledgedNanos(), message, begin);
      case PUBLISH_RESPONSE ->
          since(message.intendedNanos(), message.acknowledgedNanos(), message, begin);
      case FAILED_SEND -> since(message.intendedNanos(), message.failedNanos(), message, begin);
      case END_TO_END -> arrived(message, begin).map(nanos -> nanos - message.intendedNanos());
      case END_TO_END_FROM_SEND ->
          arrived(message, begin).map(nanos -> nanos - message.beganNanos());
      default -> throw new IllegalArgumentException(measure.key());
    };
  }

  private LongStream since(long from, long to, SentMessage message, boolean begin) {
    return known(to - from, to, message, begin);
  }

  /** A value that its worker knows from a moment on. */
  final LongStream known(long value, long at, SentMessage message, boolean begin) {
    return at <= cut(message.worker(), begin) ? LongStream.of(value) : LongStream.empty();
  }

  private LongStream arrived(SentMessage message, boolean begin) {
    return received(message, begin).mapToLong(Arrival::nanos);
  }

  private Stream<Arrival> received(SentMessage message, boolean begin) {
    return world.broker().subscriptionsOf(message.topic()).stream()
        .flatMap(to -> arrivals(message, to, begin).stream());
  }

  /** When something happened, in order of time. */
  long[] times(Counter counter) {
    return messages.stream()
        .flatMapToLong(message -> times(message, counter, (worker, nanos) -> true, false))
        .sorted()
        .toArray();
  }

  /** What happened to some messages, at some times. */
  long count(Counter counter, Predicate<SentMessage> of, At at, boolean begin) {
    return messages.stream()
        .filter(of)
        .flatMapToLong(message -> times(message, counter, at, begin))
        .count();
  }

  LongStream times(SentMessage message, Counter counter, At at, boolean begin) {
    LongStream ofSender =
        switch (counter) {
          case SENT -> known(message.beganNanos(), message.sendEndedNanos(), message, begin);
          case ACKNOWLEDGED -> since(0, message.acknowledgedNanos(), message, begin);
          case FAILED -> since(0, message.failedNanos(), message, begin);
          case RECEIVED -> LongStream.empty();
          default -> throw new IllegalArgumentException(counter.key());
        };
    return counter == Counter.RECEIVED
        ? received(message, begin)
            .filter(arrival -> at.is(arrival.worker(), arrival.nanos()))
            .mapToLong(Arrival::nanos)
        : ofSender.filter(nanos -> at.is(message.worker(), nanos));
  }

  long lost(boolean begin) {
    return ofAcknowledged(
        begin,
        (message, to) -> arrivals(message, to, begin).isEmpty() && !isOver(message, to, begin));
  }

  long duplicated(boolean begin) {
    return each(begin, (message, arrivals) -> Math.max(0, arrivals.size() - 1));
  }

  long unacknowledgedButReceived(boolean begin) {
    return each(
        begin,
        (message, arrivals) -> !isAcknowledged(message, begin) && !arrivals.isEmpty() ? 1 : 0);
  }

  /** First arrivals after that of a later message of the same producer and partition. */
  long outOfOrder(boolean begin) {
    Map<String, List<long[]>> byStream = new HashMap<>();
    Map<Object, Integer> producers = new HashMap<>();
    each(
        begin,
        (message, arrivals) -> {
          int next = producers.size();
          int producer = producers.computeIfAbsent(message.producer(), key -> next);
          arrivals.stream()
              .mapToLong(Arrival::order)
              .min()
              .ifPresent(
                  first ->
                      byStream
                          .computeIfAbsent(
                              producer
                                  + "/"
                                  + subscriptionOf(message, first)
                                  + "/"
                                  + message.partition()
                                  + "/"
                                  + message.priority(),
                              key -> new ArrayList<>())
                          .add(new long[] {first, message.number(), judged(message, first)}));
          return 0;
        });
    return byStream.values().stream().mapToLong(Ledger::disordered).sum();
  }

  /** 0 for a message that was refused: it comes late. */
  private static long judged(SentMessage message, long order) {
    return message.refusals().containsKey(subscriptionOf(message, order)) ? 0 : 1;
  }

  private static String subscriptionOf(SentMessage message, long order) {
    return message.arrivals().entrySet().stream()
        .filter(entry -> entry.getValue().stream().anyMatch(arrival -> arrival.order() == order))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  private static long disordered(List<long[]> firstArrivals) {
    firstArrivals.sort(Comparator.comparingLong(each -> each[0]));
    long latest = -1;
    long count = 0;
    for (long[] each : firstArrivals) {
      count += each[1] < latest ? each[2] : 0;
      latest = Math.max(latest, each[1]);
    }
    return count;
  }
}
