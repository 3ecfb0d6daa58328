package io.tidemark.model.workload;

import static io.tidemark.model.workload.Pattern.CONSUME_ONLY;
import static io.tidemark.model.workload.Pattern.FILL_THEN_DRAIN;
import static io.tidemark.model.workload.Pattern.PUBSUB;
import static io.tidemark.model.workload.Pattern.REQUEST_REPLY;

import io.tidemark.driver.Setting;
import io.tidemark.model.avro.AvroKeys;
import io.tidemark.model.body.BodySplit;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultTarget;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.grammar.KeyConflict;
import io.tidemark.model.load.Arrivals;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.InFlightUntil;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.workload.SearchKeys.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The keys of a workload file that cannot be combined: one table, which the check of files and the
 * reference page share. The class is long because the table is whole.
 */
public final class KeyConflicts {
  private static final String OTHER_PATTERNS = "another `pattern` than `pubsub`";
  private static final String OTHER_SEARCH = "`search.over` of another quantity than the rate";
  private static final String RATE_SEARCH = "a search for the rate (`producerRate: 0`)";
  private static final String BACKLOG = "consumerBacklogSizeGB";
  private static final String NOT_OF_PATTERN = "does not go with pattern: {pattern}; allowed ";
  private static final String NOT_MEASURED = "phases are not measured separately with ";
  private static final String AT_THE_TOP = "; allowed are objectives at the top of the file";

  /** Keys of other patterns, with what {@code pattern: request-reply} has instead. */
  static final Map<String, String> REPLACED = replaced();

  /** Keys with the one that cannot be there, too; JSON Schema has them as well. */
  public static final Map<String, String> ALTERNATIVES =
      new TreeMap<>(
          Map.of(
              "messageSizeDistribution", "messageSize",
              "testDuration", "testDurationMinutes",
              "warmupDuration", "warmupDurationMinutes"));

  /** What a trace decides, and what would change it. */
  public static final List<String> NOT_REPLAYED =
      List.of(
          "producerRate",
          "rateCurve",
          "bursts",
          "arrivals",
          "arrivalBatch",
          "topicZipfExponent",
          "messageSize",
          "messageSizeDistribution",
          "keyDistributor",
          "payloadFile",
          "useRandomizedPayloads",
          "phases",
          "messageLimit",
          "search");

  private static final List<KeyConflict<KeyCombination>> ALL =
      Stream.of(
              clients(),
              load(),
              replay(),
              search(),
              time(),
              messages(),
              offsets(),
              faults(),
              requestReply(),
              classes())
          .flatMap(List::stream)
          .toList();

  private KeyConflicts() {}

  /** In the order of the reference page. */
  public static List<KeyConflict<KeyCombination>> all() {
    return ALL;
  }

  /**
   * Reports what a file combines and must not.
   *
   * @param phases elements of {@code phases}, those of a repeated list once
   */
  public static void check(KeyCombination file, List<Fields> phases) {
    for (KeyConflict<KeyCombination> conflict : ALL) {
      List<Fields> places =
          switch (conflict.list()) {
            case "phases" -> phases;
            case "faults", "headers", "classes" -> file.element().elements(conflict.list());
            default -> List.of(file.element());
          };
      for (Fields place : places) {
        KeyCombination here = file.in(place);
        if (conflict.holds().test(here)) {
          conflict.report(place, here::value);
        }
      }
    }
  }

  private static KeyConflict<KeyCombination> error(
      String key, String with, Predicate<KeyCombination> holds, String message) {
    return KeyConflict.error(key, with, holds, message);
  }

  /** Two keys of which a file, or an element of a list, has one. */
  private static KeyConflict<KeyCombination> oneOf(String list, String key, String other) {
    return error(
        list + other,
        "`" + list + key + "`",
        file -> file.hasBoth(key, other),
        "cannot be combined with " + key + "; allowed is one of the two");
  }

