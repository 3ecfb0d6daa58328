package io.tidemark.driver.rabbitmq.quorum.amqp10;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.rabbitmq.BrokerVersion;
import io.tidemark.driver.rabbitmq.FilterCounts;
import io.tidemark.driver.rabbitmq.quorum.amqp10.Amqp10Client.Amqp10Context;
import io.tidemark.driver.rabbitmq.quorum.connection.QuorumConnections;
import io.tidemark.driver.rabbitmq.quorum.topology.QuorumContext;
import io.tidemark.driver.rabbitmq.quorum.topology.QuorumTopology;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.Responder;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Makes the clients that send and receive over AMQP 1.0. Topics, queues, telemetry and facts are
 * those of AMQP 0-9-1, so that runs over both have the same queues. Thread-safe.
 */
public final class Amqp10Clients implements AutoCloseable {
  private final Amqp10Context context;
  private final FilterCounts filterCounts = new FilterCounts();
  private final Set<Amqp10Client> all = ConcurrentHashMap.newKeySet();

  public Amqp10Clients(QuorumContext session, Consumer<DriverEvent> events) {
    this.context =
        new Amqp10Context(session, new Amqp10Connections(session.configuration()), events);
  }

  /**
   * @throws IOException where the broker cannot speak AMQP 1.0, or only with a plug-in
   */
  public static void requireVersion(String version) throws IOException {
    long number = BrokerVersion.of(version);
    if (number != BrokerVersion.UNKNOWN && number < BrokerVersion.of(4, 0)) {
      throw new IOException(
          "protocol: amqp10 is supported by RabbitMQ 4.0 and later, this is "
              + version
              + "; set protocol: amqp091");
    }
  }

  public BenchmarkProducer producer(String topic, String queue) throws IOException {
    List<QuorumTopology.Target> targets =
        context
            .session()
            .topology()
            .targets(topic, context.session().administration().partitions(topic));
    return opened(new Amqp10Producer(topic, targets, queue, context));
  }

  /** Not opened yet. */
  public Amqp10Consumer consumer(
      String topic, String subscription, List<String> queues, CallbackAdapter receiver) {
    Amqp10Consumer consumer =
        new Amqp10Consumer(
            topic + " subscription " + subscription,
            queues,
            receiver,
            filterCounts.of(topic, subscription),
            context);
    all.add(consumer);
    return consumer;
  }

  /** What consumers with a filter read; none without one. */
  public List<TelemetryReading> readTelemetry() {
    return context.configuration().filter().isOn() ? filterCounts.read() : List.of();
  }

  public Requester requester(String requestQueue, String replyQueue, ReplyCallback callback)
      throws IOException {
    context.session().administration().declareRequestQueue(replyQueue, false);
    return opened(new Amqp10Requester(requestQueue, replyQueue, callback, context));
  }

  public Responder responder(String requestQueue, RequestHandler handler) throws IOException {
    return opened(new Amqp10Responder(requestQueue, handler, context));
  }

  private <C extends Amqp10Client> C opened(C client) throws IOException {
    all.add(client);
    client.open();
    return client;
  }

  public void acknowledgeIdle() {
    for (Amqp10Client client : all) {
      if (client instanceof Amqp10Consumer consumer) {
        consumer.acknowledgeIdle();
      }
    }
  }

  public void forgetClosed() {
    all.removeIf(client -> client.closed);
  }

  @Override
  public void close() {
    Duration most =
        QuorumConnections.clientsClosed(context.configuration().connecting().closeTimeout());
    BackgroundTasks.forEach("rabbitmq-close", all, Amqp10Client::close, most);
    context.connections().close();
  }
}
