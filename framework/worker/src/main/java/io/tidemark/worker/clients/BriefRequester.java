package io.tidemark.worker.clients;

import io.tidemark.driver.SendResult;
import io.tidemark.driver.requests.Requester;
import io.tidemark.worker.engine.requestreply.PendingRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A requester whose requests are sent by a client of the driver each, or by one for some of them,
 * which is open until they are answered or given up.
 */
public final class BriefRequester implements Requester {
  private final BriefClients.Series<Requester> clients;

  /**
   * @param messages requests of each client
   * @param creation of a client; connects
   */
  public BriefRequester(
      BriefClients all,
      String name,
      int messages,
      Supplier<CompletableFuture<Requester>> creation) {
    this.clients = all.series(name, messages, creation);
  }

  @Override
  public void sendRequest(byte[] payload, SendResult result) {
    if (result instanceof PendingRequest request) {
      clients.use(new Sending(payload, result, request));
    } else {
      clients.probe(new Probe(payload, result));
    }
  }

  /** A request, from before its client is open. */
  private record Sending(byte[] payload, SendResult result, PendingRequest request)
      implements BriefClients.Use<Requester> {
    @Override
    public CompletionStage<?> by(Requester client) {
      if (!request.isOver()) { // Its time can be up before there is a connection.
        client.sendRequest(payload, result);
      }
      return request.over();
    }

    @Override
    public void failed(Throwable cause) {
      result.failed(cause);
    }
  }

  /** Its client stays open for the reply. */
  private record Probe(byte[] payload, SendResult result) implements BriefClients.Use<Requester> {
    @Override
    public CompletionStage<?> by(Requester client) {
      client.sendRequest(payload, result);
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void failed(Throwable cause) {
      result.failed(cause);
    }
  }

  /** Its clients are closed with the others of the run. */
  @Override
  public void close() {}
}
