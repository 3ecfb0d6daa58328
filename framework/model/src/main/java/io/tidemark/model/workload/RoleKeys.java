package io.tidemark.model.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.model.earlier.EarlierRun;
import io.tidemark.model.grammar.Grammar;
import java.util.Optional;

/** The keys that only one pattern has; those of request-reply are a separate record. */
@RecordBuilder
public record RoleKeys(
    @Key(
            "With `pattern: consume-only`: the run that filled the topics, as the folder of its"
                + " results or its id. Its messages are measured and audited instead of being"
                + " counted as foreign. With the folder, acknowledged messages that do not arrive"
                + " are reported as lost; with the id, loss is not known.")
        Optional<EarlierRun> fromRun,
    @Key(
            "Clients that are closed and opened again, in turn, during the load. With `pattern:"
                + " pubsub`.")
        ChurnSpec churn)
    implements RoleKeysBuilder.With {
  /** The keys that give these roles again. */
  static RoleKeys of(Roles roles) {
    RoleKeys none = Grammar.defaults(RoleKeys.class);
    if (roles instanceof Roles.ConsumeOnly consuming) {
      return none.withFromRun(consuming.fromRun());
    }
    return roles instanceof Roles.PublishSubscribe both ? none.withChurn(both.churn()) : none;
  }
}