  private static List<KeyConflict<KeyCombination>> clients() {
    return List.of(
        error(
            "createTopics",
            "created topics, `pattern: consume-only` or `request-reply` (true)",
            file ->
                file.file().destinations().createTopics().orElse(false)
                    && (!file.has("topicNames") || file.is(CONSUME_ONLY) || file.is(REQUEST_REPLY)),
            "goes with topicNames and pattern: pubsub, fill-then-drain or failover; allowed here"
                + " false"),
        error(
            "fromRun",
            "another `pattern` than `consume-only`",
            file -> file.has("fromRun") && !file.is(CONSUME_ONLY),
            NOT_OF_PATTERN + "with pattern: consume-only"),
        KeyConflict.warning(
            "producersPerTopic",
            "`pattern: consume-only`, where it has no effect",
            file -> file.is(CONSUME_ONLY) && file.file().destinations().producersPerTopic() > 0,
            "has no effect: pattern is consume-only"),
        error(
            "churn",
            OTHER_PATTERNS,
            file -> file.has("churn") && !file.is(PUBSUB),
            NOT_OF_PATTERN + "with pubsub"),
        error(
            "churn",
            "a search",
            file -> file.has("churn") && file.searches(),
            "cannot be combined with {search}; leave the key out"));
  }

  private static List<KeyConflict<KeyCombination>> load() {
    return List.of(
        error(
            "arrivals",
            "a closed loop (other than `uniform`)",
            file ->
                file.rate() instanceof ProducerRate.ClosedLoop
                    && file.file().load().arrivals() != Arrivals.UNIFORM,
            "only an open loop has arrivals; allowed with a producerRate above 0"),
        error(
            "arrivalBatch",
            "a closed loop (above 1)",
            file ->
                file.rate() instanceof ProducerRate.ClosedLoop
                    && file.file().load().arrivalBatch() > 1,
            "only an open loop has arrivals; allowed with a producerRate above 0"),
        error(
            "arrivals",
            "`arrivalVariation` that is missing (`gamma`)",
            file ->
                file.file().load().arrivals() == Arrivals.GAMMA
                    && file.file().load().arrivalVariation().isEmpty(),
            "gamma needs arrivalVariation, such as 2"),
        error(
            "arrivalVariation",
            "`arrivals: uniform` or `poisson`",
            file ->
                file.file().load().arrivals() != Arrivals.GAMMA
                    && file.file().load().arrivalVariation().isPresent(),
            "only arrivals: gamma has a variation to choose"),
        error(
            "topicZipfExponent",
            "`pattern: request-reply` or `consume-only`",
            file ->
                file.has("topicZipfExponent") && (file.is(REQUEST_REPLY) || file.is(CONSUME_ONLY)),
            "divides the load of producers and does not go with pattern: {pattern}"),
        error(
            "topicZipfExponent",
            "a closed loop",
            file ->
                file.has("topicZipfExponent")
                    && file.rate() instanceof ProducerRate.ClosedLoop
                    && !file.is(REQUEST_REPLY)
                    && !file.is(CONSUME_ONLY),
            "only an open loop has a rate to divide; allowed with a producerRate above 0"),
        error(
            "topicZipfExponent",
            "`phases[].producersPerTopic`, or `search.over: producersPerTopic`",
            file ->
                file.has("topicZipfExponent")
                    && (file.over() == Quantity.PRODUCERS
                        || file.time().phases().stream()
                            .anyMatch(phase -> phase.producersPerTopic().isPresent())),
            "producers that join and leave share the load equally; leave one of the keys out"),
        error(
            "rateCurve",
            "`producerRate`",
            file -> file.hasBoth("rateCurve", "producerRate"),
            "cannot be combined with producerRate; allowed is one of the two"),
        error(
            "rateCurve",
            "`phases[].rate` or `phases[].pause`",
            file ->
                file.has("rateCurve")
                    && file.time().phases().stream()
                        .anyMatch(phase -> phase.pause() || phase.startRatePerSecond().isPresent()),
            "cannot be combined with rates or pauses of phases; allowed a curve with their rates"),
        error(
            "rateCurve",
            "`search`",
            file -> file.hasBoth("rateCurve", "search"),
            "cannot be combined with a search; leave the key out"),
        error(
            "bursts",
            "a closed loop, or a search",
            file ->
                file.has("bursts")
                    && (file.searches() || !(file.rate() instanceof ProducerRate.OpenLoop)),
            "needs a rate to multiply; allowed with a producerRate above 0 or a rateCurve"),
        error(
            "bursts",
            "`testDuration: unlimited`, or `" + BACKLOG + "`",
            file -> file.has("bursts") && (file.time().isOpen() || file.hasBacklog()),
            "needs a load whose length is known; allowed with a limited testDuration and no "
                + BACKLOG),
        untilReceived(
            OTHER_PATTERNS,
            file -> !file.is(PUBSUB),
            "does not go with pattern: {pattern}; allowed with pubsub"),
        untilReceived(
            "several subscriptions, or none",
            file -> file.is(PUBSUB) && file.file().destinations().subscriptionsPerTopic() != 1,
            "needs one subscription, got {subscriptions} of each topic"),
        untilReceived(
            "a time without consumers",
            file ->
                file.is(PUBSUB)
                    && file.file().destinations().subscriptionsPerTopic() == 1
                    && !file.alwaysConsumes(),
            "needs consumers at all times; allowed consumerPerSubscription from 1"),
        untilReceived(
            "`" + BACKLOG + "`",
            file -> file.is(PUBSUB) && file.hasBacklog(),
            "cannot be combined with " + BACKLOG),
        untilReceived(
            "`envelope.position: off`",
            file ->
                file.is(PUBSUB)
                    && file.file().messages().envelope().position() == EnvelopeSpec.Position.OFF,
            "needs an envelope, got position: off"),
        error(
            "producerRate",
            "`phases[].rate` (0 or `max`)",
            file -> file.hasPhaseWithRate() && !(file.rate() instanceof ProducerRate.OpenLoop),
            "phases with a rate need an open loop, got {producerRate}; allowed a rate above 0, or"
                + " leave the key out"),
        error(
            BACKLOG,
            OTHER_PATTERNS,
            file -> file.hasBacklog() && !file.is(PUBSUB),
            "does not go with pattern: {pattern}; allowed 0"));
  }

