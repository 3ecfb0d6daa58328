package io.tidemark.model.metric;

import io.tidemark.model.load.Serialization;
import io.tidemark.model.metric.Metric.Builder;
import io.tidemark.model.metric.Metric.Needs;
import io.tidemark.model.outcome.OutcomeReport;
import io.tidemark.model.outcome.OutcomeReport.SubscriptionOutcomes;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.FaultReport.Flow;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.JudgedRun;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.PhaseNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The catalogue: each metric of runs, declared once; with those of {@link AddedParts}. */
public final class Metrics {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double MICROS_PER_SECOND = 1e6;
  private static final String OF_AUDIT = "; missed if `auditOffsets` has no such figure.";

  /** The statistics of latencies that are compared; objectives may be about others, too. */
  private static final List<String> COMPARED = List.of("p50", "p99", "p99.9");

  private static final List<Metric> ALL = new ArrayList<>();
  private static final Map<String, Metric> BY_NAME = new HashMap<>();

  public static final Metric PUBLISH_RATE =
      add(
          rate("publishRate", "publish rate", Needs.PRODUCERS)
              .rank(2)
              .heading("published/s")
              .followed()
              .counts(Counter.ACKNOWLEDGED, Optional.of(Counter.ACKNOWLEDGED_BYTES))
              .omb("publishRate")
              .usual()
              .objective(
                  "Acknowledged, mean over the test; % of the intended rate, by time or by"
                      + " intended messages; the smaller one.")
              .ofPhases(phase -> OptionalDouble.of(phase.perSecond(Counter.ACKNOWLEDGED))));
  public static final Metric CONSUME_RATE =
      add(
          rate("consumeRate", "consume rate", Needs.CONSUMERS)
              .rank(3)
              .heading("consumed/s")
              .counts(Counter.RECEIVED, Optional.of(Counter.RECEIVED_BYTES))
              .omb("consumeRate")
              .usual()
              .objective("Received, mean over the test; % of acknowledged x subscriptions.")
              .ofPhases(phase -> OptionalDouble.of(phase.perSecond(Counter.RECEIVED))));

  static {
    add(
        rate("roundTripRate", "round-trip rate", Needs.REQUESTS)
            .rank(1)
            .heading("round trips/s")
            .followed()
            .counts(Counter.ANSWERED, Optional.empty())
            .usual()
            .objective("Requests answered in time, mean over the test; % as for publishRate.")
            .ofPhases(phase -> OptionalDouble.of(phase.perSecond(Counter.ANSWERED))));
    compared(Measure.PUBLISH_LATENCY, 6, "aggregatedPublishLatency");
    compared(Measure.END_TO_END, 5, "aggregatedEndToEndLatency");
    compared(Measure.ROUND_TRIP, 4, "");
    for (Measure leg : List.of(Measure.REQUEST_LEG, Measure.REPLY_LEG, Measure.CLIENT_OPEN)) {
      COMPARED.forEach(statistic -> add(latency(leg, statistic).ofPhases(micros(leg, statistic))));
    }
  }

  public static final Metric SEARCHED_RATE =
      add(
          rate("search.highestRate", "highest sustained rate", Needs.SEARCHED_RATE)
              .followed()
              .ofResult(run -> known(run.search().flatMap(SearchReport::highestRatePerSecond))));

  public static final Metric RECOVERY_TIME =
      add(
          time("recoveryTime", "recovery time", Needs.FAULTS)
              .followed()
              .ofFaults(Effect::recoverySeconds)
              .objective(
                  "From the injection of a fault until publishing and delivery have 99 % of the"
                      + " intended rate (in a closed loop of the rate before the fault); the longest"
                      + " of all faults, of a phase those injected in it. A time span: `<= 30s`.")
              .ofRun(
                  run ->
                      known(
                          worst(run, Effect::recoverySeconds, Math::max)
                              .map(seconds -> seconds * MICROS_PER_SECOND))));

