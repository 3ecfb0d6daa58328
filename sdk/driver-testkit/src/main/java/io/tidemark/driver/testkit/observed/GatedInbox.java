package io.tidemark.driver.testkit.observed;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Its callbacks do not return, from a message on, until the gate is open. */
public final class GatedInbox extends DetailedInbox {
  /** No callback is held for longer. */
  public static final long LONGEST_SECONDS = 120;

  private final CountDownLatch gate = new CountDownLatch(1);
  private final long from;

  public GatedInbox(long from) {
    this.from = from;
  }

  public void open() {
    gate.countDown();
  }

  @Override
  protected void arrived(Arrival arrival) {
    if (arrival.number() >= from) {
      try {
        gate.await(LONGEST_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
