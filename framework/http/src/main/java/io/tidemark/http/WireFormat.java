package io.tidemark.http;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.worker.PhaseSlice;
import java.io.IOException;
import java.time.Duration;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Values of the model as bytes: CBOR, with latencies as counts of buckets, bitmaps in Roaring's
 * own, durations in nanoseconds. For all threads.
 */
final class WireFormat {
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

  static byte[] write(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (IOException e) {
      throw new IllegalStateException("cannot write " + value.getClass().getSimpleName(), e);
    }
  }

  /**
   * @throws MalformedBodyException when the bytes are no such value; its message names no content
   */
  static <T> T read(byte[] bytes, Class<T> type) throws MalformedBodyException {
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
        .addSerializer(SliceConversion.serializer())
        .addDeserializer(PhaseSlice.class, SliceConversion.deserializer())
        .addSerializer(new BytesOf<>(Roaring64Bitmap.class, BitmapBytes::write))
        .addDeserializer(
            Roaring64Bitmap.class, new OfBytes<>(Roaring64Bitmap.class, BitmapBytes::read))
        .addSerializer(new Nanos())
        .addDeserializer(Duration.class, new OfNanos());
  }

  private interface Encoding<T> {
    byte[] of(T value) throws IOException;
  }

  private interface Decoding<T> {
    T of(byte[] bytes) throws IOException;
  }

  private static final class BytesOf<T> extends StdSerializer<T> {
    private static final long serialVersionUID = 1L;
    private final transient Encoding<T> encoding;

    BytesOf(Class<T> type, Encoding<T> encoding) {
      super(type);
      this.encoding = encoding;
    }

    @Override
    public void serialize(T value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeBinary(encoding.of(value));
    }
  }

  private static final class OfBytes<T> extends StdDeserializer<T> {
    private static final long serialVersionUID = 1L;
    private final transient Decoding<T> decoding;

    OfBytes(Class<T> type, Decoding<T> decoding) {
      super(type);
      this.decoding = decoding;
    }

    @Override
    public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
      return decoding.of(in.getBinaryValue());
    }
  }

  private static final class Nanos extends StdSerializer<Duration> {
    private static final long serialVersionUID = 1L;

    Nanos() {
      super(Duration.class);
    }

    @Override
    public void serialize(Duration value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeNumber(value.toNanos());
    }
  }

  private static final class OfNanos extends StdDeserializer<Duration> {
    private static final long serialVersionUID = 1L;

    OfNanos() {
      super(Duration.class);
    }

    @Override
    public Duration deserialize(JsonParser in, DeserializationContext context) throws IOException {
      return Duration.ofNanos(in.getLongValue());
    }
  }
}
