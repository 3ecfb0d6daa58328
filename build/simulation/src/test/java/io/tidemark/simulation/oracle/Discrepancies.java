package io.tidemark.simulation.oracle;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** What is wrong with a run, in the order in which it was found. One thread. */
public final class Discrepancies {
  private final List<String> found = new ArrayList<>();

  public void add(String problem) {
    found.add(problem);
  }

  void addAll(Collection<String> problems) {
    found.addAll(problems);
  }

  /** It is a problem if the condition does not hold. */
  public void require(boolean holds, String otherwise) {
    if (!holds) {
      found.add(otherwise);
    }
  }

  /**
   * Requires a count to be the true one. Events during the last snapshots may or may not be in it.
   *
   * @param truth at the begin (true) or the end (false) of the last snapshots
   */
  void between(String what, Optional<Long> counted, ToLongFunction<Boolean> truth) {
    between(what, counted, truth, truth);
  }

  /** {@link #between(String, Optional, ToLongFunction)} if the truth itself is not exact. */
  void between(
      String what,
      Optional<Long> counted,
      ToLongFunction<Boolean> atLeast,
      ToLongFunction<Boolean> atMost) {
    long least = Math.min(atLeast.applyAsLong(true), atLeast.applyAsLong(false));
    long most = Math.max(atMost.applyAsLong(true), atMost.applyAsLong(false));
    boolean holds = counted.isPresent() && counted.get() >= least && counted.get() <= most;
    String said = counted.map(String::valueOf).orElse("unknown");
    require(holds, what + " is " + said + "; in truth " + least + " to " + most);
  }

  public List<String> all() {
    return List.copyOf(found);
  }
}
