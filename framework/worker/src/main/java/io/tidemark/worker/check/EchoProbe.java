package io.tidemark.worker.check;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.measure.payload.PayloadChange;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * One message and the wait for it to come back unchanged. The wait fails if it was certainly
 * changed; other messages are ignored.
 */
final class EchoProbe implements ConsumerCallback {
  private final byte[] payload;
  private final CompletableFuture<Void> arrival = new CompletableFuture<>();
  private volatile Optional<String> other = Optional.empty();

  EchoProbe(int bytes) {
    payload = new byte[bytes];
    new Random().nextBytes(payload);
  }

  /** A copy that the driver may keep. */
  byte[] payload() {
    return payload.clone();
  }

  /** What the last message was that came instead; empty when there was none. */
  Optional<String> other() {
    return other;
  }

  CompletableFuture<Void> arrival() {
    return arrival;
  }

  @Override
  public void messageReceived(byte[] received, long publishTimestamp) {
    if (Arrays.equals(payload, received)) {
      arrival.complete(null);
      return;
    }
    PayloadChange change = PayloadChange.of(payload, payload.length, received, received.length);
    other = Optional.of(change.text());
    if (change.kind() != PayloadChange.Kind.UNKNOWN) {
      arrival.completeExceptionally(new IllegalStateException(change.text()));
    }
  }

  @Override
  public void messageReceived(ByteBuffer received, long publishTimestamp) {
    byte[] copy = new byte[received.remaining()];
    received.duplicate().get(copy);
    messageReceived(copy, publishTimestamp);
  }
}
