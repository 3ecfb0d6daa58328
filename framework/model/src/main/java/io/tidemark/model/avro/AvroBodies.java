package io.tidemark.model.avro;

import io.tidemark.model.body.BodyException;
import io.tidemark.model.body.PoolLimit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/** Bodies of one schema in Avro's binary encoding. */
public final class AvroBodies {
  /** Zero, and the number of the schema in a registry: 4 bytes, big-endian. */
  public static final int FRAME_BYTES = 5;

  private static final int MOST_FIXED_BYTES = 16 << 20;

  private final Schema schema;
  private final boolean framed;

  private AvroBodies(Schema schema, boolean framed) {
    this.schema = schema;
    this.framed = framed;
  }

  /**
   * @param schema as JSON
   * @param framed whether bodies begin with a frame, whose number {@link #withId} sets
   */
  public static AvroBodies of(String schema, boolean framed) throws BodyException {
    return new AvroBodies(parsed(schema), framed);
  }

  private static Schema parsed(String schema) throws BodyException {
    try {
      Schema parsed = new Schema.Parser().parse(schema);
      requireUsable(parsed, new HashSet<>());
      return parsed;
    } catch (RuntimeException e) { // The parser has others than its own for some texts.
      throw new BodyException("not an Avro schema: " + oneLine(e));
    }
  }

  /** The parser accepts types that have no value, or none that fits into memory. */
  private static void requireUsable(Schema schema, Set<String> names) throws BodyException {
    switch (schema.getType()) {
      case ENUM -> {
        if (schema.getEnumSymbols().isEmpty()) {
          throw new BodyException(
              "enum %s of the Avro schema has no symbols; allowed at least one"
                  .formatted(schema.getFullName()));
        }
      }
      case FIXED -> {
        if (schema.getFixedSize() > MOST_FIXED_BYTES) {
          throw new BodyException(
              "fixed %s of the Avro schema has a size of %s bytes; allowed up to %s"
                  .formatted(schema.getFullName(), schema.getFixedSize(), MOST_FIXED_BYTES));
        }
      }
      case ARRAY -> requireUsable(schema.getElementType(), names);
      case MAP -> requireUsable(schema.getValueType(), names);
      case UNION -> {
        if (schema.getTypes().isEmpty()) {
          throw new BodyException("a union of the Avro schema has no types; allowed at least one");
        }
        for (Schema type : schema.getTypes()) {
          requireUsable(type, names);
        }
      }
      case RECORD -> {
        if (names.add(schema.getFullName())) { // It can contain itself.
          for (Schema.Field field : schema.getFields()) {
            requireUsable(field.schema(), names);
          }
        }
      }
      default -> {} // Simple types.
    }
  }

  /** Whether two schemas write the same bytes. */
  public static boolean areSame(String schema, String other) {
    try {
      return SchemaNormalization.toParsingForm(parsed(schema))
          .equals(SchemaNormalization.toParsingForm(parsed(other)));
    } catch (BodyException e) {
      return false;
    }
  }

  /** The name of the schema with its namespace; of a schema without a name that of its type. */
  public String fullName() {
    return schema.getFullName();
  }

  /** Random values of the schema. */
  public List<byte[]> random(int count, long seed, long mostBytes) throws BodyException {
    RandomValues values = new RandomValues(new Random(seed));
    List<byte[]> bodies = new ArrayList<>();
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      byte[] body = encoded(value(values));
      bytes += body.length;
      PoolLimit.check(i + 1, count, bytes, mostBytes);
      bodies.add(body);
    }
    return bodies;
  }

  private @Nullable Object value(RandomValues values) throws BodyException {
    try {
      return values.of(schema);
    } catch (AvroRuntimeException e) {
      throw new BodyException("no random value: " + oneLine(e));
    }
  }

  /** Values in Avro's JSON encoding, which names the type of a value of a union. */
  public List<byte[]> ofJson(List<byte[]> json) throws BodyException {
    List<byte[]> bodies = new ArrayList<>();
    for (int i = 0; i < json.size(); i++) {
      String text = new String(json.get(i), StandardCharsets.UTF_8);
      try {
        bodies.add(encoded(read(DecoderFactory.get().jsonDecoder(schema, text))));
      } catch (IOException | AvroRuntimeException e) {
        throw new BodyException(
            "body " + i + " is not a value of the Avro schema in Avro's JSON: " + oneLine(e));
      }
    }
    return bodies;
  }

  private @Nullable Object read(Decoder decoder) throws IOException {
    return new GenericDatumReader<@Nullable Object>(schema).read(null, decoder);
  }

  private static String oneLine(Exception e) {
    return String.valueOf(e.getMessage()).replaceAll("\\s+", " ").strip();
  }

  private byte[] encoded(@Nullable Object value) throws BodyException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (framed) {
      out.writeBytes(new byte[FRAME_BYTES]);
    }
    try {
      BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
      new GenericDatumWriter<@Nullable Object>(schema).write(value, encoder);
      encoder.flush();
    } catch (IOException | AvroRuntimeException e) {
      throw new BodyException("cannot encode a value of the Avro schema: " + oneLine(e));
    }
    return out.toByteArray();
  }

  /** A copy of a framed body with the number of its schema. */
  public static byte[] withId(byte[] framed, int id) {
    byte[] copy = framed.clone();
    ByteBuffer.wrap(copy).putInt(1, id);
    return copy;
  }

  /**
   * How long a client takes to encode one of the bodies: the mean over all of them, again and
   * again.
   *
   * @param nanoTime the clock
   * @param longestNanos when it ends
   */
  public double encodeNanos(List<byte[]> bodies, LongSupplier nanoTime, long longestNanos)
      throws BodyException {
    List<@Nullable Object> values = new ArrayList<>();
    for (byte[] body : bodies) {
      values.add(decoded(body));
    }
    long half = nanoTime.getAsLong() + longestNanos / 2;
    while (nanoTime.getAsLong() < half) { // Compiled code is what a client runs.
      encodeAll(values);
    }
    long start = nanoTime.getAsLong();
    long encoded = 0;
    long now = start;
    while (encoded == 0 || now - start < longestNanos / 2) {
      encodeAll(values);
      encoded += values.size();
      now = nanoTime.getAsLong();
    }
    return (double) (now - start) / encoded;
  }

  private void encodeAll(List<@Nullable Object> values) throws BodyException {
    for (Object value : values) {
      encoded(value);
    }
  }

  private @Nullable Object decoded(byte[] body) throws BodyException {
    int from = framed ? FRAME_BYTES : 0;
    try {
      BinaryDecoder decoder =
          DecoderFactory.get().binaryDecoder(body, from, body.length - from, null);
      return read(decoder);
    } catch (IOException | AvroRuntimeException e) {
      throw new BodyException("not a body of the Avro schema: " + oneLine(e));
    }
  }
}
