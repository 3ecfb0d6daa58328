package io.tidemark.model.workload;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Clients that are closed and opened again while the load is under way.
 *
 * @param producersPerSecond over all producers
 * @param consumersPerSecond over all consumers
 */
public record ChurnSpec(double producersPerSecond, double consumersPerSecond) {
  public static final ChurnSpec NONE = new ChurnSpec(0, 0);
  private static final double MOST_PER_SECOND = 10_000;

  static final List<Setting> KEYS = new ArrayList<>();
  static final WorkloadKey<String> CHURN =
      WorkloadKey.of(
              "churn",
              "Clients that are closed and opened again, in turn, during the load. With `pattern:"
                  + " pubsub`.",
              Type.SECTION)
          .in(KEYS);
  private static final WorkloadKey<Double> PRODUCERS =
      WorkloadKey.rate("churn.producersPerSecond", "Producers closed and opened again each second.")
          .atMost(MOST_PER_SECOND)
          .byDefault(0.0)
          .in(KEYS);
  static final WorkloadKey<Double> CONSUMERS_PER_SECOND =
      WorkloadKey.rate("churn.consumersPerSecond", "Consumers closed and opened again each second.")
          .atMost(MOST_PER_SECOND)
          .byDefault(0.0)
          .in(KEYS);

  public ChurnSpec {
    if (!(producersPerSecond >= 0 && consumersPerSecond >= 0)) {
      throw new IllegalArgumentException("a churn rate must not be negative");
    }
  }

  static ChurnSpec read(WorkloadFields fields) {
    WorkloadFields section = fields.section(CHURN);
    return new ChurnSpec(section.get(PRODUCERS), section.get(CONSUMERS_PER_SECOND));
  }

  void write(Map<String, Object> map) {
    if (any()) {
      Map<String, Object> section = new LinkedHashMap<>();
      PRODUCERS.put(section, producersPerSecond);
      CONSUMERS_PER_SECOND.put(section, consumersPerSecond);
      map.put(CHURN.name(), section);
    }
  }

  /** Whether any client is closed and opened again. */
  public boolean any() {
    return producersPerSecond > 0 || consumersPerSecond > 0;
  }
}
