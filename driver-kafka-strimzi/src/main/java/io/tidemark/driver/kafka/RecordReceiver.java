package io.tidemark.driver.kafka;

import java.util.concurrent.CompletableFuture;

/** Receives on a separate thread until it is stopped; the other methods are for other threads. */
interface RecordReceiver extends Runnable {

  /** Completes when all messages sent from then on will be received. */
  CompletableFuture<Void> ready();

  void pause(boolean pause);

  /** No message is delivered after the one under way. */
  void stop();
}
