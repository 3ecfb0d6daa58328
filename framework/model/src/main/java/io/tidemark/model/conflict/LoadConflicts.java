package io.tidemark.model.conflict;

import static io.tidemark.model.conflict.ConflictRows.BACKLOG;
import static io.tidemark.model.conflict.ConflictRows.OTHER_PATTERNS;
import static io.tidemark.model.conflict.ConflictRows.error;
import static io.tidemark.model.workload.Pattern.CONSUME_ONLY;
import static io.tidemark.model.workload.Pattern.PUBSUB;
import static io.tidemark.model.workload.Pattern.REQUEST_REPLY;

import io.tidemark.model.grammar.KeyConflict;
import io.tidemark.model.load.Arrivals;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.InFlightUntil;
import io.tidemark.model.workload.ProducerRate;
import io.tidemark.model.workload.SearchKeys.Quantity;
import java.util.List;
import java.util.function.Predicate;

/** What cannot be combined: rates and arrivals. */
final class LoadConflicts {
  private LoadConflicts() {}

  static List<KeyConflict<KeyCombination>> rows() {
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

  /** A producer that waits for a reception needs exactly one, at any time. */
  private static KeyConflict<KeyCombination> untilReceived(
      String with, Predicate<KeyCombination> holds, String message) {
    return error(
        "inFlightUntil",
        with + " (`received`)",
        file -> file.file().load().inFlightUntil() == InFlightUntil.RECEIVED && holds.test(file),
        "received " + message);
  }
}
