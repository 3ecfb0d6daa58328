package io.tidemark.model.load;

import io.tidemark.base.Hash64;
import io.tidemark.driver.settings.Setting.Type;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The priority of each message: known before the run, on workers and coordinator alike. Level 0 has
 * the lowest priority of the run. Immutable.
 */
public final class PriorityPlan {
  /** Those of AMQP 0-9-1, which has the most. */
  private static final int HIGHEST = 255;

  private static final int MOST = 32;
  private static final String ALLOWED =
      "; allowed 1 to "
          + MOST
          + " priorities from 0 to "
          + HIGHEST
          + ", each with a share above 0, of together 100 %, such as {9: 5 %, 4: 95 %}";

  private final long seed;
  private final int[] priorities;

  /** The sum of the shares of a level and of those below it. */
  private final double[] upTo;

  /**
   * @param written shares by priority, as a workload file has them and without a {@link #problem}
   * @param seed of the run
   */
  public PriorityPlan(Map<String, Object> written, long seed) {
    this.seed = seed;
    TreeMap<Integer, Double> shares = new TreeMap<>();
    written.forEach((key, value) -> shares.put(Integer.valueOf(key), share(value).orElseThrow()));
    this.priorities = shares.keySet().stream().mapToInt(Integer::intValue).toArray();
    this.upTo = shares.values().stream().mapToDouble(Double::doubleValue).toArray();
    for (int level = 1; level < upTo.length; level++) {
      upTo[level] += upTo[level - 1];
    }
  }

  /** Why a workload cannot have these priorities; empty if it can. */
  public static Optional<String> problem(Map<String, Object> written) {
    double sum = 0;
    for (Map.Entry<String, Object> each : written.entrySet()) {
      double share = share(each.getValue()).orElse(0.0);
      if (!each.getKey().matches("0|[1-9][0-9]{0,2}")
          || Integer.parseInt(each.getKey()) > HIGHEST
          || share <= 0) {
        return Optional.of("got " + each.getKey() + ": " + each.getValue() + ALLOWED);
      }
      sum += share;
    }
    if (written.isEmpty() || written.size() > MOST) {
      return Optional.of("got " + written.size() + " priorities" + ALLOWED);
    }
    return Math.abs(sum - 1) > 1e-9
        ? Optional.of("has shares of together " + Math.round(sum * 1e6) / 1e4 + " %" + ALLOWED)
        : Optional.empty();
  }

  private static Optional<Double> share(Object value) {
    return Type.NUMBER.number(value.toString());
  }

  public int levels() {
    return priorities.length;
  }

  public int priority(int level) {
    return priorities[level];
  }

  public SortedSet<Integer> all() {
    SortedSet<Integer> all = new TreeSet<>();
    for (int priority : priorities) {
      all.add(priority);
    }
    return all;
  }

  /** The level of a message. */
  public int level(int producer, long sequence) {
    double drawn = Hash64.uniform(seed, producer, sequence);
    int level = 0;
    while (level < upTo.length - 1 && drawn >= upTo[level]) {
      level++;
    }
    return level;
  }
}
