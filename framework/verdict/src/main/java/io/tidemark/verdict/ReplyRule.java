package io.tidemark.verdict;

import static io.tidemark.model.result.Verdict.Severity.INVALIDATES;

import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.verdict.Found.Reach;
import java.util.function.LongFunction;

/** What became of requests and their replies. */
final class ReplyRule {
  @Found.Type(
      as = INVALIDATES,
      value = "Request/reply: a requester received replies to requests that it had not sent.",
      next = "check the driver",
      damages = Reach.REPLIES)
  record RepliesNeverAsked(long replies) implements Found {
    @Override
    public String sentence() {
      return Text.plural(replies, "reply", "replies") + " matched no request of their receiver";
    }
  }

  @Found.Type("Request/reply: requests had no reply within the timeout.")
  record ReplyTimeouts(long requests) implements Found {
    @Override
    public String sentence() {
      return Text.plural(requests, "request") + " had no reply within the timeout";
    }
  }

  @Found.Type("Request/reply: replies arrived after the timeout of their request.")
  record RepliesLate(long replies) implements Found {
    @Override
    public String sentence() {
      return Text.plural(replies, "reply arrived", "replies arrived")
          + " after the timeout of "
          + (replies == 1 ? "its request" : "their request");
    }
  }

  @Found.Type("Request/reply: replies arrived for requests that had been answered.")
  record RepliesDuplicated(long replies) implements Found {
    @Override
    public String sentence() {
      return Text.plural(replies, "reply", "replies") + " arrived for answered requests";
    }
  }

  @Found.Type("Request/reply: replies could not be sent.")
  record ReplyErrors(long replies, String first) implements Found {
    @Override
    public String sentence() {
      return Text.plural(replies, "reply", "replies")
          + " could not be sent"
          + MessageRule.theFirst(first);
    }
  }

  @Found.Type("Request/reply: requests were still waiting when the run ended.")
  record Unanswered(long requests) implements Found {
    @Override
    public String sentence() {
      return Text.plural(requests, "request was", "requests were")
          + " still waiting when the run ended";
    }
  }

  private ReplyRule() {}

  static void judge(RuleInput facts, Findings findings) {
    if (facts.requestReply().isEmpty()) {
      return;
    }
    Counters counts = facts.requestReply().get().counts();
    if (counts.get(Counter.NEVER_ASKED) > 0) {
      findings.invalidates(new RepliesNeverAsked(counts.get(Counter.NEVER_ASKED)));
    }
    remark(counts.get(Counter.TIMED_OUT), ReplyTimeouts::new, findings);
    remark(counts.get(Counter.LATE), RepliesLate::new, findings);
    remark(counts.get(Counter.DUPLICATE_REPLIES), RepliesDuplicated::new, findings);
    remark(
        counts.get(Counter.REPLIES_FAILED),
        replies -> new ReplyErrors(replies, facts.reason("REPLY_ERROR")),
        findings);
    remark(facts.requestReply().get().unanswered(), Unanswered::new, findings);
  }

  private static void remark(long number, LongFunction<Found> found, Findings findings) {
    if (number > 0) {
      findings.remark(found.apply(number));
    }
  }
}