  static {
    add(
        Metric.named(
                "rateAfterFault",
                "publish rate after a fault",
                Unit.PERCENT,
                FigureGroup.RATES,
                Needs.FAULTS)
            .higherIsBetter()
            .ofFaults(Metrics::percentAfter)
            .onlyObjective(
                "Acknowledged in the last 10 s before the next fault or the end of the phase, in %"
                    + " of the intended rate (in a closed loop of the rate before the fault); the"
                    + " lowest of all faults: `>= 99%`.")
            .ofRun(run -> known(worst(run, Metrics::percentAfter, Math::min))));
    add(
        time("recoveryTimeFirst", "time to the first message after the failover", Needs.FAILOVER)
            .olderNames("failover.recoveryTimeFirst")
            .objective("From the failure to the first message received at the standby.")
            .ofRun(run -> micros(run, FailoverReport::firstMessageNanos)));
    add(
        time("recoveryTimeLast", "time to the last message after the failover", Needs.FAILOVER)
            .rank(8)
            .followed()
            .olderNames("failover.recoveryTimeLast")
            .objective("From the failure to the last message received at the standby.")
            .ofRun(run -> micros(run, FailoverReport::lastMessageNanos)));
  }

  /** Messages that a failover loses. */
  public static final Metric MISSING =
      add(
          Metric.named(
                  "recoveryPointMessages",
                  "number of messages missing after the failover",
                  Unit.COUNT,
                  FigureGroup.DELIVERY,
                  Needs.FAILOVER)
              .rank(7)
              .olderNames("failover.recoveryPointMessages")
              .objective("Acknowledged by the first site, and never received at its standby.")
              .ofRun(run -> number(run.failover().flatMap(FailoverReport::missing))));

  static {
    add(
        time("recoveryPointAge", "age of the oldest missing message", Needs.FAILOVER)
            .onlyObjective(
                "From the acknowledgement of the oldest message that is missing at the standby to"
                    + " the failure; 0 if none is missing.")
            .ofRun(run -> micros(run, FailoverReport::oldestMissingNanos)));
    // Bodies are made before the load, which disturbs nothing.
    add(
        Metric.named(
                "serializationTime",
                "time to make a body",
                Unit.MICROSECONDS,
                FigureGroup.DELIVERY,
                Needs.MADE_BODIES)
            .heading("time of a body")
            .usual()
            .ofResult(run -> known(run.part(Serialization.PART).map(Serialization::meanMicros))));
    AddedParts.all().forEach(each -> each.metrics().forEach(Metrics::add));
    deliveries();
    counts();
    requests();
    outcomes();
    add(
        count("overtaken", "overtaken messages", FigureGroup.END_TO_END_LATENCY, Needs.PRIORITIES)
            .onlyObjective(
                "Received after one of a lower priority, which their consumer received more than"
                    + " 100 ms after they were sent.")
            .ofParts(
                part ->
                    part.number(
                        run -> Optional.of(run.counts().get(Counter.OVERTAKEN)),
                        phase -> Optional.of(phase.counters().get(Counter.OVERTAKEN)))));
  }

  private static void deliveries() {
    delivery(
        "lost",
        "lost messages",
        Needs.DELIVERY,
        DeliveryReport::lost,
        "Acknowledged and never received.");
    delivery(
        "duplicated",
        "duplicates",
        Needs.AUDIT,
        DeliveryReport::duplicated,
        "Deliveries beyond the first.");
    delivery(
        "outOfOrder",
        "messages out of order",
        Needs.ORDER,
        DeliveryReport::outOfOrder,
        "First deliveries after a later message of the same order.");
    delivery(
        "abortedReads",
        "deliveries of aborted messages",
        Needs.ABORTED_SENDS,
        DeliveryReport::abortedReads,
        "Deliveries of messages whose transaction was aborted on purpose; missed in a run without"
            + " such transactions.");
    delivery(
        "offsetsNotUnique",
        "offsets with two messages",
        Needs.OFFSETS,
        DeliveryReport::offsetsNotUnique,
        "Offsets at which there were two messages, in the sample" + OF_AUDIT);
    delivery(
        "offsetsMismatched",
        "messages at other offsets",
        Needs.OFFSETS,
        DeliveryReport::offsetsMismatched,
        "Messages of the sample that were received at other offsets than the acknowledged"
            + OF_AUDIT);
    delivery(
        "commitsBack",
        "committed offsets that went back",
        Needs.COMMITS,
        DeliveryReport::commitsBack,
        "Committed offsets that went back, and the log was not truncated" + OF_AUDIT);
    delivery(
        "commitsAhead",
        "messages received after their offset was committed",
        Needs.COMMITS,
        DeliveryReport::commitsAhead,
        "Messages of the sample, below a committed offset, that were received later or never"
            + OF_AUDIT);
    delivery(
        "keyOrderViolations",
        "messages of a key out of order",
        Needs.KEYS,
        DeliveryReport::keyOrderViolations,
        "First deliveries after a later message of the same key, in the sample" + OF_AUDIT);
  }

