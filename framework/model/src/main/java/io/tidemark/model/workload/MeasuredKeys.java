package io.tidemark.model.workload;

import io.tidemark.model.worker.Measure;
import java.util.Optional;
import java.util.Set;

/** What a workload measures, of all that objectives may be about. */
final class MeasuredKeys {
  private static final Set<String> OF_REQUESTS =
      Set.of(
          "roundTripRate",
          "timeouts",
          "lateReplies",
          "duplicateReplies",
          "neverAsked",
          "unanswered",
          "requestsLost",
          "repliesLost");
  private static final Set<String> OF_PRODUCERS =
      Set.of("scheduleDelay", "publishLatency", "publishResponse", "publishRate");
  private static final Set<String> OF_CONSUMERS =
      Set.of("endToEnd", "endToEndFromSend", "consumeRate");
  private static final Set<String> OF_THE_AUDIT = Set.of("lost", "duplicated", "outOfOrder");

  private final String pattern;
  private final boolean requests;
  private final boolean consumers;
  private final boolean audit;

  MeasuredKeys(Fields fields) {
    this.pattern = fields.word("pattern");
    this.requests = pattern.equals(Pattern.REQUEST_REPLY.key());
    this.consumers =
        requests
            || (fields.integer("subscriptionsPerTopic") > 0
                && fields.integer("consumerPerSubscription") > 0);
    this.audit = !fields.word("delivery").equals("off");
  }

  /** Why an objective would be missed by every run of the workload; empty when it is measured. */
  Optional<String> whyNot(String key) {
    String first = key.split("\\.", 2)[0];
    boolean ofRequests =
        OF_REQUESTS.contains(first)
            || ObjectiveKeys.measure(key).filter(Measure::ofRoundTrips).isPresent();
    if (ofRequests && !requests) {
      return Optional.of(
          "is not measured with pattern: " + pattern + "; allowed with request-reply");
    }
    if (OF_PRODUCERS.contains(first) && pattern.equals(Pattern.CONSUME_ONLY.key())) {
      return Optional.of("is not measured with pattern: " + pattern + ", which has no producers");
    }
    if ((OF_CONSUMERS.contains(first) || OF_THE_AUDIT.contains(first)) && !consumers) {
      return Optional.of("is not measured without consumers; allowed with consumerPerSubscription");
    }
    return OF_THE_AUDIT.contains(first) && !audit
        ? Optional.of("is not measured with delivery: off; allowed with full")
        : Optional.empty();
  }
}
