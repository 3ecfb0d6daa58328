package io.tidemark.model.workload;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
  static final List<Setting> KEYS = new ArrayList<>();
  static final WorkloadKey<KeyDistribution> KEY_DISTRIBUTOR =
      WorkloadKey.named(
              "keyDistributor",
              "Keys of the messages. KEY_ROUND_ROBIN, RANDOM_NANO (uniform) and KEY_ZIPF draw"
                  + " from 10,000 keys.",
              KeyDistribution::name,
              KeyDistribution.values())
          .byDefault(KeyDistribution.NO_KEY)
          .in(KEYS);
  static final WorkloadKey<String> ENVELOPE =
      WorkloadKey.of(
              "envelope", "Time stamp, producer and sequence number in messages.", Type.SECTION)
          .in(KEYS);
  private static final WorkloadKey<EnvelopeSpec.Position> POSITION =
      WorkloadKey.words(
              "envelope.position",
              "Position in the message. `off`: no latencies below 1 ms and no audit.",
              EnvelopeSpec.Position.values())
          .byDefault(EnvelopeSpec.DEFAULT.position())
          .in(KEYS);
  private static final WorkloadKey<EnvelopeSpec.Form> FORM =
      WorkloadKey.words(
              "envelope.form",
              "`text`: ASCII only, for brokers and filters that require text.",
              EnvelopeSpec.Form.values())
          .byDefault(EnvelopeSpec.DEFAULT.form())
          .in(KEYS);
  static final WorkloadKey<Long> SEED =
      WorkloadKey.integer(
              "seed",
              "Seed of all random values: payloads, keys, arrivals, names of subscriptions.")
          .atLeast(-LoadSpec.MAX_LONG)
          .atMost(LoadSpec.MAX_LONG)
          .byDefault(1L)
          .in(KEYS);

  static MessageSpec read(WorkloadFields fields, PayloadSpec payload) {
    return new MessageSpec(
        payload,
        PayloadReader.contentKeys(fields, payload.content()),
        fields.get(KEY_DISTRIBUTOR),
        envelope(fields),
        fields.get(SEED));
  }

  static EnvelopeSpec envelope(WorkloadFields fields) {
    WorkloadFields envelope = fields.section(ENVELOPE);
    return new EnvelopeSpec(envelope.get(POSITION), envelope.get(FORM));
  }

  void write(Map<String, Object> map) {
    SizeReader.write(payload.sizes(), map);
    map.putAll(contentKeys);
    KEY_DISTRIBUTOR.put(map, keys);
    Map<String, Object> stamp = new LinkedHashMap<>();
    POSITION.put(stamp, envelope.position());
    FORM.put(stamp, envelope.form());
    map.put(ENVELOPE.name(), stamp);
    SEED.put(map, seed);
  }

  MessageSpec withSize(int bytes) {
    PayloadSpec resized = new PayloadSpec(List.of(new WeightedSize(bytes, 1)), payload.content());
    return new MessageSpec(resized, contentKeys, keys, envelope, seed);
  }

  /** OMB's {@code messageSize}: the nominal size, the mean of a distribution. */
  public int messageSizeBytes() {
    double weights = payload.sizes().stream().mapToDouble(WeightedSize::weight).sum();
    double bytes =
        payload.sizes().stream().mapToDouble(size -> size.payloadBytes() * size.weight()).sum();
    return (int) Math.round(bytes / weights);
  }
}
