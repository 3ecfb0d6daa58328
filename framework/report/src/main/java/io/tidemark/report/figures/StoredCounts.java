package io.tidemark.report.figures;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counter.Group;
import io.tidemark.model.snapshot.Counters;
import java.util.EnumSet;
import java.util.Set;

/**
 * What was counted, as stored: an object with {@link Counter#key}s. Those of round trips are in an
 * object inside it; those of clients and of filtered messages are absent if they are 0. The errors
 * of publish latencies are microseconds, and null without any.
 *
 * @param requestReply whether it has those of round trips
 */
public record StoredCounts(Counters counters, boolean requestReply) {
  private static final Set<Group> OFTEN_ABSENT = EnumSet.of(Group.CLIENTS, Group.FILTERED);

  private static final String ROUND_TRIPS = "roundTrips";

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static StoredCounts read(JsonNode stored) {
    JsonNode roundTrips = stored.path(ROUND_TRIPS);
    long unstamped = number(stored, Counter.UNSTAMPED_MESSAGES);
    Counters counters =
        Counters.of(
            counter ->
                switch (counter) {
                  case UNSTAMPED_ERROR_NANOS -> unstamped * nanos(stored, counter);
                  case UNSTAMPED_WORST_ERROR_NANOS -> nanos(stored, counter);
                  default ->
                      number(counter.group() == Group.ROUND_TRIPS ? roundTrips : stored, counter);
                });
    return new StoredCounts(counters, roundTrips.isObject());
  }

  private static long nanos(JsonNode stored, Counter counter) {
    return LatencyMicros.nanos(stored.path(counter.key()).asDouble(0));
  }

  /** 0 where it is absent, as in files of earlier versions. */
  static long number(JsonNode stored, Counter counter) {
    JsonNode number = stored.path(counter.key());
    if (number.isMissingNode() || number.isNull()) {
      return 0;
    }
    if (!number.canConvertToLong()) {
      throw new IllegalArgumentException(counter.key() + ": not a number");
    }
    return number.longValue();
  }

  @JsonValue
  ObjectNode write() {
    ObjectNode stored = JsonNodeFactory.instance.objectNode();
    boolean exact = get(Counter.UNSTAMPED_MESSAGES) == 0;
    for (Counter counter : Counter.values()) {
      switch (counter) {
        case UNSTAMPED_ERROR_NANOS ->
            stored.put(counter.key(), exact ? null : counters.meanUnstampedErrorNanos() / 1e3);
        case UNSTAMPED_WORST_ERROR_NANOS ->
            stored.put(counter.key(), exact ? null : get(counter) / 1e3);
        default -> {
          boolean absent = OFTEN_ABSENT.contains(counter.group()) && get(counter) == 0;
          if (counter.group() != Group.ROUND_TRIPS && !absent) {
            stored.put(counter.key(), get(counter));
          }
        }
      }
    }
    if (requestReply) {
      putRoundTrips(stored.putObject(ROUND_TRIPS), counters);
    }
    return stored;
  }

  static void putRoundTrips(ObjectNode stored, Counters counters) {
    for (Counter counter : Counter.values()) {
      if (counter.group() == Group.ROUND_TRIPS) {
        stored.put(counter.key(), counters.get(counter));
      }
    }
  }

  public long get(Counter counter) {
    return counters.get(counter);
  }
}
