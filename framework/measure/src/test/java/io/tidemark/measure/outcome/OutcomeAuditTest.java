package io.tidemark.measure.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.outcome.DeadLetterReason;
import io.tidemark.driver.outcome.Outcome;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.outcome.OutcomeKeys;
import io.tidemark.model.outcome.OutcomePlan;
import io.tidemark.model.outcome.OutcomeReport.SubscriptionOutcomes;
import io.tidemark.model.snapshot.Settled;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.longlong.Roaring64Bitmap;

class OutcomeAuditTest {
  private static final int PRODUCER = 2;
  private static final OutcomePlan PLAN =
      new OutcomePlan(
          Grammar.defaults(OutcomeKeys.class).with().rejected(0.3).released(0.3).times(2).build(),
          7);
  private static final long ACCEPTED = find(Outcome.ACCEPT);
  private static final long RELEASED = find(Outcome.RELEASE);
  private static final long REJECTED = find(Outcome.REJECT);

  private final Times refused = new Times();
  private final Times accepted = new Times();
  private final Times dead = new Times();
  private final Map<DeadLetterReason, Roaring64Bitmap> reasons =
      new EnumMap<>(DeadLetterReason.class);

  private static long find(Outcome outcome) {
    return LongStream.iterate(0, n -> n + 1)
        .filter(n -> PLAN.outcome(PRODUCER, n, 0) == outcome)
        .findFirst()
        .orElseThrow();
  }

  private static void add(Times times, long... sequences) {
    LongStream.of(sequences).forEach(times::add);
  }

  private Settled settled() {
    return new Settled(0, PRODUCER, refused.levels(), accepted.levels(), dead.levels(), reasons);
  }

  private SubscriptionOutcomes audited(OutcomePlan plan) {
    OutcomeAudit audit = new OutcomeAudit(plan);
    audit.add(settled());
    OutcomeAudit.Account account = audit.account(0);
    account.add(PRODUCER, Roaring64Bitmap.bitmapOf(ACCEPTED, RELEASED, REJECTED));
    return account.report("s", "t");
  }

  private SubscriptionOutcomes audited() {
    return audited(PLAN);
  }

  @Test
  void eachMessageEndsAsPlanned() {
    add(accepted, ACCEPTED, RELEASED);
    add(refused, RELEASED, RELEASED, REJECTED);
    add(dead, REJECTED);
    reasons.put(DeadLetterReason.REJECTED, Roaring64Bitmap.bitmapOf(REJECTED));
    assertThat(audited())
        .isEqualTo(
            new SubscriptionOutcomes(
                "s",
                "t",
                2,
                0,
                1,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                Map.of(DeadLetterReason.REJECTED, 1L),
                Map.of(1, 2L, 3, 1L),
                List.of(),
                List.of(),
                List.of()));
  }

  @Test
  void aDeadLetterWithAnotherReasonThanThePlannedOneIsCounted() {
    add(accepted, ACCEPTED, RELEASED);
    add(refused, RELEASED, RELEASED, REJECTED);
    add(dead, REJECTED);
    reasons.put(DeadLetterReason.EXPIRED, Roaring64Bitmap.bitmapOf(REJECTED));
    SubscriptionOutcomes found = audited();
    assertThat(found.otherReason()).isEqualTo(1);
    assertThat(found.firstOther())
        .containsExactly(PRODUCER + ":" + REJECTED + " EXPIRED, planned REJECTED");
    assertThat(found.reasons()).isEqualTo(Map.of(DeadLetterReason.EXPIRED, 1L));
  }

  @Test
  void aMessageWithoutAnEndIsLost() {
    add(accepted, ACCEPTED);
    add(refused, RELEASED, REJECTED);
    assertThat(audited().neither()).isEqualTo(2);
    assertThat(audited().lostRefused()).as("the other was to be accepted").isEqualTo(1);
  }

  @Test
  void endsTwiceAreSeenOverIntervals() {
    OutcomeAudit audit = new OutcomeAudit(PLAN);
    add(accepted, ACCEPTED);
    add(dead, REJECTED);
    audit.add(settled());
    add(dead, ACCEPTED);
    audit.add(settled());
    OutcomeAudit.Account account = audit.account(0);
    account.add(PRODUCER, Roaring64Bitmap.bitmapOf(ACCEPTED, REJECTED));
    SubscriptionOutcomes found = account.report("s", "t");
    assertThat(found.both()).isEqualTo(1);
    assertThat(found.deadLettersAgain()).isEqualTo(1);
    assertThat(found.accepted() + found.acceptedAgain() + found.deadLetters()).isZero();
  }

  @Test
  void aDeadLetterBeforeItsTimeIsEarlyAndARejectedOneThatReturnsIsLate() {
    add(refused, RELEASED, REJECTED, REJECTED);
    add(dead, RELEASED, REJECTED);
    assertThat(audited().firstEarly())
        .containsExactly(PRODUCER + ":" + RELEASED + " refused 1 times, planned 2");
    assertThat(audited().firstAgain())
        .containsExactly(PRODUCER + ":" + REJECTED + " refused 2 times, planned 1");
  }

  @Test
  void aDeadLetterThatWasToBeAcceptedIsEarlyAfterAllItsRefusals() {
    add(refused, RELEASED, RELEASED);
    add(dead, RELEASED);
    assertThat(audited().firstEarly())
        .containsExactly(
            PRODUCER + ":" + RELEASED + " refused 2 times, planned 2 and its acceptance");
  }

  @Test
  void theBrokerGivesUpAfterThePlannedDeliveries() {
    OutcomeKeys keys = PLAN.keys().withTimes(9).withGiveUpAfter(Optional.of(3));
    add(refused, RELEASED, RELEASED, RELEASED, REJECTED);
    add(dead, RELEASED, REJECTED);
    reasons.put(DeadLetterReason.GIVEN_UP, Roaring64Bitmap.bitmapOf(RELEASED));
    SubscriptionOutcomes found = audited(new OutcomePlan(keys, 7));
    assertThat(found.deadLetters()).isEqualTo(2);
    assertThat(found.otherReason()).isZero();
    assertThat(found.givenUpEarly() + found.deliveredAgain()).isZero();
  }

  @Test
  void withoutADeadLetterDestinationRejectedMessagesEndWithTheirRejection() {
    OutcomeAudit audit = new OutcomeAudit(new OutcomePlan(PLAN.keys().withDeadLetters(false), 7));
    add(refused, RELEASED, REJECTED);
    assertThat(audit.add(settled())).isEqualTo(Roaring64Bitmap.bitmapOf(REJECTED));
    OutcomeAudit.Account account = audit.account(0);
    account.add(PRODUCER, Roaring64Bitmap.bitmapOf(RELEASED, REJECTED));
    assertThat(account.report("s", "t").dropped()).isEqualTo(1);
    assertThat(account.report("s", "t").neither()).isEqualTo(1);
  }

  @Test
  void sharesOfThePlanAreThoseOfTheKeys() {
    long refusedFirst =
        LongStream.range(0, 100_000).filter(n -> PLAN.outcome(5, n, 0) == Outcome.REJECT).count();
    assertThat(refusedFirst).isBetween(29_000L, 31_000L);
  }
}