  private static List<KeyConflict<KeyCombination>> replay() {
    List<KeyConflict<KeyCombination>> all = new ArrayList<>();
    for (String key : NOT_REPLAYED) {
      all.add(
          error(
              key,
              "`replay`",
              file -> file.hasBoth("replay", key),
              "cannot be combined with replay; leave the key out"));
    }
    all.add(
        error(
            "payload.template",
            "`replay`",
            file -> file.has("replay") && file.element().section("payload").has("template"),
            "cannot be combined with replay, whose sizes are those of the trace"));
    all.add(
        error(
            "replay",
            OTHER_PATTERNS + ", or `" + BACKLOG + "`",
            file -> file.has("replay") && (!file.is(PUBSUB) || file.hasBacklog()),
            "needs pattern: pubsub without a " + BACKLOG));
    all.add(
        error(
            "replay",
            "`testDuration: unlimited`",
            file -> file.has("replay") && file.time().isOpen(),
            "needs a limited testDuration, or leave the key out"));
    return all;
  }

  /** A producer that waits for a reception needs exactly one, at any time. */
  private static KeyConflict<KeyCombination> untilReceived(
      String with, Predicate<KeyCombination> holds, String message) {
    return error(
        "inFlightUntil",
        with + " (`received`)",
        file -> file.file().load().inFlightUntil() == InFlightUntil.RECEIVED && holds.test(file),
        "received " + message);
  }

