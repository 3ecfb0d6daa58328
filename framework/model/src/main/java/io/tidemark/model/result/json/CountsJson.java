package io.tidemark.model.result.json;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DatabindContext;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counter.Group;
import io.tidemark.model.snapshot.Counters;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Counters in a result file: an object with {@link Counter#key}s. Those of round trips are in an
 * object inside it, only where the {@linkplain #ROUND_TRIPS run has them}; those of clients, of
 * filtered messages, of outcomes and of priorities are absent if they are 0. The errors of publish
 * latencies are microseconds, and null without any.
 */
@JacksonAnnotationsInside
@Retention(RetentionPolicy.RUNTIME)
@JsonSerialize(using = CountsJson.Write.class)
@JsonDeserialize(using = CountsJson.Read.class)
public @interface CountsJson {
  /** Attribute of a writer: true for runs of the pattern request-reply. */
  String ROUND_TRIPS = "roundTrips";

  /** Writes seconds to the file. */
  final class Write extends JsonSerializer<Counters> {
    private static final Set<Group> OFTEN_ABSENT =
        EnumSet.of(Group.CLIENTS, Group.FILTERED, Group.OUTCOMES, Group.PRIORITIES);

    @Override
    public void serialize(Counters counts, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeTree(tree(counts, hasRoundTrips(provider)));
    }

    /** Whether the run that is written has round trips. */
    public static boolean hasRoundTrips(DatabindContext writer) {
      return Boolean.TRUE.equals(writer.getAttribute(ROUND_TRIPS));
    }

    /** The object of all counters. */
    public static ObjectNode tree(Counters counts, boolean roundTrips) {
      ObjectNode tree = JsonNodeFactory.instance.objectNode();
      for (Counter counter : Counter.values()) {
        if (counter.group() != Group.ROUND_TRIPS) {
          put(tree, counter, counts);
        }
      }
      if (roundTrips) {
        putRoundTrips(tree.putObject(ROUND_TRIPS), counts);
      }
      return tree;
    }

    private static void put(ObjectNode tree, Counter counter, Counters counts) {
      boolean exact = counts.get(Counter.UNSTAMPED_MESSAGES) == 0;
      switch (counter) {
        case UNSTAMPED_ERROR_NANOS ->
            tree.put(counter.key(), exact ? null : counts.meanUnstampedErrorNanos() / 1e3);
        case UNSTAMPED_WORST_ERROR_NANOS ->
            tree.put(counter.key(), exact ? null : counts.get(counter) / 1e3);
        default -> {
          if (!OFTEN_ABSENT.contains(counter.group()) || counts.get(counter) != 0) {
            tree.put(counter.key(), counts.get(counter));
          }
        }
      }
    }

    /** Only the counters of round trips. */
    public static void putRoundTrips(ObjectNode tree, Counters counts) {
      Stream.of(Counter.values())
          .filter(counter -> counter.group() == Group.ROUND_TRIPS)
          .forEach(counter -> tree.put(counter.key(), counts.get(counter)));
    }

    /** The object of all rates. */
    public static ObjectNode rates(ToDoubleFunction<Counter> perSecond, boolean roundTrips) {
      ObjectNode rates = JsonNodeFactory.instance.objectNode();
      Counter.rated(roundTrips)
          .forEach(counter -> rates.put(counter.rateName(), perSecond.applyAsDouble(counter)));
      return rates;
    }
  }

  /** From the file. */
  final class Read extends JsonDeserializer<Counters> {
    @Override
    public Counters deserialize(JsonParser in, DeserializationContext context) throws IOException {
      try {
        return counters(in.readValueAsTree());
      } catch (IllegalArgumentException e) {
        throw JsonMappingException.from(in, e.getMessage(), e);
      }
    }

    /** 0 for what is absent, as counts that are 0 may be. */
    public static Counters counters(JsonNode stored) {
      JsonNode roundTrips = stored.path(ROUND_TRIPS);
      long unstamped = number(stored, Counter.UNSTAMPED_MESSAGES);
      return Counters.of(
          counter ->
              switch (counter) {
                case UNSTAMPED_ERROR_NANOS -> unstamped * nanos(stored, counter);
                case UNSTAMPED_WORST_ERROR_NANOS -> nanos(stored, counter);
                default ->
                    number(counter.group() == Group.ROUND_TRIPS ? roundTrips : stored, counter);
              });
    }

    private static long nanos(JsonNode stored, Counter counter) {
      return Math.round(stored.path(counter.key()).asDouble(0) * 1e3);
    }

    /**
     * A number by the counter's name.
     *
     * @throws IllegalArgumentException if it is there and no number
     */
    public static long number(JsonNode stored, Counter counter) {
      JsonNode number = stored.path(counter.key());
      if (number.isMissingNode() || number.isNull()) {
        return 0;
      }
      if (!number.canConvertToLong()) {
        throw new IllegalArgumentException(counter.key() + ": not a number");
      }
      return number.longValue();
    }
  }
}
