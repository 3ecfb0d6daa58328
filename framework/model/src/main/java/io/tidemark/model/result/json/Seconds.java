package io.tidemark.model.result.json;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Nanoseconds that are seconds with decimals in files. */
@JacksonAnnotationsInside
@Retention(RetentionPolicy.RUNTIME)
@JsonSerialize(converter = Seconds.Write.class)
@JsonDeserialize(converter = Seconds.Read.class)
public @interface Seconds {
  /** Writes seconds to the file. */
  final class Write extends StdConverter<Long, Double> {
    @Override
    public Double convert(Long nanos) {
      return nanos / 1e9;
    }
  }

  /** From the file. */
  final class Read extends StdConverter<Double, Long> {
    @Override
    public Long convert(Double seconds) {
      return Math.round(seconds * 1e9);
    }
  }
}
