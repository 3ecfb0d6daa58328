package io.tidemark.model.worker;

import java.util.List;
import java.util.Locale;

/**
 * Topics to create, with the driver's prefix as in OMB unless they have names; or topics that must
 * exist.
 *
 * @param count how many to make
 * @param partitionsPerTopic partitions of each
 * @param names of all topics, {@code count} is ignored then; empty for names by the driver's prefix
 * @param existing whether these topics must exist
 */
public record TopicsRequest(
    int count, int partitionsPerTopic, List<String> names, boolean existing) {
  private static final int MOST = 1_000_000;

  public TopicsRequest {
    names = List.copyOf(names);
    if (count > MOST || partitionsPerTopic > MOST) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "at most %d topics and partitions, got %d x %d",
              MOST,
              count,
              partitionsPerTopic));
    }
    if (!existing && (count < 1 || partitionsPerTopic < 1)) {
      throw new IllegalArgumentException(
          "at least one topic and partition, got " + count + " x " + partitionsPerTopic);
    }
  }
}
