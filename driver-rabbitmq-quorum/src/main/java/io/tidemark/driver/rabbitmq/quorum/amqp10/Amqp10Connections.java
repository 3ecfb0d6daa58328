package io.tidemark.driver.rabbitmq.quorum.amqp10;

import com.rabbitmq.client.amqp.ConnectionBuilder;
import com.rabbitmq.client.amqp.ConnectionSettings;
import com.rabbitmq.client.amqp.Environment;
import com.rabbitmq.client.amqp.impl.AmqpEnvironmentBuilder;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.Bounded;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.rabbitmq.BrokerUri;
import io.tidemark.driver.rabbitmq.RabbitMqTlsOptions;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Connecting;
import io.tidemark.driver.rabbitmq.quorum.connection.Refusals;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Opens AMQP 1.0 connections, which share their threads. Safe for several threads. */
final class Amqp10Connections implements AutoCloseable {
  private final Connecting settings;
  private final RabbitMqTlsOptions tls;
  private final BackgroundTasks dialing = new BackgroundTasks("rabbitmq-dial");
  private final ExecutorService consumerThreads;
  private final Environment environment;

  Amqp10Connections(QuorumConfiguration configuration) {
    this.settings = configuration.connecting();
    this.tls = configuration.brokers().tls();
    ThreadFactory threads = BackgroundTasks.daemons("rabbitmq-client");
    this.consumerThreads =
        settings.consumerThreads() == 0
            ? Executors.newCachedThreadPool(threads)
            : Executors.newFixedThreadPool(settings.consumerThreads(), threads);
    this.environment =
        new AmqpEnvironmentBuilder()
            .executorService(consumerThreads)
            .scheduledExecutorService(Executors.newSingleThreadScheduledExecutor(threads))
            .dispatchingExecutor(consumerThreads)
            // Outcomes are recorded where they arrive, as confirms are over AMQP 0-9-1.
            .publisherExecutorService(ImmediateEventExecutor.INSTANCE)
            .build();
  }

  /** Connects to the first address that answers. */
  Amqp10Connection connect(String name, List<BrokerUri> places, Amqp10Connection.Listener listener)
      throws IOException {
    IOException failure = new IOException("no address to connect to");
    for (BrokerUri uri : places) {
      try {
        return connectWithin(uri, builder(uri, name), listener);
      } catch (IOException e) {
        failure = Refusals.worse(failure, e);
      }
    }
    throw failure;
  }

  /** The client has longer timeouts, which cannot be set. */
  private Amqp10Connection connectWithin(
      BrokerUri uri, ConnectionBuilder builder, Amqp10Connection.Listener listener)
      throws IOException {
    CompletableFuture<Amqp10Connection> opening =
        dialing.asks(() -> Amqp10Connection.open(uri, builder, listener));
    try {
      return opening.get(settings.connectTimeout().toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw Refusals.failure("cannot connect to " + uri + ": " + FailureReason.of(e), e);
    } catch (TimeoutException e) {
      opening.thenAcceptAsync(late -> late.close(settings.closeTimeout()), dialing);
      throw new IOException(
          "cannot connect to %s: no answer within connections.connectTimeout %s"
              .formatted(uri, settings.connectTimeout()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while connecting to " + uri, e);
    }
  }

  private ConnectionBuilder builder(BrokerUri uri, String name) throws IOException {
    ConnectionBuilder builder =
        environment
            .connectionBuilder()
            .name(name)
            .host(uri.host())
            .port(uri.port())
            .virtualHost(uri.virtualHost())
            .idleTimeout(settings.heartbeat());
    builder.recovery().activated(false);
    if (tls.saslExternal()) {
      builder.saslMechanism(ConnectionSettings.SASL_MECHANISM_EXTERNAL);
    } else {
      builder.username(uri.user()).password(uri.password());
    }
    if (uri.tls()) {
      builder.tls().sslContext(tls.sslContext()).hostnameVerification(tls.verifyHostname());
    }
    return builder;
  }

  @Override
  public void close() {
    Bounded.start("rabbitmq-close", environment::close).endedWithin(settings.closeTimeout());
    consumerThreads.shutdownNow();
    dialing.close();
  }
}
