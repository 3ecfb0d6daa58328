package io.tidemark.driver.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
 * An OAuth 2 token endpoint on loopback: gives the client "bench" with the secret "s3cret" tokens
 * for a broker that trusts {@link #publicKeyFile()}.
 */
public final class TokenEndpoint implements AutoCloseable {
  private static final KeyPair KEYS = keys();
  private static final String LOGIN =
      "Basic " + Base64.getEncoder().encodeToString("bench:s3cret".getBytes(UTF_8));

  private final HttpServer server;
  private final long lifetimeSeconds;
  private final AtomicInteger issued = new AtomicInteger();

  /** Its tokens are valid for an hour. */
  public TokenEndpoint() throws IOException {
    this(3_600);
  }

  public TokenEndpoint(long lifetimeSeconds) throws IOException {
    this.lifetimeSeconds = lifetimeSeconds;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
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
  static Path publicKeyFile() {
    try {
      Path file = Files.createTempFile("token-key", ".pem");
      file.toFile().deleteOnExit();
      String body = Base64.getMimeEncoder().encodeToString(KEYS.getPublic().getEncoded());
      return Files.writeString(
          file, "-----BEGIN PUBLIC KEY-----\n" + body + "\n-----END PUBLIC KEY-----\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/token";
  }

  public int issued() {
    return issued.get();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    boolean known = LOGIN.equals(exchange.getRequestHeaders().getFirst("Authorization"));
    if (!known || !body.contains("grant_type=client_credentials")) {
      exchange.sendResponseHeaders(401, -1);
      exchange.close();
      return;
    }
    issued.incrementAndGet();
    byte[] answer =
        ("{\"access_token\":\""
                + token()
                + "\",\"token_type\":\"bearer\",\"expires_in\":"
                + lifetimeSeconds
                + "}")
            .getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private String token() {
    long now = Instant.now().getEpochSecond();
    String claims =
        "{\"iss\":\"tidemark\",\"sub\":\"bench\",\"aud\":[\"kafka\"],\"scope\":\"all\",\"iat\":%d,\"exp\":%d}"
            .formatted(now, now + lifetimeSeconds);
    String signed = base64("{\"alg\":\"RS256\",\"typ\":\"JWT\"}") + "." + base64(claims);
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(KEYS.getPrivate());
      signature.update(signed.getBytes(UTF_8));
      return signed
          + "."
          + Base64.getUrlEncoder().withoutPadding().encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String base64(String text) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
