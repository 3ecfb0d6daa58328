package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.model.earlier.AcknowledgedMessages;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Outcomes of all messages that the load sent, including the warm-up.
 *
 * @param mode mode of the audit; unknown numbers are empty
 * @param sent handed to drivers
 * @param acknowledged confirmed by brokers
 * @param failed ended in an error
 * @param unacknowledged neither, at the end of the run
 * @param corrupted received with a damaged content; empty where not every message was checked
 * @param foreign received and not sent by this run; empty if they cannot be distinguished
 * @param subscriptions the same for each
 * @param limits limits of this audit, one sentence each (compact envelopes, existing topics)
 * @param acknowledgements the acknowledged messages one by one, for a run that reads them later;
 *     empty where they are not known
 */
@JsonPropertyOrder({
  "mode",
  "sentMessages",
  "acknowledgedMessages",
  "failedMessages",
  "unacknowledgedMessages",
  "lostMessages",
  "duplicatedMessages",
  "outOfOrderMessages",
  "unacknowledgedButReceivedMessages",
  "corruptedMessages",
  "foreignMessages"
})
@RecordBuilder
public record DeliveryReport(
    DeliveryMode mode,
    @JsonProperty("sentMessages") long sent,
    @JsonProperty("acknowledgedMessages") long acknowledged,
    @JsonProperty("failedMessages") long failed,
    @JsonProperty("unacknowledgedMessages") long unacknowledged,
    @JsonProperty("corruptedMessages") Optional<Long> corrupted,
    @JsonProperty("foreignMessages") Optional<Long> foreign,
    List<SubscriptionDelivery> subscriptions,
    List<String> limits,
    @JsonIgnore Optional<AcknowledgedMessages> acknowledgements)
    implements DeliveryReportBuilder.With {

  public static final Part<DeliveryReport> PART =
      new Part<DeliveryReport>("delivery", Written.ALWAYS, null, DeliveryReport::ofClasses) {};

  /** Ages of sends without an answer. */
  public static final Part<Optional<Ages>> AGES =
      new Part<Optional<Ages>>("unacknowledgedAges", Written.ALWAYS, Optional.empty()) {};

  /** At most 10,000 of them, one by one; only of a live run. */
  public static final Part<List<Long>> AGES_NANOS =
      new Part<List<Long>>("unacknowledgedAgesNanos", Written.ELSEWHERE, List.of(), Part.all()) {};

  /**
   * @param subscription name of the subscription
   * @param topic its topic
   * @param expected acknowledged messages of the topic's producers
   * @param received deliveries, duplicates included
   * @param lost acknowledged and never received
   * @param duplicated deliveries beyond the first
   * @param outOfOrder first deliveries that came after a later message of the same producer and
   *     partition; empty if order is not known
   * @param unacknowledgedButReceived received although never acknowledged, or failed
   * @param abortedReads received although their transaction was aborted on purpose; empty in runs
   *     without such transactions
   * @param firstLost some of the lost ones, as {@code producer:sequence}
   * @param firstAbortedReads some of the aborted reads, in the same form
   * @param offsets audit of offsets; empty in runs without it, and with a driver that passes none
   * @param producers the same by producer; empty where only numbers are compared
   */
  @RecordBuilder
  public record SubscriptionDelivery(
      String subscription,
      String topic,
      @JsonProperty("expectedMessages") long expected,
      @JsonProperty("receivedMessages") long received,
      @JsonProperty("lostMessages") Optional<Long> lost,
      @JsonProperty("duplicatedMessages") Optional<Long> duplicated,
      @JsonProperty("outOfOrderMessages") Optional<Long> outOfOrder,
      @JsonProperty("unacknowledgedButReceivedMessages") Optional<Long> unacknowledgedButReceived,
      @JsonProperty("abortedReads") @JsonInclude(JsonInclude.Include.NON_EMPTY)
          Optional<Long> abortedReads,
      List<String> firstLost,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> firstAbortedReads,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<AuditedOffsets> offsets,
      @JsonIgnore List<ProducerDelivery> producers)
      implements DeliveryReportSubscriptionDeliveryBuilder.With {
    public SubscriptionDelivery {
      firstLost = List.copyOf(firstLost);
      // Files have none if the workload has no transactions or audited offsets.
      abortedReads = abortedReads == null ? Optional.empty() : abortedReads;
      firstAbortedReads = firstAbortedReads == null ? List.of() : List.copyOf(firstAbortedReads);
      offsets = offsets == null ? Optional.empty() : offsets;
      // They are in a file of their own.
      producers = producers == null ? List.of() : List.copyOf(producers);
    }

    /** Creates a delivery without transactions and offsets. */
    public SubscriptionDelivery(
        String subscription,
        String topic,
        long expected,
        long received,
        Optional<Long> lost,
        Optional<Long> duplicated,
        Optional<Long> outOfOrder,
        Optional<Long> unacknowledgedButReceived,
        List<String> firstLost,
        List<ProducerDelivery> producers) {
      this(
          subscription,
          topic,
          expected,
          received,
          lost,
          duplicated,
          outOfOrder,
          unacknowledgedButReceived,
          Optional.empty(),
          firstLost,
          List.of(),
          Optional.empty(),
          producers);
    }
  }

  /**
   * The audit of offsets at a subscription, in a sample of the messages.
   *
   * @param sampleShare share of the messages that are in the sample, by a hash of their identity
   * @param checked messages of the sample whose positions are known
   * @param notUnique offsets at which there were two messages
   * @param mismatched messages of which no delivery had the offset of the acknowledgement; empty if
   *     acknowledgements have none
   * @param committedBack committed offsets that went back although the log was not truncated; empty
   *     if the driver reads none
   * @param committedAhead messages below a committed offset that were received later, or never;
   *     empty if the driver reads none
   * @param keyOrderViolations first deliveries after a later message of the same producer and key;
   *     empty without keys
   * @param examples some of what was found
   */
  public record AuditedOffsets(
      double sampleShare,
      @JsonProperty("checkedMessages") long checked,
      @JsonProperty("offsetsNotUnique") long notUnique,
      @JsonProperty("offsetsMismatched") Optional<Long> mismatched,
      @JsonProperty("commitsBack") Optional<Long> committedBack,
      @JsonProperty("commitsAhead") Optional<Long> committedAhead,
      Optional<Long> keyOrderViolations,
      List<Example> examples) {

    /**
     * Something that was found.
     *
     * @param code of the finding
     * @param text what it was
     */
    public record Example(String code, String text) {}

    public AuditedOffsets {
      examples = List.copyOf(examples);
    }
  }

  /**
   * Messages of one producer at a subscription; the same numbers as for the subscription.
   *
   * @param producer its number in the run
   */
  public record ProducerDelivery(
      int producer,
      long expected,
      long received,
      Optional<Long> lost,
      long duplicated,
      Optional<Long> outOfOrder,
      Optional<Long> unacknowledgedButReceived,
      Optional<Long> abortedReads) {}

  /**
   * Ages of sends without an answer; each one is in {@code unacknowledged.csv}.
   *
   * @param listed how many ages are known; {@link #unacknowledged} is the number of all
   */
  public record Ages(long listed, double minMicros, double medianMicros, double maxMicros) {
    /** Empty without such sends. */
    public static Optional<Ages> of(List<Long> agesNanos) {
      long[] sorted = agesNanos.stream().mapToLong(Long::longValue).sorted().toArray();
      return sorted.length == 0
          ? Optional.empty()
          : Optional.of(
              new Ages(
                  sorted.length,
                  LatencyMicros.micros(sorted[0]),
                  LatencyMicros.micros(sorted[(sorted.length - 1) / 2]),
                  LatencyMicros.micros(sorted[sorted.length - 1])));
    }
  }

  public DeliveryReport {
    subscriptions = List.copyOf(subscriptions);
    limits = List.copyOf(limits);
    // They are in a file of their own.
    acknowledgements = acknowledgements == null ? Optional.empty() : acknowledgements;
  }

  private static DeliveryReport ofClasses(Map<String, DeliveryReport> classes) {
    return classes.entrySet().stream()
        .map(each -> each.getValue().ofClass(each.getKey()))
        .reduce(DeliveryReport::and)
        .orElseThrow();
  }

  /** Producers of several classes have the same numbers; the files of each class have them. */
  private DeliveryReport ofClass(String name) {
    return with()
        .subscriptions(subscriptions.stream().map(each -> each.withProducers(List.of())).toList())
        .limits(limits.stream().map(limit -> "Class " + name + ": " + limit).toList())
        .acknowledgements(Optional.empty())
        .build();
  }

  private DeliveryReport and(DeliveryReport other) {
    return new DeliveryReport(
        mode.compareTo(other.mode) >= 0 ? mode : other.mode,
        sent + other.sent,
        acknowledged + other.acknowledged,
        failed + other.failed,
        unacknowledged + other.unacknowledged,
        sum(corrupted, other.corrupted),
        sum(foreign, other.foreign),
        Stream.concat(subscriptions.stream(), other.subscriptions.stream()).toList(),
        Stream.concat(limits.stream(), other.limits.stream()).toList(),
        Optional.empty());
  }

  /** Empty unless both are known. */
  private static Optional<Long> sum(Optional<Long> one, Optional<Long> other) {
    return one.flatMap(a -> other.map(b -> a + b));
  }

  /**
   * Over all subscriptions, as far as known; empty if none is known and not all subscriptions were
   * checked.
   */
  @JsonProperty(value = "lostMessages", access = JsonProperty.Access.READ_ONLY)
  public Optional<Long> lost() {
    return certain(SubscriptionDelivery::lost);
  }

  /** Deliveries beyond the first; known under the conditions of {@link #lost}. */
  @JsonProperty(value = "duplicatedMessages", access = JsonProperty.Access.READ_ONLY)
  public Optional<Long> duplicated() {
    return certain(SubscriptionDelivery::duplicated);
  }

  private Optional<Long> certain(Function<SubscriptionDelivery, Optional<Long>> number) {
    boolean everywhere = subscriptions.stream().map(number).allMatch(Optional::isPresent);
    return total(number).filter(all -> all > 0 || everywhere);
  }

  /** Over all subscriptions with known order; empty if there is none. */
  @JsonProperty(value = "outOfOrderMessages", access = JsonProperty.Access.READ_ONLY)
  public Optional<Long> outOfOrder() {
    return total(SubscriptionDelivery::outOfOrder);
  }

  /** Over all subscriptions; empty if none is known. */
  @JsonProperty(value = "unacknowledgedButReceivedMessages", access = JsonProperty.Access.READ_ONLY)
  public Optional<Long> unacknowledgedButReceived() {
    return total(SubscriptionDelivery::unacknowledgedButReceived);
  }

  /** Deliveries of messages of aborted transactions; empty in runs without such transactions. */
  @JsonProperty(value = "abortedReads", access = JsonProperty.Access.READ_ONLY)
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public Optional<Long> abortedReads() {
    return total(SubscriptionDelivery::abortedReads);
  }

  /** Offsets at which there were two messages; empty without an audit of offsets. */
  @JsonProperty(value = "offsetsNotUnique", access = JsonProperty.Access.READ_ONLY)
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public Optional<Long> offsetsNotUnique() {
    return total(each -> each.offsets().map(AuditedOffsets::notUnique));
  }

  /** Messages that were not received at the offset of their acknowledgement; empty if not known. */
  @JsonProperty(value = "offsetsMismatched", access = JsonProperty.Access.READ_ONLY)
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public Optional<Long> offsetsMismatched() {
    return total(each -> each.offsets().flatMap(AuditedOffsets::mismatched));
  }

  /** Committed offsets that went back; empty if not known. */
  @JsonProperty(value = "commitsBack", access = JsonProperty.Access.READ_ONLY)
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public Optional<Long> commitsBack() {
    return total(each -> each.offsets().flatMap(AuditedOffsets::committedBack));
  }

  /** Messages below a committed offset that were received later, or never; empty if not known. */
  @JsonProperty(value = "commitsAhead", access = JsonProperty.Access.READ_ONLY)
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public Optional<Long> commitsAhead() {
    return total(each -> each.offsets().flatMap(AuditedOffsets::committedAhead));
  }

  /** First deliveries after a later message of the same producer and key; empty if not known. */
  @JsonProperty(value = "keyOrderViolations", access = JsonProperty.Access.READ_ONLY)
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public Optional<Long> keyOrderViolations() {
    return total(each -> each.offsets().flatMap(AuditedOffsets::keyOrderViolations));
  }

  /** The smallest share of the messages in the sample of an audit of offsets; empty without one. */
  public OptionalDouble sampleShare() {
    return subscriptions.stream()
        .flatMap(each -> each.offsets().stream())
        .mapToDouble(AuditedOffsets::sampleShare)
        .min();
  }

  private Optional<Long> total(Function<SubscriptionDelivery, Optional<Long>> number) {
    return subscriptions.stream().map(number).flatMap(Optional::stream).reduce(Long::sum);
  }
}
