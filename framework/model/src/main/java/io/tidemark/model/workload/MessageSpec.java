package io.tidemark.model.workload;

import io.tidemark.model.grammar.WrittenRecord;
import io.tidemark.model.load.CloudEventsSpec;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.HeaderSpec;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
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
 */
public record MessageSpec(
    PayloadSpec payload, Map<String, Object> contentKeys, MessageOptions options) {

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

  /** Whether messages have headers of the framework. */
  public boolean needHeaders() {
    return !headers().isEmpty()
        || cloudEvents().isPresent()
        || envelope().position() == EnvelopeSpec.Position.HEADER;
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
    map.putAll(WrittenRecord.of(MessageSizes.of(payload.sizes())));
    map.putAll(contentKeys);
    map.putAll(WrittenRecord.of(options));
    return map;
  }

  MessageSpec withSize(int bytes) {
    PayloadSpec resized = new PayloadSpec(List.of(new WeightedSize(bytes, 1)), payload.content());
    return new MessageSpec(resized, contentKeys, options);
  }

  /** OMB's {@code messageSize}: the nominal size, the mean of a distribution. */
  public int messageSizeBytes() {
    double weights = payload.sizes().stream().mapToDouble(WeightedSize::weight).sum();
    double bytes =
        payload.sizes().stream().mapToDouble(size -> size.meanBytes() * size.weight()).sum();
    return (int) Math.round(bytes / weights);
  }
}
