package io.tidemark.worker.requestreply;

import io.tidemark.driver.requests.RequestReplyPair;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A requester's reply topic. Those of a pair are sent to other workers as part of the pair.
 *
 * @param requester its index
 * @param name of the topic
 */
record RequesterTopic(int requester, String name) {
  private static final String EXISTED = "existing";
  private static final String MADE = "made";

  /** A first line for the request topic, then one for each requester. */
  static String noteOf(List<RequesterTopic> topics, boolean existed) {
    return (existed ? EXISTED : MADE)
        + topics.stream()
            .map(topic -> "\n" + topic.requester() + " " + topic.name())
            .collect(Collectors.joining());
  }

  /** Whether the pair's request topic was there before the run. */
  static boolean existed(RequestReplyPair pair) {
    return pair.replyDestination().startsWith(EXISTED);
  }

  static List<RequesterTopic> of(RequestReplyPair pair) {
    return Arrays.stream(pair.replyDestination().split("\n"))
        .skip(1)
        .map(
            line -> {
              String[] parts = line.split(" ", 2);
              return new RequesterTopic(Integer.parseInt(parts[0]), parts[1]);
            })
        .toList();
  }
}
