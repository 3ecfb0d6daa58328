package io.tidemark.http.protocol;

import io.tidemark.model.yaml.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The secret that coordinator and workers share. Appears only in its header. */
public final class Token {
  public static final int SHORTEST = 16;
  private static final String SCHEME = "Bearer ";

  private final String secret;

  /**
   * @throws IllegalArgumentException when it is too short or has characters that no header can have
   */
  public Token(String secret) {
    this.secret = Objects.requireNonNull(secret).strip();
    if (this.secret.length() < SHORTEST) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a token needs at least %d characters, got %d",
              SHORTEST,
              this.secret.length()));
    }
    if (!this.secret.chars().allMatch(c -> c > 0x20 && c < 0x7f)) {
      throw new IllegalArgumentException("a token is one word of ASCII characters");
    }
  }

  public String header() {
    return SCHEME + secret;
  }

  /** Constant time for any header. */
  public boolean matches(@Nullable String header) {
    return MessageDigest.isEqual(digest(header == null ? "" : header), digest(header()));
  }

  private static byte[] digest(String text) {
    return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "Token[hidden]";
  }
}
