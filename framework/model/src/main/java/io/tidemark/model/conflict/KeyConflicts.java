package io.tidemark.model.conflict;

import static io.tidemark.model.workload.Pattern.CONSUME_ONLY;
import static io.tidemark.model.workload.Pattern.FAILOVER;
import static io.tidemark.model.workload.Pattern.FILL_THEN_DRAIN;
import static io.tidemark.model.workload.Pattern.PUBSUB;
import static io.tidemark.model.workload.Pattern.REQUEST_REPLY;

import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Settings;
import io.tidemark.model.avro.AvroKeys;
import io.tidemark.model.body.BodySplit;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultTarget;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.Arrivals;
import io.tidemark.model.load.CloudEventsSpec;
import io.tidemark.model.load.ConnectionPer;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.load.InFlightUntil;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.outcome.OutcomeKeys;
import io.tidemark.model.workload.KeyReplacements;
import io.tidemark.model.workload.PayloadKeys;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.SearchSpec.Quantity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The keys of a workload file that cannot be combined: one table, which the check of files and the
 * reference page share.
 */
public final class KeyConflicts {
  private static final String OTHER_PATTERNS = "another `pattern` than `pubsub`";
  private static final String OTHER_SEARCH = "`search.over` of another quantity than the rate";
  private static final String RATE_SEARCH = "a search for the rate (`producerRate: 0`)";
  private static final String BACKLOG = "consumerBacklogSizeGB";
  private static final String NOT_OF_PATTERN = "does not go with pattern: {pattern}; allowed ";
  private static final String NOT_MEASURED = "phases are not measured separately with ";
  private static final int MOST_CLIENTS = 100_000_000;
  private static final String AT_THE_TOP = "; allowed are objectives at the top of the file";

  /**
   * A row of the table.
   *
   * @param key its path as in the reference page: {@code phases[].rate}
   * @param with what it cannot be combined with, for the reference page
   * @param holds whether a file has the two
   * @param message in which {@code {name}} stands for a value of the file
   * @param warns whether the key has no effect then, rather than being an error
   */
  public record Row(
      String key, String with, Predicate<KeyCombination> holds, String message, boolean warns) {
    private static final Pattern VALUE = Pattern.compile("\\{(\\w+)\\}");

    private void report(Fields element, String path, UnaryOperator<String> values) {
      String text =
          VALUE
              .matcher(message)
              .replaceAll(value -> Matcher.quoteReplacement(values.apply(value.group(1))));
      Fields section = element;
      String[] steps = path.split("\\.");
      for (int i = 0; i < steps.length - 1; i++) {
        section = section.section(steps[i]);
      }
      String last = steps[steps.length - 1];
      if (warns) {
        section.warn(last, text);
      } else {
        section.error(last, text);
      }
    }
  }

  private static final List<Row> ALL = new ArrayList<>();

  static {
    clients();
    connections();
    load();
    replay();
    searches();
    times();
    messages();
    offsets();
    outcomes();
    priorities();
    faults();
    requestReply();
    classes();
    numbers();
  }

  private KeyConflicts() {}

  /** In the order of the reference page. */
  public static List<Row> all() {
    return Collections.unmodifiableList(ALL);
  }

  /**
   * Reports what a file combines and must not.
   *
   * @param phases elements of {@code phases}, those of a repeated list once
   */
  public static void check(KeyCombination file, List<Fields> phases) {
    for (Row row : ALL) {
      int list = row.key.indexOf("[].");
      List<Fields> places =
          list < 0
              ? List.of(file.element())
              : row.key.startsWith("phases[].")
                  ? phases
                  : file.element().elements(row.key.substring(0, list));
      for (Fields place : places) {
        KeyCombination here = file.in(place);
        if (row.holds.test(here)) {
          row.report(place, row.key.substring(list < 0 ? 0 : list + 3), here::value);
        }
      }
    }
  }

  private static void error(
      String key, String with, Predicate<KeyCombination> holds, String message) {
    ALL.add(new Row(key, with, holds, message, false));
  }

  /** A key that has no effect in a combination. */
  private static void warning(
      String key, String with, Predicate<KeyCombination> holds, String message) {
    ALL.add(new Row(key, with, holds, message, true));
  }

  /** A key that is there, in a combination. */
  private static void given(
      String key, String with, Predicate<KeyCombination> holds, String message) {
    String name = key.substring(key.lastIndexOf('.') + 1);
    error(key, with, file -> file.has(name) && holds.test(file), message);
  }

  private static void onlyPubsub(String key) {
    given(key, OTHER_PATTERNS, file -> !file.is(PUBSUB), NOT_OF_PATTERN + "with pubsub");
  }

  /** Two keys of which a file, or an element of a list, has one. */
  private static void oneOf(String list, String key, String other) {
    error(
        list + other,
        "`" + list + key + "`",
        file -> file.hasBoth(key, other),
        "cannot be combined with " + key + "; allowed is one of the two");
  }

