package io.tidemark.model.workload;

import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import java.util.Map;
import java.util.Objects;

/**
 * What is sent.
 *
 * @param payload sizes and content
 * @param contentKeys the keys that describe the content, as a workload file has them
 * @param keys key distribution
 * @param envelope how messages are stamped
 * @param seed of everything random
 */
public record MessageSpec(
    PayloadSpec payload,
    Map<String, Object> contentKeys,
    KeyDistribution keys,
    EnvelopeSpec envelope,
    long seed) {
  public MessageSpec {
    Objects.requireNonNull(payload);
    Objects.requireNonNull(contentKeys);
    Objects.requireNonNull(keys);
    Objects.requireNonNull(envelope);
  }

  /** OMB's {@code messageSize}: the nominal size, the mean of a distribution. */
  public int messageSizeBytes() {
    double weights = payload.sizes().stream().mapToDouble(WeightedSize::weight).sum();
    double bytes =
        payload.sizes().stream().mapToDouble(size -> size.payloadBytes() * size.weight()).sum();
    return (int) Math.round(bytes / weights);
  }
}
