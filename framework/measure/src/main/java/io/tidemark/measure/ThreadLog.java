package io.tidemark.measure;

/**
 * What one thread has recorded and no interval contains yet. Only this thread, the owner, records;
 * sends and receptions are apart so that those of one stream follow each other.
 */
public final class ThreadLog {
  private final StripedRecorder recorder;
  private final ThreadSlot owner;
  private final Stripe stripe;
  private final SendLog sends;
  private final ReceiveLog receptions;

  ThreadLog(StripedRecorder recorder, ThreadSlot owner, Stripe stripe) {
    this.recorder = recorder;
    this.owner = owner;
    this.stripe = stripe;
    this.sends = new SendLog(stripe);
    this.receptions = new ReceiveLog(stripe);
  }

  public SendLog sends() {
    return sends;
  }

  public ReceiveLog receptions() {
    return receptions;
  }

  boolean isOf(StripedRecorder other) {
    return recorder == other;
  }

  ThreadSlot owner() {
    return owner;
  }

  Stripe stripe() {
    return stripe;
  }

  /** Moves everything to the stripe's interval. The caller has the stripe's lock. */
  void drain() {
    sends.drain();
    receptions.drain();
  }
}
