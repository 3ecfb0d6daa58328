package io.tidemark.model.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.model.earlier.EarlierRun;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.grammar.AddedKeys;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.load.TopicPopularity;
import io.tidemark.model.question.Question;
import io.tidemark.model.workload.SearchSpec.Quantity;
import io.tidemark.model.yaml.Overrides;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A workload, complete and checked: files read, durations merged, defaults filled in.
 *
 * @param name as in the file
 * @param fileBase file name without its ending
 * @param roles who does what when
 * @param limits of the messages of producers
 * @param phases stretches of the measured part; empty: one at the same rate
 * @param question what decides; empty if the file does not say it
 * @param objectives conditions to meet
 * @param thresholds of the verdict, by their documented names; what is absent has its default
 * @param faults that the run injects
 * @param classes kinds of traffic that run at the same time; empty: this is the only one. With some
 *     of them, this is their total, and has the times of all
 * @param added values of keys that features added
 */
@RecordBuilder
public record Workload(
    String name,
    String fileBase,
    Roles roles,
    DestinationSpec destinations,
    MessageSpec messages,
    Load load,
    SendLimits limits,
    TimeSpec time,
    List<Phase> phases,
    ConsumerSpec consumers,
    Optional<Question> question,
    List<Objective> objectives,
    Map<String, Double> thresholds,
    List<FaultSpec> faults,
    List<TrafficClass> classes,
    List<Record> added)
    implements WorkloadBuilder.With {

  /**
   * A kind of traffic.
   *
   * @param name unique in the workload
   * @param workload what a run of this class alone would do
   * @param driver keys of the driver file that it has in place of those of the file
   */
  public record TrafficClass(String name, Workload workload, Overrides driver) {}

  public Workload {
    classes = List.copyOf(classes);
    phases = List.copyOf(phases);
    faults = List.copyOf(faults);
    added = List.copyOf(added);
    objectives = List.copyOf(objectives);
    thresholds = Map.copyOf(thresholds);
  }

  /**
   * The total of classes.
   *
   * @param like one of them, whose times and thresholds are those of all
   * @param totalQuestion what the file asks
   * @param totalObjectives conditions on the total
   */
  public static Workload total(
      String name,
      Workload like,
      List<TrafficClass> classes,
      Optional<Question> totalQuestion,
      List<Objective> totalObjectives) {
    List<Workload> all = classes.stream().map(TrafficClass::workload).toList();
    boolean named = all.stream().allMatch(each -> each.destinations.areExisting());
    DestinationSpec destinations =
        like.destinations
            .with()
            .topics(all.stream().mapToInt(each -> each.destinations.topics()).sum())
            .topicNames(
                named
                    ? all.stream().flatMap(each -> each.destinations.topicNames().stream()).toList()
                    : List.of())
            .createTopics(Optional.empty())
            .build();
    return like.with()
        .name(name)
        .destinations(destinations)
        .load(totalLoad(like.load, all))
        .question(totalQuestion)
        .objectives(totalObjectives)
        .faults(List.of())
        .classes(classes)
        .build();
  }

  /** A closed loop if one of them is one. */
  private static Load totalLoad(Load like, List<Workload> all) {
    if (like instanceof Load.Search search) {
      return new Load.Search(search.spec(), totalLoad(search.trial(), all));
    }
    double sum = 0;
    for (Workload each : all) {
      Optional<Double> rate = each.load.ratePerSecond();
      if (rate.isEmpty()) {
        return each.load;
      }
      sum += rate.get();
    }
    return Load.OpenLoop.of(sum).withArrivals(like.arrivals());
  }

  /** The workload with more or less of everything. */
  public Workload scaled(ScaleKeys scale) {
    if (scale.isOne()) {
      return this;
    }
    DestinationSpec scaledDestinations =
        destinations
            .with()
            .topics(scale.topics(destinations.topics()))
            .producersPerTopic(scale.clients(destinations.producersPerTopic()))
            .consumerPerSubscription(scale.clients(destinations.consumerPerSubscription()))
            .build();
    return with()
        .destinations(scaledDestinations)
        .load(load.times(scale.rate()))
        .phases(phases.stream().map(each -> each.scaled(scale)).toList())
        .build();
  }

  /** The word for the roles. */
  public Pattern pattern() {
    return roles.pattern();
  }

  /** Requesters and responders, if there are some. */
  public Optional<RequestReplySpec> requestReply() {
    return roles instanceof Roles.RequestReply asking
        ? Optional.of(asking.spec())
        : Optional.empty();
  }

  /** The run whose messages are consumed, if it is named. */
  public Optional<EarlierRun> fromRun() {
    return roles instanceof Roles.ConsumeOnly consuming ? consuming.fromRun() : Optional.empty();
  }

  /** Clients that come and go. */
  public ChurnSpec churn() {
    return roles instanceof Roles.PublishSubscribe both ? both.churn() : ChurnSpec.NONE;
  }

  /** The class of that name. */
  public Optional<TrafficClass> trafficClass(String className) {
    return classes.stream().filter(each -> each.name.equals(className)).findFirst();
  }

  /** How long the run measures, or each step of a sweep; empty: until interrupted. */
  public Optional<Duration> measured() {
    return time.measured(phases);
  }

  /** Whether the measured part goes on until it is interrupted. */
  public boolean isOpen() {
    return time.isOpen(phases);
  }

  /** Values of keys that a feature added. */
  public <R extends Record> R added(Class<R> keys) {
    return AddedKeys.in(added, keys);
  }

  /** How a rate, a number of clients or a size is searched; empty without a search. */
  public Optional<SearchSpec> search() {
    return load.search();
  }

  /** No trial of a search has more. */
  public double most(Quantity quantity) {
    return switch (quantity) {
      case RATE -> SearchSpec.MOST_RATE;
      case PRODUCERS -> Math.max(1, destinations.producersPerTopic());
      case CONSUMERS -> Math.max(1, destinations.consumerPerSubscription());
      case REQUESTERS ->
          requestReply().map(RequestReplySpec::mostRequesters).orElse(1).doubleValue();
      case MESSAGE_SIZE -> Math.max(1, messages.payload().firstBytes());
      case SCALE_RATE -> SearchSpec.MOST_SCALE;
    };
  }

  private boolean searches(Quantity quantity) {
    return search().filter(spec -> spec.over() == quantity).isPresent();
  }

  /** The workload at one value of a quantity that is searched. */
  public Workload at(Quantity quantity, double value) {
    int number = (int) value;
    Workload fixed = load instanceof Load.Search search ? withLoad(search.trial()) : this;
    return switch (quantity) {
      case RATE -> at(value);
      case SCALE_RATE -> fixed.withLoad(fixed.load.times(value));
      case PRODUCERS -> fixed.withDestinations(destinations.withProducersPerTopic(number));
      case CONSUMERS -> fixed.withDestinations(destinations.withConsumerPerSubscription(number));
      case MESSAGE_SIZE -> fixed.withMessages(messages.withSize(number));
      case REQUESTERS ->
          requestReply()
              .map(spec -> spec.withRequesters(List.of(number)))
              .map(spec -> fixed.withRoles(new Roles.RequestReply(spec)))
              .orElse(fixed);
    };
  }

  /** The workload at a constant rate. */
  public Workload at(double ratePerSecond) {
    return withLoad(load.at(ratePerSecond));
  }

  /** Producers over all topics; requesters at most, if there are some. */
  public int totalProducers() {
    if (!classes.isEmpty()) {
      return classes.stream().mapToInt(each -> each.workload.totalProducers()).sum();
    }
    return requestReply()
        .map(RequestReplySpec::mostRequesters)
        .orElseGet(() -> destinations.topics() * mostProducersPerTopic());
  }

  /** Shares of topics in the load; empty if they are equal. */
  public Optional<TopicPopularity> popularity() {
    return load.topicZipfExponent()
        .filter(any -> totalProducers() > 0)
        .map(
            exponent ->
                new TopicPopularity(
                    exponent, destinations.topics(), destinations.producersPerTopic()));
  }

  /** Producers of each topic in the phase with the most. */
  public int mostProducersPerTopic() {
    return most(Phase::producersPerTopic, destinations.producersPerTopic());
  }

  /** Consumers of each subscription in the phase with the most. */
  public int mostConsumersPerSubscription() {
    return most(Phase::consumersPerSubscription, destinations.consumerPerSubscription());
  }

  /** A phase that does not set a number at the beginning has that of the workload. */
  private int most(Function<Phase, Optional<Integer>> number, int first) {
    boolean starts = phases.isEmpty() || number.apply(phases.get(0)).isEmpty();
    return phases.stream()
        .flatMap(phase -> number.apply(phase).stream())
        .reduce(starts ? first : 0, Math::max);
  }

  /** Whether producers join or leave during the run. */
  public boolean producersChange() {
    return changes(Phase::producersPerTopic) || searches(Quantity.PRODUCERS);
  }

  /** Whether consumers join or leave during the run. */
  public boolean consumersChange() {
    return changes(Phase::consumersPerSubscription) || searches(Quantity.CONSUMERS);
  }

  /** Whether clients are opened or closed during the load. */
  public boolean clientsChange() {
    return producersChange() || consumersChange() || churn().any();
  }

  /** Whether phases set message sizes. */
  public boolean sizesChange() {
    return changes(Phase::messageSizeBytes);
  }

  boolean changes(Function<Phase, Optional<Integer>> number) {
    return phases.stream().anyMatch(phase -> number.apply(phase).isPresent());
  }

  /**
   * The sizes of all messages: those of the workload and those of its phases; of a range the first
   * and the last.
   */
  public List<Integer> allSizesBytes() {
    return Stream.concat(
            messages.payload().endsBytes(),
            phases.stream().flatMap(phase -> phase.messageSizeBytes().stream()))
        .distinct()
        .toList();
  }

  /** Messages over all subscriptions that make up the backlog asked for. */
  public long backlogMessages() {
    return consumers.backlogSizeBytes() / Math.max(1, messages.messageSizeBytes());
  }

  /** Consumers over all topics and subscriptions; responders, if there are some. */
  public int totalConsumers() {
    if (!classes.isEmpty()) {
      return classes.stream().mapToInt(each -> each.workload.totalConsumers()).sum();
    }
    return requestReply()
        .map(RequestReplySpec::responders)
        .orElseGet(
            () ->
                destinations.topics()
                    * destinations.subscriptionsPerTopic()
                    * mostConsumersPerSubscription());
  }
}
