package io.tidemark.model.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.grammar.Grammar;

/** How much of everything. */
@RecordBuilder
public record ScaleKeys(
    @Key(
            value = "Times the rates, also those of phases.",
            types = Type.NUMBER,
            range = ScaleKeys.RANGE,
            orElse = "1")
        double rate,
    @Key(
            value = "Times the producers of each topic and the consumers of each subscription.",
            types = Type.NUMBER,
            range = ScaleKeys.RANGE,
            orElse = "1")
        double clients,
    @Key(
            value = "Times the topics. With the same `rate` each topic has the same traffic.",
            types = Type.NUMBER,
            range = ScaleKeys.RANGE,
            orElse = "1")
        double topics)
    implements ScaleKeysBuilder.With {
  static final String RANGE = "0.001..1000";

  /** Scales rates only. */
  public static ScaleKeys ofRate(double factor) {
    return Grammar.defaults(ScaleKeys.class).withRate(factor);
  }

  /** Scales nothing. */
  public boolean isOne() {
    return rate == 1 && clients == 1 && topics == 1;
  }

  int clients(int number) {
    return times(number, clients);
  }

  int topics(int number) {
    return times(number, topics);
  }

  /** None stays none, and one or more do not become none. */
  private static int times(int number, double factor) {
    return number == 0 ? 0 : (int) Math.max(1, Math.round(number * factor));
  }
}