  private static List<KeyConflict<KeyCombination>> search() {
    return List.of(
        error(
            "producerRate",
            "`pattern: fill-then-drain` or `failover` (0)",
            file -> file.rateIsSearched() && !file.searchesOther() && file.pattern().fillsFirst(),
            "a rate search is not possible with {pattern}, got 0; allowed a number above 0, or"
                + " max"),
        error(
            "producerRate",
            "`pattern: request-reply` (0)",
            file -> file.has("producerRate") && file.rateIsSearched() && file.is(REQUEST_REPLY),
            "a rate search is not possible with request-reply, got 0; allowed a number above 0, or"
                + " max (or leave the key out: requestsInFlight per requester)"),
        error(
            "producerRate",
            "`" + BACKLOG + "` (0)",
            file -> file.hasBacklog() && file.rateIsSearched() && !file.is(REQUEST_REPLY),
            "a backlog cannot be built during a rate search, got 0; allowed a number above 0, or"
                + " max"),
        error(
            "producerRate",
            OTHER_SEARCH + " (0)",
            file -> file.searchesOther() && file.rateIsSearched(),
            "a search over {over} needs a rate above 0, or max; got 0"),
        error(
            "producerRate",
            "`search.over: scale.rate` (`max`)",
            file ->
                file.over() == Quantity.SCALE_RATE
                    && file.rate() instanceof ProducerRate.ClosedLoop,
            "scale.rate needs a rate to multiply, got max; allowed a rate above 0"),
        error(
            "scale.rate",
            "`search.over: scale.rate`",
            file -> file.over() == Quantity.SCALE_RATE && file.file().scale().rate() != 1,
            "is what the search finds; leave the key out (startAt is the first factor)"),
        error(
            "search.over",
            "another `pattern` than `pubsub`, or `request-reply` for `requesters`",
            file ->
                file.searchesOther()
                    && !file.pattern()
                        .equals(file.over() == Quantity.REQUESTERS ? REQUEST_REPLY : PUBSUB),
            "{over} needs pattern: {patternOfSearch}, got {pattern}"),
        error(
            "search.measureAt",
            "`search.over` of clients or sizes",
            file -> !file.over().isOfRate() && file.element().section("search").has("measureAt"),
            "only a rate has shares; leave the key out"),
        error(
            "requesters",
            OTHER_SEARCH + " (a list)",
            file -> file.searchesOther() && !file.element().items("requesters").isEmpty(),
            "a search has no sweep; allowed the largest number"),
        error(
            "messageSizeDistribution",
            "`search.over: messageSize`",
            file -> file.over() == Quantity.MESSAGE_SIZE && file.has("messageSizeDistribution"),
            "a search over messageSize has one size; allowed messageSize"),
        error(
            BACKLOG,
            OTHER_SEARCH,
            file -> file.hasBacklog() && file.searchesOther(),
            "cannot be combined with a search; allowed 0"),
        error(
            "faults",
            OTHER_SEARCH,
            file -> file.has("faults") && file.searchesOther(),
            "cannot be combined with a search; leave the key out"),
        error(
            "faults",
            RATE_SEARCH,
            file -> file.searchesRate() && !file.element().items("faults").isEmpty(),
            "cannot be combined with a rate search (producerRate: 0); allowed with a rate above 0"),
        error(
            "phases",
            "a search",
            file -> file.searches() && !file.time().phases().isEmpty(),
            "cannot be combined with {search}; allowed with a rate above 0"),
        error(
            "messageLimit",
            "a search",
            file -> file.searches() && file.hasMessageLimit(),
            "cannot be combined with {search}; allowed 0"));
  }

  /** Only a load that is constant can be seen to be steady. */
  private static KeyConflict<KeyCombination> autoWarmup(
      String key, String with, Predicate<KeyCombination> holds) {
    return error(
        "warmupDuration",
        with + " (`auto`)",
        file -> file.time().isWarmupAuto() && holds.test(file),
        "auto needs a constant load and does not go with " + key + "; allowed a time span");
  }

  private static List<KeyConflict<KeyCombination>> time() {
    List<KeyConflict<KeyCombination>> all = new ArrayList<>();
    ALTERNATIVES.forEach((key, other) -> all.add(oneOf("", key, other)));
    all.add(autoWarmup("phases", "`phases`", file -> !file.time().phases().isEmpty()));
    all.add(autoWarmup("search", "a search", KeyCombination::searches));
    all.add(autoWarmup("requesters", "a list of `requesters`", KeyCombination::isSweep));
    all.add(
        autoWarmup(
            "pattern",
            "another `pattern` than `pubsub` or `request-reply`",
            file -> !file.is(PUBSUB) && !file.is(REQUEST_REPLY)));
    all.add(autoWarmup(BACKLOG, "`" + BACKLOG + "`", KeyCombination::hasBacklog));
    for (String key : List.of("rateCurve", "bursts", "replay")) {
      all.add(
          error(
              "warmupDuration",
              "`" + key + "` (`auto`)",
              file -> file.time().isWarmupAuto() && file.has(key),
              "auto waits for a steady state, which a load with "
                  + key
                  + " does not have; allowed a time span"));
    }
    all.add(oneOf("phases[].", "pause", "duration"));
    all.add(oneOf("phases[].", "pause", "rate"));
    all.add(
        error(
            "phases[].duration",
            "`phases[].rate.step`",
            phase -> phase.isStaircase() && phase.has("duration"),
            "does not go with rate.step; allowed is rate.every alone"));
    all.add(
        error(
            "phases[].consumerProcessingTime",
            "`phases[].rate.step` (a line)",
            phase ->
                phase.isStaircase()
                    && phase
                        .phase()
                        .consumerProcessingTime()
                        .flatMap(PhaseKeys.Times::to)
                        .isPresent(),
            "a line does not go with rate.step; allowed a time span"));
    for (String key : List.of("producersPerTopic", "consumerPerSubscription")) {
      all.addAll(clientsOfPhases(key));
    }
    all.add(
        error(
            "phases[].objectives",
            "`" + BACKLOG + "`",
            phase -> phase.has("objectives") && phase.hasBacklog() && !phase.is(REQUEST_REPLY),
            NOT_MEASURED + BACKLOG + AT_THE_TOP));
    all.add(
        error(
            "phases[].objectives",
            "`pattern: fill-then-drain` or `failover`",
            phase -> phase.has("objectives") && phase.pattern().fillsFirst(),
            NOT_MEASURED + "pattern: {pattern}" + AT_THE_TOP));
    return all;
  }

