package io.tidemark.worker.engine.requestreply;

import io.tidemark.driver.SendResult;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.Requester;
import io.tidemark.measure.EnvelopeReader;
import io.tidemark.measure.Interval;
import io.tidemark.measure.MessageKind;
import io.tidemark.measure.OrderVerdict;
import io.tidemark.measure.ReplyStamp;
import io.tidemark.measure.Stripe;
import io.tidemark.measure.ThreadSlot;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.worker.engine.load.Sender;
import io.tidemark.worker.engine.receive.Probes;
import io.tidemark.worker.engine.record.EnvelopeScope;
import io.tidemark.worker.engine.record.Recording;
import io.tidemark.worker.engine.record.SubscriptionGroup;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Sends requests and receives their replies. A request is in flight until it is answered, timed out
 * or refused, so the lane's window is the requester's. Of ended requests it stores only timed-out
 * ones: all other used sequences were answered.
 */
public final class RequesterSender implements Sender, ReplyCallback {
  private final EnvelopeScope scope;
  private final Recording recording;
  private final int number;
  private final int producerIndex;
  private final SubscriptionGroup.Stream replies;
  private final Probes probes;
  private final long timeoutNanos;
  private final String subject;
  private final Object lock = new Object();
  private final Map<Long, PendingRequest> open = new HashMap<>();
  private final ArrayDeque<PendingRequest> bySendTime = new ArrayDeque<>();
  private final Roaring64Bitmap givenUp = new Roaring64Bitmap();
  private Requester requester;
  private long nextSequence;

  /** Sends without a result whose requests were answered or given up. */
  private long endedUnreported;

  @SuppressWarnings("NullAway.Init") // connect() sets the requester before anything is sent
  public RequesterSender(
      EnvelopeScope scope,
      int index,
      int number,
      SubscriptionGroup.Stream replies,
      Probes probes,
      long timeoutNanos) {
    this.scope = scope;
    this.recording = scope.recording();
    this.number = number;
    this.producerIndex = index;
    this.replies = replies;
    this.probes = probes;
    this.timeoutNanos = timeoutNanos;
    this.subject = "requester " + index;
  }

  /** Once, before anything is sent. */
  public void connect(Requester connected) {
    requester = connected;
  }

  /** Its lane's number on this worker. */
  public int number() {
    return number;
  }

  /** A request of this sender, which records its result. */
  private final class Request extends PendingRequest {
    Request(long sequence, long intended, long actual, int payloadBytes) {
      super(sequence, intended, actual, payloadBytes);
    }

    @Override
    long nanoTime() {
      return recording.clock.nanoTime();
    }

    @Override
    public void accepted() {
      RequesterSender.this.accepted(this);
    }

    @Override
    public void acceptedAt(long nanoTime) {
      RequesterSender.this.accepted(this, nanoTime);
    }

    @Override
    public void failed(Throwable cause) {
      refused(this, cause);
    }
  }

  @Override
  public MessageKind kind() {
    return MessageKind.REQUEST;
  }

  @Override
  public CompletableFuture<Void> send(
      Optional<String> key, byte[] payload, long sequence, long intended, long actual) {
    PendingRequest request = new Request(sequence, intended, actual, payload.length);
    synchronized (lock) {
      nextSequence = sequence + 1;
      open.put(sequence, request);
      dropAnswered();
      bySendTime.add(request);
    }
    try {
      requester.sendRequest(payload, request);
    } catch (Throwable thrown) {
      refused(request, thrown);
    }
    if (requester.waitsForReply()) {
      giveUpUnlessDone(request);
    }
    return request.over;
  }

  /**
   * The send has waited for the whole timeout without a reply. If it returned earlier, for example
   * after a lost connection, its request stays open until the timeout.
   */
  private void giveUpUnlessDone(PendingRequest request) {
    long now = recording.clock.epochNanos();
    synchronized (lock) {
      if (request.done || !request.reported) {
        return; // Not accepted yet: the driver has not completed the send.
      }
      if (now < request.actualEpochNanos + timeoutNanos) {
        return;
      }
      finish(request);
      givenUp.add(request.sequence);
    }
    gaveUp(request);
  }

