package io.tidemark.worker.engine.receive;

import io.tidemark.base.Clock;
import io.tidemark.measure.DamagedStamp;
import io.tidemark.measure.EnvelopeForm;
import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.measure.EnvelopeReader;
import io.tidemark.measure.EnvelopeReader.Result;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.measure.MessageKind;
import io.tidemark.measure.payload.PayloadChange;
import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.load.HeaderSpec;
import io.tidemark.model.worker.AlteredProbe;
import io.tidemark.model.worker.AlteredProbe.Kind;
import io.tidemark.worker.engine.record.EnvelopeScope;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Searches for changed probes among the first foreign messages: detects a driver that converts,
 * truncates or encodes payloads before the load. Thread-safe.
 */
public final class AlteredProbes {
  private static final int MOST_FOUND = 3;
  private static final int MOST_LOOKED_AT = 1_000;
  private static final int HEAD_BYTES = 16;
  private static final int EPOCH_AT = 4;

  private final Clock clock;
  private final EnvelopeScope scope;
  private final EnvelopeLayout layout;
  private final byte[] probe;
  private final List<AlteredProbe> sure = new ArrayList<>();
  private final List<AlteredProbe> unknown = new ArrayList<>();
  private int lookedAt;
  private volatile boolean looking = true;

  /**
   * @param probe one as the run sends it; of others stamp and size may differ
   */
  public AlteredProbes(Clock clock, EnvelopeScope scope, byte[] probe) {
    this.clock = clock;
    this.scope = scope;
    this.layout = scope.layout();
    this.probe = probe;
  }

  /** A message that was not read as one of the run. */
  public void look(int subscription, byte[] payload) {
    if (looking) {
      look(subscription, ByteBuffer.wrap(payload));
    }
  }

  public void look(int subscription, ByteBuffer payload) {
    if (looking) {
      byte[] first = new byte[Math.min(probe.length + HEAD_BYTES, payload.remaining())];
      payload.duplicate().get(first);
      note(found(subscription, first, payload.remaining()));
    }
  }

  /** In a run whose stamps are in headers. */
  void withoutStamp(int subscription, int payloadBytes) {
    if (looking) {
      String text =
          "a message of " + payloadBytes + " bytes without a stamp of this run in the header ";
      noteWithoutStamp(new AlteredProbe(subscription, Kind.UNKNOWN, text + HeaderSpec.STAMP));
    }
  }

  private synchronized void noteWithoutStamp(AlteredProbe found) {
    if (unknown.size() < MOST_FOUND) {
      unknown.add(found);
    }
    looking = ++lookedAt < MOST_LOOKED_AT;
  }

  private synchronized void note(AlteredProbe found) {
    List<AlteredProbe> list = found.kind() == Kind.UNKNOWN ? unknown : sure;
    if (list.size() < MOST_FOUND) {
      list.add(found);
    }
    lookedAt++;
    looking = sure.size() < MOST_FOUND && lookedAt < MOST_LOOKED_AT;
  }

  private AlteredProbe found(int subscription, byte[] first, int bytes) {
    boolean whole = layout.position().isInBody() && first.length == bytes;
    if (whole && hasItsStamp(first)) {
      String text = "the stamp arrives unchanged, other bytes of the " + bytes + " do not";
      return new AlteredProbe(subscription, Kind.BODY, text);
    }
    Optional<DamagedStamp> damaged =
        whole
            ? DamagedStamp.of(first, layout, scope.runEpoch(), clock.epochNanos())
            : Optional.empty();
    return damaged
        .map(stamp -> new AlteredProbe(subscription, Kind.STAMP, text(stamp)))
        .orElseGet(() -> compared(subscription, first, bytes));
  }

  /** Its check fails, so that other bytes differ; with the same ones the stamp does. */
  private boolean hasItsStamp(byte[] received) {
    EnvelopeReader reader = new EnvelopeReader();
    return reader.read(received, layout, scope.runEpoch(), false) == Result.OURS
        && reader.kind() == MessageKind.PROBE
        && reader.producer() >= 0
        && reader.producer() < layout.producers()
        && !Arrays.equals(
            new EnvelopeWriter(layout, scope.runEpoch(), 0).probe(received, received.length, 0, 0),
            probe);
  }

  private static String text(DamagedStamp stamp) {
    return String.format(
        Locale.ROOT,
        "bytes %d to %d of the payload are overwritten, %d of the stamp's %d bytes stay",
        stamp.first(),
        stamp.last(),
        stamp.keptBytes(),
        stamp.stampBytes());
  }

  private AlteredProbe compared(int subscription, byte[] first, int bytes) {
    byte[] stampHead = EnvelopeWriter.probeHead(layout);
    boolean trailer = layout.position() == Position.TRAILER;
    int stampAt = trailer ? probe.length - layout.probeForm().envelopeBytes() : 0;
    AlteredProbe ofStamp = compared(subscription, stampHead, first, stampAt, bytes);
    return trailer && ofStamp.kind() == Kind.UNKNOWN && stampAt >= HEAD_BYTES / 2
        ? compared(subscription, Arrays.copyOf(probe, HEAD_BYTES / 2), first, 0, bytes)
        : ofStamp;
  }

  /** From a byte on. */
  private AlteredProbe compared(
      int subscription, byte[] sentHead, byte[] first, int from, int bytes) {
    int start = Math.min(from, first.length);
    byte[] head = Arrays.copyOfRange(first, start, Math.min(first.length, start + HEAD_BYTES));
    PayloadChange change =
        PayloadChange.of(sentHead, probe.length - from, head, Math.max(0, bytes - from));
    String where = from == 0 ? "" : "from byte " + from + " on ";
    return new AlteredProbe(subscription, kind(change.kind(), head), where + change.text());
  }

  private Kind kind(PayloadChange.Kind change, byte[] head) {
    return switch (change) {
      case TEXT -> Kind.TEXT;
      case ENCODED -> Kind.CHANGED;
      case CUT -> isOfAnotherRun(head) ? Kind.UNKNOWN : Kind.CHANGED;
      // Text may belong to another run: its epoch cannot be read.
      case LONGER -> isText() || isOfAnotherRun(head) ? Kind.UNKNOWN : Kind.CHANGED;
      case INSIDE -> isText() || isOfAnotherRun(head) ? Kind.UNKNOWN : Kind.STAMP;
      case UNKNOWN -> Kind.UNKNOWN;
    };
  }

  private boolean isText() {
    return layout.probeForm() == EnvelopeForm.TEXT;
  }

  private boolean isOfAnotherRun(byte[] head) {
    return !isText()
        && head.length >= EPOCH_AT + Integer.BYTES
        && ByteBuffer.wrap(head).getInt(EPOCH_AT) != scope.runEpoch();
  }

  synchronized List<AlteredProbe> found() {
    List<AlteredProbe> found = new ArrayList<>(sure);
    found.addAll(unknown);
    return found;
  }
}
