package io.tidemark.worker.engine.outcome;

import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.ReceivedBatch;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.driver.outcome.Outcome;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.worker.engine.outcome.OutcomeLog.Decision;
import io.tidemark.worker.engine.receive.ConsumerPace;
import io.tidemark.worker.engine.record.EnvelopeScope;
import io.tidemark.worker.engine.record.Recording;
import io.tidemark.worker.engine.record.StampedMessage;
import io.tidemark.worker.engine.record.SubscriptionGroup;
import org.jspecify.annotations.Nullable;

/**
 * One consumer's end of the receive path in a run whose consumers refuse messages. A message counts
 * as received when it is accepted. Called by any of the driver's threads.
 */
public final class OutcomeReceiver implements MessageCallback {
  private final EnvelopeScope scope;
  private final Recording recording;
  private final SubscriptionGroup subscription;
  private final MessageCallback accepted;
  private final ConsumerPace pace;
  private final OutcomeLog log;

  /**
   * @param accepted takes what is accepted
   */
  public OutcomeReceiver(
      EnvelopeScope scope,
      SubscriptionGroup subscription,
      MessageCallback accepted,
      ConsumerPace pace,
      OutcomeLog log) {
    this.scope = scope;
    this.recording = scope.recording();
    this.subscription = subscription;
    this.accepted = accepted;
    this.pace = pace;
    this.log = log;
  }

  /** From a consumer that cannot refuse messages. */
  @Override
  public void messageReceived(ReceivedMessage message) {
    accepted.messageReceived(message);
  }

  @Override
  public ReceivedBatch batchArrived() {
    return accepted.batchArrived();
  }

  @Override
  public void consumerFailed(Throwable cause) {
    accepted.consumerFailed(cause);
  }

  @Override
  public Outcome settle(ReceivedMessage message) {
    long now = recording.clock.epochNanos();
    StampedMessage stamped = recording.isClosed() ? null : stamped(message, now);
    if (stamped == null) {
      accepted.messageReceived(message);
      return Outcome.ACCEPT;
    }
    int phase = stamped.phase();
    Decision decision =
        log.delivered(
            subscription.index(),
            stamped.producer(),
            stamped.sequence(),
            message.deliveries(),
            now);
    if (decision.refusedEpochNanos() != OutcomeLog.NEVER) {
      long nanos = now - decision.refusedEpochNanos();
      recording.record(interval -> interval.measured(phase, Measure.REDELIVERY, nanos));
    }
    if (decision.outcome() == Outcome.ACCEPT) {
      Measure which = decision.refusals() == 0 ? Measure.NEVER_REFUSED : Measure.ONCE_REFUSED;
      long age = now - stamped.intendedEpochNanos();
      recording.record(interval -> interval.measured(phase, which, age));
      accepted.messageReceived(message);
    } else {
      recording.record(
          interval -> {
            interval.count(phase, Counter.REFUSALS);
            if (decision.dropped()) {
              interval.count(phase, Counter.DEAD_LETTERS);
            }
            if (message.redelivered()) {
              interval.count(phase, Counter.REDELIVERED);
            }
          });
      pace.pace(now);
    }
    return decision.outcome();
  }

  private @Nullable StampedMessage stamped(ReceivedMessage message, long now) {
    try {
      return StampedMessage.of(scope, subscription, message, now);
    } catch (RuntimeException e) {
      recording.ownFailure("subscription " + subscription.index(), e);
      return null;
    }
  }
}
