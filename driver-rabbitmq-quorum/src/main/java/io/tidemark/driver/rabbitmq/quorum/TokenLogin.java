package io.tidemark.driver.rabbitmq.quorum;

import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.impl.CredentialsProvider;
import com.rabbitmq.client.impl.DefaultCredentialsRefreshService;
import com.rabbitmq.client.impl.DefaultCredentialsRefreshService.DefaultCredentialsRefreshServiceBuilder;
import io.tidemark.driver.rabbitmq.OAuthTokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/** Logs connections in with tokens, and gives open ones the next token before theirs runs out. */
final class TokenLogin implements AutoCloseable {
  private final DefaultCredentialsRefreshService refreshing =
      new DefaultCredentialsRefreshServiceBuilder()
          .refreshDelayStrategy(
              DefaultCredentialsRefreshService.ratioRefreshDelayStrategy(OAuthTokens.REFRESH_AFTER))
          // Whoever connects gets a token that is good for a while anyway.
          .approachingExpirationStrategy(left -> false)
          .build();

  private final CredentialsProvider provider;

  TokenLogin(OAuthTokens tokens) {
    this.provider = new Provider(tokens);
  }

  void use(ConnectionFactory factory) {
    factory.setCredentialsProvider(provider);
    factory.setCredentialsRefreshService(refreshing);
  }

  private record Provider(OAuthTokens tokens) implements CredentialsProvider {
    @Override
    public String getUsername() {
      return tokens.clientId();
    }

    @Override
    public String getPassword() {
      try {
        return tokens.current();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Duration getTimeBeforeExpiration() {
      return tokens.timeBeforeExpiration();
    }

    @Override
    public void refresh() {
      try {
        tokens.refresh();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() {
    refreshing.close();
  }
}
