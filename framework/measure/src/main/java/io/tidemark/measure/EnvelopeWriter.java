package io.tidemark.measure;

import io.tidemark.model.load.EnvelopeSpec.Position;
import java.util.Base64;

/**
 * Stamps the messages of one producer. Allocates nothing per message; not thread-safe.
 *
 * @see EnvelopeReader
 */
public final class EnvelopeWriter {
  static final long MAX_DELAY_NANOS = (1L << 48) - 1;

  private final EnvelopeLayout layout;
  private final int runEpoch;
  private final int producer;
  private final byte[] scratch = new byte[EnvelopeForm.FULL.envelopeBytes()];

  public EnvelopeWriter(EnvelopeLayout layout, int runEpoch, int producer) {
    this.layout = layout;
    this.runEpoch = runEpoch;
    this.producer = producer;
  }

  /** The precomputed part of the check, for the first bytes of one body of the pool. */
  public static long bodyHash(byte[] payload, int length, EnvelopeLayout layout) {
    EnvelopeForm form = layout.formOf(length);
    return bodyHash(payload, length, layout.offsetIn(length, form), form.envelopeBytes());
  }

  private static long bodyHash(byte[] payload, int length, int envelopeOffset, int envelopeBytes) {
    return envelopeOffset == 0
        ? new EnvelopeCheck().hash(payload, envelopeBytes, length)
        : new EnvelopeCheck().hash(payload, 0, envelopeOffset);
  }

  /**
   * Writes the stamp into a payload, or prepares it for {@link #header}.
   *
   * @param form of a message of this length, see {@link EnvelopeLayout#formOf}
   * @param bodyHash see {@link #bodyHash}
   */
  public void write(
      byte[] payload,
      EnvelopeForm form,
      long bodyHash,
      MessageKind kind,
      long sequence,
      long intendedEpochNanos,
      long delayNanos) {
    int offset = layout.offsetIn(payload.length, form);
    switch (form) {
      case FULL ->
          writeFull(payload, offset, bodyHash, kind, sequence, intendedEpochNanos, delayNanos);
      case COMPACT -> writeCompact(payload, offset, kind, sequence, intendedEpochNanos);
      case TEXT -> {
        writeFull(scratch, 0, bodyHash, kind, sequence, intendedEpochNanos, delayNanos);
        writeText(payload, offset);
      }
      case HEADER ->
          writeFull(scratch, 0, bodyHash, kind, sequence, intendedEpochNanos, delayNanos);
      case NONE -> {}
    }
  }

  /**
   * Turns a payload into the reply to a request: kind reply, with everything else that the request
   * said of itself, and with a {@link ReplyStamp} where there is room for it.
   *
   * @param request has just read the request's envelope
   * @param restHash see {@link #restHash}
   * @param receivedEpochNanos when the request came
   * @param tookNanos from then until now
   */
  public static void writeReply(
      byte[] reply,
      EnvelopeLayout layout,
      int runEpoch,
      EnvelopeReader request,
      long restHash,
      int responder,
      long receivedEpochNanos,
      long tookNanos) {
    EnvelopeForm form = layout.formOf(reply.length);
    long hash =
        layout.replyStampBytes(reply.length, form) == 0
            ? restHash
            : new ReplyStamp()
                .write(reply, layout, form, restHash, responder, receivedEpochNanos, tookNanos);
    new EnvelopeWriter(layout, runEpoch, request.producer())
        .write(
            reply,
            form,
            hash,
            MessageKind.REPLY,
            request.sequence(),
            request.intendedEpochNanos(),
            request.delayNanos());
  }

  /** The hash of a reply without envelope and {@link ReplyStamp}. */
  public static long restHash(byte[] reply, EnvelopeLayout layout) {
    EnvelopeForm form = layout.formOf(reply.length);
    int taken = form.envelopeBytes() + layout.replyStampBytes(reply.length, form);
    int offset = layout.offsetIn(reply.length, form) == 0 ? 0 : reply.length - taken;
    return bodyHash(reply, reply.length, offset, taken);
  }

