package io.tidemark.model.outcome;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.outcome.DeadLetterReason;
import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * What became of the acknowledged messages of a run whose consumers refuse some of them: each is in
 * one of the seven ends of its subscription.
 */
public record OutcomeReport(List<SubscriptionOutcomes> subscriptions) {
  public static final Part<Optional<OutcomeReport>> PART =
      new Part<Optional<OutcomeReport>>("outcomes", Written.IF_ANY, Optional.empty()) {};

  /**
   * A subscription.
   *
   * @param accepted messages accepted once
   * @param acceptedAgain accepted more than once
   * @param deadLetters received once from the dead-letter destination
   * @param deadLettersAgain received from it more than once
   * @param both accepted, and in the dead-letter destination
   * @param dropped refused for good, as planned, where there is no dead-letter destination
   * @param neither in none of these ends: lost
   * @param lostRefused those of them that consumers refused for good, as planned
   * @param givenUpEarly dead letters that were refused less often than planned, or were to be
   *     accepted
   * @param deliveredAgain messages that were delivered again after the broker was to give them up
   * @param otherReason dead letters whose reason, as the broker says it, is not the planned one
   * @param reasons number of dead letters by the reason that the broker says
   * @param deliveries number of messages by the number of their deliveries
   * @param firstEarly the first that were given up early
   * @param firstAgain the first that were delivered again
   * @param firstOther the first with another reason
   */
  @RecordBuilder
  public record SubscriptionOutcomes(
      String subscription,
      String topic,
      long accepted,
      long acceptedAgain,
      long deadLetters,
      long deadLettersAgain,
      long both,
      long dropped,
      long neither,
      long lostRefused,
      long givenUpEarly,
      long deliveredAgain,
      long otherReason,
      Map<DeadLetterReason, Long> reasons,
      Map<Integer, Long> deliveries,
      List<String> firstEarly,
      List<String> firstAgain,
      List<String> firstOther)
      implements OutcomeReportSubscriptionOutcomesBuilder.With {
    public SubscriptionOutcomes {
      reasons = new TreeMap<>(reasons);
      deliveries = new TreeMap<>(deliveries);
      firstEarly = List.copyOf(firstEarly);
      firstAgain = List.copyOf(firstAgain);
      firstOther = List.copyOf(firstOther);
    }
  }

  public OutcomeReport {
    subscriptions = List.copyOf(subscriptions);
  }

  /** The sum over all subscriptions. */
  public long sum(ToLongFunction<SubscriptionOutcomes> number) {
    return subscriptions.stream().mapToLong(number).sum();
  }

  /** Number of messages by the number of their deliveries, over all subscriptions. */
  @JsonIgnore
  public Map<Integer, Long> deliveries() {
    return sums(SubscriptionOutcomes::deliveries);
  }

  /** Number of dead letters by the reason that the broker says, over all subscriptions. */
  @JsonIgnore
  public Map<DeadLetterReason, Long> reasons() {
    return sums(SubscriptionOutcomes::reasons);
  }

  private <K extends Comparable<K>> Map<K, Long> sums(
      Function<SubscriptionOutcomes, Map<K, Long>> numbers) {
    Map<K, Long> all = new TreeMap<>();
    subscriptions.stream()
        .flatMap(one -> numbers.apply(one).entrySet().stream())
        .forEach(entry -> all.merge(entry.getKey(), entry.getValue(), Long::sum));
    return all;
  }

  /** Deliveries of a message in the mean, of those that were delivered. */
  @JsonIgnore
  public Optional<Double> deliveriesPerMessage() {
    Map<Integer, Long> all = deliveries();
    long messages = all.values().stream().mapToLong(Long::longValue).sum();
    double sum = all.entrySet().stream().mapToDouble(each -> each.getKey() * each.getValue()).sum();
    return messages == 0 ? Optional.empty() : Optional.of(sum / messages);
  }
}