  private static List<KeyConflict<KeyCombination>> clientsOfPhases(String key) {
    String path = "phases[]." + key;
    return List.of(
        error(
            path,
            OTHER_PATTERNS,
            phase -> phase.has(key) && !phase.is(PUBSUB),
            NOT_OF_PATTERN + "with pubsub"),
        error(
            path,
            "`" + BACKLOG + "`",
            phase -> phase.has(key) && phase.is(PUBSUB) && phase.hasBacklog(),
            "cannot be combined with " + BACKLOG),
        error(
            path,
            "`messageLimit`",
            phase ->
                phase.has(key)
                    && phase.is(PUBSUB)
                    && !phase.hasBacklog()
                    && phase.hasMessageLimit(),
            "cannot be combined with messageLimit"));
  }

  private static List<KeyConflict<KeyCombination>> offsets() {
    return List.of(
        error(
            "auditOffsets",
            "another `pattern` than `pubsub` and `fill-then-drain`",
            file -> file.audits() && !file.is(PUBSUB) && !file.is(FILL_THEN_DRAIN),
            NOT_OF_PATTERN + "with pubsub and fill-then-drain"),
        error(
            "auditOffsets",
            "another `delivery` than `full`",
            file -> file.audits() && file.file().consumers().delivery() != DeliveryMode.FULL,
            "needs delivery: full"),
        error(
            "auditOffsets",
            "`envelope.position: off`",
            file ->
                file.audits()
                    && file.file().messages().envelope().position() == EnvelopeSpec.Position.OFF,
            "needs the sequence number in messages; allowed with another envelope.position"));
  }

  private static List<KeyConflict<KeyCombination>> traced() {
    return List.of(
        error(
            "trace",
            OTHER_PATTERNS,
            file -> file.has("trace") && !file.is(PUBSUB),
            NOT_OF_PATTERN + "with pubsub"),
        error(
            "trace",
            "`envelope.position: off`",
            file ->
                file.has("trace")
                    && file.file().messages().envelope().position() == EnvelopeSpec.Position.OFF,
            "needs the sequence number in messages; allowed with another envelope.position"),
        error(
            "trace",
            "another value than 1 divided by a whole number",
            file -> file.has("trace") && file.file().messages().trace().isEmpty(),
            "wrong value; allowed 1/N, for example 1/1000"));
  }

