package io.tidemark.driver.rabbitmq.quorum;

import io.tidemark.driver.PairsRequest;
import io.tidemark.driver.ReplyCallback;
import io.tidemark.driver.RequestHandler;
import io.tidemark.driver.RequestReplyPair;
import io.tidemark.driver.Requester;
import io.tidemark.driver.RequesterSpec;
import io.tidemark.driver.Responder;
import io.tidemark.driver.ResponderSpec;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.Replies;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * RabbitMQ's way of request and reply: a queue for each pair, to which requests go by the default
 * exchange, and either direct reply-to or a reply queue for each requester. Methods block.
 */
final class RequestQueues {
  private static final String EXISTED = "existing";
  private static final String REPLY = ".reply-";

  private final QuorumConfiguration configuration;
  private final QuorumTopology topology;
  private final Administration administration;
  private final QuorumConnections connections;
  private final Retries retries;
  private final Consumer<String> used;
  private final Set<QueueRequester> requesters = ConcurrentHashMap.newKeySet();

  /**
   * @param used receives the name of every queue of requests or replies
   */
  RequestQueues(
      QuorumConfiguration configuration,
      QuorumTopology topology,
      Administration administration,
      QuorumConnections connections,
      Retries retries,
      Consumer<String> used) {
    this.configuration = configuration;
    this.topology = topology;
    this.administration = administration;
    this.connections = connections;
    this.retries = retries;
    this.used = used;
  }

  static String mechanism(QuorumConfiguration configuration) {
    return configuration.replying().replies() == Replies.DIRECT
        ? "AMQP direct reply-to"
        : "reply queue per requester, correlation id";
  }

  List<RequestReplyPair> create(PairsRequest request) throws IOException {
    List<RequestReplyPair> made = new ArrayList<>();
    for (int i = 0; i < request.names().size(); i++) {
      String name = request.names().get(i);
      boolean given = request.existing() || !topology.topicsAreQueues();
      String queue = given ? name : topology.queueOf(name);
      used.accept(queue);
      administration.declareRequestQueue(queue, request.existing());
      boolean keep = request.existing() || topology.topicsAreQueues();
      made.add(new RequestReplyPair(i, queue, keep ? EXISTED : ""));
    }
    return made;
  }

  /** Reply queues went with their requesters, but for those that had lost their channel. */
  void delete(List<RequestReplyPair> pairs) throws IOException {
    for (QueueRequester requester : requesters) {
      Optional<String> left = requester.leftQueue();
      if (left.isPresent()) {
        administration.deleteQueue(left.get());
      }
      requesters.remove(requester);
    }
    for (RequestReplyPair pair : pairs) {
      if (!pair.replyDestination().equals(EXISTED)) {
        administration.deleteQueue(pair.requestDestination());
      }
    }
  }

  Requester requester(RequesterSpec spec, ReplyCallback callback) throws IOException {
    String requests = spec.pair().requestDestination();
    String replies =
        configuration.replying().replies() == Replies.DIRECT
            ? ReplyRoute.DIRECT
            : requests + REPLY + spec.index();
    used.accept(requests);
    used.accept(replies);
    QueueRequester requester =
        new QueueRequester(
            requests,
            replies,
            callback,
            configuration,
            topology,
            connections.lease("requester", requests),
            retries);
    requesters.add(requester);
    try {
      return requester.open();
    } catch (IOException | RuntimeException e) {
      requester.close();
      throw e;
    }
  }

  Responder responder(ResponderSpec spec, RequestHandler handler)
      throws IOException, InterruptedException {
    String requests = spec.pair().requestDestination();
    used.accept(requests);
    QueueResponder responder =
        new QueueResponder(
            requests, handler, configuration, connections.lease("responder", requests), retries);
    try {
      return responder.open();
    } catch (IOException | RuntimeException e) {
      responder.close();
      throw e;
    }
  }
}
