package io.tidemark.worker.engine.outcome;

import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.worker.engine.record.EnvelopeScope;
import io.tidemark.worker.engine.record.Recording;
import io.tidemark.worker.engine.record.StampedMessage;
import io.tidemark.worker.engine.record.SubscriptionGroup;

/** A consumer of the dead letters of a subscription. Called by any of the driver's threads. */
public final class DeadLetterReceiver implements MessageCallback {
  private final EnvelopeScope scope;
  private final SubscriptionGroup subscription;
  private final OutcomeLog log;

  public DeadLetterReceiver(EnvelopeScope scope, SubscriptionGroup subscription, OutcomeLog log) {
    this.scope = scope;
    this.subscription = subscription;
    this.log = log;
  }

  @Override
  public void messageReceived(ReceivedMessage message) {
    Recording recording = scope.recording();
    long now = recording.clock.epochNanos();
    if (recording.isClosed()) {
      return;
    }
    StampedMessage stamped = StampedMessage.of(scope, subscription, message, now);
    if (stamped == null) {
      int phase = recording.phases().phaseAt(now);
      recording.record(interval -> interval.count(phase, Counter.FOREIGN));
      return;
    }
    log.deadLetter(
        subscription.index(), stamped.producer(), stamped.sequence(), message.deadLetterReason());
    recording.record(
        interval -> {
          interval.count(stamped.phase(), Counter.DEAD_LETTERS);
          interval.measured(
              stamped.phase(), Measure.DEAD_LETTER_AGE, now - stamped.intendedEpochNanos());
        });
  }

  @Override
  public void consumerFailed(Throwable cause) {
    scope.receiveFailed("dead letters of subscription " + subscription.index(), cause);
  }
}
