package io.tidemark.coordinator.delivery;

import io.tidemark.model.result.Text;
import io.tidemark.model.result.VerdictInputs;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.worker.ProbeCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The broker's counts on the run's destinations, if drivers report them. Brokers refresh counts at
 * intervals: they are compared with those of the run after they have settled. Used by one thread.
 */
public final class BrokerCounts {
  /** Longest wait for counts that keep changing. */
  public static final Duration MOST_PATIENCE = Duration.ofSeconds(90);

  // RabbitMQ's management updates counts every 5 s, independent of its interval.
  private static final long STEP_NANOS = Duration.ofSeconds(6).toNanos();

  // RabbitMQ caches a slow response for 5 times its duration.
  private static final int SAME_ANSWERS = 6;

  // After this time without readings no more are expected.
  private static final long SILENCE_NANOS = Duration.ofSeconds(30).toNanos();

  /** A count; every worker may report it. */
  enum Kind {
    PUBLISHED(TelemetrySample.RUN_PUBLISHED),
    DELIVERED(TelemetrySample.RUN_DELIVERED),
    ACKNOWLEDGED(TelemetrySample.RUN_ACKNOWLEDGED);

    private final String reading;

    Kind(String reading) {
      this.reading = reading;
    }
  }

  private final ImpossibleReadings impossible = new ImpossibleReadings();
  private final Map<Kind, Map<String, Long>> latest = new EnumMap<>(Kind.class);
  private final Map<Integer, Long> lastReadingByWorker = new HashMap<>();
  private ProbeCounts probes = ProbeCounts.NONE;
  private long resolutionMillis;
  private boolean nodeDown;
  private long lastReadingEpochNanos;
  private long lastChangeEpochNanos;
  private long lastArrivalEpochNanos;
  private long delivered = Long.MAX_VALUE; // The first number is no change.
  private long waitingSinceEpochNanos = Long.MAX_VALUE;
  private long waitedNanos;
  private long slowestReadingNanos;
  private long sameUntilEpochNanos;
  private boolean anyReading;
  private boolean announced;

  /** Takes a reading of this worker, in the coordinator's time. */
  public void add(int worker, TelemetrySample sample) {
    anyReading = true;
    impossible.add(sample);
    announced |= sample.name().equals(TelemetrySample.RUN_COUNTED_TOPICS) && sample.value() > 0;
    nodeDown |= sample.name().equals(TelemetrySample.NODE_RUNNING) && sample.value() == 0;
    for (Kind kind : Kind.values()) {
      if (sample.name().equals(kind.reading)) {
        read(worker, sample.epochNanos());
        resolutionMillis = Math.max(resolutionMillis, sample.resolutionMillis());
        Long before = latest.computeIfAbsent(kind, key -> new HashMap<>()).get(sample.subject());
        long now = (long) sample.value();
        if (before == null || now > before) { // Workers report the same counts at different times.
          latest.get(kind).put(sample.subject(), now);
          lastChangeEpochNanos = Math.max(lastChangeEpochNanos, sample.epochNanos());
        }
      }
    }
  }

  private void read(int worker, long epochNanos) {
    Long before = lastReadingByWorker.put(worker, epochNanos);
    long tookNanos = before == null ? 0 : epochNanos - before;
    if (before != null && before >= waitingSinceEpochNanos) {
      slowestReadingNanos = Math.max(slowestReadingNanos, tookNanos);
    } else { // Possibly a cached response from the time under load.
      sameUntilEpochNanos = Math.max(sameUntilEpochNanos, epochNanos + SAME_ANSWERS * tookNanos);
    }
    lastReadingEpochNanos = Math.max(lastReadingEpochNanos, epochNanos);
  }

  /** Whether the broker has counts, or is going to have some. */
  public boolean expected() {
    return announced || !latest.isEmpty();
  }

  /** Returns the impossible readings of all workers and times. */
  public ImpossibleReadings impossible() {
    return impossible;
  }

  /** Probes before the load: the broker has counted them, too. */
  public void probes(ProbeCounts counted) {
    probes = counted;
  }

  public ProbeCounts probes() {
    return probes;
  }

  /** No message is sent from now on: later changes are the broker's delay. */
  public void waitingSince(long sinceEpochNanos) {
    waitingSinceEpochNanos = sinceEpochNanos;
  }

  /** Sums over all destinations. */
  public VerdictInputs.BrokerCounts totals() {
    return new VerdictInputs.BrokerCounts(
        sum(Kind.PUBLISHED).orElse(null),
        sum(Kind.DELIVERED).orElse(null),
        sum(Kind.ACKNOWLEDGED).orElse(null),
        nodeDown,
        settledSince(Math.max(lastChangeEpochNanos, lastArrivalEpochNanos)),
        anyReading,
        waitedNanos);
  }

  private Optional<Long> sum(Kind kind) {
    return Optional.ofNullable(latest.get(kind))
        .map(counts -> counts.values().stream().mapToLong(Long::longValue).sum());
  }

