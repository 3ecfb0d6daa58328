package io.tidemark.model.snapshot;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.model.snapshot.Counter.Group;
import java.util.Arrays;
import java.util.function.ToLongFunction;

/** What happened in an interval: a number for each {@link Counter}. Immutable. */
public final class Counters {
  private static final Counter[] ALL = Counter.values();

  /** Nothing. */
  public static final Counters ZERO = of(counter -> 0);

  private final long[] counts;

  private Counters(long[] counts) {
    this.counts = counts;
  }

  /** Creates counters from a function. */
  public static Counters of(ToLongFunction<Counter> count) {
    long[] counts = new long[ALL.length];
    for (Counter each : ALL) {
      counts[each.ordinal()] = count.applyAsLong(each);
    }
    return new Counters(counts);
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Counters read(JsonNode tree) {
    return of(
        counter ->
            mayBeAbsent(counter) && tree.at(counter.pointer()).isMissingNode()
                ? 0
                : number(tree.requiredAt(counter.pointer())));
  }

  /** Those of outcomes and priorities are written only if they are above 0. */
  private static boolean mayBeAbsent(Counter counter) {
    return counter.group() == Counter.Group.OUTCOMES || counter.group() == Counter.Group.PRIORITIES;
  }

  private static long number(JsonNode node) {
    if (!node.canConvertToLong()) {
      throw new IllegalArgumentException("not a count");
    }
    return node.longValue();
  }

  @JsonValue
  ObjectNode write() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    for (Counter counter : ALL) {
      if (mayBeAbsent(counter) && get(counter) == 0) {
        continue;
      }
      String name = counter.pointer().last().getMatchingProperty();
      tree.withObject(counter.pointer().head()).put(name, get(counter));
    }
    return tree;
  }

  public long get(Counter counter) {
    return counts[counter.ordinal()];
  }

  /** The counters with another number of one. */
  public Counters with(Counter counter, long count) {
    return of(each -> each == counter ? count : get(each));
  }

  /** The counters of a group; all others are 0. */
  public Counters only(Group group) {
    return of(counter -> counter.group() == group ? get(counter) : 0);
  }

  /** The counters with the numbers that others have in a group. */
  public Counters with(Group group, Counters others) {
    return of(counter -> (counter.group() == group ? others : this).get(counter));
  }

  public Counters plus(Counters other) {
    return of(counter -> counter.merge(get(counter), other.get(counter)));
  }

  /** Messages that each subscription has to receive: acknowledged, and not filtered out. */
  public long owedToSubscriptions() {
    return get(Counter.ACKNOWLEDGED) - get(Counter.FILTERED_MESSAGES);
  }

  /** Messages that their subscriptions will not receive any more, because of any end. */
  public long ended() {
    return get(Counter.RECEIVED) + get(Counter.DEAD_LETTERS);
  }

  /** Messages sent by brokers to consumers, as far as they were recognized. */
  public long handedToConsumers() {
    return get(Counter.RECEIVED) + get(Counter.FOREIGN) + get(Counter.CORRUPTED);
  }

  /** Sends that neither were acknowledged nor failed. */
  public long unanswered() {
    return Math.max(0, get(Counter.SENT) - get(Counter.ACKNOWLEDGED) - get(Counter.FAILED));
  }

  /**
   * Returns how much a publish latency of unknown end may be too long in the mean; 0 without any.
   */
  public long meanUnstampedErrorNanos() {
    long messages = get(Counter.UNSTAMPED_MESSAGES);
    return messages == 0 ? 0 : get(Counter.UNSTAMPED_ERROR_NANOS) / messages;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Counters that && Arrays.equals(that.counts, counts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    return write().toString();
  }
}
