package io.tidemark.model.workload;

/** Roles and order of producers and consumers. */
public enum Pattern {
  /** Producers and consumers concurrently. */
  PUBSUB("pubsub"),
  /** Only producers until the message limit or duration, then only consumers until all is read. */
  FILL_THEN_DRAIN("fill-then-drain"),
  /** Only consumers, of existing messages. */
  CONSUME_ONLY("consume-only"),
  /** Requesters ask, responders answer. */
  REQUEST_REPLY("request-reply"),
  /**
   * Only producers at one site until the message limit; then that site fails, and only consumers at
   * its standby until all is read.
   */
  FAILOVER("failover");

  private final String key;

  Pattern(String key) {
    this.key = key;
  }

  /** The word for it in workload files. */
  public String key() {
    return key;
  }

  /** Whether consumers start after the producers have ended. */
  public boolean fillsFirst() {
    return this == FILL_THEN_DRAIN || this == FAILOVER;
  }
}
