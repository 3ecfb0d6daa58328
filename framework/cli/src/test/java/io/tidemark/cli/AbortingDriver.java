package io.tidemark.cli;

import io.tidemark.driver.AbortedSend;
import io.tidemark.driver.SendFuture;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** One topic in memory: every tenth message is in a transaction that is aborted on purpose. */
public class AbortingDriver extends FakeDriver {
  private static final int EVERY = 10;

  private int sent;

  /** With the fault that consumers receive each second message of an aborted transaction. */
  public static final class Leaky extends AbortingDriver {
    @Override
    boolean delivers(int aborted) {
      return aborted % 2 == 0;
    }
  }

  /** Whether consumers get an aborted message. */
  boolean delivers(int aborted) {
    return false;
  }

  @Override
  synchronized CompletableFuture<Void> send(Optional<String> key, byte[] payload) {
    boolean aborted = ++sent % EVERY == 0;
    if (!aborted || delivers(sent / EVERY)) {
      toConsumers(payload);
    }
    SendFuture future = new SendFuture();
    if (aborted) {
      future.completeExceptionally(AbortedSend.CONFIRMED);
    } else {
      future.complete(null);
    }
    return future;
  }
}
