package io.tidemark.worker.clients;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Random;
import java.util.zip.CRC32;

/**
 * Names of a run's topics in OMB's form {@code <prefix>-<index>-<7 base64url characters>}. The
 * characters follow from the run's id, so that names identify runs and are reproducible.
 */
public final class TopicNames {
  private static final int RANDOM_BYTES = 5;
  private static final int SUFFIX_CHARACTERS = 7;
  private final Random random;

  public TopicNames(String runId) {
    CRC32 checksum = new CRC32();
    checksum.update(runId.getBytes(StandardCharsets.UTF_8));
    this.random = new Random(((long) runId.hashCode() << 32) ^ checksum.getValue());
  }

  /**
   * The next topic's name.
   *
   * @throws IllegalStateException if the driver returns no prefix
   */
  public String next(String prefix, int index) {
    if (prefix == null) {
      throw new IllegalStateException("the driver returned null as its topic name prefix");
    }
    byte[] bytes = new byte[RANDOM_BYTES];
    random.nextBytes(bytes);
    String suffix = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    return String.format(
        Locale.ROOT, "%s-%07d-%s", prefix, index, suffix.substring(0, SUFFIX_CHARACTERS));
  }
}
