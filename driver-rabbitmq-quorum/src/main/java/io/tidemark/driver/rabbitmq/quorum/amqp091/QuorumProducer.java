package io.tidemark.driver.rabbitmq.quorum.amqp091;

import com.rabbitmq.client.ShutdownSignalException;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.Bounded;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.GroupedSends;
import io.tidemark.driver.RefusedException;
import io.tidemark.driver.headers.HeaderSender;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.headers.PrioritySender;
import io.tidemark.driver.rabbitmq.NotAcknowledgedException;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Confirms;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.OnClose;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Publishing;
import io.tidemark.driver.rabbitmq.quorum.connection.DialedConnection;
import io.tidemark.driver.rabbitmq.quorum.connection.GoneForGoodException;
import io.tidemark.driver.rabbitmq.quorum.connection.QuorumConnections;
import io.tidemark.driver.rabbitmq.quorum.connection.Refusals;
import io.tidemark.driver.rabbitmq.quorum.connection.Retries;
import io.tidemark.driver.rabbitmq.quorum.topology.QuorumTopology;
import io.tidemark.driver.rabbitmq.quorum.topology.QuorumTopology.Routing;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes to the partitions of one topic, over one channel at a time. {@code sendAsync} waits
 * while the window is full, while the broker blocks the connection and while there is no
 * connection, for {@code sendTimeout} at most.
 *
 * <p>Threads: one sender; the I/O thread of the connection, which confirms without a lock; a
 * recovery thread, which excludes the sender by a guard. Every future is completed: by a confirm,
 * by recovery, or by {@link #close}, which has a timeout.
 */
public final class QuorumProducer
    implements BenchmarkProducer, HeaderSender, PrioritySender, GroupedSends {
  private static final long BLOCKED_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final Duration LEAST_CLOSE = Duration.ofSeconds(1);

  private final String topic;
  private final List<QuorumTopology.Target> targets;
  private final Routing routing;
  private final Publishing settings;
  private final Duration recoveryTimeout;
  private final Duration closeTimeout;
  private final QuorumConnections.Lease lease;
  private final Retries retries;
  private final Consumer<DriverEvent> events;

  /** Separates sender and recovery from each other; closing waits a limited time for them. */
  private final Guard guard = new Guard(this::failWhatIsLeft);

  /** Null or closed while there is none; changes under the guard. */
  private volatile @Nullable PublishLink link;

  private volatile boolean closed;

  /** The connection was lost and does not come back. */
  private volatile boolean goneForGood;

  private volatile String whyDown = "not connected yet";

  /** The broker would refuse the same again; changes with {@code whyDown}. */
  private volatile boolean refused;

  /** Why the last attempt to come back failed; empty if it did not. */
  private volatile Optional<IOException> notRecovered = Optional.empty();

  private int turn;

  /** Sender's own: more follows. */
  private boolean holds;

  /** Sender's own: the link whose writes it holds back; null when none. */
  private @Nullable PublishLink held;

  /** Unconfirmed messages of a lost link, until they are published again; under the guard. */
  private final List<PendingMessage> kept = new ArrayList<>();

  public QuorumProducer(
      String topic,
      List<QuorumTopology.Target> targets,
      Routing routing,
      QuorumConfiguration configuration,
      QuorumConnections.Lease lease,
      Retries retries,
      Consumer<DriverEvent> events) {
    this.topic = topic;
    this.targets = targets;
    this.routing = routing;
    this.settings = configuration.publishing();
    this.recoveryTimeout = configuration.connecting().recoveryTimeout();
    this.closeTimeout = configuration.connecting().closeTimeout();
    this.lease = lease;
    this.retries = retries;
    this.events = events;
  }

  /** Opens the first channel; a failure here is the creation's, not recovered from. */
  public QuorumProducer open() throws IOException {
    guard.enter();
    try {
      link = PublishLink.open(lease.slot(), settings, this::lost);
    } finally {
      guard.leave();
    }
    return this;
  }

  @Override
  public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
    return sendAsync(key, payload, List.of());
  }

  @Override
  public CompletableFuture<Void> sendAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers) {
    return sendAsync(key, payload, headers, PendingMessage.AS_CONFIGURED);
  }

  @Override
  public CompletableFuture<Void> sendAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers, int priority) {
    PendingMessage message = message(key, payload, headers, priority);
    long deadlineNanos = System.nanoTime() + settings.sendTimeout().toNanos();
    try {
      while (true) {
        PublishLink usable = awaitLink(deadlineNanos);
        if (usable == null) {
          String reason = whyNotSent(usable);
          return message.failed(
              notRecovered.filter(RefusedException::isIn).isPresent()
                  ? new RefusedException(reason, null)
                  : new NotAcknowledgedException(reason));
        }
        if (!usable.awaitRoom(deadlineNanos)) {
          if (usable.isOpen()) {
            return message.failed(whyNotSent(usable));
          }
        } else if (published(usable, message)) {
          return message;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return message.failed("interrupted while waiting to publish to " + topic);
    }
  }

  private PendingMessage message(
      Optional<String> key, byte[] payload, List<MessageHeader> headers, int priority) {
    turn = (turn + 1) & Integer.MAX_VALUE;
    int choice = 0;
    if (targets.size() > 1) {
      choice = (key.isPresent() ? key.get().hashCode() & Integer.MAX_VALUE : turn) % targets.size();
    }
    QuorumTopology.Target target = targets.get(choice);
    return new PendingMessage(
        target.exchange(), routingKey(target, key), payload, headers, priority);
  }

  private String routingKey(QuorumTopology.Target target, Optional<String> key) {
    if (routing == Routing.FIXED || (routing == Routing.KEY && key.isEmpty())) {
      return target.routingKey();
    }
    return key.isPresent() ? key.get() : Integer.toString(turn);
  }

  /** The open link of a connection that is not blocked; null when the time is up or it is over. */
  private @Nullable PublishLink awaitLink(long deadlineNanos) throws InterruptedException {
    PublishLink now = link;
    while (now == null || !now.isOpen() || now.blockedReason() != null) {
      boolean over =
          closed || goneForGood || notRecovered.filter(RefusedException::isIn).isPresent();
      if (over || System.nanoTime() - deadlineNanos >= 0) {
        return null;
      }
      LockSupport.parkNanos(this, BLOCKED_POLL_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      now = link;
    }
    return closed ? null : now;
  }

  /** The message is in the link's hands; false when the link is not the current one any more. */
  private boolean published(PublishLink usable, PendingMessage message) {
    guard.enter();
    try {
      if (usable != link || !usable.isOpen()) {
        return false;
      }
      if (holds) {
        holdOn(usable);
      }
      usable.publish(message);
      return true;
    } finally {
      guard.leave();
    }
  }

  @Override
  public void hold() {
    holds = true;
  }

  private void holdOn(PublishLink usable) {
    if (held != usable) {
      letGo(); // Its connection may remain open without this channel.
      held = usable;
    }
    usable.hold();
  }

  @Override
  public void release() {
    holds = false;
    letGo();
  }

  private void letGo() {
    PublishLink last = held;
    held = null;
    if (last != null) {
      last.release();
    }
  }

  private String whyNotSent(@Nullable PublishLink last) {
    PublishLink now = last == null ? link : last;
    if (closed) {
      return "producer of " + topic + " is closed";
    }
    if (goneForGood) {
      return "not sent to " + topic + ": " + whyDown + ", and connections.recovery is false";
    }
    String recovery = notRecovered.map(failure -> "; " + failure.getMessage()).orElse("");
    if (notRecovered.filter(RefusedException::isIn).isPresent()) {
      return "not sent to " + topic + ": " + whyDown + recovery;
    }
    String waitedFor;
    if (now == null || !now.isOpen()) {
      waitedFor = "a connection (" + whyDown + recovery + ")";
    } else if (now.blockedReason() != null) {
      waitedFor = "the broker to accept messages again (blocked: " + now.blockedReason() + ")";
    } else {
      waitedFor = "room among " + settings.windowMessages() + " unconfirmed messages";
    }
    return "not sent to " + topic + ": waited " + settings.sendTimeout() + " for " + waitedFor;
  }

  /** Called once per link, on whichever thread noticed; does not block. */
  private void lost(PublishLink gone, ShutdownSignalException cause) {
    refused = !cause.isHardError() && Refusals.isFinal(cause);
    whyDown =
        "%s to %s was lost: %s"
            .formatted(
                cause.isHardError() ? "connection" : "channel",
                gone.address(),
                Refusals.reason(cause));
    if (!closed) {
      // A channel that the broker refuses would refuse the same messages again.
      boolean republish = settings.onClose() == OnClose.REPUBLISH && cause.isHardError();
      long giveUpNanos = System.nanoTime() + (republish ? recoveryTimeout.toNanos() : 0);
      retries.start("producer of " + topic, () -> recover(gone, giveUpNanos));
    }
  }

  private void recover(PublishLink gone, long giveUpNanos) throws IOException {
    guard.enter();
    try {
      recoverAlone(gone, giveUpNanos);
      notRecovered = Optional.empty();
    } catch (GoneForGoodException e) {
      goneForGood = true;
      throw e;
    } catch (IOException e) {
      notRecovered = Optional.of(e);
      throw e;
    } finally {
      guard.leave();
    }
  }

  private void recoverAlone(PublishLink gone, long giveUpNanos) throws IOException {
    if (link == gone) {
      link = null;
      kept.addAll(gone.drain());
    }
    if (closed) {
      fail(kept, "producer was closed before the connection was recovered");
      return;
    }
    if (System.nanoTime() - giveUpNanos >= 0) {
      fail(kept, whyDown + " before the broker confirmed");
    }
    PublishLink fresh = PublishLink.open(lease.slot(), settings, this::lost);
    if (!kept.isEmpty()) {
      kept.forEach(fresh::publish);
      events.accept(
          new DriverEvent(
              Kind.UNCONFIRMED_REPUBLISHED, topic, kept.size() + " messages, after " + whyDown));
      kept.clear();
    }
    link = fresh;
  }

  /** Commits a transaction that waits for more messages; nothing in the other modes. */
  public void commitIdle() {
    guard.enter();
    try {
      PublishLink now = link;
      if (now != null && now.isOpen() && !closed) {
        now.commit();
      }
    } finally {
      guard.leave();
    }
  }

  private void fail(List<PendingMessage> messages, String reason) {
    if (!messages.isEmpty()) {
      events.accept(
          new DriverEvent(
              Kind.UNCONFIRMED_FAILED, topic, messages.size() + " messages, " + reason));
      IOException failure =
          refused ? new RefusedException(reason, null) : new NotAcknowledgedException(reason);
      messages.forEach(message -> message.failed(failure));
      messages.clear();
    }
  }

  /**
   * Waits for outstanding confirms as long as the broker accepts messages, then fails what is left
   * and closes the channel. Takes {@code connections.closeTimeout} and some seconds at most: a
   * connection that holds it up is severed, also a shared one.
   */
  @Override
  public void close() {
    long deadlineNanos = System.nanoTime() + closeTimeout.toNanos();
    if (settings.confirms() == Confirms.TRANSACTION) {
      // Waits for a sender, and for the broker.
      Bounded.start("rabbitmq-commit", this::commitIdle).endedWithin(closeTimeout);
    }
    closed = true;
    PublishLink last = link;
    if (last != null) {
      last.awaitConfirms(deadlineNanos);
      last.close(lease.owned(), left(deadlineNanos));
    }
    // Severs a blocked write, so that the sender leaves the guard.
    lease.end(left(deadlineNanos));
    if (!guard.end(left(deadlineNanos)) && last != null) {
      last.sever();
      guard.end(DialedConnection.AFTER_SEVERING);
    }
  }

  public boolean isClosed() {
    return closed;
  }

  private static Duration left(long deadlineNanos) {
    Duration left = Duration.ofNanos(deadlineNanos - System.nanoTime());
    return left.compareTo(LEAST_CLOSE) < 0 ? LEAST_CLOSE : left;
  }

  private void failWhatIsLeft() {
    if (link != null) {
      kept.addAll(link.drain());
      link = null;
    }
    fail(kept, "producer was closed before the broker confirmed");
  }
}
