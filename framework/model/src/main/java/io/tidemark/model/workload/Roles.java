package io.tidemark.model.workload;

import io.tidemark.model.earlier.EarlierRun;
import io.tidemark.model.load.RequestReplySpec;
import java.util.Optional;

/** Who does what when, with what only this pattern has. */
public sealed interface Roles {
  Pattern pattern();

  /** Producers and consumers concurrently, which may come and go. */
  record PublishSubscribe(ChurnSpec churn) implements Roles {
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
  record ConsumeOnly(Optional<EarlierRun> fromRun) implements Roles {
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