  private static void counts() {
    add(
        count("corrupted", "damaged messages", FigureGroup.DELIVERY, Needs.CHECKS)
            .onlyObjective("Received with damaged content; missed if not every message is checked.")
            .ofParts(part -> ifKnown(part, part.run().delivery().corrupted(), Counter.CORRUPTED)));
    add(
        count("foreign", "messages of other runs", FigureGroup.DELIVERY, Needs.STAMPS)
            .onlyObjective("Received and not sent by this run; missed if messages have no stamp.")
            .ofParts(part -> ifKnown(part, part.run().delivery().foreign(), Counter.FOREIGN)));
    add(
        count("unacknowledged", "sends without an answer", FigureGroup.DELIVERY, Needs.NOTHING)
            .onlyObjective("Sent, and neither acknowledged nor failed at the end.")
            .ofParts(
                part ->
                    part.number(
                        run -> Optional.of(run.delivery().unacknowledged()),
                        phase -> Optional.of(phase.counters().unanswered()))));
    add(
        count("errors", "failed sends", FigureGroup.DELIVERY, Needs.NOTHING)
            .onlyObjective("Sends that failed.")
            .ofParts(
                part ->
                    part.number(
                        run -> Optional.of(failedSends(run) + run.delivery().unacknowledged()),
                        phase -> Optional.of(phase.counters().get(Counter.FAILED)))));
    add(
        count("consumeErrors", "errors of consumers", FigureGroup.DELIVERY, Needs.CONSUMER_ERRORS)
            .onlyObjective("Errors that consumers reported.")
            .ofParts(
                part ->
                    part.number(
                        run -> Optional.of(run.counts().get(Counter.CONSUMER_ERRORS)),
                        phase -> Optional.of(phase.counters().get(Counter.CONSUMER_ERRORS)))));
    add(
        Metric.named("backlog", "backlog", Unit.MESSAGES, FigureGroup.RATES, Needs.NOTHING)
            .onlyObjective("Not yet received when the load stopped.")
            .ofParts(MetricSource::backlog));
    add(
        Metric.named(
                "maxBacklog", "largest backlog", Unit.MESSAGES, FigureGroup.RATES, Needs.NOTHING)
            .onlyObjective("The largest backlog of any sample.")
            .ofParts(MetricSource::mostBacklog));
  }

  private static void requests() {
    requests(
        "timeouts",
        "requests that timed out",
        FigureGroup.ROUND_TRIP_LATENCY,
        Counter.TIMED_OUT,
        "Requests without a reply within the timeout.");
    requests(
        "lateReplies",
        "late replies",
        FigureGroup.ROUND_TRIP_LATENCY,
        Counter.LATE,
        "Replies that came after the timeout.");
    requests(
        "duplicateReplies",
        "duplicate replies",
        FigureGroup.DELIVERY,
        Counter.DUPLICATE_REPLIES,
        "Replies to requests that had been answered.");
    requests(
        "neverAsked",
        "replies without a request",
        FigureGroup.DELIVERY,
        Counter.NEVER_ASKED,
        "Replies that match no request of their receiver.");
    add(
        count("unanswered", "requests without an answer", FigureGroup.DELIVERY, Needs.REQUESTS)
            .onlyObjective("Requests without reply and without timeout at the end.")
            .ofRun(run -> number(run.requestReply().map(RequestReplyReport::unanswered))));
    add(
        count("requestsLost", "lost requests", FigureGroup.DELIVERY, Needs.AUDITED_REQUESTS)
            .onlyObjective("Accepted requests that no responder received.")
            .ofRun(run -> number(run.requestReply().flatMap(RequestReplyReport::requestsLost))));
    add(
        count("repliesLost", "lost replies", FigureGroup.DELIVERY, Needs.AUDITED_REQUESTS)
            .onlyObjective("Requests that a responder received, without a received reply.")
            .ofRun(run -> number(run.requestReply().flatMap(RequestReplyReport::repliesLost))));
  }

