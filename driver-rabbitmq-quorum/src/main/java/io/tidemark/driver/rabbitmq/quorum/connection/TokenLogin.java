package io.tidemark.driver.rabbitmq.quorum.connection;

import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.impl.CredentialsProvider;
import com.rabbitmq.client.impl.DefaultCredentialsRefreshService;
import com.rabbitmq.client.impl.DefaultCredentialsRefreshService.DefaultCredentialsRefreshServiceBuilder;
import com.rabbitmq.client.impl.OAuth2ClientCredentialsGrantCredentialsProvider.OAuth2ClientCredentialsGrantCredentialsProviderBuilder;
import io.tidemark.driver.rabbitmq.BrokerSettings;
import io.tidemark.driver.rabbitmq.OAuthOptions;
import io.tidemark.driver.rabbitmq.RabbitMqTlsOptions;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Optional;

/** Authenticates connections with tokens, and updates open ones before their token expires. */
public final class TokenLogin implements AutoCloseable {
  private static final double REFRESH_AFTER = 0.8;
  private static final Duration TOO_SHORT = Duration.ofSeconds(5);
  private static final int MILLIS_TO_ANSWER = 10_000;

  private final DefaultCredentialsRefreshService refreshing =
      new DefaultCredentialsRefreshServiceBuilder()
          .refreshDelayStrategy(
              DefaultCredentialsRefreshService.ratioRefreshDelayStrategy(REFRESH_AFTER))
          .approachingExpirationStrategy(left -> left.compareTo(TOO_SHORT) < 0)
          .build();

  private final String clientId;
  private final CredentialsProvider provider;

  private TokenLogin(OAuthOptions options, RabbitMqTlsOptions tls) throws IOException {
    this.clientId = options.clientId();
    var builder =
        new OAuth2ClientCredentialsGrantCredentialsProviderBuilder()
            .tokenEndpointUri(options.endpoint())
            .clientId(options.encodedClientId())
            .clientSecret(options.encodedClientSecret())
            .grantType("client_credentials")
            .connectionConfigurator(TokenLogin::limit);
    options.parameters().forEach(builder::parameter);
    if (options.secured()) {
      builder.tls().sslContext(tls.sslContext());
    }
    this.provider = builder.build();
  }

  /** Empty where users and passwords log in. */
  public static Optional<TokenLogin> of(BrokerSettings brokers) throws IOException {
    return brokers.oauth().isPresent()
        ? Optional.of(new TokenLogin(brokers.oauth().get(), brokers.tls()))
        : Optional.empty();
  }

  private static void limit(HttpURLConnection connection) {
    connection.setConnectTimeout(MILLIS_TO_ANSWER);
    connection.setReadTimeout(MILLIS_TO_ANSWER);
  }

  void use(ConnectionFactory factory) {
    factory.setCredentialsProvider(provider);
    factory.setCredentialsRefreshService(refreshing);
  }

  /** User and password for the management API. */
  public String userAndPassword() {
    if (refreshing.isApproachingExpiration(provider.getTimeBeforeExpiration())) {
      provider.refresh();
    }
    return clientId + ":" + provider.getPassword();
  }

  @Override
  public void close() {
    refreshing.close();
  }
}
