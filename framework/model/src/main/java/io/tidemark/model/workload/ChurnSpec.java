package io.tidemark.model.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.grammar.WrittenRecord;

/** Clients that are closed and opened again while the load is under way, over all of a kind. */
@RecordBuilder
public record ChurnSpec(
    @Key(
            value = "Producers closed and opened again each second.",
            rate = true,
            range = "0..10000",
            orElse = "0.0")
        double producersPerSecond,
    @Key(
            value = "Consumers closed and opened again each second.",
            rate = true,
            range = "0..10000",
            orElse = "0.0")
        double consumersPerSecond)
    implements WrittenRecord.MayBeAbsent, ChurnSpecBuilder.With {
  public static final ChurnSpec NONE = Grammar.defaults(ChurnSpec.class);

  public ChurnSpec {
    if (!(producersPerSecond >= 0 && consumersPerSecond >= 0)) {
      throw new IllegalArgumentException("a churn rate must not be negative");
    }
  }

  /** Whether any client is closed and opened again. */
  public boolean any() {
    return producersPerSecond > 0 || consumersPerSecond > 0;
  }

  @Override
  public boolean isAbsent() {
    return !any();
  }
}
