package io.tidemark.worker.check;

import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.driver.RefusedException;
import io.tidemark.measure.payload.PayloadChange;
import io.tidemark.worker.driver.FailureLine;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * One message and the wait for it to come back unchanged. The wait fails if it was certainly
 * changed; other messages are ignored.
 */
final class EchoProbe implements MessageCallback {
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

  /** What happened last instead; empty if nothing did. */
  Optional<String> other() {
    return other;
  }

  CompletableFuture<Void> arrival() {
    return arrival;
  }

  @Override
  public void messageReceived(ReceivedMessage message) {
    echoed(message.body());
  }

  void echoed(byte[] received) {
    if (Arrays.equals(payload, received)) {
      arrival.complete(null);
      return;
    }
    PayloadChange change = PayloadChange.of(payload, payload.length, received, received.length);
    other = Optional.of("the received message differs from the sent one: " + change.text());
    if (change.kind() != PayloadChange.Kind.UNKNOWN) {
      arrival.completeExceptionally(new IllegalStateException(change.text()));
    }
  }

  @Override
  public void consumerFailed(Throwable cause) {
    if (RefusedException.isIn(cause)) {
      arrival.completeExceptionally(cause);
    } else {
      other = Optional.of("the consumer failed: " + FailureLine.of(cause));
    }
  }
}
