package org.example.nats;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A topic is a stream; its partitions are the stream's subjects: {@code topic.0}, {@code topic.1}.
 */
final class Subjects {
  private Subjects() {}

  static List<String> forPartitions(String topic, int partitions) {
    return IntStream.range(0, partitions).mapToObj(number -> topic + "." + number).toList();
  }

  static int partition(String subject) {
    return Integer.parseInt(subject.substring(subject.lastIndexOf('.') + 1));
  }
}