  private static void outcomes() {
    for (Measure measure :
        List.of(
            Measure.NEVER_REFUSED,
            Measure.ONCE_REFUSED,
            Measure.REDELIVERY,
            Measure.DEAD_LETTER_AGE)) {
      COMPARED.forEach(
          statistic -> add(latency(measure, statistic).ofPhases(micros(measure, statistic))));
    }
    add(
        Metric.named(
                "deliveriesPerMessage",
                "deliveries of a message",
                Unit.RATIO,
                FigureGroup.DELIVERY,
                Needs.OUTCOMES)
            .objective("Mean over the messages of the run, dead letters included.")
            .ofRun(
                run ->
                    known(
                        run.part(OutcomeReport.PART)
                            .flatMap(OutcomeReport::deliveriesPerMessage))));
    outcome(
        "deadLetters",
        "dead letters",
        each -> each.deadLetters() + each.deadLettersAgain(),
        "Messages in the dead-letter destination, and not accepted.");
    outcome(
        "deadLettersAgain",
        "messages more than once among the dead letters",
        SubscriptionOutcomes::deadLettersAgain,
        "Messages that are in the dead-letter destination more than once.");
    outcome(
        "endedTwice",
        "messages accepted and dead letters",
        SubscriptionOutcomes::both,
        "Messages that were accepted, and are in the dead-letter destination.");
    outcome(
        "givenUpEarly",
        "messages given up early",
        SubscriptionOutcomes::givenUpEarly,
        "Dead letters that were refused less often than planned.");
    outcome(
        "deliveredAgain",
        "messages delivered after they were to be given up",
        SubscriptionOutcomes::deliveredAgain,
        "Messages that were refused more often than planned.");
  }

  private static void outcome(
      String id, String words, ToLongFunction<SubscriptionOutcomes> number, String condition) {
    add(
        count(id, words, FigureGroup.DELIVERY, Needs.OUTCOMES)
            .onlyObjective(condition)
            .ofRun(run -> number(run.part(OutcomeReport.PART).map(all -> all.sum(number)))));
  }

  private Metrics() {}

  private static Metric add(Metric metric) {
    ALL.add(metric);
    BY_NAME.put(metric.id(), metric);
    metric.olderNames().forEach(name -> BY_NAME.put(name, metric));
    return metric;
  }

  private static Builder rate(String id, String words, Needs needs) {
    return Metric.named(id, words, Unit.PER_SECOND, FigureGroup.RATES, needs).higherIsBetter();
  }

  private static Builder time(String id, String words, Needs needs) {
    return Metric.named(id, words, Unit.MICROSECONDS, FigureGroup.RECOVERY, needs);
  }

  private static Builder count(String id, String words, FigureGroup group, Needs needs) {
    return Metric.named(id, words, Unit.COUNT, group, needs);
  }

  private static void delivery(
      String id,
      String words,
      Needs needs,
      Function<DeliveryReport, Optional<Long>> value,
      String condition) {
    add(
        count(id, words, FigureGroup.DELIVERY, needs)
            .onlyObjective(condition)
            .ofRun(run -> number(value.apply(run.delivery()))));
  }

  private static void requests(
      String id, String words, FigureGroup group, Counter counter, String condition) {
    add(
        count(id, words, group, Needs.REQUESTS)
            .onlyObjective(condition)
            .ofParts(
                part ->
                    ifKnown(
                        part,
                        part.run().requestReply().map(report -> report.counts().get(counter)),
                        counter)));
  }

