package io.tidemark.worker.clients;

import io.tidemark.base.SystemClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * Names of a run's topics: OMB's form {@code <prefix>-<index>-<7 base64url characters>} and a mark.
 * The first four of these characters are the minute in which the run began, so that the age of what
 * a killed run has left is known; the others follow from the run's id.
 */
public final class TopicNames {
  private static final int RANDOM_BYTES = 3;
  private static final int RANDOM_CHARACTERS = 3;
  private static final Instant EPOCH = Instant.parse("2020-01-01T00:00:00Z");
  private static final long MOST_MINUTES = 1L << 24;

  /** OMB's random characters may look like a time, but no letter follows the seventh. */
  private static final String MARK = "tm";

  /** A driver may add parts after a dot or a dash. */
  private static final Pattern REST =
      Pattern.compile("-\\d{7}-([A-Za-z0-9_-]{4})[A-Za-z0-9_-]{3}(" + MARK + ")?(?:[.-].*)?");

  private final Random random;
  private final String minute;

  public TopicNames(String runId) {
    this(runId, SystemClock.get().instant());
  }

  TopicNames(String runId, Instant begun) {
    CRC32 checksum = new CRC32();
    checksum.update(runId.getBytes(StandardCharsets.UTF_8));
    this.random = new Random(((long) runId.hashCode() << 32) ^ checksum.getValue());
    this.minute =
        text((int) Math.floorMod(Duration.between(EPOCH, begun).toMinutes(), MOST_MINUTES));
  }

  private static String text(int threeBytes) {
    byte[] bytes = {(byte) (threeBytes >> 16), (byte) (threeBytes >> 8), (byte) threeBytes};
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
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
        Locale.ROOT,
        "%s-%07d-%s%s%s",
        prefix,
        index,
        minute,
        suffix.substring(0, RANDOM_CHARACTERS),
        MARK);
  }

  /** Whether a run has made a topic of this name, possibly one of OMB. */
  static boolean isOfARun(String prefix, String topic) {
    return topic.startsWith(prefix) && REST.matcher(topic.substring(prefix.length())).matches();
  }

  /** When the run began; empty if the name has no mark, as those of OMB. */
  static Optional<Instant> begun(String prefix, String topic) {
    Matcher rest = REST.matcher(topic.substring(prefix.length()));
    if (!rest.matches() || rest.group(2) == null) {
      return Optional.empty();
    }
    byte[] bytes = Base64.getUrlDecoder().decode(rest.group(1));
    long minutes = (bytes[0] & 0xffL) << 16 | (bytes[1] & 0xffL) << 8 | (bytes[2] & 0xffL);
    return Optional.of(EPOCH.plus(Duration.ofMinutes(minutes)));
  }
}
