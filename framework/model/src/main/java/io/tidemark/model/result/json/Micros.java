package io.tidemark.model.result.json;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Nanoseconds that are microseconds with decimals in files. */
@JacksonAnnotationsInside
@Retention(RetentionPolicy.RUNTIME)
@JsonSerialize(converter = Micros.Write.class)
@JsonDeserialize(converter = Micros.Read.class)
public @interface Micros {
  /** To the file. */
  final class Write extends StdConverter<Long, Double> {
    @Override
    public Double convert(Long nanos) {
      return nanos / 1e3;
    }
  }

  /** From the file. */
  final class Read extends StdConverter<Double, Long> {
    @Override
    public Long convert(Double micros) {
      return Math.round(micros * 1e3);
    }
  }
}
