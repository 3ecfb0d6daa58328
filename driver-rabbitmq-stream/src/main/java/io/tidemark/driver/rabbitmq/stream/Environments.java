package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.Address;
import com.rabbitmq.stream.BackOffDelayPolicy;
import com.rabbitmq.stream.Codec;
import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.EnvironmentBuilder;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageBuilder;
import com.rabbitmq.stream.StreamException;
import com.rabbitmq.stream.codec.QpidProtonCodec;
import com.rabbitmq.stream.sasl.DefaultSaslConfiguration;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.rabbitmq.BrokerUri;
import io.tidemark.driver.rabbitmq.OAuthOptions;
import io.tidemark.driver.rabbitmq.RabbitMqTlsOptions;
import io.tidemark.driver.rabbitmq.stream.StreamConfiguration.Connecting;
import io.tidemark.driver.settings.HostPort;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Builds the client's environment from the driver's file. */
final class Environments {
  /** Older ones close the connection without a reason. */
  private static final String CERTIFICATE_HINT =
      " (tls.saslExternal: streams support certificates from RabbitMQ 3.11.19"
          + " and 3.12.1, for users that rabbitmq_auth_mechanism_ssl reads from them)";

  private Environments() {}

  /** Connects. */
  static Environment open(StreamConfiguration configuration, EventLoopGroup eventLoops)
      throws IOException {
    BrokerUri first = configuration.streamUris().get(0);
    Connecting connecting = configuration.connecting();
    EnvironmentBuilder builder =
        Environment.builder()
            .uris(addresses(configuration.streamUris()))
            .username(first.user())
            .password(first.password())
            .virtualHost(first.virtualHost())
            .id("tidemark")
            .codec(new DataCodec())
            .rpcTimeout(connecting.rpcTimeout())
            .requestedHeartbeat(connecting.heartbeat())
            .maxProducersByConnection(connecting.producersPerConnection())
            .maxConsumersByConnection(connecting.consumersPerConnection())
            .maxTrackingConsumersByConnection(connecting.trackingConsumersPerConnection())
            .forceLeaderForProducers(connecting.producersOnLeader())
            .forceReplicaForConsumers(connecting.consumersOnReplica())
            .recoveryBackOffDelayPolicy(BackOffDelayPolicy.fixed(connecting.recoveryInterval()))
            .topologyUpdateBackOffDelayPolicy(
                BackOffDelayPolicy.fixed(connecting.recoveryInterval()));
    resolveAddresses(builder, configuration);
    AtomicReference<@Nullable Throwable> failedHandshake = new AtomicReference<>();
    builder
        .netty()
        .eventLoopGroup(eventLoops)
        .channelCustomizer(channel -> watchHandshake(channel, failedHandshake::set));
    if (configuration.brokers().oauth().isPresent()) {
      logInByToken(builder, configuration.brokers().oauth().get(), configuration.brokers().tls());
    }
    if (configuration.brokers().tls().saslExternal()) {
      builder.saslConfiguration(DefaultSaslConfiguration.EXTERNAL);
    }
    if (first.tls()) {
      trust(builder, configuration.brokers().tls());
    }
    try {
      return builder.build();
    } catch (StreamException | IllegalArgumentException e) {
      String hint = configuration.brokers().tls().saslExternal() ? CERTIFICATE_HINT : "";
      Throwable reason = Objects.requireNonNullElse(failedHandshake.get(), e);
      throw StreamRefusals.failure(
          "cannot connect to "
              + configuration.streamUris()
              + ": "
              + FailureReason.of(reason)
              + hint,
          reason);
    }
  }

  /**
   * A client that writes before it learns that a handshake has failed only says that the connection
   * is closed.
   */
  private static void watchHandshake(Channel channel, Consumer<Throwable> failed) {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (tls != null) {
      tls.handshakeFuture()
          .addListener(
              handshake -> {
                if (!handshake.isSuccess()) {
                  failed.accept(handshake.cause());
                }
              });
    }
  }

  private static List<String> addresses(List<BrokerUri> uris) throws UnknownHostException {
    List<String> addresses = new ArrayList<>();
    for (BrokerUri uri : uris) {
      addresses.add(address(uri));
    }
    return addresses;
  }

  /** For the client "localhost" means: ignore advertised addresses and use this port. */
  private static String address(BrokerUri uri) throws UnknownHostException {
    String host =
        uri.host().equals("localhost") && !uri.tls() ? "127.0.0.1" : HostPort.literal(uri.host());
    return "rabbitmq-stream" + (uri.tls() ? "+tls" : "") + "://" + host + ":" + uri.port();
  }

