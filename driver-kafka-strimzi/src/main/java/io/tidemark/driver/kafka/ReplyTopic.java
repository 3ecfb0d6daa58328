package io.tidemark.driver.kafka;

import io.tidemark.driver.requests.RequestReplyPair;

/**
 * The content of a pair's reply destination.
 *
 * @param name of the reply topic
 * @param pairs of the run
 * @param requestsExisted whether the request topic was there before
 */
record ReplyTopic(String name, int pairs, boolean requestsExisted) {
  String text() {
    return name + " " + pairs + " " + requestsExisted;
  }

  static ReplyTopic of(RequestReplyPair pair) {
    String[] parts = pair.replyDestination().split(" ");
    return new ReplyTopic(parts[0], Integer.parseInt(parts[1]), Boolean.parseBoolean(parts[2]));
  }

  int partitionOf(int requester) {
    return requester / pairs;
  }
}
