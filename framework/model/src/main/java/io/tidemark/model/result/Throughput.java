package io.tidemark.model.result;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
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
import io.tidemark.model.result.json.CountsJson;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import java.io.IOException;

/**
 * Counts of an interval and the time in which they were counted. Rates are calculated from both and
 * not stored.
 *
 * @param counters by when things happened
 * @param sendingNanos in which sends and their outcomes, and round trips, were counted
 * @param receivingNanos in which received messages were counted: the same, or, where messages were
 *     only read, from the first arrival to the last one
 */
@JsonSerialize(using = Throughput.Write.class)
@JsonDeserialize(using = Throughput.Read.class)
public record Throughput(Counters counters, long sendingNanos, long receivingNanos) {
  public static final Throughput NONE = new Throughput(Counters.ZERO, 0, 0);

  public Throughput {
    if (sendingNanos < 0 || receivingNanos < 0) {
      throw new IllegalArgumentException("a time must not be negative");
    }
  }

  /** All counted in the same time. */
  public Throughput(Counters counters, long nanos) {
    this(counters, nanos, nanos);
  }

  public Throughput plus(Throughput other) {
    return new Throughput(
        counters.plus(other.counters),
        sendingNanos + other.sendingNanos,
        receivingNanos + other.receivingNanos);
  }

  /** The time in which a counter was counted. */
  public long nanos(Counter counter) {
    return counter.group() == Counter.Group.RECEIVING ? receivingNanos : sendingNanos;
  }

  /** The rate of a counter; 0 where there was no time. */
  public double perSecond(Counter counter) {
    long nanos = nanos(counter);
    return nanos == 0 ? 0 : counters.get(counter) / (nanos / 1e9);
  }

  /** Each rate in files is its count over its time. */
  static final class Write extends JsonSerializer<Throughput> {
    @Override
    public void serialize(Throughput in, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      boolean roundTrips = CountsJson.Write.hasRoundTrips(provider);
      ObjectNode tree = JsonNodeFactory.instance.objectNode();
      tree.put("sendingSeconds", in.sendingNanos / 1e9);
      tree.put("receivingSeconds", in.receivingNanos / 1e9);
      tree.set("rates", CountsJson.Write.rates(in::perSecond, roundTrips));
      tree.set("counts", CountsJson.Write.tree(in.counters, roundTrips));
      out.writeTree(tree);
    }
  }

  /** Reads the value of a file. */
  static final class Read extends JsonDeserializer<Throughput> {
    @Override
    public Throughput deserialize(JsonParser in, DeserializationContext context)
        throws IOException {
      JsonNode tree = in.readValueAsTree();
      try {
        return new Throughput(
            CountsJson.Read.counters(tree.path("counts")),
            Math.round(tree.path("sendingSeconds").asDouble() * 1e9),
            Math.round(tree.path("receivingSeconds").asDouble() * 1e9));
      } catch (IllegalArgumentException e) {
        throw JsonMappingException.from(in, e.getMessage(), e);
      }
    }
  }
}
