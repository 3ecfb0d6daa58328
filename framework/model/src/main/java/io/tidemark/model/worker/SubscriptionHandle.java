package io.tidemark.model.worker;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.UUID;

/**
 * One subscription to one topic.
 *
 * @param index among all of the run, from 0
 * @param topic its topic
 * @param name as the driver knows it
 */
public record SubscriptionHandle(int index, TopicHandle topic, String name) {
  private static final int SUFFIX_BYTES = 5;

  /**
   * A name in OMB's form, new in each run: some brokers keep subscriptions, with one name for all
   * topics. It is the same on all workers of a run.
   *
   * @param number among those of the topic
   */
  public static String newName(String runId, String topic, int number) {
    return newName(String.format(Locale.ROOT, "sub-%03d", number), runId, topic);
  }

  /** Such a name with another beginning. */
  public static String newName(String beginning, String runId, String topic) {
    UUID hash =
        UUID.nameUUIDFromBytes(
            (runId + '\n' + topic + '\n' + beginning).getBytes(StandardCharsets.UTF_8));
    byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(hash.getMostSignificantBits()).array();
    return beginning
        + "-"
        + Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(Arrays.copyOf(bytes, SUFFIX_BYTES));
  }
}
