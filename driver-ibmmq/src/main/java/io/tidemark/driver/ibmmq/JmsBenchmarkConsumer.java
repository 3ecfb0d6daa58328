package io.tidemark.driver.ibmmq;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.tidemark.driver.PausableConsumer;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Consuming;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.Session;

/**
 * Takes messages with blocking receives, on a thread of its own, which is the only one that uses
 * the session. A broken connection is made again; the broker then delivers what was not
 * acknowledged once more.
 */
final class JmsBenchmarkConsumer implements BenchmarkConsumer, PausableConsumer {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private final String who;
  private final SessionContext context;
  private final Source source;
  private final Inflow inflow;
  private final Consuming settings;
  private final Thread thread;

  private Link link;
  private MessageConsumer consumer;
  private Message unacknowledged;
  private int unacknowledgedMessages;
  private volatile boolean paused;
  private volatile boolean closed;

  /** Opens the subscription or queue in a session. */
  interface Source {
    MessageConsumer in(Session session) throws JMSException;
  }

  JmsBenchmarkConsumer(String who, SessionContext context, Source source, Inflow inflow) {
    this.who = who;
    this.context = context;
    this.source = source;
    this.inflow = inflow;
    this.settings = context.configuration().consuming();
    this.thread = new Thread(this::loop, "jms-" + who.replace(' ', '-'));
    thread.setDaemon(true);
  }

  /** Subscribes and starts to receive. */
  JmsBenchmarkConsumer open() throws JmsFailure {
    connect();
    thread.start();
    return this;
  }

  private void connect() throws JmsFailure {
    Link fresh =
        context.connections().open(who, settings.transacted(), Acknowledging.mode(settings));
    try {
      consumer = source.in(fresh.session());
      link = fresh;
    } catch (JMSException e) {
      context.connections().close(fresh);
      throw context.provider().failure("open for the " + who, e);
    }
  }

  private void loop() {
    while (!closed) {
      try {
        if (link == null) {
          connect();
          context.connections().recovered(who);
        }
        receive();
      } catch (JMSException e) {
        failed(context.provider().failure("get by the " + who, e));
      } catch (JmsFailure e) {
        failed(e);
      } catch (RuntimeException e) {
        failed(JmsFailure.unexpected("get by the " + who, e));
      }
    }
    finish();
  }

  private void receive() throws JMSException {
    if (paused) {
      acknowledge();
      LockSupport.parkNanos(PAUSE_NANOS);
      return;
    }
    // With messages to acknowledge the wait is short: they are not to wait for the next one.
    long waitMillis = settings.waitTime().toMillis();
    Message message =
        consumer.receive(unacknowledgedMessages > 0 ? Math.min(100, waitMillis) : waitMillis);
    if (message == null) {
      acknowledge();
      return;
    }
    // Also when closed meanwhile: with auto acknowledgement the broker has it no more.
    inflow.received(message);
    unacknowledged = message;
    unacknowledgedMessages++;
    if (unacknowledgedMessages >= settings.acknowledgeEvery()) {
      acknowledge();
    }
  }

  private void acknowledge() throws JMSException {
    if (unacknowledgedMessages > 0) {
      Acknowledging.upTo(unacknowledged, link.session(), settings);
      unacknowledged = null;
      unacknowledgedMessages = 0;
    }
  }

  private void failed(JmsFailure failure) {
    if (closed) {
      return;
    }
    inflow.failed(failure);
    unacknowledgedMessages = 0;
    if (link != null) {
      context.connections().discard(link, who, failure);
      link = null;
    }
    LockSupport.parkNanos(context.configuration().connecting().recoveryInterval().toNanos());
  }

  private void finish() {
    if (link == null) {
      return;
    }
    try {
      acknowledge();
      consumer.close();
    } catch (JMSException e) {
      inflow.failed(context.provider().failure("close the " + who, e));
    } finally {
      context.connections().close(link);
    }
  }

  @Override
  public void pause() {
    paused = true;
  }

  @Override
  public void resume() {
    paused = false;
  }

  /** Waits for the receive under way; what comes after it stays with the broker. */
  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.join(
        settings.waitTime().plus(context.configuration().connecting().closeTimeout()).toMillis());
    if (thread.isAlive()) {
      throw new IllegalStateException(who + ": still busy with a message after its close timeout");
    }
  }
}
