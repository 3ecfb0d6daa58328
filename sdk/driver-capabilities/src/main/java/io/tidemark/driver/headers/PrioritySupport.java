package io.tidemark.driver.headers;

import io.tidemark.driver.DescribedDriver;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/**
 * A driver whose messages can have priorities within one destination: its producers are {@link
 * PrioritySender}s. Of the messages that wait, a broker is to deliver those of a higher priority
 * first, and those of the same in their order.
 */
public interface PrioritySupport {

  /**
   * Why the driver's destinations cannot have these priorities: checked before the run, on an
   * instance that is not initialized. Connects to nothing.
   *
   * @param configuration the whole driver file as maps, lists and scalars, as in {@link
   *     DescribedDriver#validate}
   * @return what is wrong and what is allowed instead, as the rest of a sentence that begins with
   *     {@code priorities: }; empty if they can
   */
  Optional<String> priorityProblem(
      SortedSet<Integer> priorities, Map<String, Object> configuration);

  /** The priorities of this run. Called before {@code initialize}, if at all. */
  void expectPriorities(SortedSet<Integer> priorities);
}
