package io.tidemark.model.result.json;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/**
 * Epoch nanoseconds that are whole microseconds in files: nanoseconds would not survive JSON
 * readers that have only doubles.
 */
@JacksonAnnotationsInside
@Retention(RetentionPolicy.RUNTIME)
@JsonSerialize(converter = EpochMicros.Write.class)
@JsonDeserialize(converter = EpochMicros.Read.class)
public @interface EpochMicros {
  /** To the file. */
  final class Write extends StdConverter<Long, Long> {
    @Override
    public Long convert(Long nanos) {
      return nanos / 1_000;
    }
  }

  /** From the file. */
  final class Read extends StdConverter<Long, Long> {
    @Override
    public Long convert(Long micros) {
      return micros * 1_000;
    }
  }
}
