package io.tidemark.worker.engine.receive;

import io.tidemark.measure.EnvelopeForm;
import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.measure.payload.PayloadChange;
import io.tidemark.model.load.HeaderSpec;
import io.tidemark.model.worker.AlteredProbe;
import io.tidemark.model.worker.AlteredProbe.Kind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Searches for changed probes among the first foreign messages: detects a driver that converts,
 * truncates or encodes payloads before the load. Thread-safe.
 */
public final class AlteredProbes {
  private static final int MOST_FOUND = 3;
  private static final int MOST_LOOKED_AT = 1_000;
  private static final int HEAD_BYTES = 16;
  private static final int EPOCH_AT = 4;

  private final EnvelopeLayout layout;
  private final int runEpoch;
  private final byte[] sentHead;
  private final List<AlteredProbe> sure = new ArrayList<>();
  private final List<AlteredProbe> unknown = new ArrayList<>();
  private int lookedAt;
  private volatile boolean looking = true;

  AlteredProbes(EnvelopeLayout layout, int runEpoch) {
    this.layout = layout;
    this.runEpoch = runEpoch;
    this.sentHead = EnvelopeWriter.probeHead(layout);
  }

  public void look(int subscription, byte[] payload) {
    if (looking) {
      look(subscription, ByteBuffer.wrap(payload));
    }
  }

  public void look(int subscription, ByteBuffer payload) {
    if (looking) {
      byte[] head = new byte[Math.min(HEAD_BYTES, payload.remaining())];
      payload.duplicate().get(head);
      note(subscription, head, payload.remaining());
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

  private synchronized void note(int subscription, byte[] head, int bytes) {
    int sentBytes = layout.probeForm().envelopeBytes();
    PayloadChange change = PayloadChange.of(sentHead, sentBytes, head, bytes);
    Kind kind = kind(change.kind(), head);
    List<AlteredProbe> list = kind == Kind.UNKNOWN ? unknown : sure;
    if (list.size() < MOST_FOUND) {
      list.add(new AlteredProbe(subscription, kind, change.text()));
    }
    lookedAt++;
    looking = sure.size() < MOST_FOUND && lookedAt < MOST_LOOKED_AT;
  }

  private Kind kind(PayloadChange.Kind change, byte[] head) {
    return switch (change) {
      case TEXT -> Kind.TEXT;
      case ENCODED -> Kind.CHANGED;
      case CUT -> isOfAnotherRun(head) ? Kind.UNKNOWN : Kind.CHANGED;
      // Text may belong to another run: its epoch cannot be read.
      case LONGER, INSIDE -> isText() || isOfAnotherRun(head) ? Kind.UNKNOWN : Kind.CHANGED;
      case UNKNOWN -> Kind.UNKNOWN;
    };
  }

  private boolean isText() {
    return layout.probeForm() == EnvelopeForm.TEXT;
  }

  private boolean isOfAnotherRun(byte[] head) {
    return !isText()
        && head.length >= EPOCH_AT + Integer.BYTES
        && ByteBuffer.wrap(head).getInt(EPOCH_AT) != runEpoch;
  }

  synchronized List<AlteredProbe> found() {
    List<AlteredProbe> found = new ArrayList<>(sure);
    found.addAll(unknown);
    return found;
  }
}
