package io.tidemark.worker.engine.requestreply;

import io.tidemark.driver.SendResult;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.measure.EnvelopeReader;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.measure.MessageKind;
import io.tidemark.measure.OrderVerdict;
import io.tidemark.measure.PhasePair;
import io.tidemark.measure.ThreadSlot;
import io.tidemark.measure.payload.PayloadPool;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.worker.engine.receive.ConsumerPace;
import io.tidemark.worker.engine.receive.Probes;
import io.tidemark.worker.engine.record.EnvelopeScope;
import io.tidemark.worker.engine.record.Recording;
import io.tidemark.worker.engine.record.StampCorrection;
import io.tidemark.worker.engine.record.SubscriptionGroup;
import java.util.Optional;

/**
 * One responder: waits for the processing time, then replies, on the thread that delivered the
 * request. Called by any of the driver's threads.
 */
public final class ResponderHandler implements RequestHandler {
  private final EnvelopeScope scope;
  private final Recording recording;
  private final int index;
  private final SubscriptionGroup requests;
  private final Probes probes;
  private final ConsumerPace pace;
  private final Optional<PayloadPool.Body> fixedReply;
  private final String subject;

  /**
   * @param fixedReply what every reply consists of; empty: a copy of its request
   */
  public ResponderHandler(
      EnvelopeScope scope,
      int index,
      SubscriptionGroup requests,
      Probes probes,
      ConsumerPace pace,
      Optional<PayloadPool.Body> fixedReply) {
    this.scope = scope;
    this.recording = scope.recording();
    this.index = index;
    this.requests = requests;
    this.probes = probes;
    this.pace = pace;
    this.fixedReply = fixedReply;
    this.subject = "responder " + index;
  }

  @Override
  public void requestReceived(byte[] payload, ReplySender reply) {
    long now = recording.clock.epochNanos();
    if (recording.isClosed()) {
      return;
    }
    try {
      ThreadSlot slot = ThreadSlot.current();
      switch (scope.read(slot.reader(), payload)) {
        case OURS -> ours(slot, payload, reply, now);
        case CORRUPTED ->
            recording.record(i -> i.count(recording.phases().phaseAt(now), Counter.CORRUPTED));
        case FOREIGN, UNSTAMPED, OMB_PROBE -> {
          recording.record(i -> i.count(recording.phases().phaseAt(now), Counter.FOREIGN));
          probes.altered().look(requests.index(), payload);
        }
      }
    } catch (RuntimeException e) {
      recording.ownFailure(subject, e);
    }
  }

  private void ours(ThreadSlot slot, byte[] payload, ReplySender reply, long now) {
    EnvelopeReader reader = slot.reader();
    int requester = reader.producer();
    boolean known = requester >= 0 && requester < scope.layout().producers();
    if (known && reader.kind() == MessageKind.PROBE) {
      probes.received(requests.index(), requester);
      send(reply, payload.clone(), NO_RESULT);
    } else if (known && reader.kind() == MessageKind.REQUEST) {
      request(slot, payload, reply, now);
    } else {
      recording.record(i -> i.count(recording.phases().phaseAt(now), Counter.CORRUPTED));
    }
  }

  private void request(ThreadSlot slot, byte[] payload, ReplySender reply, long now) {
    EnvelopeReader reader = slot.reader();
    int requester = reader.producer();
    long sequence = reader.sequence();
    StampCorrection correction = recording.correction();
    long stamp = reader.intendedEpochNanos();
    int phase =
        recording
            .phases()
            .pairReceived(
                correction.workerOf(requester), stamp, correction.toLocal(requester, stamp), now);
    recording.record(
        interval -> {
          interval.count(phase, Counter.REQUESTS_RECEIVED);
          if (recording.audit) {
            int stream = requests.stream(requester).number;
            interval.delivered(stream, sequence, OrderVerdict.UNKNOWN);
          }
        });
    byte[] answer = fixedReply.map(PayloadPool.Body::copy).orElseGet(() -> payload.clone());
    long restHash = recording.audit ? EnvelopeWriter.restHash(answer, scope.layout()) : 0;
    pace.pace(now);
    EnvelopeWriter.writeReply(
        answer,
        scope.layout(),
        scope.runEpoch(),
        reader,
        restHash,
        index,
        now,
        recording.clock.epochNanos() - now);
    send(reply, answer, new Sent(phase));
  }

  private void send(ReplySender reply, byte[] answer, SendResult result) {
    try {
      reply.reply(answer, result);
    } catch (Throwable refused) { // An error, too, would end the thread that delivers requests.
      result.failed(refused);
    }
  }

  private static final SendResult NO_RESULT =
      new SendResult() {
        @Override
        public void accepted() {}

        @Override
        public void failed(Throwable cause) {}
      };

  private final class Sent implements SendResult {
    private final int ofRequest;
    private boolean reported;

    /**
     * @param ofRequest the phases of the request when it was received
     */
    Sent(int ofRequest) {
      this.ofRequest = ofRequest;
    }

    @Override
    public void accepted() {
      count(Counter.REPLIES_SENT, recording.clock.epochNanos());
    }

    @Override
    public void acceptedAt(long nanoTime) {
      count(Counter.REPLIES_SENT, recording.clock.epochNanosAt(nanoTime));
    }

    @Override
    public void failed(Throwable cause) {
      if (count(Counter.REPLIES_FAILED, recording.clock.epochNanos())) {
        recording.events.add("REPLY_ERROR", subject, cause);
      }
    }

    /** The processing of the request may have lasted until the next phase. */
    private boolean count(Counter counter, long epochNanos) {
      boolean first = isFirst();
      if (first) {
        int happened = recording.phases().phaseAt(epochNanos);
        int phase = PhasePair.of(PhasePair.intended(ofRequest), happened);
        recording.record(interval -> interval.count(phase, counter));
      }
      return first;
    }

    private synchronized boolean isFirst() {
      boolean first = !reported && !recording.isClosed();
      reported = true;
      return first;
    }
  }

  @Override
  public void receiveFailed(Throwable cause) {
    scope.receiveFailed(subject, cause);
  }
}