  private static List<KeyConflict<KeyCombination>> messages() {
    List<KeyConflict<KeyCombination>> all = new ArrayList<>(traced());
    for (String key : PayloadKeys.OF_OMB) {
      all.add(
          error(
              key,
              "`payload`",
              file ->
                  file.has("payload")
                      && file.element().text(key).filter(any -> !any.equals("false")).isPresent(),
              "cannot be combined with payload; allowed one of them"));
    }
    all.add(
        error(
            "payload.delimiter",
            "another `payload.split` than `lines`",
            file -> file.payloadHas("delimiter") && file.split() != BodySplit.LINES,
            "is what lines have between them; allowed without payload.split"));
    for (String key : List.of("split", "delimiter")) {
      all.add(
          error(
              "payload." + key,
              "another content than `payload.file`",
              file -> file.payloadHas(key) && !file.payloadHas("file"),
              "goes with payload.file only"));
    }
    all.add(
        error(
            "payload.split",
            "`messageSize` that is missing (`message-size`)",
            file -> file.split() == BodySplit.MESSAGE_SIZE && !file.has("messageSize"),
            "message-size needs the size of the pieces; allowed with messageSize"));
    all.add(
        error(
            "payload.contentType",
            "`messageSize` or `messageSizeDistribution`, which truncate bodies (`json`)",
            file ->
                file.isJson()
                    && PayloadKeys.Own.BODIES.stream().anyMatch(file::payloadHas)
                    && (file.has("messageSize") || file.has("messageSizeDistribution")),
            "json bodies would be truncated or repeated; allowed without messageSize"));
    all.add(
        error(
            "payload.avro",
            "`messageSize` or `messageSizeDistribution`, which truncate bodies",
            file ->
                file.avro().isPresent()
                    && (file.has("messageSize") || file.has("messageSizeDistribution")),
            "Avro bodies would be truncated or repeated; allowed without messageSize"));
    all.add(
        error(
            "payload.contentType",
            "`payload.avro`",
            file -> file.avro().isPresent() && file.payloadHas("contentType"),
            "bodies are Avro; allowed without payload.contentType"));
    all.add(
        error(
            "payload.avro.id",
            "`payload.avro.registry`",
            file ->
                file.avro()
                    .filter(avro -> avro.id().isPresent() && avro.registry().isPresent())
                    .isPresent(),
            "is what the registry says; allowed is one of the two"));
    all.add(
        error(
            "payload.avro.registry.url",
            "another scheme than `http` or `https`, or a user in the address",
            file ->
                file.avro()
                    .flatMap(AvroKeys::registry)
                    .filter(registry -> !registry.url().isEmpty())
                    .filter(registry -> !registry.url().matches("https?://[^@/\\s]+(/[^@\\s]*)?"))
                    .isPresent(),
            "not an address of a registry; allowed http:// or https:// with host and port, and the"
                + " user as username and password"));
    for (String key : List.of("contentType", "order", "avro")) {
      all.add(
          error(
              "payload." + key,
              "`payload.entropy` or `payload.compressedShare`",
              file ->
                  file.payloadHas(key)
                      && (file.payloadHas("entropy") || file.payloadHas("compressedShare")),
              "goes with payload.corpus, payload.file or payload.template"));
    }
    all.add(
        error(
            "envelope",
            "`pattern: request-reply` (`position: off`)",
            file ->
                file.is(REQUEST_REPLY)
                    && file.file().messages().envelope().position() == EnvelopeSpec.Position.OFF,
            "request-reply requires an envelope, got position: off"));
    all.add(
        error(
            "envelope",
            "`pattern: request-reply` (`position: header`)",
            file ->
                file.is(REQUEST_REPLY)
                    && file.file().messages().envelope().position() == EnvelopeSpec.Position.HEADER,
            "requests and replies have no headers of the framework, got position: header; allowed"
                + " prefix and trailer"));
    for (String key : List.of("headers", "cloudEvents")) {
      all.add(
          error(
              key,
              "`pattern: request-reply`",
              file -> file.is(REQUEST_REPLY) && file.has(key),
              "requests and replies have no headers of the framework; leave the key out"));
      all.add(
          KeyConflict.warning(
              key,
              "`pattern: consume-only`, where it has no effect",
              file -> file.is(CONSUME_ONLY) && file.has(key),
              "has no effect: pattern is consume-only"));
    }
    all.addAll(events());
    all.add(oneOf("headers[].", "value", "size"));
    all.add(
        KeyConflict.warning(
            "keyZipfExponent",
            "another `keyDistributor` than `KEY_ZIPF`, where it has no effect",
            file ->
                file.has("keyZipfExponent")
                    && file.file().messages().keys() != KeyDistribution.KEY_ZIPF,
            "has no effect: it needs keyDistributor: KEY_ZIPF"));
    return all;
  }

