package io.tidemark.driver.rabbitmq.quorum.amqp10;

import com.rabbitmq.client.amqp.AmqpException;
import com.rabbitmq.client.amqp.Connection;
import com.rabbitmq.client.amqp.Message;
import com.rabbitmq.client.amqp.Publisher;
import com.rabbitmq.client.amqp.PublisherBuilder;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.rabbitmq.NotAcknowledgedException;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Publishing;
import io.tidemark.driver.rabbitmq.quorum.topology.QuorumTopology.Routing;
import io.tidemark.driver.rabbitmq.quorum.topology.QuorumTopology.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Publishes to the partitions of one topic over AMQP 1.0: over one link for each, or over one
 * without an address where the key is part of it. {@code sendAsync} waits while the window is full,
 * while the broker grants no credit and while there is no connection, for {@code sendTimeout} at
 * most.
 *
 * <p>Threads: one sender; the I/O thread of the connection, which reports outcomes; a recovery
 * thread. Every future is completed: by its outcome, by a loss, or by {@link #close}.
 */
final class Amqp10Producer extends Amqp10Client implements BenchmarkProducer {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final String CLOSED = "producer was closed before the broker confirmed";

  private final String topic;
  private final List<Target> targets;
  private final Routing routing;
  private final Publishing settings;
  private final Amqp10Messages messages;
  private final Semaphore room;
  private final Set<Send> unsettled = ConcurrentHashMap.newKeySet();
  private final AtomicInteger lostUnreported = new AtomicInteger();

  /** By target, or the one without an address; empty while there is no connection. */
  private volatile List<Publisher> publishers = List.of();

  private volatile String whyDown = "not connected yet";
  private volatile boolean goneForGood;
  private int turn;

  Amqp10Producer(String topic, List<Target> targets, String queue, Amqp10Context context) {
    super("producer", topic, queue, context);
    this.topic = topic;
    this.targets = targets;
    this.routing = context.session().topology().routing();
    this.settings = context.configuration().publishing();
    this.messages = new Amqp10Messages(settings);
    this.room = new Semaphore(settings.windowMessages());
  }

  /** A message in flight, and the future of its send. */
  private final class Send extends SendFuture implements Publisher.Callback {
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

    /** For a reason of the client's. */
    Send failed(String reason) {
      if (unsettled.remove(this)) {
        room.release();
      }
      completeExceptionally(new NotAcknowledgedException(reason));
      return this;
    }
  }

  @Override
  protected void start(Amqp10Connection on) {
    List<Publisher> made = new ArrayList<>();
    for (Target target : routing == Routing.FIXED ? targets : targets.subList(0, 1)) {
      made.add(publisher(on, target));
    }
    publishers = made;
  }

  private Publisher publisher(Amqp10Connection on, Target target) {
    Connection connection = on.connection();
    PublisherBuilder builder =
        connection
            .publisherBuilder()
            .publishTimeout(settings.sendTimeout())
            .listeners(on.linkListener());
    if (routing != Routing.FIXED) {
      return on.owning(builder.build());
    }
    if (target.exchange().isEmpty()) {
      builder.queue(target.routingKey());
    } else {
      builder.exchange(target.exchange());
    }
    return on.owning(builder.build());
  }

  @Override
  public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
    Send send = new Send();
    turn = (turn + 1) & Integer.MAX_VALUE;
    long deadlineNanos = System.nanoTime() + settings.sendTimeout().toNanos();
    try {
      if (!room.tryAcquire(settings.sendTimeout().toNanos(), TimeUnit.NANOSECONDS)) {
        return send.failed(
            waited("room among " + settings.windowMessages() + " unconfirmed messages"));
      }
      unsettled.add(send);
      while (!send.isDone()) {
        List<Publisher> usable = awaitPublishers(deadlineNanos);
        if (usable.isEmpty() || System.nanoTime() - deadlineNanos >= 0) {
          return send.failed(whyNotSent());
        }
        if (published(usable, key, payload, send)) {
          return send;
        }
      }
      return send;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return send.failed("interrupted while waiting to publish to " + topic);
    }
  }

  private List<Publisher> awaitPublishers(long deadlineNanos) throws InterruptedException {
    List<Publisher> now = publishers;
    while (now.isEmpty() && !closed && !goneForGood && System.nanoTime() - deadlineNanos < 0) {
      LockSupport.parkNanos(this, POLL_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      now = publishers;
    }
    return closed ? List.of() : now;
  }

  /** The client has the message, or it has failed; false when its link is lost. */
  private boolean published(
      List<Publisher> usable, Optional<String> key, byte[] payload, Send send) {
    int choice = 0;
    if (targets.size() > 1) {
      choice = (key.isPresent() ? key.get().hashCode() & Integer.MAX_VALUE : turn) % targets.size();
    }
    Publisher publisher = usable.get(routing == Routing.FIXED ? choice : 0);
    Message message = messages.message(publisher, payload);
    if (routing != Routing.FIXED) {
      message.toAddress().exchange(targets.get(choice).exchange()).key(routingKey(key)).message();
    }
    try {
      publisher.publish(message, send);
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

  private String routingKey(Optional<String> key) {
    return key.orElse(routing == Routing.KEY ? "" : Integer.toString(turn));
  }

  private String whyNotSent() {
    if (closed) {
      return "producer of " + topic + " is closed";
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
    publishers = List.of();
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
        && !publishers.isEmpty()
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
