package io.tidemark.model.workload;

import java.util.Optional;

/**
 * Numbers of clients and the size of messages in one phase, as far as they change during the run.
 *
 * @param requesters active requesters; empty in runs of other patterns
 * @param producers over all topics; empty if all phases have the same
 * @param consumers over all topics and subscriptions; empty if all phases have the same
 * @param messageSizeBytes of every message; empty if all phases have the same
 */
public record PhaseScale(
    Optional<Integer> requesters,
    Optional<Integer> producers,
    Optional<Integer> consumers,
    Optional<Integer> messageSizeBytes) {
  public static final PhaseScale NONE =
      new PhaseScale(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** The scale in a stretch of the workload's schedule. */
  public static PhaseScale in(Workload workload, String stretch) {
    Optional<Integer> producers = Optional.empty();
    Optional<Integer> consumers = Optional.empty();
    Optional<Integer> size = Optional.empty();
    for (Phase phase : workload.phases()) {
      producers = latest(phase.producersPerTopic(), producers);
      consumers = latest(phase.consumersPerSubscription(), consumers);
      size = latest(phase.messageSizeBytes(), size);
      // The warm-up has the values of the first phase.
      if (phase.name().equals(stretch) || stretch.equals(PhaseNames.WARM_UP)) {
        break;
      }
    }
    DestinationSpec destinations = workload.destinations();
    int topics = destinations.topics();
    int subscriptions = topics * destinations.subscriptionsPerTopic();
    return new PhaseScale(
        requestersIn(workload, stretch),
        workload.changes(Phase::producersPerTopic)
            ? Optional.of(topics * producers.orElse(destinations.producersPerTopic()))
            : Optional.empty(),
        workload.changes(Phase::consumersPerSubscription)
            ? Optional.of(subscriptions * consumers.orElse(destinations.consumerPerSubscription()))
            : Optional.empty(),
        workload.sizesChange()
            ? Optional.of(size.orElse(workload.messages().messageSizeBytes()))
            : Optional.empty());
  }

  /** The scale of a workload at one value of a quantity that is searched. */
  public static PhaseScale of(SearchSpec.Quantity quantity, Workload at) {
    return new PhaseScale(
        at.requestReply().map(spec -> spec.mostRequesters()),
        quantity == SearchSpec.Quantity.PRODUCERS
            ? Optional.of(at.totalProducers())
            : Optional.empty(),
        quantity == SearchSpec.Quantity.CONSUMERS
            ? Optional.of(at.totalConsumers())
            : Optional.empty(),
        quantity == SearchSpec.Quantity.MESSAGE_SIZE
            ? Optional.of(at.messages().messageSizeBytes())
            : Optional.empty());
  }

  private static Optional<Integer> latest(Optional<Integer> now, Optional<Integer> before) {
    return now.or(() -> before);
  }

  private static Optional<Integer> requestersIn(Workload workload, String stretch) {
    return workload
        .requestReply()
        .flatMap(
            spec ->
                spec.requesters().stream()
                    .filter(number -> !spec.isSweep() || LoadSchedule.isStepOf(number, stretch))
                    .findFirst());
  }
}
