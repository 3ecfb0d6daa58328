package io.tidemark.driver.ibmmq;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.ibmmq.client.Bodies;
import io.tidemark.driver.ibmmq.client.Inflow;
import io.tidemark.driver.ibmmq.client.JmsBenchmarkConsumer;
import io.tidemark.driver.ibmmq.client.JmsBenchmarkProducer;
import io.tidemark.driver.ibmmq.client.ListeningConsumer;
import io.tidemark.driver.ibmmq.client.MqConnections;
import io.tidemark.driver.ibmmq.client.SessionContext;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.ConsumeBy;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Consuming;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Provider;
import io.tidemark.driver.ibmmq.config.RunOutcomes;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.ibmmq.provider.JmsProvider;
import io.tidemark.driver.ibmmq.requestreply.WaitingRequester;
import io.tidemark.driver.ibmmq.topology.Destinations;
import io.tidemark.driver.ibmmq.topology.MqPairs;
import io.tidemark.driver.ibmmq.topology.MqTopology;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequesterSpec;
import io.tidemark.driver.session.DriverSession;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The driver between initialisation and close: its provider, connections and threads. */
final class MqDriverSession implements DriverSession {
  private static final Logger log = LoggerFactory.getLogger(MqDriverSession.class);
  private static final long LOOK_EVERY_MILLIS = 200;
  private final SessionContext context;
  private final RunOutcomes outcomes;
  private final MqTopology topology;
  private final Destinations destinations;
  private final MqPairs pairs;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(BackgroundTasks.daemons("jms-timer"));
  private final Set<JmsBenchmarkProducer> producers = ConcurrentHashMap.newKeySet();
  private final Set<WaitingRequester> requesters = ConcurrentHashMap.newKeySet();
  private final Telemetry telemetry;
  private final Map<String, String> facts;

