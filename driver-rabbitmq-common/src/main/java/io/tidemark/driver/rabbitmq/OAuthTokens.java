package io.tidemark.driver.rabbitmq;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Keeps one token, and asks for another when four fifths of its life are over. Safe for several
 * threads; whoever finds no token waits for the request.
 */
public final class OAuthTokens {
  /** The share of a token's life after which it is replaced. */
  public static final double REFRESH_AFTER = 0.8;

  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
  private static final long DEFAULT_LIFE_SECONDS = 300;

  private final OAuthOptions options;
  private final HttpClient client;
  private final ObjectMapper mapper = new ObjectMapper();
  private String token;
  private long refreshAtNanos;
  private long expiresAtNanos;

  public OAuthTokens(OAuthOptions options, RabbitMqTlsOptions tls) throws IOException {
    this.options = options;
    this.client = tls.httpClient(REQUEST_TIMEOUT, "https".equals(options.tokenUri().getScheme()));
  }

  /** Empty where no tokens are wanted. */
  public static Optional<OAuthTokens> of(Optional<OAuthOptions> options, RabbitMqTlsOptions tls)
      throws IOException {
    return options.isPresent()
        ? Optional.of(new OAuthTokens(options.get(), tls))
        : Optional.empty();
  }

  /** Who the tokens are for. */
  public String clientId() {
    return options.clientId();
  }

  /** A token that is still good. */
  public synchronized String current() throws IOException {
    if (token == null || System.nanoTime() - refreshAtNanos >= 0) {
      refresh();
    }
    return token;
  }

  /** How long the present token is good. */
  public synchronized Duration timeBeforeExpiration() {
    return Duration.ofNanos(Math.max(0, expiresAtNanos - System.nanoTime()));
  }

  /** Asks for another token. */
  public synchronized void refresh() throws IOException {
    long askedNanos = System.nanoTime();
    JsonNode answer = ask();
    if (!answer.path("access_token").isTextual()) {
      throw new IOException("no access_token in the answer of " + options.tokenUri());
    }
    long seconds = answer.path("expires_in").asLong(DEFAULT_LIFE_SECONDS);
    token = answer.path("access_token").asText();
    expiresAtNanos = askedNanos + Duration.ofSeconds(seconds).toNanos();
    refreshAtNanos = askedNanos + (long) (Duration.ofSeconds(seconds).toNanos() * REFRESH_AFTER);
  }

  private JsonNode ask() throws IOException {
    try {
      HttpResponse<String> response = client.send(request(), BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IOException(
            "no token from " + options.tokenUri() + ": HTTP status " + response.statusCode());
      }
      return mapper.readTree(response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for a token", e);
    } catch (java.net.ConnectException | java.net.http.HttpTimeoutException e) {
      throw new IOException("no token from " + options.tokenUri() + ": " + e, e);
    }
  }

  private HttpRequest request() {
    Map<String, String> form = new LinkedHashMap<>(options.parameters());
    form.put("grant_type", "client_credentials");
    String body =
        form.entrySet().stream()
            .map(one -> encoded(one.getKey()) + "=" + encoded(one.getValue()))
            .collect(Collectors.joining("&"));
    String login = encoded(options.clientId()) + ":" + encoded(options.clientSecret());
    return HttpRequest.newBuilder(options.tokenUri())
        .timeout(REQUEST_TIMEOUT)
        .header("Authorization", "Basic " + base64(login))
        .header("Accept", "application/json")
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(BodyPublishers.ofString(body))
        .build();
  }

  static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