  /** Numbers of clients, and topics. */
  private static void clients() {
    error(
        "createTopics",
        "created topics, `pattern: consume-only` or `request-reply` (true)",
        file ->
            file.file().destinations().createTopics().orElse(false)
                && (!file.has("topicNames") || file.is(CONSUME_ONLY) || file.is(REQUEST_REPLY)),
        "goes with topicNames and pattern: pubsub, fill-then-drain or failover; allowed here"
            + " false");
    given(
        "fromRun",
        "another `pattern` than `consume-only`",
        file -> !file.is(CONSUME_ONLY),
        NOT_OF_PATTERN + "with pattern: consume-only");
    warning(
        "producersPerTopic",
        "`pattern: consume-only`, where it has no effect",
        file -> file.is(CONSUME_ONLY) && file.file().destinations().producersPerTopic() > 0,
        "has no effect: pattern is consume-only");
    onlyPubsub("churn");
    given(
        "churn",
        "a search",
        file -> file.searches(),
        "cannot be combined with {search}; leave the key out");
  }

  /** Connections of producers and requesters for some messages each. */
  private static void connections() {
    given(
        "connectionPer",
        "`pattern: consume-only` or `failover`",
        file -> file.is(CONSUME_ONLY) || file.is(FAILOVER),
        NOT_OF_PATTERN
            + "with pubsub, fill-then-drain and request-reply: consumers and responders keep"
            + " their connections");
    error(
        "connectionPer",
        "another `pattern` than `request-reply` (`request`)",
        file -> !file.is(REQUEST_REPLY) && file.hasConnectionPer(ConnectionPer.REQUEST),
        NOT_OF_PATTERN + "message, or a number of messages");
    error(
        "connectionPer",
        "`pattern: request-reply` (`message`)",
        file -> file.is(REQUEST_REPLY) && file.hasConnectionPer(ConnectionPer.MESSAGE),
        NOT_OF_PATTERN + "request, or a number of requests");
    given(
        "connectionPer",
        "`requestReply: generic`",
        file ->
            file.is(REQUEST_REPLY)
                && file.file().requestReply().way() == RequestReplySpec.Way.GENERIC,
        "needs the driver's own requests; allowed with requestReply: native or auto");
    given(
        "connectionPer",
        "`churn.producersPerSecond`, `phases[].producersPerTopic`, or `search.over:"
            + " producersPerTopic`",
        file ->
            file.file().publishSubscribe().churn().producersPerSecond() > 0
                || file.over() == Quantity.PRODUCERS
                || file.anyPhase(phase -> phase.producersPerTopic().isPresent()),
        "producers connect for their messages only, and cannot join, leave or be opened again;"
            + " leave one of the keys out");
  }

