package io.tidemark.worker.clients;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.MessagePosition;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.headers.HeaderSender;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.headers.PrioritySender;
import io.tidemark.driver.headers.ProbeSender;
import io.tidemark.worker.session.DriverCall;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A producer whose messages are sent by a client of the driver each, or by one for some of them. A
 * send never blocks while it connects; its future completes when the broker has the message. It has
 * the capabilities that the driver's producers have.
 */
final class BriefProducer implements BenchmarkProducer, HeaderSender, PrioritySender, ProbeSender {
  private final BriefClients.Series<BenchmarkProducer> clients;

  BriefProducer(BriefClients.Series<BenchmarkProducer> clients) {
    this.clients = clients;
  }

  /** A send, from before its client is open. */
  private static final class Sending extends SendFuture
      implements BriefClients.Use<BenchmarkProducer> {
    private final Function<BenchmarkProducer, CompletableFuture<Void>> call;
    private volatile @Nullable CompletableFuture<Void> own;

    Sending(Function<BenchmarkProducer, CompletableFuture<Void>> call) {
      this.call = call;
    }

    @Override
    public CompletionStage<?> by(BenchmarkProducer client) {
      CompletableFuture<Void> sent = DriverCall.requireFuture(call.apply(client));
      own = sent;
      return sent.whenComplete(
          (ok, cause) -> {
            if (cause == null) {
              complete(null);
            } else {
              completeExceptionally(cause);
            }
          });
    }

    @Override
    public void failed(Throwable cause) {
      completeExceptionally(cause);
    }

    @Override
    public Optional<MessagePosition> position() {
      return own instanceof SendFuture known ? known.position() : Optional.empty();
    }
  }

  private CompletableFuture<Void> send(Function<BenchmarkProducer, CompletableFuture<Void>> call) {
    Sending sending = new Sending(call);
    clients.use(sending);
    return sending;
  }

  @Override
  public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
    return send(client -> client.sendAsync(key, payload));
  }

  @Override
  public CompletableFuture<Void> sendAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers) {
    return send(client -> ((HeaderSender) client).sendAsync(key, payload, headers));
  }

  @Override
  public CompletableFuture<Void> sendAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers, int priority) {
    return send(client -> ((PrioritySender) client).sendAsync(key, payload, headers, priority));
  }

  @Override
  public CompletableFuture<Void> sendProbeAsync(Optional<String> key, byte[] payload) {
    return probe(
        client ->
            client instanceof ProbeSender prober
                ? prober.sendProbeAsync(key, payload)
                : client.sendAsync(key, payload));
  }

  @Override
  public CompletableFuture<Void> sendProbeAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers) {
    return probe(client -> ((HeaderSender) client).sendProbeAsync(key, payload, headers));
  }

  private CompletableFuture<Void> probe(Function<BenchmarkProducer, CompletableFuture<Void>> call) {
    Sending sending = new Sending(call);
    clients.probe(sending);
    return sending;
  }

  /** Its clients are closed with the others of the run. */
  @Override
  public void close() {}
}
