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

/** A consumer that waits in receives. */
final class JmsBenchmarkConsumer extends Receiver implements BenchmarkConsumer, PausableConsumer {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private final Source source;
  private final Inflow inflow;
  private final Consuming settings;
  private MessageConsumer consumer;
  private Message unacknowledged;
  private int unacknowledgedMessages;
  private volatile boolean paused;

  /** Opens the subscription or queue in a session. */
  interface Source {
    MessageConsumer in(Session session) throws JMSException;
  }

  JmsBenchmarkConsumer(String who, SessionContext context, Source source, Inflow inflow) {
    super(context, who, context.configuration().consuming().waitTime());
    this.source = source;
    this.inflow = inflow;
    this.settings = context.configuration().consuming();
  }

  /** Subscribes and starts to receive. */
  JmsBenchmarkConsumer open() throws JmsFailure {
    start();
    return this;
  }

  @Override
  protected Link connect() throws JmsFailure {
    return context.open(
        who,
        settings.transacted(),
        Acknowledging.mode(settings),
        session -> consumer = source.in(session));
  }

  @Override
  protected void receive(Link from) throws JMSException {
    if (paused) {
      acknowledge(from);
      LockSupport.parkNanos(PAUSE_NANOS);
      return;
    }
    // With unacknowledged messages the wait is short, because they must not wait for the next one.
    long waitMillis = settings.waitTime().toMillis();
    Message message =
        consumer.receive(unacknowledgedMessages > 0 ? Math.min(100, waitMillis) : waitMillis);
    if (message == null) {
      acknowledge(from);
      return;
    }
    // Also when closed: with auto acknowledgement the broker has removed it.
    inflow.received(message);
    unacknowledged = message;
    unacknowledgedMessages++;
    if (unacknowledgedMessages >= settings.acknowledgeEvery()) {
      acknowledge(from);
    }
  }

  private void acknowledge(Link from) throws JMSException {
    if (unacknowledgedMessages > 0) {
      Acknowledging.upTo(unacknowledged, from.session(), settings);
      unacknowledged = null;
      unacknowledgedMessages = 0;
    }
  }

  @Override
  protected void report(JmsFailure failure) {
    inflow.failed(failure);
    unacknowledgedMessages = 0;
  }

  @Override
  protected void finish(Link last) {
    try {
      acknowledge(last);
      consumer.close();
    } catch (JMSException e) {
      inflow.failed(context.provider().failure("close the " + who, e));
    } finally {
      super.finish(last);
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
}
