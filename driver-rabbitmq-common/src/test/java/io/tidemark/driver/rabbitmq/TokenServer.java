package io.tidemark.driver.rabbitmq;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An OAuth 2 token endpoint on loopback: gives the client "bench" with the secret "s3cret/+" tokens
 * that are good for everything on a broker which trusts {@link #publicKeyFile()}.
 */
public final class TokenServer implements AutoCloseable {
  /** RFC 6749, section 2.3.1: both are encoded as in a form before base64. */
  private static final String LOGIN = "Basic " + ManagementApi.base64("bench:s3cret%2F%2B");

  private static final KeyPair KEYS = keys();

  private final HttpServer server;
  private final int reportedSeconds;
  private final int goodSeconds;
  private final AtomicInteger issued = new AtomicInteger();
  private volatile Instant firstExpires = Instant.MAX;

  /**
   * @param reportedSeconds the reported lifetime, after which clients request another
   * @param goodSeconds the life that brokers see; the difference is for a machine that stands still
   */
  public TokenServer(int reportedSeconds, int goodSeconds) throws IOException {
    this.reportedSeconds = reportedSeconds;
    this.goodSeconds = goodSeconds;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/token", this::answer);
    server.start();
  }

  private static KeyPair keys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** PEM, for the broker. */
  public static Path publicKeyFile() {
    try {
      Path file = Files.createTempFile("token-key", ".pem");
      file.toFile().deleteOnExit();
      String body = Base64.getMimeEncoder().encodeToString(KEYS.getPublic().getEncoded());
      return Files.writeString(
          file, "-----BEGIN PUBLIC KEY-----\n" + body + "\n-----END PUBLIC KEY-----\n");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The section of a driver's file. */
  public String yaml() {
    return """
    oauth:
      tokenUri: http://127.0.0.1:%d/token
      clientId: bench
      clientSecret: s3cret/+
      parameters: {scope: all}
    """
        .formatted(server.getAddress().getPort());
  }

  /** How many tokens were given away. */
  public int issued() {
    return issued.get();
  }

  /** Whether a connection that still had its first token would have been ended. */
  public boolean firstHasExpired() {
    return Instant.now().isAfter(firstExpires);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    boolean known = LOGIN.equals(exchange.getRequestHeaders().getFirst("Authorization"));
    if (!known || !body.contains("grant_type=client_credentials") || !body.contains("scope=all")) {
      exchange.sendResponseHeaders(401, -1);
      exchange.close();
      return;
    }
    byte[] answer =
        "{\"access_token\":\"%s\",\"token_type\":\"bearer\",\"expires_in\":%d}"
            .formatted(token(), reportedSeconds)
            .getBytes(StandardCharsets.UTF_8);
    if (issued.incrementAndGet() == 1) {
      firstExpires = Instant.now().plusSeconds(goodSeconds);
    }
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private String token() {
    long now = Instant.now().getEpochSecond();
    String claims =
        """
        {"iss":"tidemark","sub":"bench","client_id":"bench","aud":["rabbitmq"],"iat":%d,"exp":%d,
        "scope":["rabbitmq.configure:*/*","rabbitmq.read:*/*","rabbitmq.write:*/*",
        "rabbitmq.tag:administrator"]}\
        """
            .formatted(now, now + goodSeconds);
    String signed =
        base64(
                "{\"alg\":\"RS256\",\"typ\":\"JWT\",\"kid\":\"tidemark\"}"
                    .getBytes(StandardCharsets.UTF_8))
            + "."
            + base64(claims.getBytes(StandardCharsets.UTF_8));
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(KEYS.getPrivate());
      signature.update(signed.getBytes(StandardCharsets.US_ASCII));
      return signed + "." + base64(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
