package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.model.result.DeliveryReport.AuditedOffsets;
import io.tidemark.model.result.DeliveryReport.AuditedOffsets.Example;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What audits of transactions, offsets and replies found is said with its number. */
class MessageAuditTest {
  private final GoodRun facts = new GoodRun();

  private static AuditedOffsets audited(double share, long found, String... examples) {
    return new AuditedOffsets(
        share,
        100,
        found,
        Optional.of(found),
        Optional.of(found),
        Optional.of(found),
        Optional.of(found),
        List.of(examples).stream().map(text -> new Example("commit-back", text)).toList());
  }

  @Test
  void eachKindOfOffsetThatIsWrongIsAWarning() {
    facts.offsets = Optional.of(audited(1, 2));

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    assertThat(facts.verdict().findings())
        .extracting(Finding::code, Finding::severity)
        .containsExactlyInAnyOrder(
            tuple("offset-not-unique", Severity.WARNS),
            tuple("offset-mismatch", Severity.WARNS),
            tuple("commit-back", Severity.WARNS),
            tuple("commit-ahead", Severity.WARNS),
            tuple("key-order", Severity.WARNS));
    assertThat(facts.finding("offset-not-unique").message())
        .isEqualTo("2 offsets had two messages");
  }

  @Test
  void anAuditThatFoundNothingSaysNothing() {
    facts.offsets = Optional.of(audited(1, 0));
    facts.abortedReads = Optional.of(0L);

    assertThat(facts.verdict().findings()).isEmpty();
  }

  @Test
  void aSampleAndTheExamplesOfTheSameKindAreNamed() {
    facts.offsets = Optional.of(audited(0.25, 1, "5 after 7", "1 after 9"));

    assertThat(facts.finding("commit-back").message())
        .endsWith(", in a sample of 1/4 of the messages; the first: 5 after 7; 1 after 9");
    assertThat(facts.finding("key-order").message()).endsWith("1/4 of the messages");
  }

  @Test
  void messagesOfAbortedTransactionsAreAWarningWithExamples() {
    facts.abortedReads = Optional.of(3L);
    facts.firstAbortedReads = List.of("0:7", "1:9");

    assertThat(facts.finding("aborted-read").severity()).isEqualTo(Severity.WARNS);
    assertThat(facts.finding("aborted-read").message())
        .startsWith("3 messages of aborted transactions")
        .contains("(producer:sequence) 0:7, 1:9;");
  }

  private void replies(Counters counts, long unanswered) {
    facts.requestReply = Optional.of(GoodRun.roundTrips(counts, unanswered, 0, 0));
  }

  @Test
  void eachKindOfReplyThatIsWrongIsARemark() {
    replies(
        Counters.ZERO
            .with(Counter.TIMED_OUT, 1)
            .with(Counter.LATE, 2)
            .with(Counter.DUPLICATE_REPLIES, 3)
            .with(Counter.REPLIES_FAILED, 4),
        5);
    facts.events = List.of(new RunEvent(1, "a", "REPLY_ERROR", "responder 0", "closed"));

    assertThat(facts.verdict().findings())
        .extracting(Finding::code, Finding::severity, Finding::message)
        .containsExactlyInAnyOrder(
            tuple("reply-timeouts", Severity.REMARK, "1 request had no reply within the timeout"),
            tuple(
                "replies-late",
                Severity.REMARK,
                "2 replies arrived after the timeout of their request"),
            tuple("replies-duplicated", Severity.REMARK, "3 replies arrived for answered requests"),
            tuple(
                "reply-errors",
                Severity.REMARK,
                "4 replies could not be sent; the first: responder 0: closed"),
            tuple(
                "unanswered", Severity.REMARK, "5 requests were still waiting when the run ended"));
  }

  @Test
  void repliesToRequestsThatWereNeverAskedAreInvalid() {
    replies(Counters.ZERO.with(Counter.NEVER_ASKED, 1), 0);
    facts.assertInvalid("replies-never-asked", "1 reply matched no request");
    replies(Counters.ZERO, 0);
    assertThat(facts.verdict().findings()).isEmpty();
  }
}