  @Override
  public CompletableFuture<Void> sendProbe(Optional<String> key, byte[] payload) {
    CompletableFuture<Void> acknowledged = new CompletableFuture<>();
    requester.sendRequest(
        payload,
        new SendResult() {
          @Override
          public void accepted() {
            acknowledged.complete(null);
          }

          @Override
          public void failed(Throwable cause) {
            acknowledged.completeExceptionally(cause);
          }
        });
    return acknowledged;
  }

  /** The broker has the request. */
  private void accepted(PendingRequest request) {
    accepted(request, recording.clock.epochNanos(), ThreadSlot.current().isRegistering());
  }

  /** The broker had the request at a reading of the clock. */
  private void accepted(PendingRequest request, long nanoTime) {
    long at = recording.clock.epochNanosAt(nanoTime);
    boolean unstamped = at < request.actualEpochNanos;
    accepted(request, unstamped ? recording.clock.epochNanos() : at, unstamped);
  }

  private void accepted(PendingRequest request, long now, boolean unstamped) {
    synchronized (lock) {
      if (request.reported || recording.isClosed()) {
        return;
      }
      report(request);
    }
    recording.acknowledged(
        ThreadSlot.current(),
        number,
        request.sequence,
        request.intendedEpochNanos,
        request.actualEpochNanos,
        request.payloadBytes,
        now,
        unstamped);
  }

  /** The broker does not have it, or this is unknown: a reply may still arrive, and is late. */
  private void refused(PendingRequest request, Throwable cause) {
    boolean wasOpen;
    synchronized (lock) {
      if (request.reported || recording.isClosed()) {
        return;
      }
      report(request);
      wasOpen = !request.done;
      if (wasOpen) {
        finish(request);
        givenUp.add(request.sequence);
      }
    }
    if (wasOpen) {
      request.over.completeExceptionally(cause); // The lane records the failure.
    } else {
      // It has been counted, as answered or given up, and no request is counted twice.
      recording.events.add("SEND_ERROR", subject, cause);
    }
  }

  /** With the lock: the result of the send is known. */
  private void report(PendingRequest request) {
    request.reported = true;
    if (request.done) {
      endedUnreported--;
    }
  }

  /** With the lock. */
  private void finish(PendingRequest request) {
    request.done = true;
    open.remove(request.sequence);
    if (!request.reported) {
      endedUnreported++;
    }
  }

  /** With the lock: what is done leaves the queue when it has come to its head. */
  private void dropAnswered() {
    while (!bySendTime.isEmpty() && bySendTime.peek().done) {
      bySendTime.remove();
    }
  }

  /** Gives up what has waited too long; called often, on any thread. */
  public void expire(long nowEpochNanos) {
    for (PendingRequest request = nextExpired(nowEpochNanos);
        request != null;
        request = nextExpired(nowEpochNanos)) {
      gaveUp(request);
    }
  }

  private @Nullable PendingRequest nextExpired(long nowEpochNanos) {
    synchronized (lock) {
      dropAnswered();
      PendingRequest oldest = bySendTime.peek();
      if (oldest == null || oldest.actualEpochNanos + timeoutNanos > nowEpochNanos) {
        return null;
      }
      finish(oldest);
      givenUp.add(oldest.sequence);
      return oldest;
    }
  }

  /** It counts at the end of its timeout, however much later that is noticed. */
  private void gaveUp(PendingRequest request) {
    long at = request.actualEpochNanos + timeoutNanos;
    int phase = recording.phases().pair(request.intendedEpochNanos, at);
    recording.record(i -> i.timedOut(phase, at - request.intendedEpochNanos));
    request.over.complete(null);
  }

  @Override
  public void replyReceived(byte[] payload) {
    long now = recording.clock.epochNanos();
    if (recording.isClosed()) {
      return;
    }
    try {
      ThreadSlot slot = ThreadSlot.current();
      switch (scope.read(slot.reader(), payload)) {
        case OURS -> ours(slot, payload, now);
        case CORRUPTED ->
            recording.record(i -> i.count(recording.phases().phaseAt(now), Counter.CORRUPTED));
        case FOREIGN, UNSTAMPED, OMB_PROBE -> {
          recording.record(i -> i.count(recording.phases().phaseAt(now), Counter.FOREIGN));
          probes.altered().look(replies.subscription, payload);
        }
      }
    } catch (RuntimeException e) {
      recording.ownFailure(subject, e);
    }
  }

