package io.tidemark.driver.mqtt;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Names on the broker. A topic of one partition is the MQTT topic of that name; with several
 * partitions the topic has a level for each of them: {@code T/0}, {@code T/1}, ...
 */
final class TopicName {
  private static final int LONGEST = 200;

  private TopicName() {}

  static List<String> ofPartitions(String topic, int partitions) {
    return partitions == 1
        ? List.of(topic)
        : IntStream.range(0, partitions).mapToObj(each -> topic + "/" + each).toList();
  }

  /** Matches the topic itself and all of its partitions. */
  static String filter(String topic) {
    return topic + "/#";
  }

  static String sharedFilter(String topic, String subscription) {
    return "$share/" + subscription.replaceAll("[/+#]", "_") + "/" + filter(topic);
  }

  /** The partition of a received message; -1 if the topic's last level is no number. */
  static int partition(String topic, String received) {
    if (received.length() == topic.length()) {
      return 0;
    }
    int partition = 0;
    for (int i = topic.length() + 1; i < received.length(); i++) {
      int digit = received.charAt(i) - '0';
      if (digit < 0 || digit > 9 || partition > 1_000_000) {
        return -1;
      }
      partition = partition * 10 + digit;
    }
    return partition;
  }

  /** Why no topic can have this name. */
  static Optional<String> problem(String topic) {
    boolean wrong =
        topic.isEmpty()
            || topic.length() > LONGEST
            || topic.startsWith("$")
            || topic.chars().anyMatch(c -> c == '+' || c == '#' || c < ' ');
    return wrong
        ? Optional.of(
            "topic '"
                + topic
                + "': allowed 1 to "
                + LONGEST
                + " characters without + and #, not beginning with $")
        : Optional.empty();
  }
}