  /** Rates and arrivals. */
  private static void load() {
    error(
        "arrivals",
        "a closed loop (other than `uniform`)",
        file -> file.isClosedLoop() && file.arrivals().arrivals() != Arrivals.UNIFORM,
        "only an open loop has arrivals; allowed with a producerRate above 0");
    error(
        "arrivalBatch",
        "a closed loop (above 1)",
        file -> file.isClosedLoop() && file.arrivals().batch() > 1,
        "only an open loop has arrivals; allowed with a producerRate above 0");
    error(
        "arrivals",
        "`arrivalVariation` that is missing (`gamma`)",
        file -> file.arrivals().arrivals() == Arrivals.GAMMA && file.arrivals().given().isEmpty(),
        "gamma needs arrivalVariation, such as 2");
    error(
        "arrivalVariation",
        "`arrivals: uniform` or `poisson`",
        file -> file.arrivals().arrivals() != Arrivals.GAMMA && file.arrivals().given().isPresent(),
        "only arrivals: gamma has a variation to choose");
    given(
        "topicZipfExponent",
        "`pattern: request-reply` or `consume-only`",
        file -> file.is(REQUEST_REPLY) || file.is(CONSUME_ONLY),
        "divides the load of producers and does not go with pattern: {pattern}");
    given(
        "topicZipfExponent",
        "a closed loop",
        file -> file.isClosedLoop() && !file.is(REQUEST_REPLY) && !file.is(CONSUME_ONLY),
        "only an open loop has a rate to divide; allowed with a producerRate above 0");
    given(
        "topicZipfExponent",
        "`phases[].producersPerTopic`, or `search.over: producersPerTopic`",
        file ->
            (file.over() == Quantity.PRODUCERS
                || file.anyPhase(phase -> phase.producersPerTopic().isPresent())),
        "producers that join and leave share the load equally; leave one of the keys out");
    oneOf("", "producerRate", "rateCurve");
    given(
        "rateCurve",
        "`phases[].rate` or `phases[].pause`",
        file -> file.anyPhase(phase -> phase.isPause() || phase.startRatePerSecond().isPresent()),
        "cannot be combined with rates or pauses of phases; allowed a curve with their rates");
    error(
        "rateCurve",
        "`search`",
        file -> file.hasBoth("rateCurve", "search"),
        "cannot be combined with a search; leave the key out");
    given(
        "bursts",
        "a closed loop, or a search",
        file -> file.searches() || !file.isOpenLoop(),
        "needs a rate to multiply; allowed with a producerRate above 0 or a rateCurve");
    given(
        "bursts",
        "`testDuration: unlimited`, or `" + BACKLOG + "`",
        file -> file.isOpen() || file.hasBacklog(),
        "needs a load whose length is known; allowed with a limited testDuration and no "
            + BACKLOG);
    untilReceived(
        OTHER_PATTERNS,
        file -> !file.is(PUBSUB),
        "does not go with pattern: {pattern}; allowed with pubsub");
    untilReceived(
        "several subscriptions, or none",
        file -> file.is(PUBSUB) && file.file().destinations().subscriptionsPerTopic() != 1,
        "needs one subscription, got {subscriptions} of each topic");
    untilReceived(
        "a time without consumers",
        file ->
            file.is(PUBSUB)
                && file.file().destinations().subscriptionsPerTopic() == 1
                && !file.alwaysConsumes(),
        "needs consumers at all times; allowed consumerPerSubscription from 1");
    untilReceived(
        "`" + BACKLOG + "`",
        file -> file.is(PUBSUB) && file.hasBacklog(),
        "cannot be combined with " + BACKLOG);
    untilReceived(
        "`envelope.position: off`",
        file -> file.is(PUBSUB) && file.position() == Position.OFF,
        "needs an envelope, got position: off");
    error(
        "producerRate",
        "`phases[].rate` (0 or `max`)",
        file -> file.anyPhase(phase -> phase.rateAboveNone().isPresent()) && !file.isOpenLoop(),
        "phases with a rate need an open loop, got {producerRate}; allowed a rate above 0, or"
            + " leave the key out");
    error(
        BACKLOG,
        OTHER_PATTERNS,
        file -> file.hasBacklog() && !file.is(PUBSUB),
        "does not go with pattern: {pattern}; allowed 0");
  }

  /** A producer that waits for a reception needs exactly one, at any time. */
  private static void untilReceived(String with, Predicate<KeyCombination> holds, String message) {
    error(
        "inFlightUntil",
        with + " (`received`)",
        file ->
            file.file().load().limits().inFlightUntil() == InFlightUntil.RECEIVED
                && holds.test(file),
        "received " + message);
  }

  /** The replay of a trace. */
  private static void replay() {
    for (String key : KeyReplacements.NOT_REPLAYED) {
      error(
          key,
          "`replay`",
          file -> file.hasBoth("replay", key),
          "cannot be combined with replay; leave the key out");
    }
    error(
        "payload.template",
        "`replay`",
        file -> file.has("replay") && file.element().section("payload").has("template"),
        "cannot be combined with replay, whose sizes are those of the trace");
    given(
        "replay",
        OTHER_PATTERNS + ", or `" + BACKLOG + "`",
        file -> !file.is(PUBSUB) || file.hasBacklog(),
        "needs pattern: pubsub without a " + BACKLOG);
    given(
        "replay",
        "`testDuration: unlimited`",
        file -> file.isOpen(),
        "needs a limited testDuration, or leave the key out");
  }