  /** Structured CloudEvents are JSON documents around JSON bodies. */
  private static List<KeyConflict<KeyCombination>> events() {
    return List.of(
        event(
            "another `payload.contentType` than `json`, or no bodies",
            file -> !file.isJson() || PayloadKeys.Own.BODIES.stream().noneMatch(file::payloadHas),
            "puts JSON bodies into events; allowed with payload.contentType: json and"
                + " payload.template, payload.file or payload.corpus"),
        event(
            "another `envelope.position` than `header` or `off`",
            file -> file.file().messages().envelope().position().isInBody(),
            "cannot have stamps in bodies, which would not be JSON; allowed with envelope:"
                + " {position: header}"),
        event(
            "`replay`",
            file -> file.has("replay"),
            "cannot be combined with replay, whose sizes are those of the trace"),
        event(
            "`phases[].messageSize`, or a search over `messageSize`",
            file ->
                file.over() == Quantity.MESSAGE_SIZE
                    || file.time().phases().stream()
                        .anyMatch(phase -> phase.messageSizeBytes().isPresent()),
            "has events of the size of their bodies; allowed one size for all phases"));
  }

  private static KeyConflict<KeyCombination> event(
      String with, Predicate<KeyCombination> holds, String message) {
    return error(
        "cloudEvents",
        with + " (`structured`)",
        file -> file.isEvent() && holds.test(file),
        "structured " + message);
  }

  private static List<KeyConflict<KeyCombination>> faults() {
    List<KeyConflict<KeyCombination>> all = new ArrayList<>();
    all.add(oneOf("faults[].", "when", "at"));
    all.add(oneOf("faults[].", "when", "phase"));
    all.add(onlyWith(FaultKind.COMMAND, "undo"));
    all.add(onlyWith(FaultKind.COMMAND, "timeout"));
    all.add(onlyWith(FaultKind.LATENCY, "delay"));
    all.add(onlyWith(FaultKind.LATENCY, "jitter"));
    all.add(
        error(
            "faults[].leaderOf",
            "another target than `leader`",
            fault -> fault.has("leaderOf") && hasOtherTarget(fault, FaultTarget.Choice.LEADER),
            "needs leader as the target of the action"));
    all.add(
        error(
            "faults[].worker",
            "another target than `worker`",
            fault -> fault.has("worker") && hasOtherTarget(fault, FaultTarget.Choice.WORKER),
            "needs kill: worker or freeze: worker"));
    all.add(
        error(
            "faults[].duration",
            "`command` without `undo`",
            fault ->
                fault.hasBoth("duration", "command")
                    && fault.hasAction(FaultKind.COMMAND)
                    && !fault.has("undo"),
            "needs undo: a command without it is not undone"));
    all.add(
        error(
            "faults[].duration",
            "`kill: worker`",
            fault ->
                fault.has("duration")
                    && fault.hasAction(FaultKind.KILL)
                    && fault.target().filter(FaultTarget::isWorker).isPresent(),
            "cannot be combined with kill: worker, which is not undone"));
    all.add(
        error(
            "faults[].duration",
            "an action that ends by itself",
            fault ->
                fault.has("duration") && fault.action().filter(k -> !k.isLasting()).isPresent(),
            "cannot be combined with {action}, which ends by itself"));
    return all;
  }

  private static KeyConflict<KeyCombination> onlyWith(FaultKind kind, String key) {
    return error(
        "faults[]." + key,
        "another action than `" + kind.key() + "`",
        fault -> fault.has(key) && fault.hasOtherAction(kind),
        "needs " + kind.key() + "; got {action}");
  }

  private static boolean hasOtherTarget(KeyCombination fault, FaultTarget.Choice wanted) {
    return fault.hasAction(FaultKind.COMMAND)
        || fault.target().filter(target -> target.choice() != wanted).isPresent();
  }