  /** Latencies that each table has. */
  private static void compared(Measure measure, int rank, String omb) {
    for (String statistic : COMPARED) {
      String field = omb.isEmpty() ? "" : omb + statistic.replaceAll("[p.]", "") + "pct";
      Builder latency = latency(measure, statistic).omb(field).usual();
      if (statistic.equals("p99")) {
        latency.rank(rank).followed();
      }
      add(latency.ofPhases(micros(measure, statistic)));
    }
  }

  /** Over the measured part; messages without one count as slower than all. */
  static Builder latency(Measure measure, String statistic) {
    Needs needs =
        switch (measure.side()) {
          case SENDING -> Needs.PRODUCERS;
          case RECEIVING -> Needs.CONSUMERS;
          case ROUND_TRIPS -> Needs.REQUESTS;
          case CLIENTS -> Needs.NEW_CLIENTS;
          case OUTCOMES -> Needs.OUTCOMES;
        };
    return Metric.named(
            measure.key() + "." + statistic,
            (statistic.equals("p50") ? "median" : statistic) + " " + measure.words(),
            Unit.MICROSECONDS,
            FigureGroup.of(measure),
            needs)
        .heading(measure.heading().replace(" latency", "") + " " + statistic)
        .of(measure, statistic)
        .objective("A limit on a latency.");
  }

  static Function<PhaseResult, OptionalDouble> micros(Measure measure, String statistic) {
    return phase ->
        phase
            .latencies()
            .get(measure)
            .map(LatencyMicros::toSummary)
            .map(latency -> latency.nanos(statistic))
            .filter(OptionalDouble::isPresent)
            .map(nanos -> OptionalDouble.of(nanos.getAsDouble() / NANOS_PER_MICRO))
            .orElse(OptionalDouble.empty());
  }

  /** Failed sends without trials of a search, which exceed the system's limits. */
  public static long failedSends(JudgedRun run) {
    long ofTrials =
        run.phases().stream()
            .filter(phase -> !phase.measured() && PhaseNames.isSearchLoad(phase.name()))
            .mapToLong(phase -> phase.counters().get(Counter.FAILED))
            .sum();
    return run.counts().get(Counter.FAILED) - ofTrials;
  }

  private static Optional<Double> percentAfter(Effect effect) {
    return effect.publish().flatMap(Flow::afterPercent);
  }

  /** Empty without faults, and if one of them has none. */
  private static Optional<Double> worst(
      JudgedRun run, Function<Effect, Optional<Double>> value, BinaryOperator<Double> worse) {
    List<Optional<Double>> values =
        run.faults().stream().map(fault -> fault.effect().flatMap(value)).toList();
    return values.stream().allMatch(Optional::isPresent)
        ? values.stream().flatMap(Optional::stream).reduce(worse)
        : Optional.empty();
  }

  private static OptionalDouble micros(
      JudgedRun run, Function<FailoverReport, Optional<Long>> nanos) {
    return known(run.failover().flatMap(nanos).map(each -> each / NANOS_PER_MICRO));
  }

  private static OptionalDouble ifKnown(MetricSource part, Optional<Long> ofRun, Counter ofPhase) {
    return part.number(run -> ofRun, phase -> ofRun.map(any -> phase.counters().get(ofPhase)));
  }

  private static OptionalDouble number(Optional<Long> number) {
    return known(number.map(Long::doubleValue));
  }

  private static OptionalDouble known(Optional<Double> value) {
    return value.map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }

  /** All, in the order of tables and of the reference page. */
  public static List<Metric> all() {
    return List.copyOf(ALL);
  }

  /** Returns the metrics with a rank: what loads are usually measured for. */
  public static List<Metric> first() {
    return ALL.stream()
        .filter(metric -> metric.rank() > 0)
        .sorted(Comparator.comparing(Metric::rank))
        .toList();
  }

  /** Returns the metric with this name, or this older one; empty for another text. */
  public static Optional<Metric> of(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /** The name of today for a name or an older one; another text as it is. */
  public static String today(String name) {
    return of(name).map(Metric::id).orElse(name);
  }

  /** A percentile of a latency that is compared. */
  public static Metric of(Measure measure, String percentile) {
    return of(measure.key() + "." + percentile).orElseThrow();
  }
}
