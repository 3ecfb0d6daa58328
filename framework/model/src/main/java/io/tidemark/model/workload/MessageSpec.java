package io.tidemark.model.workload;

import io.tidemark.model.grammar.WrittenRecord;
import io.tidemark.model.load.BodySchema;
import io.tidemark.model.load.CloudEventsSpec;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.HeaderSpec;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.load.SpanShare;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is sent.
 *
 * @param payload sizes and content
 * @param contentKeys the keys that describe the content, as a workload file has them
 * @param options keys, envelope, seed
 * @param schema of Avro bodies
 */
public record MessageSpec(
    PayloadSpec payload,
    Map<String, Object> contentKeys,
    MessageOptions options,
    Optional<BodySchema> schema) {

  /** Key distribution. */
  public KeyDistribution keys() {
    return options.keys();
  }

  /** Headers of every message. */
  public List<HeaderSpec> headers() {
    return options.headers();
  }

  /** Attributes of every message, if they are CloudEvents. */
  public Optional<CloudEventsSpec> cloudEvents() {
    return options.cloudEvents();
  }

  /** Which messages are traced, if some are. */
  public Optional<SpanShare> trace() {
    return options.trace();
  }

  /** Whether messages have headers of the framework. */
  public boolean needHeaders() {
    return options.needHeaders();
  }

  /** How messages are stamped. */
  public EnvelopeSpec envelope() {
    return options.envelope();
  }

  /** Seed of everything random. */
  public long seed() {
    return options.seed();
  }

  Map<String, Object> written() {
    Map<String, Object> map = new LinkedHashMap<>();
    if (!payload.sizes().isEmpty()) {
      map.putAll(WrittenRecord.of(MessageSizes.of(payload.sizes())));
    }
    map.putAll(contentKeys);
    map.putAll(WrittenRecord.of(options));
    return map;
  }

  MessageSpec withSize(int bytes) {
    PayloadSpec resized = new PayloadSpec(List.of(new WeightedSize(bytes, 1)), payload.content());
    return withPayload(resized);
  }

  public MessageSpec withPayload(PayloadSpec other) {
    return new MessageSpec(other, contentKeys, options, schema);
  }

  /** OMB's {@code messageSize}: the nominal size, the mean of a distribution or of all bodies. */
  public int messageSizeBytes() {
    return (int) Math.round(payload.meanBytes());
  }
}
