package io.tidemark.verdict;

import io.tidemark.model.result.Text;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages of the measured phases that were due and have no latency.
 *
 * @param neverSent due and not sent when the load stopped
 * @param failed sends that ended in an error
 * @param unacknowledged sends that neither ended in an error nor were acknowledged
 * @param neverReceived deliveries that are missing, whether their sends were acknowledged or not
 * @param unanswered requests without a reply that counts
 */
record Unmeasured(
    long neverSent, long failed, long unacknowledged, long neverReceived, long unanswered) {
  static final Unmeasured NONE = new Unmeasured(0, 0, 0, 0, 0);

  static Unmeasured neverSent(long messages) {
    return new Unmeasured(messages, 0, 0, 0, 0);
  }

  Unmeasured andUnacknowledged(long failures, long sends) {
    return new Unmeasured(neverSent, failures, sends, neverReceived, unanswered);
  }

  Unmeasured andNeverReceived(long deliveries) {
    return new Unmeasured(neverSent, failed, unacknowledged, deliveries, unanswered);
  }

  Unmeasured andUnanswered(long requests) {
    return new Unmeasured(neverSent, failed, unacknowledged, neverReceived, requests);
  }

  long total() {
    return neverSent + failed + unacknowledged + neverReceived + unanswered;
  }

  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    add(parts, neverSent, "never sent");
    add(parts, failed, "failed");
    add(parts, unacknowledged, "unacknowledged");
    add(parts, neverReceived, "never received");
    add(parts, unanswered, "unanswered");
    return String.join(", ", parts);
  }

  private static void add(List<String> parts, long number, String what) {
    if (number > 0) {
      parts.add(Text.count(number) + " " + what);
    }
  }
}
