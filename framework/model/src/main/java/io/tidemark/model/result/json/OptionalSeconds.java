package io.tidemark.model.result.json;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Optional;

/** Nanoseconds that may be unknown, in files seconds or null. */
@JacksonAnnotationsInside
@Retention(RetentionPolicy.RUNTIME)
@JsonSerialize(using = OptionalSeconds.Write.class)
@JsonDeserialize(using = OptionalSeconds.Read.class)
public @interface OptionalSeconds {
  /** To the file. */
  final class Write extends JsonSerializer<Optional<Long>> {
    @Override
    public void serialize(Optional<Long> nanos, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      if (nanos.isEmpty()) {
        out.writeNull();
      } else {
        out.writeNumber(nanos.get() / 1e9);
      }
    }
  }

  /** From the file. */
  final class Read extends JsonDeserializer<Optional<Long>> {
    @Override
    public Optional<Long> deserialize(JsonParser in, DeserializationContext context)
        throws IOException {
      return Optional.of(Math.round(in.getDoubleValue() * 1e9));
    }

    @Override
    public Optional<Long> getNullValue(DeserializationContext context) {
      return Optional.empty();
    }

    @Override
    public Object getAbsentValue(DeserializationContext context) {
      return Optional.empty();
    }
  }
}
