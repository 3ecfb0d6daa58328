package io.tidemark.model.yaml;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Digests of files and texts. */
public final class Sha256 {
  private Sha256() {}

  public static byte[] of(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
