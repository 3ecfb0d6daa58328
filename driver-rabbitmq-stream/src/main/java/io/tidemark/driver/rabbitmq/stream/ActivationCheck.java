package io.tidemark.driver.rabbitmq.stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.rabbitmq.ManagementApi;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds streams that have consumers of a subscription, but no active one, after a connection was
 * lost. If the lost node led a stream and the broker's coordinator of streams, RabbitMQ 4.0.5 keeps
 * the former consumer of that stream registered as the active one as long as its connection is
 * open, and the consumer that the client has recovered waits for ever. Thread-safe.
 */
final class ActivationCheck {
  private static final Logger log = LoggerFactory.getLogger(ActivationCheck.class);

  /** By default a broker updates its list of consumers every 5 s. */
  static final Duration LISTED = Duration.ofSeconds(10);

  private static final int MOST_RESTARTS = 3;

  /** Most streams that an event names. */
  private static final int NAMED = 5;

  private final ManagementApi management;
  private final String virtualHost;
  private final Executor executor;
  private final Duration delay;
  private final Consumer<DriverEvent> events;
  private final Set<String> own = ConcurrentHashMap.newKeySet();
  private final AtomicInteger latest = new AtomicInteger();

  /**
   * @param executor runs the checks, which call the broker
   * @param delay from a recovered connection to the check, and from a restart to the next one
   */
  ActivationCheck(
      ManagementApi management,
      String virtualHost,
      Executor executor,
      Duration delay,
      Consumer<DriverEvent> events) {
    this.management = management;
    this.virtualHost = virtualHost;
    this.executor = executor;
    this.delay = delay;
    this.events = events;
  }

  /** Adds streams that single active consumers of this subscription read here. */
  void watch(Collection<String> streams, String subscription) {
    streams.forEach(stream -> own.add(subject(stream, subscription)));
  }

  /**
   * Checks after the delay, which begins anew with each call.
   *
   * @param restart subscribes again, on new connections
   */
  void schedule(Runnable restart) {
    if (!own.isEmpty()) {
      schedule(restart, MOST_RESTARTS);
    }
  }

  private void schedule(Runnable restart, int restarts) {
    int number = latest.incrementAndGet();
    CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS, executor)
        .execute(
            () -> {
              if (number == latest.get()) {
                check(restart, restarts);
              }
            });
  }

  private void check(Runnable restart, int restarts) {
    Collection<String> waiting = withoutActiveConsumer();
    if (waiting.isEmpty()) {
      return;
    }
    boolean again = restarts > 0;
    String more = waiting.size() > NAMED ? " and %d more".formatted(waiting.size() - NAMED) : "";
    events.accept(
        new DriverEvent(
            Kind.NOTICE,
            waiting.stream().limit(NAMED).collect(Collectors.joining(", ", "", more)),
            "not read since the reconnect: the broker has activated no consumer; "
                + (again ? "subscribing again" : "set singleActiveConsumer: false")));
    if (again) {
      restart.run();
      schedule(restart, restarts - 1);
    }
  }

  private Collection<String> withoutActiveConsumer() {
    Map<String, Boolean> active = new TreeMap<>();
    for (JsonNode consumer : consumers()) {
      String stream = consumer.path("queue").path("name").asText();
      String subject = subject(stream, consumer.path("properties").path("name").asText());
      if (own.contains(subject)) {
        active.merge(subject, consumer.path("active").asBoolean(true), Boolean::logicalOr);
      }
    }
    active.values().removeIf(any -> any);
    return active.keySet();
  }

  private JsonNode consumers() {
    try {
      return management
          .find(ManagementApi.path("stream", "consumers", virtualHost))
          .orElseGet(MissingNode::getInstance);
    } catch (IOException e) {
      log.warn("Whether consumers are active is not known: {}", FailureReason.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return MissingNode.getInstance();
  }

  private static String subject(String stream, String subscription) {
    return stream + " subscription " + subscription;
  }
}
