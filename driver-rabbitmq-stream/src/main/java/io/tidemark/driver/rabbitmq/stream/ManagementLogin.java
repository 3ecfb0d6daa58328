package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.oauth2.GsonTokenParser;
import com.rabbitmq.stream.oauth2.HttpTokenRequester;
import com.rabbitmq.stream.oauth2.Token;
import com.rabbitmq.stream.oauth2.TokenRequester;
import io.tidemark.driver.rabbitmq.BrokerSettings;
import io.tidemark.driver.rabbitmq.OAuthOptions;
import io.tidemark.driver.rabbitmq.RabbitMqTlsOptions;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/**
 * User and password for the management API, the password a token that is good for a while. The
 * client does not publish the tokens of its connections. Safe for several threads.
 */
final class ManagementLogin implements Supplier<String> {
  private static final Duration TOO_SHORT = Duration.ofSeconds(5);

  private final String clientId;
  private final TokenRequester requester;
  private Optional<Token> token = Optional.empty();

  private ManagementLogin(OAuthOptions options, RabbitMqTlsOptions tls) throws IOException {
    this.clientId = options.clientId();
    this.requester =
        new HttpTokenRequester(
            options.endpoint(),
            options.encodedClientId(),
            options.encodedClientSecret(),
            "client_credentials",
            options.parameters(),
            options.secured() ? trusting(tls.sslContext().getSocketFactory()) : null,
            null, // The client's own headers.
            new GsonTokenParser());
  }

  /** Empty where users and passwords log in. */
  static Optional<Supplier<String>> of(BrokerSettings brokers) throws IOException {
    return brokers.oauth().isPresent()
        ? Optional.of(new ManagementLogin(brokers.oauth().get(), brokers.tls()))
        : Optional.empty();
  }

  private static Consumer<HttpURLConnection> trusting(SSLSocketFactory sockets) {
    return connection -> ((HttpsURLConnection) connection).setSSLSocketFactory(sockets);
  }

  @Override
  public synchronized String get() {
    Token good =
        token
            .filter(last -> Instant.now().plus(TOO_SHORT).isBefore(last.expirationTime()))
            .orElseGet(requester::request);
    token = Optional.of(good);
    return clientId + ":" + good.value();
  }
}