  /** Searches for a limit. */
  private static void searches() {
    error(
        "producerRate",
        "`pattern: fill-then-drain` or `failover` (0)",
        file -> file.rateIsSearched() && !file.searchesOther() && file.pattern().fillsFirst(),
        "a rate search is not possible with {pattern}, got 0; allowed a number above 0, or max");
    given(
        "producerRate",
        "`pattern: request-reply` (0)",
        file -> file.rateIsSearched() && file.is(REQUEST_REPLY),
        "a rate search is not possible with request-reply, got 0; allowed a number above 0, or"
            + " max (or leave the key out: requestsInFlight per requester)");
    error(
        "producerRate",
        "`" + BACKLOG + "` (0)",
        file -> file.hasBacklog() && file.rateIsSearched() && !file.is(REQUEST_REPLY),
        "a backlog cannot be built during a rate search, got 0; allowed a number above 0, or max");
    error(
        "producerRate",
        OTHER_SEARCH + " (0)",
        file -> file.searchesOther() && file.rateIsSearched(),
        "a search over {over} needs a rate above 0, or max; got 0");
    error(
        "producerRate",
        "`search.over: scale.rate` (`max`)",
        file -> file.over() == Quantity.SCALE_RATE && file.isClosedLoop(),
        "scale.rate needs a rate to multiply, got max; allowed a rate above 0");
    error(
        "scale.rate",
        "`search.over: scale.rate`",
        file -> file.over() == Quantity.SCALE_RATE && file.file().scale().rate() != 1,
        "is what the search finds; leave the key out (startAt is the first factor)");
    error(
        "search.over",
        "another `pattern` than `pubsub`, or `request-reply` for `requesters`",
        file ->
            file.searchesOther()
                && !file.pattern()
                    .equals(file.over() == Quantity.REQUESTERS ? REQUEST_REPLY : PUBSUB),
        "{over} needs pattern: {patternOfSearch}, got {pattern}");
    error(
        "search.measureAt",
        "`search.over` of clients or sizes",
        file -> !file.over().isOfRate() && file.element().section("search").has("measureAt"),
        "only a rate has shares; leave the key out");
    error(
        "requesters",
        OTHER_SEARCH + " (a list)",
        file -> file.searchesOther() && !file.element().items("requesters").isEmpty(),
        "a search has no sweep; allowed the largest number");
    given(
        "messageSizeDistribution",
        "`search.over: messageSize`",
        file -> file.over() == Quantity.MESSAGE_SIZE,
        "a search over messageSize has one size; allowed messageSize");
    error(
        BACKLOG,
        OTHER_SEARCH,
        file -> file.hasBacklog() && file.searchesOther(),
        "cannot be combined with a search; allowed 0");
    given(
        "faults",
        OTHER_SEARCH,
        file -> file.searchesOther(),
        "cannot be combined with a search; leave the key out");
    error(
        "faults",
        RATE_SEARCH,
        file -> file.searchesRate() && !file.element().items("faults").isEmpty(),
        "cannot be combined with a rate search (producerRate: 0); allowed with a rate above 0");
    error(
        "phases",
        "a search",
        file -> file.searches() && file.hasPhases(),
        "cannot be combined with {search}; allowed with a rate above 0");
    error(
        "messageLimit",
        "a search",
        file -> file.searches() && file.hasMessageLimit(),
        "cannot be combined with {search}; allowed 0");
  }

  /** Lengths and phases. */
  private static void times() {
    KeyReplacements.ALTERNATIVES.forEach((key, other) -> oneOf("", key, other));
    autoWarmup("phases", "`phases`", file -> file.hasPhases());
    autoWarmup("search", "a search", KeyCombination::searches);
    autoWarmup("requesters", "a list of `requesters`", KeyCombination::isSweep);
    autoWarmup(
        "pattern",
        "another `pattern` than `pubsub` or `request-reply`",
        file -> !file.is(PUBSUB) && !file.is(REQUEST_REPLY));
    autoWarmup(BACKLOG, "`" + BACKLOG + "`", KeyCombination::hasBacklog);
    for (String key : List.of("rateCurve", "bursts", "replay")) {
      error(
          "warmupDuration",
          "`" + key + "` (`auto`)",
          file -> file.time().isWarmupAuto() && file.has(key),
          "auto waits for a steady state, which a load with "
              + key
              + " does not have; allowed a time span");
    }
    oneOf("phases[].", "pause", "duration");
    oneOf("phases[].", "pause", "rate");
    given(
        "phases[].duration",
        "`phases[].rate.step`",
        KeyCombination::isStaircase,
        "does not go with rate.step; allowed is rate.every alone");
    error(
        "phases[].consumerProcessingTime",
        "`phases[].rate.step` (a line)",
        phase ->
            phase.isStaircase()
                && phase.phase().consumerProcessingTime().flatMap(Phase.Times::to).isPresent(),
        "a line does not go with rate.step; allowed a time span");
    for (String key : List.of("producersPerTopic", "consumerPerSubscription")) {
      clientsOfPhases(key);
    }
    given(
        "phases[].objectives",
        "`" + BACKLOG + "`",
        phase -> phase.hasBacklog() && !phase.is(REQUEST_REPLY),
        NOT_MEASURED + BACKLOG + AT_THE_TOP);
    given(
        "phases[].objectives",
        "`pattern: fill-then-drain` or `failover`",
        phase -> phase.pattern().fillsFirst(),
        NOT_MEASURED + "pattern: {pattern}" + AT_THE_TOP);
  }

  /** Only a load that is constant can be seen to be steady. */
  private static void autoWarmup(String key, String with, Predicate<KeyCombination> holds) {
    error(
        "warmupDuration",
        with + " (`auto`)",
        file -> file.time().isWarmupAuto() && holds.test(file),
        "auto needs a constant load and does not go with " + key + "; allowed a time span");
  }

  private static void clientsOfPhases(String key) {
    String path = "phases[]." + key;

    onlyPubsub(path);
    given(
        path,
        "`" + BACKLOG + "`",
        phase -> phase.is(PUBSUB) && phase.hasBacklog(),
        "cannot be combined with " + BACKLOG);
    given(
        path,
        "`messageLimit`",
        phase -> phase.is(PUBSUB) && !phase.hasBacklog() && phase.hasMessageLimit(),
        "cannot be combined with messageLimit");
  }

