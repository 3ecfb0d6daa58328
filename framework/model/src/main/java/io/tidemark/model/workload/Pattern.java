package io.tidemark.model.workload;

/** Who does what when. */
public enum Pattern {
  /** Producers and consumers at once. */
  PUBSUB("pubsub"),
  /**
   * Producers alone until the message limit or duration, then consumers alone until all is read.
   */
  FILL_THEN_DRAIN("fill-then-drain"),
  /** Consumers alone, on what is there. */
  CONSUME_ONLY("consume-only"),
  /** Requesters ask, responders answer. */
  REQUEST_REPLY("request-reply");

  private final String key;

  Pattern(String key) {
    this.key = key;
  }

  /** As in workload files. */
  public String key() {
    return key;
  }
}