  private void ours(ThreadSlot slot, byte[] payload, long now) {
    EnvelopeReader reader = slot.reader();
    boolean mine = reader.producer() == producerIndex;
    if (reader.kind() == MessageKind.PROBE && mine) {
      probes.received(replies.subscription, producerIndex);
    } else if (reader.kind() != MessageKind.REPLY || !mine) {
      neverAsked(now);
    } else {
      reply(slot, payload, now);
    }
  }

  private void reply(ThreadSlot slot, byte[] payload, long now) {
    EnvelopeReader reader = slot.reader();
    long sequence = reader.sequence();
    PendingRequest request;
    boolean late = false;
    boolean overdue = false;
    boolean unused;
    synchronized (lock) {
      request = open.get(sequence);
      unused = sequence >= nextSequence;
      if (request != null && request.intendedEpochNanos != reader.intendedEpochNanos()) {
        neverAsked(now);
        return;
      }
      if (request != null) {
        finish(request);
        overdue = now > request.actualEpochNanos + timeoutNanos;
      } else if (givenUp.contains(sequence)) {
        late = true;
        givenUp.removeLong(sequence);
      }
    }
    if (request != null && overdue) {
      // The thread that gives up requests has not seen it yet.
      gaveUp(request);
      tooLate(slot, payload.length, now, true);
    } else if (request != null) {
      answered(slot, request, payload, now);
    } else if (unused) {
      neverAsked(now);
    } else {
      tooLate(slot, payload.length, now, late);
    }
  }

  private void answered(ThreadSlot slot, PendingRequest request, byte[] payload, long now) {
    long actual = request.actualEpochNanos;
    int phase = recording.phases().pair(request.intendedEpochNanos, now);
    ReplyStamp stamp = slot.replyStamp();
    boolean stamped = stamp.read(payload, scope.layout());
    long received =
        stamped ? scope.responderTime(stamp.responder(), stamp.receivedEpochNanos()) : 0;
    Stripe stripe = recording.recorder.acquire(slot);
    try {
      Interval interval = stripe.interval();
      interval.answered(phase, payload.length, now - actual, now - request.intendedEpochNanos);
      if (stamped) {
        interval.legs(
            phase, received - actual, stamp.tookNanos(), now - received - stamp.tookNanos());
      }
      delivered(interval, phase, request.sequence);
    } finally {
      stripe.release();
    }
    request.over.complete(null);
  }

  private void tooLate(ThreadSlot slot, int bytes, long now, boolean late) {
    EnvelopeReader reader = slot.reader();
    long sequence = reader.sequence();
    long actual = reader.intendedEpochNanos() + reader.delayNanos();
    int phase = recording.phases().pair(reader.intendedEpochNanos(), now);
    recording.record(
        interval -> {
          if (late) {
            interval.late(phase, bytes, now - actual);
          } else {
            interval.duplicateReply(phase, bytes);
          }
          delivered(interval, phase, sequence);
        });
  }

  private void delivered(Interval interval, int phase, long sequence) {
    if (recording.audit) {
      interval.delivered(replies.number, sequence, OrderVerdict.UNKNOWN);
    }
  }

  private void neverAsked(long now) {
    recording.record(i -> i.count(recording.phases().phaseAt(now), Counter.NEVER_ASKED));
  }

  @Override
  public void receiveFailed(Throwable cause) {
    scope.receiveFailed(subject, cause);
  }

  /** Acceptance and answer are recorded here, each when it comes. */
  @Override
  public boolean endsWithAcknowledgement() {
    return false;
  }

  @Override
  public void forEachUnacknowledged(LongConsumer intendedEpochNanos) {
    synchronized (lock) {
      open.values().stream()
          .filter(request -> !request.reported)
          .forEach(request -> intendedEpochNanos.accept(request.intendedEpochNanos));
    }
  }

  /** Requests that were answered or given up, and whose sends have no result. */
  public long endedUnreported() {
    synchronized (lock) {
      return endedUnreported;
    }
  }

  /** Requests that have neither a reply nor been given up. */
  public int unanswered() {
    synchronized (lock) {
      return open.size();
    }
  }
}
