package io.tidemark.model.worker;

import java.util.List;

/**
 * Topics to make, named by the driver's prefix as OMB does; or, with {@code existing} not empty,
 * topics that must be there already.
 *
 * @param count how many to make
 * @param partitionsPerTopic partitions of each
 * @param existing names of topics that exist; {@code count} is ignored then
 */
public record TopicsRequest(int count, int partitionsPerTopic, List<String> existing) {
  private static final int MOST = 1_000_000;

  public TopicsRequest {
    existing = List.copyOf(existing);
    if (count > MOST || partitionsPerTopic > MOST) {
      throw new IllegalArgumentException(
          "at most %d topics and partitions, got %d x %d"
              .formatted(MOST, count, partitionsPerTopic));
    }
    if (existing.isEmpty() && (count < 1 || partitionsPerTopic < 1)) {
      throw new IllegalArgumentException(
          "at least one topic and partition, got " + count + " x " + partitionsPerTopic);
    }
  }
}