  private MqDriverSession(
      SessionContext context, RunOutcomes outcomes, Consumer<DriverEvent> events)
      throws JmsFailure {
    this.context = context;
    this.outcomes = outcomes;
    this.topology =
        new MqTopology(
            context.configuration().destinations(), context.provider(), outcomes.namedQueue());
    this.destinations = new Destinations(context, topology, outcomes);
    this.pairs = new MqPairs(context, destinations);
    this.telemetry = new Telemetry(context.provider().statistics(), events);
    this.facts = new LinkedHashMap<>(context.provider().facts());
    SettingFacts.of(context.configuration()).forEach(facts::putIfAbsent);
    timer.scheduleWithFixedDelay(
        this::lookAfterClients, LOOK_EVERY_MILLIS, LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    IbmMqConfiguration.Publishing publishing = context.configuration().publishing();
    if (publishing.transacted()) {
      long everyMillis = Math.max(1, publishing.commitIdle().toMillis());
      timer.scheduleWithFixedDelay(
          () -> producers.forEach(JmsBenchmarkProducer::commitIdle),
          everyMillis,
          everyMillis,
          TimeUnit.MILLISECONDS);
    }
  }

  /** Connects once as a check; closes everything on failure. */
  static MqDriverSession open(
      IbmMqConfiguration configuration, RunOutcomes outcomes, Consumer<DriverEvent> events)
      throws JmsFailure {
    JmsProvider provider = Providers.of(configuration);
    try {
      MqConnections connections =
          new MqConnections(provider, configuration.connecting().mode(), events);
      Bodies bodies =
          new Bodies(configuration.messages().type(), configuration.messages().keyProperty());
      return new MqDriverSession(
          new SessionContext(configuration, provider, connections, bodies), outcomes, events);
    } catch (JmsFailure | RuntimeException e) {
      provider.close();
      throw e;
    }
  }

  SessionContext context() {
    return context;
  }

  MqPairs pairs() {
    return pairs;
  }

  /** One queue or topic for any number of partitions: a queue manager has none. */
  @Override
  public void createTopic(String topic, int partitions) throws JmsFailure {
    destinations.createTopic(topic);
  }

  @Override
  public Optional<Integer> findTopic(String topic) throws JmsFailure {
    return destinations.topicExists(topic) ? Optional.of(1) : Optional.empty();
  }

  @Override
  public void deleteTopic(String topic) throws JmsFailure {
    destinations.deleteTopic(topic);
  }

  @Override
  public BenchmarkProducer createProducer(String topic) throws JmsFailure {
    JmsBenchmarkProducer producer =
        new JmsBenchmarkProducer(topic, context, session -> topology.destination(session, topic));
    producers.add(producer.open());
    return producer;
  }

  @Override
  public BenchmarkConsumer createConsumer(
      String topic, String subscription, ConsumerCallback callback) throws JmsFailure {
    topology.claim(topic, subscription);
    topology.claimConsumer(topic, subscription);
    try {
      return openConsumer(topic, subscription, callback);
    } catch (JmsFailure | RuntimeException e) {
      topology.releaseConsumer(topic, subscription);
      throw e;
    }
  }

  private BenchmarkConsumer openConsumer(
      String topic, String subscription, ConsumerCallback callback) throws JmsFailure {
    String who = "consumer of " + topic + " for " + subscription;
    Inflow inflow =
        new Inflow(
            who,
            callback,
            context.configuration().consuming(),
            outcomes.readsDeadLetters()
                ? Optional.of(session -> topology.deadLetters(session, topic))
                : Optional.empty(),
            () -> topology.releaseConsumer(topic, subscription));
    SessionContext.Source source =
        new SessionContext.Source(
            topology.clientId(topic, subscription),
            session -> topology.consumer(session, topic, subscription));
    destinations.subscribed(topic, subscription);
    return opened(who, source, inflow);
  }

  private BenchmarkConsumer opened(String who, SessionContext.Source source, Inflow inflow)
      throws JmsFailure {
    return context.configuration().consuming().by() == ConsumeBy.LISTENER
        ? new ListeningConsumer(who, context, inflow).open(source)
        : new JmsBenchmarkConsumer(who, context, source, inflow).open();
  }

  BenchmarkConsumer createDeadLetterConsumer(String topic, ConsumerCallback callback)
      throws JmsFailure {
    String who = "consumer of dead letters of " + topic;
    Consuming settings = context.configuration().consuming();
    return opened(
        who,
        new SessionContext.Source(
            "", session -> session.createConsumer(topology.deadLetters(session, topic))),
        new Inflow(who, callback, settings, Optional.empty(), () -> {}));
  }

  /** A requester whose late replies are also collected while it has no request under way. */
  WaitingRequester waitingRequester(RequesterSpec spec, ReplyCallback callback) throws JmsFailure {
    WaitingRequester requester = new WaitingRequester(spec, context, callback).open();
    requesters.add(requester);
    return requester;
  }

  /** Forgets those that are closed, and collects late replies. */
  private void lookAfterClients() {
    producers.removeIf(JmsBenchmarkProducer::isClosed);
    requesters.removeIf(WaitingRequester::isClosed);
    for (WaitingRequester requester : requesters) {
      try {
        requester.collectLate();
      } catch (RuntimeException e) {
        log.warn("late replies were not collected", e); // Thrown on, it would end the timer.
      }
    }
  }

  /** A queue keeps messages anyway; a durable subscription does after its creation. */
  @Override
  public void createSubscription(String topic, String subscription) throws JmsFailure {
    topology.claim(topic, subscription);
    topology.requireDurable();
    if (!topology.onQueues()) {
      context.doOnce(
          "subscription",
          topology.clientId(topic, subscription),
          "subscribe to " + topic,
          session -> topology.consumer(session, topic, subscription).close());
      destinations.subscribed(topic, subscription);
    }
  }

  @Override
  public Map<String, String> facts() {
    return facts;
  }

  @Override
  public EffectiveConfiguration effectiveConfiguration(List<String> topics) {
    return context
        .provider()
        .effectiveConfiguration(destinations.queues().stream().sorted().toList());
  }

  @Override
  public List<TelemetryReading> readTelemetry() throws JmsFailure {
    return context.configuration().setup().telemetry()
        ? telemetry.read(new ArrayList<>(destinations.queues()))
        : List.of();
  }

  @Override
  public void close() {
    timer.shutdownNow();
    context.connections().close();
    context.provider().close();
  }

  /** Settings that are required to compare results of this driver. */
  static final class SettingFacts {
    private SettingFacts() {}

    static Map<String, String> of(IbmMqConfiguration configuration) {
      Map<String, String> facts = new LinkedHashMap<>();
      facts.put(BrokerFacts.ACKNOWLEDGEMENT, "by the server that is addressed");
      facts.put(BrokerFacts.PERSISTENCE, persistence(configuration));
      facts.put("message.persistence", name(configuration.messages().persistence()));
      facts.put("message.type", name(configuration.messages().type()));
      facts.put("connections", name(configuration.connecting().mode()));
      facts.put("publishing.transacted", Boolean.toString(configuration.publishing().transacted()));
      facts.put("consuming.acknowledge", name(configuration.consuming().acknowledge()));
      facts.put("requestReply.correlation", name(configuration.exchange().correlation()));
      facts.put("requestReply.transacted", Boolean.toString(configuration.exchange().transacted()));
      if (configuration.provider() == Provider.IBMMQ) {
        facts.put("address", configuration.where().address());
        facts.put("channel", configuration.where().channel());
        facts.put("target.client", name(configuration.messages().targetClient()));
        int buffer = configuration.client().defaultMaxMessageBytes();
        facts.put("client.defaultMaxMsgSize", buffer == 0 ? "4096 (default)" : buffer + " B");
        String cipher = configuration.tls().cipherSuite();
        facts.put("tls.cipherSuite", cipher.isEmpty() ? "none" : cipher);
      }
      return facts;
    }

    /** A queue manager forces its log before it confirms a persistent message. */
    private static String persistence(IbmMqConfiguration configuration) {
      return switch (configuration.messages().persistence()) {
        case NON_PERSISTENT -> BrokerFacts.IN_MEMORY;
        case PERSISTENT ->
            configuration.provider() == Provider.IBMMQ
                ? BrokerFacts.FLUSHED
                : "on disk, as the broker's journal is set";
        case QUEUE_DEFAULT, APPLICATION -> "as the queue is defined";
      };
    }

    private static String name(Enum<?> choice) {
      return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