  /** Whether the broker's counts have reached those of the run. Missing kinds may still arrive. */
  public boolean caughtUpWith(Counters total, long nowEpochNanos) {
    waitedNanos = Math.max(waitedNanos, nowEpochNanos - waitingSinceEpochNanos);
    if (probes.deliveredWith(total) > delivered) {
      lastArrivalEpochNanos = nowEpochNanos;
    }
    delivered = probes.deliveredWith(total);
    return sum(Kind.PUBLISHED).orElse(0L) >= probes.publishedWith(total)
        && sum(Kind.DELIVERED).orElse(0L) >= probes.deliveredWith(total)
        && sum(Kind.ACKNOWLEDGED).orElse(Long.MAX_VALUE) >= probes.deliveredWith(total);
  }

  /**
   * What consumers acknowledged in the end. Empty if no broker reports it, if the count may still
   * grow, or if a node took a part of it with it.
   */
  public Optional<Long> acknowledgedInTheEnd() {
    VerdictInputs.BrokerCounts totals = totals();
    return totals.settled() && !totals.nodeDown() ? sum(Kind.ACKNOWLEDGED) : Optional.empty();
  }

  /** Whether further waiting is pointless: the counts no longer change, or no more arrive. */
  public boolean over(long nowEpochNanos) {
    long latestEpochNanos = Math.max(lastReadingEpochNanos, waitingSinceEpochNanos);
    return settledSince(lastChangeEpochNanos) || nowEpochNanos - latestEpochNanos >= SILENCE_NANOS;
  }

  /**
   * Whether what the broker reports can no longer grow. RabbitMQ counts nothing while a connection
   * that writes to a slow consumer is blocked, so that messages may arrive and the count stays.
   */
  private boolean settledSince(long changedEpochNanos) {
    if (waitingSinceEpochNanos == Long.MAX_VALUE) {
      return false;
    }
    long still = Math.max(changedEpochNanos, waitingSinceEpochNanos);
    long refresh = Duration.ofMillis(2 * resolutionMillis).plusSeconds(1).toNanos();
    long enough = Math.max(Math.max(STEP_NANOS, refresh), SAME_ANSWERS * slowestReadingNanos);
    return lastReadingEpochNanos >= sameUntilEpochNanos && lastReadingEpochNanos - still >= enough;
  }

  /**
   * Telemetry that contradicts the run: messages below 0, more in a queue than were ever sent, more
   * acknowledged by consumers than they received. For one thread.
   */
  public static final class ImpossibleReadings {
    private static final int SHOWN = 5;
    private static final Set<String> MESSAGES =
        Set.of(
            TelemetrySample.QUEUE_MESSAGES,
            TelemetrySample.SUBSCRIPTION_LAG,
            TelemetrySample.RUN_PUBLISHED,
            TelemetrySample.RUN_DELIVERED,
            TelemetrySample.RUN_ACKNOWLEDGED);

    private final Map<String, Double> lowest = new TreeMap<>();
    private final Map<String, Double> deepest = new TreeMap<>();
    private final Map<String, Double> acknowledged = new HashMap<>();

    /** Takes any reading of any worker. */
    public void add(TelemetrySample sample) {
      if (!MESSAGES.contains(sample.name())) {
        return;
      }
      if (sample.value() < 0) {
        lowest.merge(sample.name() + " of " + sample.subject(), sample.value(), Math::min);
      }
      if (sample.name().equals(TelemetrySample.QUEUE_MESSAGES)) {
        deepest.merge(sample.subject(), sample.value(), Math::max);
      }
      if (sample.name().equals(TelemetrySample.RUN_ACKNOWLEDGED)) {
        acknowledged.merge(sample.subject(), sample.value(), Math::max);
      }
    }

    /**
     * One line for each, and one for those beyond the first.
     *
     * @param sent messages that may be in a queue of the run; the highest value if that is not
     *     known
     * @param delivered to consumers; the highest value if that is not known
     */
    public List<String> lines(long sent, long delivered) {
      List<String> lines = new ArrayList<>();
      lowest.forEach((what, value) -> lines.add("%s was %s".formatted(what, number(value))));
      deepest.forEach(
          (queue, messages) -> {
            if (messages > sent) {
              lines.add(
                  "%s of %s was %s, and the run has sent %s"
                      .formatted(
                          TelemetrySample.QUEUE_MESSAGES,
                          queue,
                          number(messages),
                          Text.count(sent)));
            }
          });
      double all = acknowledged.values().stream().mapToDouble(Double::doubleValue).sum();
      if (all > delivered) {
        lines.add(
            "%s was %s, and the run has received %s"
                .formatted(TelemetrySample.RUN_ACKNOWLEDGED, number(all), Text.count(delivered)));
      }
      if (lines.size() > SHOWN) {
        lines.set(SHOWN, (lines.size() - SHOWN) + " readings more");
      }
      return lines.stream().limit(SHOWN + 1L).toList();
    }

    private static String number(double value) {
      return Text.count(Math.round(value));
    }
  }
}
