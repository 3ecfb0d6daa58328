package io.tidemark.model.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.model.earlier.EarlierRun;
import io.tidemark.model.load.RequestReplySpec;
import java.util.Optional;

/** Who does what when, with the keys that only this pattern has. */
public sealed interface Roles {
  Pattern pattern();

  /** Producers and consumers concurrently, which may come and go. */
  record PublishSubscribe(
      @Key(
              "Clients that are closed and opened again, in turn, during the load. With `pattern:"
                  + " pubsub`.")
          ChurnSpec churn)
      implements Roles {
    @Override
    public Pattern pattern() {
      return Pattern.PUBSUB;
    }
  }

  /** Only producers, then only consumers. */
  record FillThenDrain() implements Roles {
    @Override
    public Pattern pattern() {
      return Pattern.FILL_THEN_DRAIN;
    }
  }

  /**
   * Only consumers.
   *
   * @param fromRun the run whose messages the existing topics hold, if it is named
   */
  @RecordBuilder
  record ConsumeOnly(
      @Key(
              "With `pattern: consume-only`: the run that filled the topics, as the folder of its"
                  + " results or its id. Its messages are measured and audited instead of being"
                  + " counted as foreign. With the folder, acknowledged messages that do not arrive"
                  + " are reported as lost; with the id, loss is not known.")
          Optional<EarlierRun> fromRun)
      implements Roles, RolesConsumeOnlyBuilder.With {
    @Override
    public Pattern pattern() {
      return Pattern.CONSUME_ONLY;
    }
  }

  /** Requesters and responders. */
  record RequestReply(RequestReplySpec spec) implements Roles {
    @Override
    public Pattern pattern() {
      return Pattern.REQUEST_REPLY;
    }
  }

  /** Only producers at one site, then only consumers at its standby. */
  record Failover() implements Roles {
    @Override
    public Pattern pattern() {
      return Pattern.FAILOVER;
    }
  }
}
