package io.tidemark.driver.ibmmq.topology;

import io.tidemark.driver.ibmmq.client.SessionContext;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Correlation;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Exchange;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.requests.PairsRequest;
import io.tidemark.driver.requests.RequestReplyPair;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Finds or makes the queues of request/reply pairs. */
public record MqPairs(SessionContext context, Destinations destinations) {

  private Exchange settings() {
    return context.configuration().exchange();
  }

  /** All queues exist and, unless they are the workload's own, are empty. */
  public List<RequestReplyPair> create(PairsRequest request) throws JmsFailure {
    List<RequestReplyPair> pairs = new ArrayList<>();
    for (int index = 0; index < request.names().size(); index++) {
      pairs.add(pair(index, request));
    }
    List<String> queues =
        pairs.stream()
            .flatMap(p -> List.of(p.requestDestination(), p.replyDestination()).stream())
            .filter(name -> !name.isEmpty())
            .distinct()
            .toList();
    try {
      require(queues);
      if (!request.existing()) {
        for (String queue : queues) {
          destinations.empty(queue);
        }
      }
      return pairs;
    } catch (JmsFailure e) {
      remove(queues, e);
      throw e;
    }
  }

  /** Deletes the queues created before a failure, which would otherwise remain. */
  private void remove(List<String> queues, JmsFailure cause) {
    for (String queue : queues) {
      try {
        destinations.deleteQueue(queue);
      } catch (JmsFailure e) {
        cause.addSuppressed(e);
      }
    }
  }

  private RequestReplyPair pair(int index, PairsRequest request) throws JmsFailure {
    boolean temporary = settings().correlation() == Correlation.TEMPORARY_QUEUE;
    if (!settings().requestQueues().isEmpty()) {
      int number = settings().from() + index;
      if (number > settings().to()) {
        throw new JmsFailure(
            String.format(
                Locale.ROOT,
                "the workload has %d pairs, requestReply.from to requestReply.to are %d",
                request.names().size(),
                settings().to() - settings().from() + 1));
      }
      return new RequestReplyPair(
          index,
          String.format(settings().requestQueues(), number),
          temporary ? "" : String.format(settings().replyQueues(), number));
    }
    String name = request.names().get(index);
    return new RequestReplyPair(
        index,
        context.provider().objectName(name),
        temporary ? "" : context.provider().objectName(name + ".REPLY"));
  }

  /** Reports all missing queues together, with the commands to define them. */
  private void require(List<String> queues) throws JmsFailure {
    List<String> missing = new ArrayList<>();
    for (String queue : queues) {
      if (context.provider().admin().mayChange() || destinations.exists(queue)) {
        destinations.createQueue(queue);
      } else {
        missing.add(queue);
      }
    }
    if (!missing.isEmpty()) {
      throw new JmsFailure(
          missing.size()
              + (context.configuration().provider() == IbmMqConfiguration.Provider.IBMMQ
                  ? " queues do not exist. Define them (runmqsc), or set setup.mode: pcf:\n"
                  : " queues do not exist. Define them with the provider's tools:\n")
              + missing.stream()
                  .map(queue -> "  " + context.provider().definition(queue))
                  .collect(Collectors.joining("\n")),
          JmsFailure.Kind.UNKNOWN_OBJECT);
    }
  }

  /** Deletes the created queues; existing ones stay. */
  public void delete(List<RequestReplyPair> pairs) throws JmsFailure {
    for (RequestReplyPair pair : pairs) {
      destinations.deleteQueue(pair.requestDestination());
      destinations.deleteQueue(pair.replyDestination());
    }
  }

  /** Names the mechanism for the result. */
  public String mechanism() {
    String replies = "static reply queue per pair";
    String way =
        switch (settings().correlation()) {
          case SESSION -> "correlation id per requester, consumer opened once, " + replies;
          case MESSAGE_ID -> "message id to correlation id, consumer per reply, " + replies;
          case PASS_THROUGH -> "correlation id passed through, consumer per reply, " + replies;
          case TEMPORARY_QUEUE -> "temporary reply queue per requester";
        };
    String several =
        settings().correlation() == Correlation.TEMPORARY_QUEUE
            ? ""
            : " (with several requests in flight: correlation id per request, temporary reply queue"
                + " per requester)";
    return "JMS, " + way + several + (settings().transacted() ? ", transacted" : "");
  }
}
