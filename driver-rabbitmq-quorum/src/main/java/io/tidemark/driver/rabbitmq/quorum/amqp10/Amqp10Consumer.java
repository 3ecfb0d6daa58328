package io.tidemark.driver.rabbitmq.quorum.amqp10;

import static java.util.Locale.ROOT;

import com.rabbitmq.client.amqp.AmqpException;
import com.rabbitmq.client.amqp.Consumer;
import com.rabbitmq.client.amqp.ConsumerBuilder;
import com.rabbitmq.client.amqp.Message;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.tidemark.driver.Bounded;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.PausableConsumer;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.driver.outcome.DeadLetterReason;
import io.tidemark.driver.outcome.Outcome;
import io.tidemark.driver.rabbitmq.FilterCounts;
import io.tidemark.driver.rabbitmq.quorum.config.Amqp10Rules;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Consuming;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.QueueType;
import io.tidemark.driver.rabbitmq.quorum.config.RunOutcomes;
import io.tidemark.driver.rabbitmq.quorum.config.StreamFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Consumes the queues of one subscription over AMQP 1.0, over one link for each. After a loss the
 * broker delivers unsettled messages of queues again; a stream is read on after the last message.
 */
public final class Amqp10Consumer extends Amqp10Client
    implements BenchmarkConsumer, PausableConsumer {

  /** An annotation of what is given back: when it is delivered again, from RabbitMQ 4.3 on. */
  private static final String DELIVERY_TIME = "x-opt-delivery-time";

  private static final long NONE = -1;

  private final String subject;
  private final List<String> queues;
  private final CallbackAdapter receiver;
  private final Consuming settings;
  private final boolean streams;
  private final StreamFilter filter;
  private final FilterCounts.OfSubscription filterCounts;
  private final AtomicLongArray lastOffsets;

  /** Held by callbacks, so that {@link #close} can wait for the one under way. */
  private final ReentrantLock working = new ReentrantLock();

  /** Guarded by the lock. */
  private final Delivery delivery = new Delivery();

  private volatile List<Link> links = List.of();
  private volatile boolean paused;

  Amqp10Consumer(
      String subject,
      List<String> queues,
      CallbackAdapter receiver,
      FilterCounts.OfSubscription filterCounts,
      Amqp10Context context) {
    super("consumer", subject, queues.get(0), context);
    this.subject = subject;
    this.queues = queues;
    this.receiver = receiver;
    this.settings = context.configuration().consuming();
    this.streams = context.configuration().queues().type() == QueueType.STREAM;
    this.filter = context.configuration().filter();
    this.filterCounts = filterCounts;
    this.lastOffsets =
        new AtomicLongArray(IntStream.range(0, queues.size()).mapToLong(i -> NONE).toArray());
  }

  private record Link(Consumer consumer, Amqp10Settling settling) {}

  @Override
  protected void start(Amqp10Connection on) {
    links = IntStream.range(0, queues.size()).mapToObj(k -> link(on, k)).toList();
    if (paused) {
      applyPause();
    }
  }

  private Link link(Amqp10Connection on, int partition) {
    Amqp10Settling settling =
        new Amqp10Settling(settings, context.session().topology().outcomes().delay());
    ConsumerBuilder builder =
        on.connection()
            .consumerBuilder()
            .queue(queues.get(partition))
            .initialCredits(settings.prefetchMessages())
            .messageHandler((delivery, message) -> process(settling, delivery, message, partition))
            .listeners(on.linkListener());
    settings.consumerPriority().ifPresent(builder::priority);
    if (settings.autoAck()) {
      builder.preSettled();
    }
    if (streams) {
      startAt(builder.stream(), lastOffsets.get(partition));
      select(builder.stream());
    }
    return new Link(on.owning(builder.build()), settling);
  }

  private void startAt(ConsumerBuilder.StreamOptions options, long last) {
    Object first = settings.consumerArguments().get(Amqp10Rules.OFFSET);
    if (last != NONE) {
      options.offset(last + 1);
    } else if (first instanceof Number offset) {
      options.offset(offset.longValue());
    } else if (first != null && List.of("first", "last", "next").contains(first)) {
      options.offset(
          ConsumerBuilder.StreamOffsetSpecification.valueOf(first.toString().toUpperCase(ROOT)));
    } else if (first != null) {
      options.offset(first.toString());
    }
  }

  private void select(ConsumerBuilder.StreamOptions options) {
    if (!filter.isOn()) {
      return;
    }
    if (filter.bloom()) {
      options.filterValues(StreamFilter.MATCH);
    }
    switch (filter.by()) {
      case SQL -> options.filter().sql(filter.sql());
      case PROPERTIES -> options.filter().property(StreamFilter.PROPERTY, StreamFilter.MATCH);
      case CLIENT -> {} // It receives all.
    }
  }

  private void process(
      Amqp10Settling settling, Consumer.Context delivery, Message message, int partition) {
    working.lock();
    try {
      if (closed) {
        return; // Not settled, so the broker keeps it.
      }
      if (streams) {
        lastOffsets.set(partition, (Long) message.annotation(Amqp10Rules.OFFSET));
      }
      settling.settle(delivery, received(message, partition));
    } catch (AmqpException e) {
      receiver.failed(e);
    } finally {
      working.unlock();
    }
  }

  /** Returns what to do with the message. */
  private Outcome received(Message message, int partition) {
    if (filter.isOn()) {
      boolean wanted = Amqp10Messages.isWanted(message);
      filterCounts.count(wanted);
      if (!wanted && !filter.isExact()) {
        return Outcome.ACCEPT;
      }
    }
    delivery.message = message;
    delivery.partition = partition;
    return receiver.settle(delivery);
  }

  /** The message whose callback runs. */
  @SuppressWarnings("NullAway.Init") // Set before each delivery.
  private static final class Delivery implements ReceivedMessage {
    private Message message;
    private int partition;

    @Override
    public byte[] array() {
      return Amqp10Messages.body(message);
    }

    @Override
    public long publishedMillis() {
      return message.creationTime();
    }

    @Override
    public int partition() {
      return partition;
    }

    @Override
    public int deliveries() {
      return message.firstAcquirer() ? 1 : 2;
    }

    @Override
    public @Nullable DeadLetterReason deadLetterReason() {
      return RunOutcomes.deadLetterReason(message::annotation);
    }

    @Override
    public byte @Nullable [] header(String name) {
      return ReceivedMessage.bytes(message.property(name));
    }
  }

  @Override
  protected void disconnected(String reason, boolean withConnection, boolean forGood) {
    if (!withConnection || forGood) {
      receiver.failed(failure(reason));
    }
  }

  /** Settles what is processed and waits for its group to fill. */
  void acknowledgeIdle() {
    try {
      links.forEach(link -> link.settling().flush());
    } catch (AmqpException e) {
      // The connection is gone: the broker delivers the messages again.
    }
  }

  @Override
  public void pause() {
    paused = true;
    context.session().retries().start("pause of " + subject, this::applyPause);
  }

  @Override
  public void resume() {
    paused = false;
    context.session().retries().start("resume of " + subject, this::applyPause);
  }

  /** Waits for the broker's answer; links that come back begin with the wish. */
  private synchronized void applyPause() {
    for (Link link : closed ? List.<Link>of() : links) {
      if (paused) {
        link.consumer().pause();
      } else {
        link.consumer().unpause();
      }
    }
  }

  @Override
  protected void leave() {
    if (Bounded.lockedWithin(closeTimeout(), working)) {
      working.unlock();
    }
    acknowledgeIdle();
  }

  /**
   * Settles the processed messages of one link in groups: one disposition for n, and the rest when
   * the consumer is idle or closes. Called by the processing thread and by a timer.
   */
  static final class Amqp10Settling {
    private final Consuming settings;
    private final Duration delay;
    private Consumer.@Nullable BatchContext group;

    /**
     * @param delay of a message that is delayed
     */
    Amqp10Settling(Consuming settings, Duration delay) {
      this.settings = settings;
      this.delay = delay;
    }

    synchronized void processed(Consumer.Context delivery) {
      if (settings.autoAck()) {
        return;
      }
      if (settings.ackEveryMessages() == 1) {
        delivery.accept();
        return;
      }
      if (group == null) {
        group = delivery.batch(settings.ackEveryMessages());
      }
      group.add(delivery);
      if (group.size() >= settings.ackEveryMessages()) {
        flush();
      }
    }

    void settle(Consumer.Context delivery, Outcome outcome) {
      switch (outcome) {
        case ACCEPT -> processed(delivery);
        case RELEASE -> delivery.requeue();
        case REJECT -> delivery.discard();
        case DELAY -> delivery.requeue(Map.of(DELIVERY_TIME, Date.from(Instant.now().plus(delay))));
        case ABANDON -> throw new IllegalArgumentException(outcome + " is not supported");
      }
    }

    /** Accepts all that is processed. */
    synchronized void flush() {
      if (group != null) {
        group.accept();
        group = null;
      }
    }
  }
}