  /** Bodies, stamps and headers. */
  private static void messages() {
    traced();
    for (String key : PayloadKeys.OF_OMB) {
      error(
          key,
          "`payload`",
          file ->
              file.has("payload")
                  && file.element().text(key).filter(any -> !any.equals("false")).isPresent(),
          "cannot be combined with payload; allowed one of them");
    }
    error(
        "payload.delimiter",
        "another `payload.split` than `lines`",
        file -> file.payloadHas("delimiter") && file.split() != BodySplit.LINES,
        "is what lines have between them; allowed without payload.split");
    for (String key : List.of("split", "delimiter")) {
      error(
          "payload." + key,
          "another content than `payload.file`",
          file -> file.payloadHas(key) && !file.payloadHas("file"),
          "goes with payload.file only");
    }
    error(
        "payload.split",
        "`messageSize` that is missing (`message-size`)",
        file -> file.split() == BodySplit.MESSAGE_SIZE && !file.has("messageSize"),
        "message-size needs the size of the pieces; allowed with messageSize");
    error(
        "payload.contentType",
        "`messageSize` or `messageSizeDistribution`, which truncate bodies (`json`)",
        file ->
            file.isJson()
                && PayloadKeys.Own.BODIES.stream().anyMatch(file::payloadHas)
                && (file.has("messageSize") || file.has("messageSizeDistribution")),
        "json bodies would be truncated or repeated; allowed without messageSize");
    error(
        "payload.avro",
        "`messageSize` or `messageSizeDistribution`, which truncate bodies",
        file ->
            file.avro().isPresent()
                && (file.has("messageSize") || file.has("messageSizeDistribution")),
        "Avro bodies would be truncated or repeated; allowed without messageSize");
    error(
        "payload.contentType",
        "`payload.avro`",
        file -> file.avro().isPresent() && file.payloadHas("contentType"),
        "bodies are Avro; allowed without payload.contentType");
    error(
        "payload.avro.id",
        "`payload.avro.registry`",
        file ->
            file.avro()
                .filter(avro -> avro.id().isPresent() && avro.registry().isPresent())
                .isPresent(),
        "is what the registry says; allowed is one of the two");
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
            + " user as username and password");
    for (String key : List.of("contentType", "order", "avro")) {
      error(
          "payload." + key,
          "`payload.entropy` or `payload.compressedShare`",
          file ->
              file.payloadHas(key)
                  && (file.payloadHas("entropy") || file.payloadHas("compressedShare")),
          "goes with payload.corpus, payload.file or payload.template");
    }
    error(
        "envelope",
        "`pattern: request-reply` (`position: off`)",
        file -> file.is(REQUEST_REPLY) && file.position() == Position.OFF,
        "request-reply requires an envelope, got position: off");
    error(
        "envelope",
        "`pattern: request-reply` (`position: header`)",
        file -> file.is(REQUEST_REPLY) && file.position() == Position.HEADER,
        "requests and replies have no headers of the framework, got position: header; allowed"
            + " prefix and trailer");
    for (String key : List.of("headers", "cloudEvents")) {
      given(
          key,
          "`pattern: request-reply`",
          file -> file.is(REQUEST_REPLY),
          "requests and replies have no headers of the framework; leave the key out");
      warning(
          key,
          "`pattern: consume-only`, where it has no effect",
          file -> file.is(CONSUME_ONLY) && file.has(key),
          "has no effect: pattern is consume-only");
    }
    events();
    oneOf("headers[].", "value", "size");
    warning(
        "keyZipfExponent",
        "another `keyDistributor` than `KEY_ZIPF`, where it has no effect",
        file ->
            file.has("keyZipfExponent")
                && file.file().messages().keys() != KeyDistribution.KEY_ZIPF,
        "has no effect: it needs keyDistributor: KEY_ZIPF");
  }

  private static void traced() {
    onlyPubsub("trace");
    given(
        "trace",
        "`envelope.position: off`",
        file -> file.position() == Position.OFF,
        "needs the sequence number in messages; allowed with another envelope.position");
    given(
        "trace",
        "another value than 1 divided by a whole number",
        file -> file.file().messages().trace().isEmpty(),
        "wrong value; allowed 1/N, for example 1/1000");
  }

  /** Structured CloudEvents are JSON documents around JSON bodies. */
  private static void events() {
    event(
        "another `payload.contentType` than `json`, or no bodies",
        file -> !file.isJson() || PayloadKeys.Own.BODIES.stream().noneMatch(file::payloadHas),
        "puts JSON bodies into events; allowed with payload.contentType: json and"
            + " payload.template, payload.file or payload.corpus");
    event(
        "another `envelope.position` than `header` or `off`",
        file -> file.position().isInBody(),
        "cannot have stamps in bodies, which would not be JSON; allowed with envelope:"
            + " {position: header}");
    event(
        "`replay`",
        file -> file.has("replay"),
        "cannot be combined with replay, whose sizes are those of the trace");
    event(
        "`phases[].messageSize`, or a search over `messageSize`",
        file ->
            file.over() == Quantity.MESSAGE_SIZE
                || file.anyPhase(phase -> phase.messageSizeBytes().isPresent()),
        "has events of the size of their bodies; allowed one size for all phases");
  }

  private static void event(String with, Predicate<KeyCombination> holds, String message) {
    error(
        "cloudEvents",
        with + " (`structured`)",
        file ->
            file.file().messages().cloudEvents().filter(CloudEventsSpec::isStructured).isPresent()
                && holds.test(file),
        "structured " + message);
  }

  /** The audit of offsets. */
  private static void offsets() {
    error(
        "auditOffsets",
        "another `pattern` than `pubsub` and `fill-then-drain`",
        file -> file.audits() && !file.is(PUBSUB) && !file.is(FILL_THEN_DRAIN),
        NOT_OF_PATTERN + "with pubsub and fill-then-drain");
    error(
        "auditOffsets",
        "another `delivery` than `full`",
        file -> file.audits() && file.file().consumers().delivery() != DeliveryMode.FULL,
        "needs delivery: full");
    error(
        "auditOffsets",
        "`envelope.position: off`",
        file -> file.audits() && file.position() == Position.OFF,
        "needs the sequence number in messages; allowed with another envelope.position");
  }

  /** What consumers do with messages. */
  private static void outcomes() {
    error(
        "outcomes",
        "shares of together 0, or above 1",
        file -> file.outcomes().flatMap(OutcomeKeys::problem).isPresent(),
        "{outcomes}");
    error(
        "outcomes",
        OTHER_PATTERNS,
        file -> file.has("outcomes") && !file.is(PUBSUB),
        NOT_OF_PATTERN + "with pubsub");
    error(
        "outcomes",
        "`outcomes.deadLetterDestination` with several topics or subscriptions",
        file ->
            file.outcomes().flatMap(OutcomeKeys::deadLetterDestination).isPresent()
                && (file.subscriptions() > 1 || file.file().destinations().topics() > 1),
        "has a deadLetterDestination, which takes the dead letters of one subscription; allowed with"
            + " topics: 1 and subscriptionsPerTopic: 1");
    error(
        "outcomes",
        "another `delivery` than `full`",
        file -> file.has("outcomes") && file.file().consumers().delivery() != DeliveryMode.FULL,
        "needs delivery: full");
    error(
        "outcomes",
        "`envelope.position: off`",
        file -> file.has("outcomes") && file.position() == Position.OFF,
        "needs the sequence number in messages; allowed with another envelope.position");
    error(
        "outcomes",
        "a search",
        file -> file.has("outcomes") && file.searches(),
        "cannot be combined with {search}: allowed a fixed producerRate");
    error(
        "outcomes",
        "`consumerPerSubscription` of a phase, or `churn.consumersPerSecond`",
        file ->
            file.has("outcomes")
                && (file.anyPhase(phase -> phase.consumersPerSubscription().isPresent())
                    || file.file().publishSubscribe().churn().consumersPerSecond() > 0),
        "needs the same consumers during the run");
  }

  /** Messages of different priorities. */
  private static void priorities() {
    error(
        "priorities",
        "shares that do not add up to 100 %",
        file -> file.has("priorities") && file.priorityProblem().isPresent(),
        "{priorities}");
    error(
        "priorities",
        "another `pattern` than `pubsub` and `fill-then-drain`",
        file -> file.has("priorities") && !file.is(PUBSUB) && !file.is(FILL_THEN_DRAIN),
        NOT_OF_PATTERN + "with pubsub and fill-then-drain");
    error(
        "priorities",
        "`envelope.position: off`",
        file -> file.has("priorities") && file.position() == Position.OFF,
        "needs the sequence number in messages; allowed with another envelope.position");
    error(
        "priorities",
        "`outcomes`",
        file -> file.hasBoth("priorities", "outcomes"),
        "cannot be combined with outcomes; allowed is one of the two");
  }

  /** Faults. */
  private static void faults() {
    oneOf("faults[].", "when", "at");
    oneOf("faults[].", "when", "phase");
    onlyWith(FaultKind.COMMAND, "undo");
    onlyWith(FaultKind.COMMAND, "timeout");
    onlyWith(FaultKind.LATENCY, "delay");
    onlyWith(FaultKind.LATENCY, "jitter");
    given(
        "faults[].leaderOf",
        "another target than `leader`",
        fault -> hasOtherTarget(fault, FaultTarget.Choice.LEADER),
        "needs leader as the target of the action");
    given(
        "faults[].worker",
        "another target than `worker`",
        fault -> hasOtherTarget(fault, FaultTarget.Choice.WORKER),
        "needs kill: worker or freeze: worker");
    error(
        "faults[].duration",
        "`command` without `undo`",
        fault ->
            fault.hasBoth("duration", "command")
                && fault.hasAction(FaultKind.COMMAND)
                && !fault.has("undo"),
        "needs undo: a command without it is not undone");
    given(
        "faults[].duration",
        "`kill: worker`",
        fault ->
            fault.hasAction(FaultKind.KILL)
                && fault.target().filter(FaultTarget::isWorker).isPresent(),
        "cannot be combined with kill: worker, which is not undone");
    given(
        "faults[].duration",
        "an action that ends by itself",
        fault -> fault.action().filter(k -> !k.isLasting()).isPresent(),
        "cannot be combined with {action}, which ends by itself");
  }

  private static void onlyWith(FaultKind kind, String key) {
    given(
        "faults[]." + key,
        "another action than `" + kind.key() + "`",
        fault -> fault.action().filter(any -> any != kind).isPresent(),
        "needs " + kind.key() + "; got {action}");
  }

  private static boolean hasOtherTarget(KeyCombination fault, FaultTarget.Choice wanted) {
    return fault.target().filter(target -> target.choice() != wanted).isPresent();
  }

  /** Requesters and responders. */
  private static void requestReply() {
    KeyReplacements.OF_REQUEST_REPLY.forEach(
        (key, instead) ->
            given(
                key,
                "`pattern: request-reply`, which has `" + instead + "` instead",
                file -> file.is(REQUEST_REPLY),
                NOT_OF_PATTERN + instead + " instead"));
    Settings.of(RequestReplySpec.class).stream()
        .map(Setting::path)
        .filter(key -> !key.endsWith("[]"))
        .forEach(
            key ->
                warning(
                    key,
                    "another `pattern` than `request-reply`, where it has no effect",
                    file -> file.has(key) && !file.is(REQUEST_REPLY),
                    "has no effect: pattern is {pattern}, not request-reply"));
    error(
        "requesters",
        "a `producerRate` above 0 (a list)",
        file -> file.isSweep() && file.isOpenLoop(),
        "a sweep needs a closed loop, got a rate and {requesters}; allowed one number (phases"
            + " can step the rate)");
    error(
        "phases",
        "a list of `requesters`",
        file -> file.isSweep() && file.hasPhases(),
        "cannot be combined with a sweep over requesters, whose steps are the phases");
    error(
        "testDuration",
        "a list of `requesters` (`unlimited`)",
        file -> file.isSweep() && file.time().test().isEmpty(),
        "a sweep needs a limited testDuration, got unlimited");
  }

  /** Traffic classes and their scale. */
  private static void classes() {
    oneOf("classes[].", "share", "producerRate");
    oneOf("classes[].", "share", "rateCurve");
    oneOf("classes[].", "share", "replay");
    withClasses(
        "pattern",
        "another pattern than `pubsub`",
        file -> !file.is(PUBSUB),
        "classes send and receive at the same time; allowed with pubsub, got {pattern}");
    withClasses(
        "producerRate",
        "0",
        file -> file.is(PUBSUB) && file.rateIsSearched(),
        "a search finds the rate of one kind of traffic, got 0; allowed a rate above 0, or max"
            + " (search: {over: scale.rate} multiplies the rates of all classes)");
    withClasses(
        "search",
        "not over `scale.rate`",
        file -> file.has("search") && file.over() != Quantity.SCALE_RATE,
        "a search finds a limit of one kind of traffic; allowed over: scale.rate, for the rates"
            + " of all classes");
    withClasses(
        "warmupDuration",
        "`auto`",
        file -> file.time().isWarmupAuto(),
        "the classes would not be steady at the same time; allowed a time span");
    withClasses(
        "faults",
        "",
        file -> file.has("faults"),
        "the effect of a fault is judged for one kind of traffic; leave the key out");
    withClasses(
        BACKLOG,
        "",
        file -> file.is(PUBSUB) && file.hasBacklog(),
        "the classes would not measure at the same time; allowed 0");
    withClasses(
        "messageLimit",
        "",
        file -> file.is(PUBSUB) && file.hasMessageLimit(),
        "the classes would not end at the same time; allowed 0");
    onlyPubsub("scale");
    given(
        "scale",
        "a search, but one over `scale.rate`",
        file -> file.searches() && file.over() != Quantity.SCALE_RATE,
        "cannot be combined with {search}; leave the key out");
    error(
        "scale.rate",
        "`replay`",
        file -> file.has("replay") && file.file().scale().rate() != 1,
        "a trace has its own rate; allowed replay.speed, which makes it faster");
    error(
        "scale.topics",
        "`topicNames`",
        file -> file.has("topicNames") && file.file().scale().topics() != 1,
        "existing topics cannot be multiplied; leave the key out");
  }

  private static void withClasses(
      String key, String value, Predicate<KeyCombination> holds, String message) {
    error(
        key,
        "`classes`" + (value.isEmpty() ? "" : " (" + value + ")"),
        file -> file.has("classes") && holds.test(file),
        message);
  }

  /** What a pattern needs of numbers of topics, clients and messages. */
  private static void numbers() {
    given(
        "phases[].consumerPerSubscription",
        "no `subscriptionsPerTopic`",
        phase -> phase.subscriptions() == 0,
        "there is no subscription; allowed with one");
    error(
        "phases",
        "no consumers in the last one, but in others",
        file -> file.lacksConsumersAtTheEnd() && !file.element().haveErrors(),
        "the last phase has no consumer, but the drain after it needs one; allowed"
            + " consumerPerSubscription from 1");
    error(
        "consumerProcessingTime",
        "`median` without `p99`, or beside `mean`",
        file -> file.file().consumers().processing().problem().isPresent(),
        "{processing}");
    needs(
        "topics",
        "no `topicNames` (missing)",
        file -> file.topicNames() == 0 && !file.has("topics"),
        "the key is missing; allowed a whole number from 1 (or topicNames)");
    needs(
        "topics",
        "`topicNames` of another number",
        file ->
            file.topicNames() > 0
                && file.has("topics")
                && file.file().destinations().topics() != file.topicNames(),
        "does not match topicNames, got {topics}; allowed {topicNames}, or leave the key out");
    needs(
        "consumerPerSubscription",
        "no `subscriptionsPerTopic`",
        file -> !file.element().haveErrors() && file.consumers() > 0 && file.subscriptions() == 0,
        "there is no subscription, got {consumers}; allowed 0, or subscriptionsPerTopic from 1");
    for (String list : List.of("phases[].", "")) {
      tooMany(list, "producersPerTopic");
      tooMany(list, "subscriptionsPerTopic");
      tooMany(list, "consumerPerSubscription");
    }
    needs(
        "churn.consumersPerSecond",
        "no consumers",
        file ->
            file.file().publishSubscribe().churn().consumersPerSecond() > 0
                && file.consumers() == 0
                && !file.anyPhase(phase -> phase.consumersPerSubscription().orElse(0) > 0),
        "there are no consumers; allowed 0, or consumerPerSubscription from 1");
    needs(
        "producersPerTopic",
        "another `pattern` than `consume-only` (0)",
        file -> !file.is(CONSUME_ONLY) && file.file().destinations().producersPerTopic() == 0,
        "there is no producer, got 0; allowed a whole number from 1, or pattern: consume-only");
    needsConsumers(OTHER_PATTERNS, "pattern: {pattern}", file -> !file.is(PUBSUB));
    needs(
        "messageLimit",
        "`pattern: fill-then-drain` without a limited `testDuration` (0)",
        file -> file.is(FILL_THEN_DRAIN) && file.time().test().isEmpty() && !file.hasMessageLimit(),
        "the fill would not end: fill-then-drain needs a messageLimit or a limited"
            + " testDuration");
    needs(
        "subscriptionsPerTopic",
        "`pattern: failover` (above 1)",
        file -> file.is(FAILOVER) && file.subscriptions() > 1,
        "pattern: failover audits one subscription of each topic, got {subscriptions}; allowed 1");
    needs(
        "messageLimit",
        "`pattern: failover` (0)",
        file -> file.is(FAILOVER) && !file.hasMessageLimit(),
        "pattern: failover needs the number of messages that the first site takes, got 0;"
            + " allowed a whole number from 1");
    needs(
        "topicNames",
        "`pattern: consume-only` (missing)",
        file -> file.is(CONSUME_ONLY) && file.topicNames() == 0,
        "the key is missing; pattern: consume-only reads existing topics");
    needsConsumers("`" + BACKLOG + "`", BACKLOG, KeyCombination::hasBacklog);
  }

  /** A rule of all patterns but request-reply, which has other destinations and clients. */
  private static void needs(
      String key, String with, Predicate<KeyCombination> holds, String message) {
    error(key, with, file -> !file.is(REQUEST_REPLY) && holds.test(file), message);
  }

  private static void needsConsumers(String with, String what, Predicate<KeyCombination> holds) {
    String message = what + " needs consumers, got 0; allowed a whole number from 1";
    needs(
        "subscriptionsPerTopic",
        with + " (0)",
        file -> holds.test(file) && file.subscriptions() == 0,
        message);
    needs(
        "consumerPerSubscription",
        with + " (0)",
        file -> holds.test(file) && file.consumers() == 0,
        message);
  }

  private static void tooMany(String list, String key) {
    if (list.isEmpty() || !key.equals("subscriptionsPerTopic")) {
      needs(
          list + key,
          "`topics`, if that is above 100,000,000 clients",
          file -> file.clients(key) > MOST_CLIENTS,
          "too many over all topics, got {" + key + "}; allowed " + MOST_CLIENTS);
    }
  }
}
