package io.tidemark.driver.ibmmq.client;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.tidemark.driver.Bounded;
import io.tidemark.driver.PausableConsumer;
import io.tidemark.driver.ibmmq.client.SessionContext.Source;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.MessageListener;

/**
 * Receives messages with a listener on the session's thread. It has a separate connection, which a
 * pause stops. A lost connection ends it, unless IBM's client reconnects: use blocking receives for
 * failure tests.
 */
public final class ListeningConsumer
    implements BenchmarkConsumer, PausableConsumer, MessageListener {
  private final String who;
  private final SessionContext context;
  private final Inflow inflow;

  @SuppressWarnings("NullAway.Init") // Set when its session is opened, before anything else.
  private Link link;

  @SuppressWarnings("NullAway.Init") // Set when its session is opened, before anything else.
  private MessageConsumer consumer;

  private boolean paused;
  private volatile boolean closed;

  public ListeningConsumer(String who, SessionContext context, Inflow inflow) {
    this.who = who;
    this.context = context;
    this.inflow = inflow;
  }

  public ListeningConsumer open(Source source) throws JmsFailure {
    boolean transacted = context.configuration().consuming().transacted();
    // Messages may come before this returns, so the link is known before the listener is set.
    link =
        context.open(
            who,
            source.clientId(),
            transacted,
            inflow.mode(),
            session -> consumer = source.opened().in(session));
    try {
      consumer.setMessageListener(this);
      return this;
    } catch (JMSException e) {
      context.connections().close(link);
      throw context.provider().failure("open for the " + who, e);
    }
  }

  /** Messages wait for their acknowledgement until their group is full, or for the close. */
  @Override
  public void onMessage(Message message) {
    try {
      inflow.received(message, link.session());
    } catch (JMSException e) {
      inflow.failed(context.provider().failure("get by the " + who, e));
    }
  }

  @Override
  public void pause() {
    apply(true);
  }

  @Override
  public void resume() {
    apply(false);
  }

  private void apply(boolean wish) {
    Bounded.start(
        "jms-pause",
        () -> {
          synchronized (this) {
            if (closed || paused == wish) {
              return;
            }
            try {
              if (wish) {
                link.connection().stop();
              } else {
                link.connection().start();
              }
              paused = wish;
            } catch (JMSException e) {
              inflow.failed(context.provider().failure("pause the " + who, e));
            }
          }
        });
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    try {
      consumer.close(); // Returns when the listener does.
      inflow.acknowledge(link.session());
    } catch (JMSException e) {
      inflow.failed(context.provider().failure("close the " + who, e));
    } finally {
      context.connections().close(link);
      inflow.closed();
    }
  }
}
