package org.example.mybroker;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.SendFuture;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.example.mybroker.toy.ToyPublisher;

/**
 * Sends messages; called by one thread.
 *
 * @param closed gets the producer when it is closed
 */
record MyBrokerProducer(ToyPublisher publisher, Consumer<AutoCloseable> closed)
    implements BenchmarkProducer {

  /** A send: the future of the framework and the callback of the client in one object. */
  private static final class Send extends SendFuture implements ToyPublisher.Confirmation {
    @Override
    public void confirmed() {
      complete(null);
    }

    @Override
    public void failed(IOException reason) {
      completeExceptionally(reason);
    }
  }

  /**
   * The future completes when the broker has the message. Must not wait for that here.
   *
   * <p>REPLACE: the toy has no keys. Pass the key to your client if it has some (rule 4.8).
   */
  @Override
  public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
    Send send = new Send();
    publisher.publish(payload, send);
    return send;
  }

  /** Sends without an answer fail. */
  @Override
  public void close() {
    publisher.close();
    closed.accept(this);
  }
}
