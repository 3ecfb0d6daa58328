package io.tidemark.http.protocol;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.snapshot.Snapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Values of the model as bytes: CBOR, with snapshots as in {@link SnapshotBytes}, bitmaps in
 * Roaring's own encoding, durations in nanoseconds. For all threads.
 */
public final class WireFormat {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(new CBORFactory())
          .registerModule(new Jdk8Module())
          .registerModule(special())
          // isConstant() and the like are questions, not parts.
          .setVisibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
          .addMixIn(PayloadSpec.Content.class, ContentKinds.class)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS);

  private static final ObjectReader PART_READER =
      MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private WireFormat() {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = PayloadSpec.Zeros.class, name = "zeros"),
    @JsonSubTypes.Type(value = PayloadSpec.OmbRandom.class, name = "ombRandom"),
    @JsonSubTypes.Type(value = PayloadSpec.Entropy.class, name = "entropy"),
    @JsonSubTypes.Type(value = PayloadSpec.Corpus.class, name = "corpus"),
    @JsonSubTypes.Type(value = PayloadSpec.Template.class, name = "template"),
    @JsonSubTypes.Type(value = PayloadSpec.Event.class, name = "event")
  })
  private interface ContentKinds {}

  /** What snapshots rarely have. */
  static final SnapshotBytes.RestFormat REST =
      new SnapshotBytes.RestFormat() {
        @Override
        public byte[] write(SnapshotBytes.Rest rest) {
          return WireFormat.write(rest);
        }

        @Override
        public SnapshotBytes.Rest read(byte[] bytes) throws MalformedBodyException {
          return WireFormat.read(bytes, SnapshotBytes.Rest.class);
        }
      };

  public static byte[] write(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (IOException e) {
      throw new IllegalStateException("cannot write " + value.getClass().getSimpleName(), e);
    }
  }

  /**
   * @throws MalformedBodyException when the bytes are no such value; its message names no content
   */
  public static <T> T read(byte[] bytes, Class<T> type) throws MalformedBodyException {
    return checked(type.getSimpleName(), () -> MAPPER.readValue(bytes, type));
  }

  /** A value by its declared type. */
  static byte[] write(Object value, Type type) {
    try {
      return MAPPER.writerFor(MAPPER.constructType(type)).writeValueAsBytes(value);
    } catch (IOException e) {
      throw new IllegalStateException("cannot write " + type, e);
    }
  }

  /**
   * @param expected what the bytes should be, for the message
   */
  static Object read(byte[] bytes, Type type, String expected) throws MalformedBodyException {
    JavaType declared = MAPPER.constructType(type);
    return checked(expected, () -> withoutNulls(MAPPER.readValue(bytes, declared)));
  }

  /** Values as one array, each by its declared type. */
  static byte[] writeAll(List<Type> types, Object... values) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = MAPPER.createGenerator(bytes)) {
      out.writeStartArray();
      for (int i = 0; i < values.length; i++) {
        MAPPER.writerFor(MAPPER.constructType(types.get(i))).writeValue(out, values[i]);
      }
      out.writeEndArray();
    } catch (IOException e) {
      throw new IllegalStateException("cannot write " + types, e);
    }
    return bytes.toByteArray();
  }

  /**
   * Exactly one value of each type, none of them null.
   *
   * @param expected what the bytes should be, for the message
   */
  static Object[] readAll(byte[] bytes, List<Type> types, String expected)
      throws MalformedBodyException {
    return checked(
        expected,
        () -> {
          try (JsonParser in = MAPPER.createParser(bytes)) {
            require(in.nextToken() == JsonToken.START_ARRAY);
            Object[] values = new Object[types.size()];
            for (int i = 0; i < values.length; i++) {
              in.nextToken();
              values[i] =
                  withoutNulls(
                      PART_READER.forType(MAPPER.constructType(types.get(i))).readValue(in));
            }
            require(in.nextToken() == JsonToken.END_ARRAY && in.nextToken() == null);
            return values;
          }
        });
  }

  private static Object withoutNulls(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return List.copyOf(list);
    }
    return value instanceof Map<?, ?> map ? Map.copyOf(map) : Objects.requireNonNull(value);
  }

  private static void require(boolean holds) throws IOException {
    if (!holds) {
      throw new IOException("another number of values");
    }
  }

  private interface Parsing<T> {
    @Nullable T parse() throws IOException;
  }

  private static <T> T checked(String expected, Parsing<T> parsing) throws MalformedBodyException {
    try {
      T value = parsing.parse();
      if (value == null) {
        throw new MalformedBodyException(expected, null);
      }
      return value;
    } catch (IOException | RuntimeException e) {
      throw new MalformedBodyException(expected, e);
    } catch (StackOverflowError | OutOfMemoryError e) {
      throw new MalformedBodyException(expected, e);
    }
  }

  private static SimpleModule special() {
    return new SimpleModule("tidemark")
        .addSerializer(
            new Written<>(
                Snapshot.class,
                (snapshot, out) -> out.writeBinary(SnapshotBytes.write(snapshot, REST))))
        .addDeserializer(
            Snapshot.class,
            new Read<>((in, context) -> SnapshotBytes.read(in.getBinaryValue(), REST)))
        .addSerializer(
            new Written<>(
                Roaring64Bitmap.class, (bitmap, out) -> out.writeBinary(BitmapBytes.write(bitmap))))
        .addDeserializer(
            Roaring64Bitmap.class,
            new Read<>((in, context) -> BitmapBytes.read(in.getBinaryValue())))
        .addSerializer(
            new Written<>(Duration.class, (time, out) -> out.writeNumber(time.toNanos())))
        .addDeserializer(
            Duration.class, new Read<>((in, context) -> Duration.ofNanos(in.getLongValue())));
  }

  private interface Writing<T> {
    void of(T value, JsonGenerator out) throws IOException;
  }

  private interface Reading<T> {
    T from(JsonParser in, DeserializationContext context) throws IOException;
  }

  private static final class Written<T> extends StdSerializer<T> {
    private static final long serialVersionUID = 1L;
    private final transient Writing<T> writing;

    Written(Class<T> type, Writing<T> writing) {
      super(type);
      this.writing = writing;
    }

    @Override
    public void serialize(T value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      writing.of(value, out);
    }
  }

  private static final class Read<T> extends JsonDeserializer<T> {
    private final Reading<T> reading;

    Read(Reading<T> reading) {
      this.reading = reading;
    }

    @Override
    public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
      return reading.from(in, context);
    }
  }
}
