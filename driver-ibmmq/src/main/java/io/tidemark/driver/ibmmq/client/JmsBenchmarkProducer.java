package io.tidemark.driver.ibmmq.client;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.headers.HeaderSender;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.headers.PrioritySender;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Publishing;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Send;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.jms.CompletionListener;
import javax.jms.Destination;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageProducer;

/**
 * Puts messages on one destination. The caller's thread does the put and waits for the broker's
 * answer, as an application of IBM MQ does. If the connection is lost, the current message fails
 * and a later send reconnects.
 */
public final class JmsBenchmarkProducer extends CallingClient
    implements BenchmarkProducer, HeaderSender, PrioritySender {
  private final SessionContext.Opened<Destination> target;
  private final Publishing settings;
  private final List<SendFuture> uncommitted = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // Set when its session is opened, before anything else.
  private MessageProducer producer;

  private int lastPriority;
  private long retryNanos;

  public JmsBenchmarkProducer(
      String topic, SessionContext context, SessionContext.Opened<Destination> target) {
    super(context, "producer of " + topic);
    this.target = target;
    this.settings = context.configuration().publishing();
  }

  public JmsBenchmarkProducer open() throws JmsFailure {
    start();
    return this;
  }

  @Override
  protected Link connected() throws JmsFailure {
    return context.openForPuts(
        who,
        settings.transacted(),
        session -> producer = delaying(context.producer(session, target.in(session))));
  }

  /** Providers of JMS 1.1 have no such method, so it is called only if needed. */
  private MessageProducer delaying(MessageProducer made) throws JMSException {
    lastPriority = context.configuration().messages().priority();
    long delayMillis = context.configuration().messages().deliveryDelay().toMillis();
    if (delayMillis > 0) {
      made.setDeliveryDelay(delayMillis);
    }
    return made;
  }

  @Override
  public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
    return sendAsync(key, payload, List.of());
  }

  @Override
  public CompletableFuture<Void> sendAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers) {
    return sendAsync(key, payload, headers, context.configuration().messages().priority());
  }

  @Override
  public CompletableFuture<Void> sendAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers, int priority) {
    SendFuture sent = new SendFuture();
    lock.lock();
    try {
      requireLink();
      Message message = context.bodies().message(session(), payload, key);
      JmsHeaders.set(message, headers);
      if (priority != lastPriority) {
        producer.setPriority(priority);
        lastPriority = priority;
      }
      if (settings.send() == Send.ASYNC) {
        producer.send(message, new Completion(sent));
      } else {
        producer.send(message);
        accepted(sent);
      }
    } catch (JMSException e) {
      failed(sent, context.provider().failure("put by the " + who, e));
    } catch (JmsFailure e) {
      sent.completeExceptionally(e);
    } finally {
      lock.unlock();
    }
    return sent;
  }

  private void requireLink() throws JmsFailure {
    if (closed) {
      throw new JmsFailure(who + " is closed");
    }
    if (link == null) {
      if (System.nanoTime() - retryNanos < 0) {
        throw new JmsFailure(
            who + " has lost its connection and reconnects", JmsFailure.Kind.CONNECTION);
      }
      retryNanos =
          System.nanoTime() + context.configuration().connecting().recoveryInterval().toNanos();
      connect();
    }
  }

  private void accepted(SendFuture sent) throws JMSException {
    if (!settings.transacted()) {
      sent.complete(null);
      return;
    }
    uncommitted.add(sent);
    if (uncommitted.size() >= settings.commitEvery()) {
      commit();
    }
  }

  private void commit() throws JMSException {
    session().commit();
    uncommitted.forEach(future -> future.complete(null));
    uncommitted.clear();
  }

  private void failed(SendFuture sent, JmsFailure failure) {
    sent.completeExceptionally(failure);
    uncommitted.forEach(future -> future.completeExceptionally(failure));
    if (failure.kind() == JmsFailure.Kind.CONNECTION) {
      discard(failure);
    } else if (!uncommitted.isEmpty()) {
      rollback();
    }
    uncommitted.clear();
  }

  private void rollback() {
    try {
      session().rollback();
    } catch (JMSException e) {
      discard(context.provider().failure("roll back", e));
    }
  }

  /** Commits a partial group; skipped during a put. */
  public void commitIdle() {
    if (settings.transacted() && lock.tryLock()) {
      try {
        commitRest();
      } finally {
        lock.unlock();
      }
    }
  }

  private void commitRest() {
    if (link != null && !uncommitted.isEmpty()) {
      try {
        commit();
      } catch (JMSException e) {
        failed(new SendFuture(), context.provider().failure("commit by the " + who, e));
      }
    }
  }

  /** Called by the client when the broker has answered an asynchronous put. */
  private final class Completion implements CompletionListener {
    private final SendFuture sent;

    Completion(SendFuture sent) {
      this.sent = sent;
    }

    @Override
    public void onCompletion(Message message) {
      sent.complete(null);
    }

    @Override
    public void onException(Message message, Exception e) {
      JMSException cause = e instanceof JMSException jms ? jms : new JMSException(e.toString());
      sent.completeExceptionally(context.provider().failure("put by the " + who, cause));
    }
  }

  /** Commits what is put. */
  @Override
  protected void end() {
    commitRest();
  }
}
