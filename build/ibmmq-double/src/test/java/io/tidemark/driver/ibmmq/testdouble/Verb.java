package io.tidemark.driver.ibmmq.testdouble;

/** One kind of API call. */
interface Verb {
  /**
   * Fails with {@link MqFailure} for a reason code, with {@link UnknownFlow} for what the double
   * does not know.
   */
  Answer execute(Call call);

  /** The part of the call that a refusal repeats. */
  default byte[] refusal(Call call) {
    return call.echo();
  }

  /** The queue that faults and the journal name; empty if none. */
  default String object(Call call) {
    return "";
  }
}