  private static void resolveAddresses(EnvironmentBuilder builder, StreamConfiguration wanted) {
    if (wanted.connecting().loadBalancer()) {
      BrokerUri balancer = wanted.streamUris().get(0);
      builder.addressResolver(advertised -> new Address(balancer.host(), balancer.port()));
    } else if (!wanted.connecting().addressMap().isEmpty()) {
      Map<String, Address> byAdvertised = new HashMap<>();
      wanted
          .connecting()
          .addressMap()
          .forEach((from, to) -> byAdvertised.put(from, parsed(String.valueOf(to))));
      builder.addressResolver(
          advertised ->
              byAdvertised.getOrDefault(advertised.host() + ":" + advertised.port(), advertised));
    }
  }

  /** The configuration has checked the form. */
  private static Address parsed(String hostAndPort) {
    int colon = hostAndPort.lastIndexOf(':');
    return new Address(
        hostAndPort.substring(0, colon), Integer.parseInt(hostAndPort.substring(colon + 1)));
  }

  /** The client asks for tokens itself, and renews those of open connections. */
  private static void logInByToken(
      EnvironmentBuilder builder, OAuthOptions oauth, RabbitMqTlsOptions tls) throws IOException {
    var wanted =
        builder
            .oauth2()
            .tokenEndpointUri(oauth.endpoint())
            .clientId(oauth.encodedClientId())
            .clientSecret(oauth.encodedClientSecret())
            .grantType("client_credentials");
    oauth.parameters().forEach(wanted::parameter);
    if (oauth.secured()) {
      wanted.sslContext(tls.sslContext());
    }
  }

  private static void trust(EnvironmentBuilder builder, RabbitMqTlsOptions tls) throws IOException {
    SslContextBuilder context =
        SslContextBuilder.forClient()
            .trustManager(tls.trustManagerFactory())
            .endpointIdentificationAlgorithm(tls.verifyHostname() ? "HTTPS" : null);
    tls.keyManagerFactory().ifPresent(context::keyManager);
    builder.tls().sslContext(context.build());
  }

  /**
   * Messages whose only section is a body of bytes, as AMQP 1.0 writes them: what every client of
   * RabbitMQ streams reads and writes, without building a general message first. In front of it
   * there may be an application property with the message's filter value. Anything else goes
   * through the client's own codec. Stateless; safe for several threads.
   */
  static final class DataCodec implements Codec {
    private final Codec general = new QpidProtonCodec();

    @Override
    public EncodedMessage encode(Message message) {
      return message instanceof OutgoingMessage ours ? ours : general.encode(message);
    }

    @Override
    public Message decode(ByteBuf buffer, int frameBytes) {
      int frame = buffer.readerIndex();
      int headerBytes = BodyLayout.headerBytes(buffer, frame, frameBytes);
      return headerBytes == 0
          ? decodeSections(buffer, frame, frameBytes)
          : body(buffer, frame, frameBytes, headerBytes, null);
    }

    /** A message that has more than a body. */
    private Message decodeSections(ByteBuf buffer, int frame, int frameBytes) {
      int typed = frame + ContentTypeSection.encodedBytes(buffer, frame, frameBytes);
      PropertiesSection section =
          PropertiesSection.read(buffer, typed, frameBytes - (typed - frame));
      int start = section == null ? typed : typed + section.encodedBytes();
      int before = start - frame;
      int headerBytes = BodyLayout.headerBytes(buffer, start, frameBytes - before);
      return headerBytes == 0
          ? general.decode(buffer, frameBytes)
          : body(
              buffer,
              frame,
              frameBytes,
              before + headerBytes,
              section == null ? null : section.values());
    }

    private static ReceivedBody body(
        ByteBuf buffer,
        int frame,
        int frameBytes,
        int bytesBefore,
        @Nullable Map<String, Object> properties) {
      byte[] body = new byte[frameBytes - bytesBefore];
      buffer.getBytes(frame + bytesBefore, body);
      buffer.skipBytes(frameBytes);
      return new ReceivedBody(body, properties);
    }

    @Override
    public MessageBuilder messageBuilder() {
      return general.messageBuilder();
    }

    /** A received message; the body is its own copy. */
    static final class ReceivedBody implements BodyMessage {
      private final byte[] body;
      private final @Nullable Map<String, Object> properties;

      /**
       * @param properties null for none
       */
      ReceivedBody(byte[] body, @Nullable Map<String, Object> properties) {
        this.body = body;
        this.properties = properties;
      }

      @Override
      public @Nullable Map<String, Object> getApplicationProperties() {
        return properties;
      }

      @Override
      public byte[] getBodyAsBinary() {
        return body;
      }
    }
  }
}
