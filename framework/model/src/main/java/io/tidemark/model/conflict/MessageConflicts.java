package io.tidemark.model.conflict;

import static io.tidemark.model.conflict.ConflictRows.NOT_OF_PATTERN;
import static io.tidemark.model.conflict.ConflictRows.OTHER_PATTERNS;
import static io.tidemark.model.conflict.ConflictRows.error;
import static io.tidemark.model.conflict.ConflictRows.oneOf;
import static io.tidemark.model.workload.Pattern.CONSUME_ONLY;
import static io.tidemark.model.workload.Pattern.PUBSUB;
import static io.tidemark.model.workload.Pattern.REQUEST_REPLY;

import io.tidemark.model.avro.AvroKeys;
import io.tidemark.model.body.BodySplit;
import io.tidemark.model.grammar.KeyConflict;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.workload.PayloadKeys;
import io.tidemark.model.workload.SearchKeys.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What cannot be combined: bodies, stamps and headers. */
final class MessageConflicts {
  private MessageConflicts() {}

  static List<KeyConflict<KeyCombination>> rows() {
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
}
