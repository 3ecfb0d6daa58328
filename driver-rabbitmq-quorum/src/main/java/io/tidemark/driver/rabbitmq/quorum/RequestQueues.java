package io.tidemark.driver.rabbitmq.quorum;

import io.tidemark.driver.rabbitmq.quorum.amqp091.QueueRequester;
import io.tidemark.driver.rabbitmq.quorum.amqp091.QueueResponder;
import io.tidemark.driver.rabbitmq.quorum.amqp10.Amqp10Clients;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Replies;
import io.tidemark.driver.rabbitmq.quorum.topology.QuorumContext;
import io.tidemark.driver.requests.PairsRequest;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.RequesterSpec;
import io.tidemark.driver.requests.Responder;
import io.tidemark.driver.requests.ResponderSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * RabbitMQ's way of request and reply: a queue for each pair, to which requests go by the default
 * exchange, and either direct reply-to or a reply queue for each requester. Methods block.
 */
final class RequestQueues {
  static final String EXISTED = "existing";
  private static final String REPLY = ".reply-";

  private final QuorumContext context;
  private final Optional<Amqp10Clients> amqp10;
  private final Set<QueueRequester> requesters = ConcurrentHashMap.newKeySet();

  private final Set<String> requestQueues = ConcurrentHashMap.newKeySet();

  /** Reply queues of AMQP 1.0 clients, which do not delete them. */
  private final Set<String> replyQueues = ConcurrentHashMap.newKeySet();

  RequestQueues(QuorumContext context, Optional<Amqp10Clients> amqp10) {
    this.context = context;
    this.amqp10 = amqp10;
  }

  static String mechanism(QuorumConfiguration configuration) {
    return configuration.replies() == Replies.DIRECT
        ? "AMQP direct reply-to"
        : "reply queue per requester, correlation id";
  }

  List<RequestReplyPair> create(PairsRequest request) throws IOException {
    List<RequestReplyPair> made = new ArrayList<>();
    for (int i = 0; i < request.names().size(); i++) {
      String name = request.names().get(i);
      boolean given = request.existing() || !context.topology().topicsAreQueues();
      String queue = given ? name : context.topology().queueOf(name);
      context.telemetry().queue(queue);
      context.administration().declareRequestQueue(queue, request.existing());
      requestQueues.add(queue);
      boolean keep = request.existing() || context.topology().topicsAreQueues();
      made.add(new RequestReplyPair(i, queue, keep ? EXISTED : ""));
    }
    return made;
  }

  /** Whether it is the name of a queue of requests. */
  boolean has(String queue) {
    return requestQueues.contains(queue);
  }

  /** Closed requesters, but for those whose reply queue is left. */
  void forgetClosed() {
    requesters.removeIf(each -> each.isClosed() && each.leftQueue().isEmpty());
  }

  /** Reply queues went with their requesters, but for those that had lost their channel. */
  void delete(List<RequestReplyPair> pairs) throws IOException {
    for (QueueRequester requester : requesters) {
      Optional<String> left = requester.leftQueue();
      if (left.isPresent()) {
        context.administration().deleteQueue(left.get());
      }
      requesters.remove(requester);
    }
    for (String queue : replyQueues) {
      context.administration().deleteQueue(queue);
      replyQueues.remove(queue);
    }
    for (RequestReplyPair pair : pairs) {
      if (!pair.replyDestination().equals(EXISTED)) {
        context.administration().deleteQueue(pair.requestDestination());
      }
    }
  }

  Requester requester(RequesterSpec spec, ReplyCallback callback) throws IOException {
    String requests = spec.pair().requestDestination();
    String replies =
        context.configuration().replies() == Replies.DIRECT
            ? QueueRequester.DIRECT
            : requests + REPLY + spec.index();
    context.telemetry().queue(requests);
    context.telemetry().queue(replies);
    if (amqp10.isPresent()) {
      replyQueues.add(replies);
      return amqp10.get().requester(requests, replies, callback);
    }
    QueueRequester requester =
        new QueueRequester(
            requests,
            replies,
            callback,
            context,
            context.connections().lease("requester", requests));
    requesters.add(requester);
    requester.openOrClose();
    return requester;
  }

  Responder responder(ResponderSpec spec, RequestHandler handler) throws IOException {
    String requests = spec.pair().requestDestination();
    context.telemetry().queue(requests);
    if (amqp10.isPresent()) {
      return amqp10.get().responder(requests, handler);
    }
    QueueResponder responder =
        new QueueResponder(
            requests, handler, context, context.connections().lease("responder", requests));
    responder.openOrClose();
    return responder;
  }
}