  private static List<KeyConflict<KeyCombination>> requestReply() {
    List<KeyConflict<KeyCombination>> all = new ArrayList<>();
    REPLACED.forEach(
        (key, instead) ->
            all.add(
                error(
                    key,
                    "`pattern: request-reply`, which has `" + instead + "` instead",
                    file -> file.has(key) && file.is(REQUEST_REPLY),
                    NOT_OF_PATTERN + instead + " instead")));
    Setting.of(RequestReplySpec.class).stream()
        .map(Setting::path)
        .filter(key -> !key.endsWith("[]"))
        .forEach(
            key ->
                all.add(
                    KeyConflict.warning(
                        key,
                        "another `pattern` than `request-reply`, where it has no effect",
                        file -> file.has(key) && !file.is(REQUEST_REPLY),
                        "has no effect: pattern is {pattern}, not request-reply")));
    all.add(
        error(
            "requesters",
            "a `producerRate` above 0 (a list)",
            file -> file.isSweep() && file.rate() instanceof ProducerRate.OpenLoop,
            "a sweep needs a closed loop, got a rate and {requesters}; allowed one number (phases"
                + " can step the rate)"));
    all.add(
        error(
            "phases",
            "a list of `requesters`",
            file -> file.isSweep() && !file.time().phases().isEmpty(),
            "cannot be combined with a sweep over requesters, whose steps are the phases"));
    all.add(
        error(
            "testDuration",
            "a list of `requesters` (`unlimited`)",
            file -> file.isSweep() && file.time().test().isEmpty(),
            "a sweep needs a limited testDuration, got unlimited"));
    return all;
  }

  /** A class has the keys of the file that it does not set itself. */
  private static List<KeyConflict<KeyCombination>> classes() {
    return List.of(
        oneOf("classes[].", "share", "producerRate"),
        oneOf("classes[].", "share", "rateCurve"),
        oneOf("classes[].", "share", "replay"),
        withClasses(
            "pattern",
            "another pattern than `pubsub`",
            file -> !file.is(PUBSUB),
            "classes send and receive at the same time; allowed with pubsub, got {pattern}"),
        withClasses(
            "producerRate",
            "0",
            file -> file.is(PUBSUB) && file.rateIsSearched(),
            "a search finds the rate of one kind of traffic, got 0; allowed a rate above 0, or max"
                + " (search: {over: scale.rate} multiplies the rates of all classes)"),
        withClasses(
            "search",
            "not over `scale.rate`",
            file -> file.has("search") && file.over() != Quantity.SCALE_RATE,
            "a search finds a limit of one kind of traffic; allowed over: scale.rate, for the rates"
                + " of all classes"),
        withClasses(
            "warmupDuration",
            "`auto`",
            file -> file.time().isWarmupAuto(),
            "the classes would not be steady at the same time; allowed a time span"),
        withClasses(
            "faults",
            "",
            file -> file.has("faults"),
            "the effect of a fault is judged for one kind of traffic; leave the key out"),
        withClasses(
            BACKLOG,
            "",
            file -> file.is(PUBSUB) && file.hasBacklog(),
            "the classes would not measure at the same time; allowed 0"),
        withClasses(
            "messageLimit",
            "",
            file -> file.is(PUBSUB) && file.hasMessageLimit(),
            "the classes would not end at the same time; allowed 0"),
        error(
            "scale",
            "another `pattern` than `pubsub`",
            file -> file.has("scale") && !file.is(PUBSUB),
            NOT_OF_PATTERN + "with pubsub"),
        error(
            "scale",
            "a search, but one over `scale.rate`",
            file -> file.has("scale") && file.searches() && file.over() != Quantity.SCALE_RATE,
            "cannot be combined with {search}; leave the key out"),
        error(
            "scale.rate",
            "`replay`",
            file -> file.has("replay") && file.file().scale().rate() != 1,
            "a trace has its own rate; allowed replay.speed, which makes it faster"),
        error(
            "scale.topics",
            "`topicNames`",
            file -> file.has("topicNames") && file.file().scale().topics() != 1,
            "existing topics cannot be multiplied; leave the key out"));
  }

  private static KeyConflict<KeyCombination> withClasses(
      String key, String value, Predicate<KeyCombination> holds, String message) {
    return error(
        key,
        "`classes`" + (value.isEmpty() ? "" : " (" + value + ")"),
        file -> file.has("classes") && holds.test(file),
        message);
  }

  private static Map<String, String> replaced() {
    Map<String, String> replaced = new LinkedHashMap<>();
    replaced.put("topics", "pairs");
    replaced.put("subscriptionsPerTopic", "responders");
    replaced.put("producersPerTopic", "requesters");
    replaced.put("consumerPerSubscription", "responders");
    replaced.put("maxInFlightPerProducer", "requestsInFlight");
    return replaced;
  }
}
