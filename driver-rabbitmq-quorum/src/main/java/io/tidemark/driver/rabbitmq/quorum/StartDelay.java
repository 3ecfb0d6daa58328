package io.tidemark.driver.rabbitmq.quorum;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** A random wait before a producer connects: hundreds at once would flood the broker. */
final class StartDelay {
  private final long mostMillis;
  private final Sleep sleep;

  /** Waits. */
  interface Sleep {
    void forMillis(long millis) throws InterruptedException;
  }

  StartDelay(Duration most, Sleep sleep) {
    this.mostMillis = most.toMillis();
    this.sleep = sleep;
  }

  /** Less than the configured time; not at all where that is 0. */
  void await() throws InterruptedException {
    if (mostMillis > 0) {
      sleep.forMillis(ThreadLocalRandom.current().nextLong(mostMillis));
    }
  }
}
