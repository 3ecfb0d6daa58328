package io.tidemark.model.result.finish;

import io.tidemark.model.cost.PriceSpec;
import io.tidemark.model.cost.PriceSpec.ObjectStoragePrice;
import io.tidemark.model.result.RunResult;
import java.time.Duration;
import java.util.Optional;

/** What a system keeps of the payload: on the volumes of its nodes, and in an object storage. */
record StoredBytes(PriceSpec spec, RunResult run) {
  private static final String TOPICS = "topicConfig";
  private static final long KAFKA_SEGMENT = 1L << 30;

  /** Bytes for each byte per second. */
  Optional<Double> onVolumes(double bytesPerSecond) {
    return kept()
        .flatMap(time -> replication().map(copies -> bytesPerSecond * seconds(time) * copies));
  }

  /** Bytes for each byte per second; each segment is stored once. */
  Optional<Double> inObjects(double bytesPerSecond) {
    return retention().map(time -> bytesPerSecond * seconds(time));
  }

  String volumeSource() {
    return "payload rate x "
        + (isTiered() && local().isPresent() ? "localRetention" : "retention")
        + " x replication "
        + replication().map(Object::toString).orElse("");
  }

  /** Why one of them is not known. */
  String missing() {
    return retention().isEmpty()
        ? "the retention is not known; give price.retention"
        : "the number of copies is not known; give price.replication";
  }

  double segmentBytes() {
    return spec.objectStorage()
        .flatMap(ObjectStoragePrice::segmentSize)
        .or(() -> topic("segment.bytes"))
        .orElse(KAFKA_SEGMENT);
  }

  String segmentSource() {
    return spec.objectStorage().flatMap(ObjectStoragePrice::segmentSize).isPresent()
        ? "segmentSize"
        : topic("segment.bytes").isPresent() ? "segment.bytes of the topics" : "1 GiB of a segment";
  }

  private boolean isTiered() {
    return spec.objectStorage().isPresent();
  }

  private Optional<Duration> kept() {
    return isTiered() ? local().or(this::retention) : retention();
  }

  private Optional<Duration> local() {
    return spec.objectStorage()
        .flatMap(ObjectStoragePrice::localRetention)
        .or(() -> topic("local.retention.ms").map(Duration::ofMillis));
  }

  private Optional<Duration> retention() {
    return spec.retention()
        .or(() -> topic("retention.ms").filter(each -> isTiered()).map(Duration::ofMillis));
  }

  private Optional<Integer> replication() {
    return spec.replication().or(() -> BrokerSize.replication(run));
  }

  /** A property of Kafka's topics; empty if it is not a number, or negative: without a limit. */
  private Optional<Long> topic(String key) {
    return BrokerSize.property(run, TOPICS, key)
        .filter(text -> text.matches("\\d{1,18}"))
        .map(Long::valueOf);
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1e3;
  }
}
