package io.tidemark.driver.ibmmq.client;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.tidemark.driver.PausableConsumer;
import io.tidemark.driver.ibmmq.client.SessionContext.Source;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Consuming;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageConsumer;

/** A consumer that waits in receives. */
public final class JmsBenchmarkConsumer extends Receiver
    implements BenchmarkConsumer, PausableConsumer {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private final Source source;
  private final Inflow inflow;
  private final Consuming settings;

  @SuppressWarnings("NullAway.Init") // Set when its session is opened, before anything else.
  private MessageConsumer consumer;

  private volatile boolean paused;

  /**
   * @param source opens the subscription or queue
   */
  public JmsBenchmarkConsumer(String who, SessionContext context, Source source, Inflow inflow) {
    super(context, who, context.configuration().consuming().waitTime());
    this.source = source;
    this.inflow = inflow;
    this.settings = context.configuration().consuming();
  }

  /** Subscribes and starts to receive. */
  public JmsBenchmarkConsumer open() throws JmsFailure {
    start();
    return this;
  }

  @Override
  protected Link connect() throws JmsFailure {
    return context.open(
        who,
        source.clientId(),
        settings.transacted(),
        inflow.mode(),
        session -> consumer = source.opened().in(session));
  }

  @Override
  protected void receive(Link from) throws JMSException {
    if (paused) {
      inflow.acknowledge(from.session());
      LockSupport.parkNanos(PAUSE_NANOS);
      return;
    }
    // With unacknowledged messages the wait is short, because they must not wait for the next one.
    long waitMillis = settings.waitTime().toMillis();
    Message message =
        consumer.receive(inflow.hasUnacknowledged() ? Math.min(100, waitMillis) : waitMillis);
    if (message == null) {
      inflow.acknowledge(from.session());
    } else {
      // Also when closed: with auto acknowledgement the broker has removed it.
      inflow.received(message, from.session());
    }
  }

  @Override
  protected void report(JmsFailure failure) {
    inflow.failed(failure);
    inflow.forget();
  }

  @Override
  protected void finish(Link last) {
    try {
      inflow.acknowledge(last.session());
      consumer.close();
    } catch (JMSException e) {
      inflow.failed(context.provider().failure("close the " + who, e));
    } finally {
      super.finish(last);
      inflow.closed();
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
