package io.tidemark.simulation.world;

import io.tidemark.simulation.plan.FaultPlan;
import io.tidemark.simulation.plan.FaultPlan.Effect;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Which nodes of the broker serve, and what waits until they do. */
final class BrokerNodes {
  static final long DELAY_NANOS = 300_000_000;

  private final List<Map<Effect, Integer>> effects = new ArrayList<>();
  private final List<List<Runnable>> waiting = new ArrayList<>();

  BrokerNodes() {
    for (int i = 0; i < FaultPlan.NODES; i++) {
      effects.add(new EnumMap<>(Effect.class));
      waiting.add(new ArrayList<>());
    }
  }

  /** Numbers of those that run. */
  List<Integer> running() {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < FaultPlan.NODES; i++) {
      if (!has(i, Effect.REFUSES)) {
        numbers.add(i + 1);
      }
    }
    return numbers;
  }

  private boolean has(int index, Effect effect) {
    return effects.get(index).getOrDefault(effect, 0) > 0;
  }

  private static int leader(int partition) {
    return partition % FaultPlan.NODES;
  }

  boolean refuses(int partition) {
    return has(leader(partition), Effect.REFUSES);
  }

  boolean serves(int partition) {
    return !refuses(partition) && !has(leader(partition), Effect.STALLS);
  }

  long delayNanos(int partition) {
    return has(leader(partition), Effect.DELAYS) ? DELAY_NANOS : 0;
  }

  /** Does something when the leader of a partition serves again. */
  void whenItServes(int partition, Runnable action) {
    waiting.get(leader(partition)).add(action);
  }

  /**
   * @param number from 1
   */
  void begins(Effect effect, int number) {
    effects.get(number - 1).merge(effect, 1, Integer::sum);
  }

  void ends(Effect effect, int number) {
    int index = number - 1;
    effects.get(index).merge(effect, -1, Integer::sum);
    if (!has(index, Effect.REFUSES) && !has(index, Effect.STALLS)) {
      List<Runnable> due = List.copyOf(waiting.get(index));
      waiting.get(index).clear();
      due.forEach(Runnable::run);
    }
  }
}
