package io.tidemark.model.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.grammar.Grammar;
import java.time.Duration;
import java.util.Optional;

/** How a limit of the system under test is searched: the keys of {@code search}. */
@RecordBuilder
public record SearchSpec(
    @Key(
            value =
                "What is searched: the rate; a factor of all rates (`scale.rate`), also of those of"
                    + " `classes`; or, at the rate of `producerRate`, numbers of clients"
                    + " (`requesters` with `pattern: request-reply`) or the message size, up to"
                    + " those of the workload.",
            orElse = "rate")
        Quantity over,
    @Key(
            value =
                "Rate, factor, number or size of the first trial; any guess above 0. Default: a"
                    + " rate of 1000, a factor of 1, a size of 100, one client, all consumers.",
            types = {Type.RATE, Type.SIZE},
            range = "0.001..")
        Optional<Double> startAt,
    @Key(
            value =
                "Warm-up before the first trial, with rates that follow what the system handles;"
                    + " nothing of it counts. Default: `warmupDuration`, which is also that of the"
                    + " measured run.",
            range = "0..")
        Optional<Duration> warmupDuration,
    @Key(value = "Length of the trials that decide.", range = "1s..", orElse = "30s")
        Duration trialDuration,
    @Key(
            value =
                "Length of the trials that only find the range of rates. At most"
                    + " `trialDuration`.",
            range = "1s..",
            orElse = "5s")
        Duration shortTrialDuration,
    @Key(
            value = "The search ends when its bounds differ by this share of the upper one.",
            range = "0.005..0.5",
            orElse = "0.05")
        double precision,
    @Key(value = "The search ends after this number of trials.", range = "1..100", orElse = "24")
        int maxTrials,
    @Key(value = "No trial begins later after the warm-up.", range = "1s..", orElse = "20m")
        Duration timeLimit,
    @Key(
            value = "Rate of the measured run, as a share of the highest rate found.",
            range = "0.01..1",
            orElse = "1.0")
        Optional<Double> measureAt)
    implements SearchSpecBuilder.With {

  /** No trial has a larger rate. */
  public static final double MOST_RATE = 10_000_000;

  /** No trial has a larger factor of the rates. */
  public static final double MOST_SCALE = 1_000;

  private static final double LEAST_SCALE = 0.001;

  /** Between two trials. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** The search for a rate, with the defaults of all keys and without a warm-up. */
  public static final SearchSpec DEFAULT =
      Grammar.defaults(SearchSpec.class)
          .with()
          .startAt(Optional.of(1_000.0))
          .warmupDuration(Optional.of(Duration.ZERO))
          .measureAt(Optional.of(1.0))
          .build();

  /** What a search varies; each has the name of its key in a workload. */
  public enum Quantity {
    RATE("rate"),
    PRODUCERS("producersPerTopic"),
    CONSUMERS("consumerPerSubscription"),
    REQUESTERS("requesters"),
    MESSAGE_SIZE("messageSize"),
    SCALE_RATE("scale.rate");

    private final String key;

    Quantity(String key) {
      this.key = key;
    }

    public String key() {
      return key;
    }

    /** Whether its steps are rates, or factors of them, in place of whole numbers. */
    public boolean isOfRate() {
      return this == RATE || this == SCALE_RATE;
    }

    @Override
    public String toString() {
      return key;
    }
  }

  /** These with what the file leaves open. */
  public SearchSpec complete(double start, Duration warmUp, Duration shortTrial) {
    return with()
        .startAt(Optional.of(start))
        .warmupDuration(Optional.of(warmUp))
        .shortTrialDuration(shortTrial)
        .measureAt(measureAt.or(() -> Optional.of(1.0)).filter(any -> over.isOfRate()))
        .build();
  }

  /** No trial has less. */
  public double least() {
    return over == Quantity.SCALE_RATE ? LEAST_SCALE : 1;
  }

  /** Rate or number of the first trial. */
  public double start() {
    return startAt.orElseThrow();
  }

  /** Before the first trial. */
  public Duration warmUp() {
    return warmupDuration.orElse(Duration.ZERO);
  }

  /** Rate of the measured run, as a share of the highest rate found. */
  public double measuredShare() {
    return measureAt.orElse(1.0);
  }

  public Duration length(boolean full) {
    return full ? trialDuration : shortTrialDuration;
  }

  /** No search takes longer, apart from the wait for backlogs. */
  public Duration longest() {
    Duration byTime = timeLimit.plus(trialDuration);
    Duration byNumber = trialDuration.plus(PAUSE).multipliedBy(maxTrials);
    return warmUp().plus(byTime.compareTo(byNumber) < 0 ? byTime : byNumber);
  }
}
