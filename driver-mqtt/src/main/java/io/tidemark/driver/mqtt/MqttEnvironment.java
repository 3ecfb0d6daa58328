package io.tidemark.driver.mqtt;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttClientTransportConfig;
import com.hivemq.client.mqtt.MqttClientTransportConfigBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.DriverEvent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What all connections share: addresses, TLS, threads, and the listener of events. Thread-safe. */
final class MqttEnvironment implements AutoCloseable {
  private final MqttConfiguration configuration;
  private final Consumer<DriverEvent> events;
  private final List<MqttAddress> addresses;
  private final Optional<MqttClientSslConfig> tls;
  private final EventLoopGroup eventLoops;

  MqttEnvironment(MqttConfiguration configuration, Consumer<DriverEvent> events)
      throws IOException {
    this.configuration = configuration;
    this.events = events;
    this.addresses = configuration.addresses();
    this.tls =
        addresses.stream().anyMatch(MqttAddress::tls)
            ? Optional.of(configuration.tls().config())
            : Optional.empty();
    RxThreads.use();
    // Not the client's own, which are not daemons.
    this.eventLoops =
        new MultiThreadIoEventLoopGroup(
            configuration.connecting().ioThreads(),
            BackgroundTasks.daemons("mqtt"),
            NioIoHandler.newFactory());
  }

  MqttConfiguration configuration() {
    return configuration;
  }

  List<MqttAddress> addresses() {
    return addresses;
  }

  EventLoopGroup eventLoops() {
    return eventLoops;
  }

  void report(DriverEvent.Kind kind, String subject, String detail) {
    events.accept(new DriverEvent(kind, subject, detail));
  }

  MqttClientTransportConfig transport(int index) {
    MqttAddress address = addresses.get(Math.floorMod(index, addresses.size()));
    long timeoutMillis = configuration.connecting().connectTimeout().toMillis();
    MqttClientTransportConfigBuilder builder =
        MqttClientTransportConfig.builder()
            .serverHost(address.host().replaceAll("[\\[\\]]", ""))
            .serverPort(address.port())
            .socketConnectTimeout(timeoutMillis, TimeUnit.MILLISECONDS)
            .mqttConnectTimeout(timeoutMillis, TimeUnit.MILLISECONDS);
    return (address.tls() && tls.isPresent() ? builder.sslConfig(tls.get()) : builder).build();
  }

  /** Ends also the connections whose broker does not answer. To be called once. */
  @Override
  public void close() {
    eventLoops
        .shutdownGracefully(50, 2_000, TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(3, TimeUnit.SECONDS);
    RxThreads.release();
  }
}
