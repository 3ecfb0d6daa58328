package io.tidemark.driver.rabbitmq.quorum.connection;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DefaultSaslConfig;
import com.rabbitmq.client.impl.FrameHandlerFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.ssl.SslContextBuilder;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.rabbitmq.BrokerUri;
import io.tidemark.driver.rabbitmq.RabbitMqTlsOptions;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Connecting;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Io;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections that share their threads. The client's own recovery is off: it renumbers
 * confirms silently, ours settles them first. Safe for several threads.
 */
public final class Dialer implements AutoCloseable {
  private static final int MILLIS_TO_ANSWER = 30_000;
  private static final int MILLIS_TO_END = 2_000;

  private final Connecting settings;
  private final RabbitMqTlsOptions tls;
  private final Optional<TokenLogin> tokenLogin;
  private final ThreadFactory threads = BackgroundTasks.daemons("rabbitmq-client");
  private final ExecutorService consumerThreads;
  private final ScheduledExecutorService heartbeats;
  private final @Nullable EventLoopGroup eventLoops;
  private @Nullable SSLContext sslContext;

  public Dialer(Connecting settings, RabbitMqTlsOptions tls, Optional<TokenLogin> tokenLogin) {
    this.settings = settings;
    this.tls = tls;
    this.tokenLogin = tokenLogin;
    this.consumerThreads =
        settings.consumerThreads() == 0
            ? Executors.newCachedThreadPool(threads)
            : Executors.newFixedThreadPool(settings.consumerThreads(), threads);
    this.heartbeats = Executors.newSingleThreadScheduledExecutor(threads);
    this.eventLoops =
        settings.io() == Io.NETTY
            ? new MultiThreadIoEventLoopGroup(
                settings.ioThreads(), threads, NioIoHandler.newFactory())
            : null;
  }

  /** Connects to one address. */
  DialedConnection dial(BrokerUri uri, String name) throws IOException {
    AtomicReference<GroupedWrites> writes = new AtomicReference<>();
    ConnectionFactory factory = factory(uri, writes::set);
    AtomicReference<AutoCloseable> transport = new AtomicReference<>(() -> {});
    if (settings.io() == Io.NETTY) {
      useNetty(factory, uri, transport);
    } else {
      useThreads(factory, uri, transport);
    }
    try {
      Connection connection =
          factory.newConnection(List.of(new Address(uri.host(), uri.port())), name);
      // The factory has made the transport of this connection.
      GroupedWrites own = Objects.requireNonNull(writes.get());
      return new DialedConnection(connection, uri, own, () -> sever(transport.get()));
    } catch (IOException | TimeoutException e) {
      throw Refusals.failure("cannot connect to " + uri + ": " + Refusals.reason(e), e);
    }
  }

  private ConnectionFactory factory(BrokerUri uri, Consumer<GroupedWrites> onTransport) {
    ConnectionFactory factory = new GroupingFactory(onTransport);
    factory.setUsername(uri.user());
    factory.setPassword(uri.password());
    tokenLogin.ifPresent(login -> login.use(factory));
    if (tls.saslExternal()) {
      factory.setSaslConfig(DefaultSaslConfig.EXTERNAL);
    }
    factory.setVirtualHost(uri.virtualHost());
    factory.setAutomaticRecoveryEnabled(false);
    factory.setTopologyRecoveryEnabled(false);
    factory.setRequestedHeartbeat((int) settings.heartbeat().toSeconds());
    factory.setConnectionTimeout((int) settings.connectTimeout().toMillis());
    factory.setHandshakeTimeout((int) settings.connectTimeout().toMillis());
    factory.setChannelRpcTimeout(MILLIS_TO_ANSWER);
    factory.setShutdownTimeout(MILLIS_TO_END);
    factory.setThreadFactory(threads);
    factory.setHeartbeatExecutor(heartbeats);
    factory.setSharedExecutor(consumerThreads);
    factory.setClientProperties(clientProperties(factory));
    return factory;
  }

  /** The client's own, but for the transport of its connections. */
  private static final class GroupingFactory extends ConnectionFactory {
    private final Consumer<GroupedWrites> onTransport;

    GroupingFactory(Consumer<GroupedWrites> onTransport) {
      this.onTransport = onTransport;
    }

    @Override
    protected synchronized FrameHandlerFactory createFrameHandlerFactory() throws IOException {
      FrameHandlerFactory standard = super.createFrameHandlerFactory();
      return (address, connectionName) -> {
        GroupedWrites writes = new GroupedWrites(standard.create(address, connectionName));
        onTransport.accept(writes);
        return writes;
      };
    }
  }

  private static Map<String, Object> clientProperties(ConnectionFactory factory) {
    Map<String, Object> properties = new ConcurrentHashMap<>(factory.getClientProperties());
    properties.put("information", "Tidemark benchmark");
    return properties;
  }

  private void useThreads(
      ConnectionFactory factory, BrokerUri uri, AtomicReference<AutoCloseable> transport)
      throws IOException {
    if (uri.tls()) {
      factory.useSslProtocol(sslContext());
      if (tls.verifyHostname()) {
        factory.enableHostnameVerification();
      }
    }
    var standard = factory.getSocketConfigurator();
    factory.setSocketConfigurator(
        (Socket socket) -> {
          standard.configure(socket);
          transport.set(() -> cut(socket));
        });
  }

  /** Made once: reading the stores takes longer than a connection. */
  private synchronized SSLContext sslContext() throws IOException {
    SSLContext made = sslContext;
    if (made == null) {
      made = tls.sslContext();
      sslContext = made;
    }
    return made;
  }

  private void useNetty(
      ConnectionFactory factory, BrokerUri uri, AtomicReference<AutoCloseable> transport)
      throws IOException {
    var netty =
        factory
            .netty()
            .eventLoopGroup(eventLoops)
            .channelCustomizer(
                channel -> {
                  transport.set(channel::close);
                  if (settings.flushEveryMessages() > 1) {
                    channel
                        .pipeline()
                        .addFirst(
                            new FlushConsolidationHandler(settings.flushEveryMessages(), true));
                  }
                });
    if (uri.tls()) {
      SslContextBuilder builder =
          SslContextBuilder.forClient()
              .trustManager(tls.trustManagerFactory())
              .endpointIdentificationAlgorithm(tls.verifyHostname() ? "HTTPS" : null);
      tls.keyManagerFactory().ifPresent(builder::keyManager);
      netty.sslContext(builder.build());
    }
  }

  /** At once: TLS says goodbye first, and without a time to linger waits behind a stuck write. */
  private static void cut(Socket socket) throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  private static void sever(@Nullable AutoCloseable transport) {
    try (transport) {
    } catch (Exception e) {
      // It is closed or broken: what was wanted.
    }
  }

  @Override
  public void close() {
    consumerThreads.shutdownNow();
    heartbeats.shutdownNow();
    tokenLogin.ifPresent(TokenLogin::close);
    if (eventLoops != null) {
      eventLoops.shutdownGracefully(0, MILLIS_TO_END, TimeUnit.MILLISECONDS);
    }
  }
}
