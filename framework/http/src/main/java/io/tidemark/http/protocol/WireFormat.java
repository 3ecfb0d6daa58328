package io.tidemark.http.protocol;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.snapshot.ArrivalSpan;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.PhaseSlice;
import java.io.IOException;
import java.time.Duration;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Values of the model as bytes: CBOR, with latencies as counts of buckets, bitmaps in Roaring's
 * own, durations in nanoseconds. For all threads.
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

  private WireFormat() {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = PayloadSpec.Zeros.class, name = "zeros"),
    @JsonSubTypes.Type(value = PayloadSpec.OmbRandom.class, name = "ombRandom"),
    @JsonSubTypes.Type(value = PayloadSpec.Entropy.class, name = "entropy"),
    @JsonSubTypes.Type(value = PayloadSpec.Corpus.class, name = "corpus")
  })
  private interface ContentKinds {}

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
    try {
      T value = MAPPER.readValue(bytes, type);
      if (value == null) {
        throw new MalformedBodyException(type, null);
      }
      return value;
    } catch (IOException | RuntimeException e) {
      throw new MalformedBodyException(type, e);
    } catch (StackOverflowError | OutOfMemoryError e) {
      throw new MalformedBodyException(type, e);
    }
  }

  private static SimpleModule special() {
    return new SimpleModule("tidemark")
        .addSerializer(new Written<>(PhaseSlice.class, (slice, out) -> out.writePOJO(of(slice))))
        .addDeserializer(
            PhaseSlice.class, new Read<>((in, context) -> of(context.readValue(in, Slice.class))))
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

  /** A phase's slice with its latencies in one piece, see {@link LatencyBytes}. */
  @SuppressWarnings("ArrayRecordComponent") // lives from one line to the next
  record Slice(
      int phase, int happenedIn, Counters counters, ArrivalSpan arrivals, byte[] latencies) {}

  private static Slice of(PhaseSlice slice) throws IOException {
    return new Slice(
        slice.phase(),
        slice.happenedIn(),
        slice.counters(),
        slice.arrivals(),
        LatencyBytes.write(slice.latencies()));
  }

  private static PhaseSlice of(Slice slice) throws IOException {
    return new PhaseSlice(
        slice.phase(),
        slice.happenedIn(),
        slice.counters(),
        slice.arrivals(),
        LatencyBytes.read(slice.latencies()));
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
