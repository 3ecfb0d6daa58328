package io.tidemark.features.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A keyed hash of keys: equal keys of one recording have equal hashes, and without the secret,
 * which is random and not stored, no one can test whether a trace contains a certain key. Not
 * thread-safe.
 */
public final class KeyHash {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int SECRET_BYTES = 32;

  private final Mac mac;

  private KeyHash(byte[] secret) {
    try {
      mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  /** Returns a hash with a new secret. */
  public static KeyHash random() {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    return new KeyHash(secret);
  }

  /** Not 0, which stands for no key. */
  public long of(byte[] key) {
    long hash = ByteBuffer.wrap(mac.doFinal(key)).getLong();
    return hash == 0 ? 1 : hash;
  }

  public long of(String key) {
    return of(key.getBytes(StandardCharsets.UTF_8));
  }
}
