package io.tidemark.driver.rabbitmq.quorum.amqp091;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.ShutdownSignalException;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.tidemark.driver.Bounded;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.PausableConsumer;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.driver.outcome.DeadLetterReason;
import io.tidemark.driver.rabbitmq.quorum.config.MessageProperties;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.ConsumeBy;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Consuming;
import io.tidemark.driver.rabbitmq.quorum.config.RunOutcomes;
import io.tidemark.driver.rabbitmq.quorum.connection.ConnectionSlot;
import io.tidemark.driver.rabbitmq.quorum.connection.QuorumConnections;
import io.tidemark.driver.rabbitmq.quorum.topology.QuorumContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Consumes the queues of one subscription over one channel, and again over another when that is
 * lost; the broker then delivers unacknowledged messages once more.
 *
 * <p>Threads: deliveries come one at a time on a thread of the client's; opening, pausing and
 * closing exclude each other by this object's monitor, which deliveries never take.
 */
public final class QuorumConsumer extends ReopeningChannel
    implements BenchmarkConsumer, PausableConsumer {
  private final String subject;
  private final QueueSource queueSource;
  private final CallbackAdapter receiver;
  private final Consuming settings;
  private final boolean mixesPriorities;

  private List<String> consumerTags = List.of();
  private volatile Acknowledger acknowledger;
  private volatile boolean paused;

  /** Finds or declares the queues to consume, on the consumer's own channel. */
  public interface QueueSource {
    List<String> queues(Channel channel) throws IOException;
  }

  @SuppressWarnings("NullAway.Init") // start() sets the acknowledger before it is used
  public QuorumConsumer(
      String subject,
      QueueSource queueSource,
      CallbackAdapter receiver,
      QuorumContext context,
      QuorumConnections.Lease lease) {
    super("consumer of " + subject, context, lease);
    this.subject = subject;
    this.queueSource = queueSource;
    this.receiver = receiver;
    this.settings = context.configuration().consuming();
    this.mixesPriorities = context.configuration().publishing().priorities().size() > 1;
  }

  @Override
  protected void start(Channel opened) throws IOException {
    prepare(opened);
    List<String> queues = queueSource.queues(opened);
    Acknowledger acknowledging = new Acknowledger(opened, settings);
    boolean polls = settings.by() == ConsumeBy.POLL;
    consumerTags = polls || paused ? List.of() : consume(opened, acknowledging, queues);
    acknowledger = acknowledging;
    if (polls) {
      Bounded.start("rabbitmq-poll", () -> poll(opened, acknowledging, queues));
    }
  }

  private void prepare(Channel on) throws IOException {
    on.basicQos(settings.prefetchMessages());
    if (settings.channelPrefetchMessages() > 0) {
      on.basicQos(settings.channelPrefetchMessages(), true);
    }
    if (settings.transacted()) {
      on.txSelect();
    }
  }

  private List<String> consume(Channel on, Acknowledger acknowledging, List<String> queues)
      throws IOException {
    List<String> tags = new ArrayList<>(queues.size());
    for (int partition = 0; partition < queues.size(); partition++) {
      tags.add(
          on.basicConsume(
              queues.get(partition),
              settings.autoAck(),
              settings.arguments(),
              new Delivering(on, acknowledging, partition)));
    }
    return tags;
  }

  private final class Delivering extends DefaultConsumer {
    private final Acknowledger acknowledging;
    private final Delivery delivery;

    Delivering(Channel on, Acknowledger acknowledging, int partition) {
      super(on);
      this.acknowledging = acknowledging;
      this.delivery = new Delivery(orderOf(partition));
    }

    @Override
    public void handleDelivery(
        String tag, Envelope envelope, BasicProperties properties, byte[] body) {
      process(acknowledging, envelope, delivery.with(envelope, properties, body));
    }

    @Override
    public void handleCancel(String tag) {
      cancelled(getChannel(), subject);
    }
  }

  @Override
  protected void report(Throwable cause) {
    receiver.failed(cause);
  }

  @Override
  protected boolean isFailure(ShutdownSignalException cause) {
    return !cause.isHardError() || lease.slot().isGoneForGood();
  }

  private void process(Acknowledger acknowledging, Envelope envelope, Delivery delivery) {
    if (closed) {
      return; // Not acknowledged, so the broker keeps it.
    }
    long tag = envelope.getDeliveryTag();
    try {
      acknowledging.settle(tag, receiver.settle(delivery));
    } catch (AlreadyClosedException e) {
      // The shutdown listener recovers; the broker delivers the message again.
    } catch (IOException e) {
      receiver.failed(e);
    }
  }

  /** What comes from a queue, one message after the other. */
  @SuppressWarnings("NullAway.Init") // Set before each delivery.
  private static final class Delivery implements ReceivedMessage {
    private final int partition;
    private Envelope envelope;
    private BasicProperties properties;
    private byte[] body;

    Delivery(int partition) {
      this.partition = partition;
    }

    Delivery with(Envelope around, BasicProperties received, byte[] receivedBody) {
      envelope = around;
      properties = received;
      body = receivedBody;
      return this;
    }

    @Override
    public byte[] array() {
      return body;
    }

    @Override
    public long publishedMillis() {
      return MessageProperties.sentMillis(properties);
    }

    @Override
    public int partition() {
      return partition;
    }

    @Override
    public int deliveries() {
      return Acknowledger.deliveries(envelope.isRedeliver(), properties.getHeaders());
    }

    @Override
    public @Nullable DeadLetterReason deadLetterReason() {
      Map<String, Object> headers = properties.getHeaders();
      return headers == null ? null : RunOutcomes.deadLetterReason(headers::get);
    }

    @Override
    public byte @Nullable [] header(String name) {
      return properties.getHeaders() == null
          ? null
          : ReceivedMessage.bytes(properties.getHeaders().get(name));
    }
  }

  /** A queue delivers higher priorities first: it keeps no order then. */
  private int orderOf(int partition) {
    return mixesPriorities ? ReceivedMessage.NO_ORDER : partition;
  }

  private void poll(Channel on, Acknowledger acknowledging, List<String> queues) {
    try {
      while (!closed && on.isOpen()) {
        boolean found = false;
        for (int k = 0; k < queues.size() && !paused; k++) {
          GetResponse got = on.basicGet(queues.get(k), settings.autoAck());
          if (got != null) {
            found = true;
            Delivery delivery =
                new Delivery(orderOf(k)).with(got.getEnvelope(), got.getProps(), got.getBody());
            process(acknowledging, got.getEnvelope(), delivery);
          }
        }
        if (!found) {
          acknowledging.flush();
          TimeUnit.NANOSECONDS.sleep(settings.pollInterval().toNanos());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (AlreadyClosedException e) {
      // The shutdown listener recovers.
    } catch (IOException e) {
      if (!closed) {
        receiver.failed(e);
      }
    }
  }

  /** Acknowledges what is processed and waits for its group to fill. */
  public void acknowledgeIdle() {
    Acknowledger now = acknowledger;
    if (now != null) {
      now.flushIfOpen();
    }
  }

  @Override
  public void pause() {
    paused = true;
    context.retries().start("pause of " + subject, this::applyPause);
  }

  @Override
  public void resume() {
    paused = false;
    context.retries().start("resume of " + subject, this::applyPause);
  }

  /** Brings the broker's view in line with the wish; polling looks at the wish itself. */
  private synchronized void applyPause() throws IOException {
    Channel on = channel();
    if (closed || settings.by() == ConsumeBy.POLL || on == null || !on.isOpen()) {
      return; // A channel that comes back begins with the wish.
    }
    if (paused && !consumerTags.isEmpty()) {
      for (String tag : consumerTags) {
        on.basicCancel(tag);
      }
      consumerTags = List.of();
    } else if (!paused && consumerTags.isEmpty()) {
      consumerTags = consume(on, acknowledger, queueSource.queues(on));
    }
  }

  /** Stops deliveries, acknowledges what was processed, gives the rest back to the broker. */
  @Override
  protected void leave() {
    acknowledgeIdle();
    if (!lease.owned()) {
      synchronized (this) {
        Channel last = channel();
        if (last != null && last.isOpen()) {
          cancelQuietly(last);
          ConnectionSlot.discard(last);
        }
      }
    }
  }

  private void cancelQuietly(Channel on) {
    for (String tag : consumerTags) {
      try {
        on.basicCancel(tag);
      } catch (IOException | AlreadyClosedException e) {
        return; // The channel is gone, and its consumers with it.
      }
    }
  }
}
