package io.tidemark.report.figures;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.tidemark.model.snapshot.Counter;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Messages (or bytes) per second, as stored: an object with {@link Counter#rateKey}s.
 *
 * @param byCounter without that of round trips in runs of other patterns
 */
public record StoredRates(Map<Counter, Double> byCounter) {
  public static final List<Counter> RATED =
      Arrays.stream(Counter.values()).filter(counter -> counter.rateKey() != null).toList();

  static StoredRates of(ToDoubleFunction<Counter> perSecond, boolean requestReply) {
    Map<Counter, Double> rates = new EnumMap<>(Counter.class);
    for (Counter counter : RATED) {
      if (requestReply || counter.group() != Counter.Group.ROUND_TRIPS) {
        rates.put(counter, perSecond.applyAsDouble(counter));
      }
    }
    return new StoredRates(rates);
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static StoredRates read(Map<String, Double> stored) {
    Map<Counter, Double> rates = new EnumMap<>(Counter.class);
    for (Counter counter : RATED) {
      Double rate = stored.get(counter.rateKey());
      if (rate != null) {
        rates.put(counter, rate);
      }
    }
    return new StoredRates(rates);
  }

  @JsonValue
  Map<String, Double> write() {
    Map<String, Double> stored = new LinkedHashMap<>();
    byCounter.forEach((counter, rate) -> stored.put(counter.rateKey(), rate));
    return stored;
  }

  /** 0 where it is not known. */
  public double get(Counter counter) {
    return byCounter.getOrDefault(counter, 0.0);
  }
}
