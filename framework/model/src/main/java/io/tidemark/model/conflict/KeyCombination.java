package io.tidemark.model.conflict;

import io.tidemark.model.avro.AvroKeys;
import io.tidemark.model.body.BodySplit;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.fault.FaultTarget;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.PriorityPlan;
import io.tidemark.model.outcome.OutcomeKeys;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.PayloadKeys;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.ProducerRate;
import io.tidemark.model.workload.SearchSpec;
import io.tidemark.model.workload.SearchSpec.Quantity;
import io.tidemark.model.workload.TimeSpec;
import io.tidemark.model.workload.WorkloadKeys;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What a workload file combines: its keys, and what follows from several of them.
 *
 * @param element the file, or an element of a list in it, whose keys are in question
 * @param file what the file says
 * @param rate what {@code producerRate} and the rates of phases ask for
 * @param time lengths
 * @param phases all of them
 */
public record KeyCombination(
    Fields element, WorkloadKeys file, ProducerRate rate, TimeSpec time, List<Phase> phases) {

  KeyCombination in(Fields other) {
    return new KeyCombination(other, file, rate, time, phases);
  }

  /** Whether the file, or the element of the list, has a key. */
  boolean has(String key) {
    return element.has(key);
  }

  /** Whether there are two keys, and their values are right by themselves. */
  boolean hasBoth(String key, String other) {
    return Stream.of(key, other).allMatch(each -> has(each) && !element.isWrong(each));
  }

  /** Whether the section of the content has a key. */
  boolean payloadHas(String key) {
    return has("payload") && element.section("payload").has(key);
  }

  /** How the file with bodies is divided. */
  BodySplit split() {
    return file.payload().payload().flatMap(PayloadKeys.Own::split).orElse(BodySplit.LINES);
  }

  /** The keys of Avro bodies, if they are there as they must be. */
  Optional<AvroKeys> avro() {
    return file.payload()
        .payload()
        .flatMap(PayloadKeys.Own::avro)
        .filter(avro -> !avro.schema().isEmpty());
  }

  /** Whether bodies must be JSON. */
  boolean isJson() {
    return file.payload().payload().filter(PayloadKeys.Own::isJson).isPresent();
  }

  Pattern pattern() {
    return file.pattern();
  }

  boolean is(Pattern pattern) {
    return pattern() == pattern;
  }

  ArrivalProcess arrivals() {
    return file.load().arrivals();
  }

  /** Where stamps are. */
  EnvelopeSpec.Position position() {
    return file.messages().envelope().position();
  }

  boolean isOpenLoop() {
    return rate.isOpenLoop();
  }

  boolean isClosedLoop() {
    return rate.isMax();
  }

  boolean isOpen() {
    return time.isOpen(phases);
  }

  boolean hasPhases() {
    return !phases.isEmpty();
  }

  boolean anyPhase(Predicate<Phase> holds) {
    return phases.stream().anyMatch(holds);
  }

  boolean rateIsSearched() {
    return rate.isSearched();
  }

  /** The quantity of {@code search}, which is the rate without that key. */
  Quantity over() {
    return file.load().search().map(SearchSpec::over).orElse(Quantity.RATE);
  }

  /** Whether trials find a number of clients or a size. */
  boolean searchesOther() {
    return over() != Quantity.RATE;
  }

  boolean searchesRate() {
    return !searchesOther() && rateIsSearched() && is(Pattern.PUBSUB);
  }

  boolean searches() {
    return searchesOther() || searchesRate();
  }

  /** Whether connections are for one message each, in this word of the file. */
  boolean hasConnectionPer(String word) {
    return file.load()
        .limits()
        .connectionPer()
        .filter(each -> each.word().equals(word))
        .isPresent();
  }

  /** Whether offsets are audited. */
  boolean audits() {
    return has("auditOffsets") && file.consumers().auditOffsets();
  }

  /** What consumers do with messages, if the file says it and nothing in it is wrong. */
  Optional<OutcomeKeys> outcomes() {
    return file.consumers().outcomes().filter(any -> !element.isWrongIn("outcomes"));
  }

  /** What is wrong with the shares of priorities, if they are a map. */
  Optional<String> priorityProblem() {
    return element.isWrongIn("priorities")
        ? Optional.empty()
        : PriorityPlan.problem(file.messages().priorities());
  }

  boolean hasBacklog() {
    return file.consumers().backlogSizeBytes() > 0;
  }

  boolean hasMessageLimit() {
    return file.load().limits().messageLimit() > 0;
  }

  /** Whether requesters join in consecutive steps. */
  boolean isSweep() {
    return is(Pattern.REQUEST_REPLY) && file.requestReply().isSweep();
  }

  /** Whether there are consumers in all phases. */
  boolean alwaysConsumes() {
    return file.destinations().consumerPerSubscription() > 0
        && phases.stream().allMatch(phase -> phase.consumersPerSubscription().orElse(1) > 0);
  }

  /** Whether the element is a phase whose rate goes in steps. */
  boolean isStaircase() {
    Fields rates = element.section("rate");
    return !has("repeat") && !has("pause") && (rates.has("step") || rates.has("every"));
  }

  /** Wrong ones count, too. */
  int topicNames() {
    return element.path().isEmpty()
        ? element.items("topicNames").size()
        : file.destinations().topicNames().size();
  }

  int subscriptions() {
    return file.destinations().subscriptionsPerTopic();
  }

  int consumers() {
    return file.destinations().consumerPerSubscription();
  }

  /** Clients over all topics, by their key, of the file or of the phase that the element is. */
  double clients(String key) {
    boolean inPhase = !element.path().isEmpty();
    double topics = Math.max(topicNames(), file.destinations().topics());
    return switch (key) {
      case "producersPerTopic" ->
          topics
              * (inPhase
                  ? phase().producersPerTopic().orElse(0)
                  : file.destinations().producersPerTopic());
      case "subscriptionsPerTopic" -> topics * subscriptions();
      default ->
          topics
              * subscriptions()
              * (inPhase ? phase().consumersPerSubscription().orElse(0) : consumers());
    };
  }

  boolean lacksConsumersAtTheEnd() {
    int last = consumers();
    boolean any = last > 0;
    for (Phase phase : phases) {
      last = phase.consumersPerSubscription().orElse(last);
      any |= last > 0;
    }
    return last == 0 && any;
  }

  Phase phase() {
    return element.read(Phase.class);
  }

  /** The action of the element, a fault; empty if it has none or several. */
  Optional<FaultKind> action() {
    List<FaultKind> actions =
        Stream.of(FaultKind.values()).filter(kind -> has(kind.key())).toList();
    return actions.size() == 1 ? Optional.of(actions.get(0)) : Optional.empty();
  }

  boolean hasAction(FaultKind kind) {
    return action().filter(any -> any == kind).isPresent();
  }

  /** The target of the only action, if it is right by itself. */
  Optional<FaultTarget> target() {
    return action().flatMap(element.read(FaultSpec.class)::target);
  }

  /** A value for messages, by its name there. */
  String value(String name) {
    return switch (name) {
      case "pattern" -> pattern().key();
      case "producerRate" -> rate.written().toString();
      case "over" -> over().key();
      case "patternOfSearch" -> over() == Quantity.REQUESTERS ? "request-reply" : "pubsub";
      case "search" ->
          searchesOther() ? "a search over " + over().key() : "a rate search (producerRate: 0)";
      case "subscriptions" -> Integer.toString(subscriptions());
      case "consumers" -> Integer.toString(consumers());
      case "topics" -> Integer.toString(file.destinations().topics());
      case "topicNames" -> Integer.toString(topicNames());
      case "processing" -> file.consumers().processing().problem().orElse("");
      case "producersPerTopic", "subscriptionsPerTopic", "consumerPerSubscription" ->
          String.format(Locale.ROOT, "%.0f", clients(name));
      case "outcomes" -> outcomes().flatMap(OutcomeKeys::problem).orElse("");
      case "priorities" -> priorityProblem().orElse("");
      case "requesters" -> file.requestReply().requesters().toString();
      case "action" -> action().map(FaultKind::key).orElse("");
      default -> throw new IllegalArgumentException(name);
    };
  }
}
