package io.tidemark.coordinator.fault;

import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.fault.FaultTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/** Which node leads each queue or partition of a run, over time. */
final class Leaders {

  /**
   * Queues or partitions that had another leader than at the reading before.
   *
   * @param names of the queues or partitions
   */
  record Change(long epochNanos, Set<String> names) {}

  private final List<Change> changes = new ArrayList<>();
  private Map<String, String> last = Map.of();

  /**
   * Takes a reading.
   *
   * @return what has changed, for people; empty if nothing has
   */
  Optional<String> read(long epochNanos, Map<String, String> leaders) {
    Set<String> moved = new HashSet<>();
    Map<String, Integer> moves = new TreeMap<>();
    leaders.forEach(
        (name, node) -> {
          String before = last.get(name);
          if (before != null && !before.equals(node)) {
            moved.add(name);
            moves.merge(before + " to " + node, 1, Integer::sum);
          }
        });
    // One without a leader keeps the last one that it had.
    Map<String, String> now = new HashMap<>(last);
    now.putAll(leaders);
    last = now;
    if (moved.isEmpty()) {
      return Optional.empty();
    }
    changes.add(new Change(epochNanos, moved));
    List<String> parts = new ArrayList<>();
    moves.forEach((move, number) -> parts.add(number + " from " + move));
    return Optional.of(String.join(", ", parts));
  }

  boolean known() {
    return !last.isEmpty();
  }

  /** The running node that leads most of those of a target; of equal ones the first. */
  OptionalInt most(FaultInjector injector, FaultTarget target) {
    Map<Integer, Integer> led = new TreeMap<>();
    List<Integer> running = injector.running();
    last.entrySet().stream()
        .filter(each -> target.isFor(each.getKey()))
        .map(each -> injector.numberOf(each.getValue()))
        .filter(OptionalInt::isPresent)
        .map(OptionalInt::getAsInt)
        .filter(running::contains)
        .forEach(node -> led.merge(node, 1, Integer::sum));
    int most = led.values().stream().mapToInt(number -> number).max().orElse(0);
    return led.entrySet().stream()
        .filter(each -> each.getValue() == most)
        .mapToInt(Map.Entry::getKey)
        .findFirst();
  }

  /** How many had another leader at any time between two moments; empty if leaders are unknown. */
  Optional<Long> changed(long fromNanos, long toNanos) {
    if (!known()) {
      return Optional.empty();
    }
    return Optional.of(
        changes.stream()
            .filter(change -> change.epochNanos() > fromNanos && change.epochNanos() <= toNanos)
            .flatMap(change -> change.names().stream())
            .distinct()
            .count());
  }
}
