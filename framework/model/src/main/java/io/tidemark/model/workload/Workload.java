package io.tidemark.model.workload;

import io.tidemark.model.load.RequestReplySpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A workload, complete and checked: files read, durations merged, defaults filled in.
 *
 * @param name as in the file
 * @param fileBase file name without its ending
 * @param pattern who does what when
 * @param requestReply requesters and responders; only with pattern request-reply
 * @param objectives conditions to meet
 * @param thresholds of the verdict, by their documented names; what is absent has its default
 */
public record Workload(
    String name,
    String fileBase,
    Pattern pattern,
    DestinationSpec destinations,
    MessageSpec messages,
    LoadSpec load,
    TimeSpec time,
    ConsumerSpec consumers,
    Optional<RequestReplySpec> requestReply,
    List<Objective> objectives,
    Map<String, Double> thresholds) {
  public Workload {
    objectives = List.copyOf(objectives);
    thresholds = Map.copyOf(thresholds);
  }

  /** The whole workload as maps, lists and scalars, defaults included, for the result. */
  public Map<String, Object> effective() {
    return EffectiveWorkload.of(this);
  }

  /** How long the load takes at most, over all steps, with a search; empty: until interrupted. */
  public Optional<Duration> loadTime() {
    Duration search = search().map(SearchSpec::longest).orElse(Duration.ZERO);
    return LoadSchedule.of(this).length().map(search::plus);
  }

  /** How the rate is searched; empty if the workload has one, or none. */
  public Optional<SearchSpec> search() {
    return load.rate() instanceof ProducerRate.Search search && pattern == Pattern.PUBSUB
        ? Optional.of(search.spec())
        : Optional.empty();
  }

  /** The same at a constant rate. */
  public Workload at(double ratePerSecond) {
    return new Workload(
        name,
        fileBase,
        pattern,
        destinations,
        messages,
        load.at(ratePerSecond),
        time,
        consumers,
        requestReply,
        objectives,
        thresholds);
  }

  /** Producers over all topics; requesters at most, if there are some. */
  public int totalProducers() {
    return requestReply
        .map(RequestReplySpec::mostRequesters)
        .orElseGet(() -> destinations.topics() * destinations.producersPerTopic());
  }

  /** Messages over all subscriptions that make up the backlog asked for. */
  public long backlogMessages() {
    return consumers.backlogSizeBytes() / Math.max(1, messages.messageSizeBytes());
  }

  /** Consumers over all topics and subscriptions; responders, if there are some. */
  public int totalConsumers() {
    return requestReply
        .map(RequestReplySpec::responders)
        .orElseGet(
            () ->
                destinations.topics()
                    * destinations.subscriptionsPerTopic()
                    * destinations.consumerPerSubscription());
  }
}
