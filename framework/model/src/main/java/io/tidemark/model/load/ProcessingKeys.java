package io.tidemark.model.load;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.model.grammar.Grammar;
import java.time.Duration;
import java.util.Optional;

/**
 * The keys of {@code consumerProcessingTime}: how long a consumer or responder takes for a message.
 */
@RecordBuilder
public record ProcessingKeys(
    @Key(value = "Mean processing time.", range = "0..", orElse = "0s") Duration mean,
    @Key("Distribution of the times around their `mean`. If absent, `fixed`.")
        Optional<Distribution> distribution,
    @Key(
            value =
                "Instead of `mean`, with `p99`: times are log-normal, and half of them are longer.",
            range = "1us..")
        Optional<Duration> median,
    @Key(value = "1 in 100 of the log-normal times is longer.", range = "1us..")
        Optional<Duration> p99,
    @Key("Messages that take another time, at random: a full collection of garbage, a slow query.")
        Optional<Slow> slow)
    implements ProcessingKeysBuilder.With {
  /** The 99th percentile of the standard normal distribution. */
  private static final double NORMAL_P99 = 2.3263478740408408;

  /** Laws with one parameter. */
  public enum Distribution {
    /** Always the same. */
    FIXED,
    /** Exponential, as with many independent causes. */
    EXPONENTIAL
  }

  /** A rare processing time. */
  public record Slow(
      @Key(value = "One message in this number is slow.", range = "1..1000000000", required = true)
          int oneIn,
      @Key(value = "Processing time of a slow message.", range = "0..", required = true)
          Duration takes) {}

  /** The same time for each message. */
  public static ProcessingKeys fixed(Duration time) {
    return Grammar.defaults(ProcessingKeys.class).withMean(time);
  }

  /** The median if there is one, or else the mean; what phases replace. */
  public Duration typical() {
    return median.orElse(mean);
  }

  /** What is wrong with the combination of keys; empty if nothing is. */
  public Optional<String> problem() {
    if (median.isPresent() != p99.isPresent()) {
      return Optional.of("median and p99 belong together; allowed both of them, or a mean");
    }
    if (median.isPresent() && (!mean.isZero() || distribution.isPresent())) {
      return Optional.of(
          "has a median and a mean or distribution; allowed {median, p99} or a mean");
    }
    return median
        .filter(half -> p99.get().compareTo(half) < 0)
        .map(half -> "p99 must not be below the median");
  }

  /** How times differ from the typical one. */
  public ProcessingVariation variation() {
    ProcessingVariation.Law law =
        median.isPresent()
            ? ProcessingVariation.Law.LOG_NORMAL
            : distribution.filter(each -> each == Distribution.EXPONENTIAL).isPresent()
                ? ProcessingVariation.Law.EXPONENTIAL
                : ProcessingVariation.Law.FIXED;
    double sigma =
        median
            .map(half -> Math.log((double) p99.get().toNanos() / half.toNanos()) / NORMAL_P99)
            .orElse(0.0);
    return new ProcessingVariation(
        law,
        sigma,
        slow.map(Slow::oneIn).orElse(0),
        slow.map(each -> each.takes().toNanos()).orElse(0L));
  }
}
