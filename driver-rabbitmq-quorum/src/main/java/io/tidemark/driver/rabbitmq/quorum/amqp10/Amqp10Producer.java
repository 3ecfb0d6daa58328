package io.tidemark.driver.rabbitmq.quorum.amqp10;

import com.rabbitmq.client.amqp.AddressBuilder;
import com.rabbitmq.client.amqp.AmqpException;
import com.rabbitmq.client.amqp.Message;
import com.rabbitmq.client.amqp.Publisher;
import com.rabbitmq.client.amqp.PublisherBuilder;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.headers.HeaderSender;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.headers.PrioritySender;
import io.tidemark.driver.headers.ProbeSender;
import io.tidemark.driver.rabbitmq.NotAcknowledgedException;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Publishing;
import io.tidemark.driver.rabbitmq.quorum.config.StreamFilter;
import io.tidemark.driver.rabbitmq.quorum.topology.QuorumTopology.Routing;
import io.tidemark.driver.rabbitmq.quorum.topology.QuorumTopology.Target;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Publishes to the partitions of one topic over one AMQP 1.0 link: to the only partition, or
 * without an address, where each message has its own. {@code sendAsync} waits while the window is
 * full, while the broker grants no credit and while there is no connection, for {@code sendTimeout}
 * at most.
 *
 * <p>Never over several links: they would share a session of 400 transfers, and the client (1.0.0)
 * does not notice that a full session has room again when the broker says so in a message about
 * another link. One link has credit for 170.
 *
 * <p>Threads: one sender; the I/O thread of the connection, which reports outcomes; a recovery
 * thread. Every future is completed: by its outcome, by a loss, or by {@link #close}.
 */
final class Amqp10Producer extends Amqp10Client
    implements BenchmarkProducer, HeaderSender, PrioritySender, ProbeSender {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** In place of a priority: that of the driver file, if it has one. */
  private static final int AS_CONFIGURED = -1;

  private static final String CLOSED = "producer was closed before the broker confirmed";

  private final String topic;
  private final List<Target> targets;
  private final Routing routing;

  /** Whether each message has its own address. */
  private final boolean addressed;

  private final Publishing settings;
  private final Amqp10Messages messages;

  /** Which messages consumers with a filter want; null for all. */
  private final StreamFilter.@Nullable Share wanted;

  private final Semaphore room;
  private final Set<Send> unsettled = ConcurrentHashMap.newKeySet();
  private final AtomicInteger lostUnreported = new AtomicInteger();

  /** Absent while there is no connection. */
  private volatile @Nullable Publisher publisher;

  private volatile String whyDown = "not connected yet";
  private volatile boolean goneForGood;
  private int turn;
  private long number;

  Amqp10Producer(String topic, List<Target> targets, String queue, Amqp10Context context) {
    super("producer", topic, queue, context);
    this.topic = topic;
    this.targets = targets;
    this.routing = context.session().topology().routing();
    this.addressed = routing != Routing.FIXED || targets.size() > 1;
    this.settings = context.configuration().publishing();
    this.messages = new Amqp10Messages(context.configuration());
    StreamFilter filter = context.configuration().filter();
    this.wanted = filter.isOn() ? filter.share() : null;
    this.room = new Semaphore(settings.windowMessages());
  }

  /** A message in flight, and the future of its send. */
  private final class Send extends SendFuture implements Publisher.Callback {
    private final boolean reaches;

    Send(boolean reaches) {
      this.reaches = reaches;
    }

    @Override
    public boolean reachesConsumers() {
      return reaches;
    }

    @Override
    public void handle(Publisher.Context outcome) {
      if (outcome.failureCause() != null) {
        lost(outcome.failureCause());
      } else if (unsettled.remove(this)) {
        room.release();
        NotAcknowledgedException failure = Amqp10Outcome.failure(outcome, settings.mandatory());
        if (failure == null) {
          complete(null);
        } else {
          completeExceptionally(failure);
        }
      }
    }

    /** With its link, about which the listener is notified too. */
    private void lost(Throwable cause) {
      if (unsettled.contains(this)) {
        lostUnreported.incrementAndGet();
        failed(
            closed
                ? CLOSED
                : "connection or link was lost before the broker confirmed: "
                    + FailureReason.of(cause));
      }
    }

    /** Fails the send for a reason of the client. */
    Send failed(String reason) {
      if (unsettled.remove(this)) {
        room.release();
      }
      completeExceptionally(isRefused() ? failure(reason) : new NotAcknowledgedException(reason));
      return this;
    }
  }

  @Override
  protected void start(Amqp10Connection on) {
    PublisherBuilder builder =
        on.connection()
            .publisherBuilder()
            .publishTimeout(settings.sendTimeout())
            .listeners(on.linkListener());
    if (!addressed) {
      address(builder, targets.get(0), targets.get(0).routingKey());
    }
    publisher = on.owning(builder.build());
  }

  @Override
  public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
    return sendAsync(key, payload, List.of());
  }

  @Override
  public CompletableFuture<Void> sendAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers) {
    return sendAsync(key, payload, headers, AS_CONFIGURED);
  }

  @Override
  public CompletableFuture<Void> sendAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers, int priority) {
    return send(key, payload, headers, priority, wanted == null || wanted.contains(number++));
  }

  /** Consumers with a filter want it. */
  @Override
  public CompletableFuture<Void> sendProbeAsync(Optional<String> key, byte[] payload) {
    return send(key, payload, List.of(), AS_CONFIGURED, true);
  }

  @Override
  public CompletableFuture<Void> sendProbeAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers) {
    return send(key, payload, headers, AS_CONFIGURED, true);
  }

  private CompletableFuture<Void> send(
      Optional<String> key,
      byte[] payload,
      List<MessageHeader> headers,
      int priority,
      boolean reaches) {
    Send send = new Send(reaches);
    turn = (turn + 1) & Integer.MAX_VALUE;
    long deadlineNanos = System.nanoTime() + settings.sendTimeout().toNanos();
    try {
      if (!room.tryAcquire(settings.sendTimeout().toNanos(), TimeUnit.NANOSECONDS)) {
        return send.failed(
            waited("room among " + settings.windowMessages() + " unconfirmed messages"));
      }
      unsettled.add(send);
      while (!send.isDone()) {
        Publisher usable = awaitPublisher(deadlineNanos);
        if (usable == null || System.nanoTime() - deadlineNanos >= 0) {
          return send.failed(whyNotSent());
        }
        Message message = messages.message(usable, payload, headers);
        if (priority != AS_CONFIGURED) {
          message = message.priority((byte) priority);
        }
        if (wanted != null) {
          message = messages.marked(message, reaches);
        }
        if (published(usable, key, message, send)) {
          return send;
        }
      }
      return send;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return send.failed("interrupted while waiting to publish to " + topic);
    }
  }

  private @Nullable Publisher awaitPublisher(long deadlineNanos) throws InterruptedException {
    Publisher now = publisher;
    while (now == null
        && !closed
        && !goneForGood
        && !isRefused()
        && System.nanoTime() - deadlineNanos < 0) {
      LockSupport.parkNanos(this, POLL_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      now = publisher;
    }
    return closed ? null : now;
  }

  /** The client has the message, or it has failed; false when its link is lost. */
  private boolean published(Publisher usable, Optional<String> key, Message message, Send send) {
    if (addressed) {
      int choice =
          (key.isPresent() ? key.get().hashCode() & Integer.MAX_VALUE : turn) % targets.size();
      Target target = targets.get(choice);
      address(message.toAddress(), target, routingKey(target, key)).message();
    }
    try {
      usable.publish(message, send);
      return true;
    } catch (AmqpException.AmqpResourceInvalidStateException
        | AmqpException.AmqpConnectionException e) {
      whyDown = FailureReason.of(e);
      LockSupport.parkNanos(this, POLL_NANOS); // The listener is notified at this moment.
      return false;
    } catch (AmqpException e) {
      send.failed("not sent to " + topic + ": " + FailureReason.of(e));
      return true;
    }
  }

  private static <T extends AddressBuilder<T>> T address(T of, Target target, String routingKey) {
    return target.exchange().isEmpty()
        ? of.queue(target.routingKey())
        : of.exchange(target.exchange()).key(routingKey);
  }

  private String routingKey(Target target, Optional<String> key) {
    return switch (routing) {
      case FIXED -> target.routingKey();
      case KEY -> key.orElse("");
      case KEY_OR_NUMBER -> key.orElse(Integer.toString(turn));
    };
  }

  private String whyNotSent() {
    if (closed) {
      return "producer of " + topic + " is closed";
    }
    if (isRefused()) {
      return "not sent to " + topic + ": " + whyDown;
    }
    return goneForGood
        ? "not sent to " + topic + ": " + whyDown + ", and connections.recovery is false"
        : waited("a connection (" + whyDown + ")");
  }

  private String waited(String what) {
    return "not sent to " + topic + ": waited " + settings.sendTimeout() + " for " + what;
  }

  @Override
  protected void disconnected(String reason, boolean withConnection, boolean forGood) {
    whyDown = reason;
    goneForGood = forGood;
    publisher = null;
    failUnsettled(reason + " before the broker confirmed");
  }

  private void failUnsettled(String reason) {
    List<Send> left = List.copyOf(unsettled);
    left.forEach(send -> send.failed(reason));
    int failed = lostUnreported.getAndSet(0) + left.size();
    if (failed > 0) {
      report(Kind.UNCONFIRMED_FAILED, topic, failed + " messages, " + reason);
    }
  }

  /** Waits for outcomes as long as there is a connection. */
  @Override
  protected void leave() {
    long deadlineNanos = System.nanoTime() + closeTimeout().toNanos();
    while (!unsettled.isEmpty()
        && publisher != null
        && System.nanoTime() - deadlineNanos < 0
        && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(this, POLL_NANOS);
    }
  }

  @Override
  public void close() {
    super.close();
    failUnsettled(CLOSED);
  }
}