  /** Start of every probe of any run: magic, version and kind. */
  public static byte[] probeHead(EnvelopeLayout layout) {
    byte[] head = {
      (byte) EnvelopeForm.MAGIC, (byte) (EnvelopeForm.VERSION << 4 | MessageKind.PROBE.code())
    };
    if (layout.probeForm() != EnvelopeForm.TEXT) {
      return head;
    }
    byte[] text = new byte[EnvelopeForm.TEXT_MARK.length + head.length];
    System.arraycopy(EnvelopeForm.TEXT_MARK, 0, text, 0, EnvelopeForm.TEXT_MARK.length);
    byte[] base64 = Base64.getUrlEncoder().encode(head);
    System.arraycopy(
        base64,
        0,
        text,
        EnvelopeForm.TEXT_MARK.length,
        head.length); // What follows depends on more.
    return text;
  }

  /** A new array with the last stamp, of a message whose form is {@link EnvelopeForm#HEADER}. */
  public byte[] header() {
    if (!layout.text()) {
      return scratch.clone();
    }
    byte[] text = new byte[EnvelopeForm.TEXT.envelopeBytes()];
    writeText(text, 0);
    return text;
  }

  /** Whether the bytes of {@link #header} are ASCII. */
  public boolean hasTextHeader() {
    return layout.text();
  }

  /**
   * A probe: a message of the run of kind probe, see {@link EnvelopeLayout#probeBytes}.
   *
   * @param body of a message, at least {@code length} bytes
   */
  public byte[] probe(byte[] body, int length, long sequence, long epochNanos) {
    boolean inHeader = layout.position() == Position.HEADER;
    EnvelopeForm form = inHeader ? EnvelopeForm.HEADER : layout.probeForm();
    byte[] probe = new byte[layout.probeBytes(length)];
    int offset = layout.offsetIn(probe.length, form);
    int copied = layout.position() == Position.OFF ? 0 : Math.min(length, probe.length);
    System.arraycopy(body, 0, probe, offset == 0 ? probe.length - copied : 0, copied);
    long hash = bodyHash(probe, probe.length, offset, form.envelopeBytes());
    write(probe, form, hash, MessageKind.PROBE, sequence, epochNanos, 0);
    return probe;
  }

  private void writeFull(
      byte[] target,
      int offset,
      long bodyHash,
      MessageKind kind,
      long sequence,
      long intendedEpochNanos,
      long delayNanos) {
    long delay = Math.max(0, Math.min(delayNanos, MAX_DELAY_NANOS));
    long w0 =
        (long) (EnvelopeForm.MAGIC << 8 | EnvelopeForm.VERSION << 4 | kind.code()) << 48
            | Integer.toUnsignedLong(runEpoch);
    long w2 = sequence << 16 | delay >>> 32;
    long w3 = delay << 32 | Integer.toUnsignedLong(producer);
    long sealed = EnvelopeCheck.sealed(w0, intendedEpochNanos, w2, w3, bodyHash);
    EnvelopeCheck.ARRAY_LONG.set(target, offset, sealed);
    EnvelopeCheck.ARRAY_LONG.set(target, offset + 8, intendedEpochNanos);
    EnvelopeCheck.ARRAY_LONG.set(target, offset + 16, w2);
    EnvelopeCheck.ARRAY_LONG.set(target, offset + 24, w3);
  }

  private void writeCompact(
      byte[] target, int offset, MessageKind kind, long sequence, long intendedEpochNanos) {
    long micros = Math.floorDiv(intendedEpochNanos, 1000L);
    long word =
        (long) EnvelopeForm.COMPACT_MAGIC << 60
            | (long) kind.code() << 58
            | (long) EnvelopeForm.compactEpoch(runEpoch) << 52
            | (long) (producer & 0xFFF) << 40
            | (sequence & 0xFF_FFFF) << 16
            | (micros >>> 16 & 0xFFFF);
    EnvelopeCheck.ARRAY_LONG.set(target, offset, word);
    target[offset + 8] = (byte) (micros >>> 8);
    target[offset + 9] = (byte) micros;
  }

  private void writeText(byte[] target, int offset) {
    System.arraycopy(EnvelopeForm.TEXT_MARK, 0, target, offset, EnvelopeForm.TEXT_MARK.length);
    int end =
        Base64Text.encode(
            scratch, 0, scratch.length, target, offset + EnvelopeForm.TEXT_MARK.length);
    target[end] = EnvelopeForm.TEXT_END;
  }
}
