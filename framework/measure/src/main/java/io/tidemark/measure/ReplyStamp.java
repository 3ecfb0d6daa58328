package io.tidemark.measure;

/**
 * The responder's stamp in a reply: its index, the arrival of the request and the processing time,
 * for the request and reply legs. It is next to the envelope if the reply has room for it. Contains
 * the fields of the last one read; not thread-safe.
 *
 * <p>The envelope of such a reply includes a separate hash of the stamp, so that the hash of a long
 * body is done before the clock is read for the last time.
 */
public final class ReplyStamp {
  private static final int BINARY_BYTES = EnvelopeForm.FULL.replyStampBytes();
  private static final int TEXT_BYTES = EnvelopeForm.TEXT.replyStampBytes();

  private static final int MARK = 0x52504C31; // RPL1
  private static final int STAMP_ROTATION = 17;

  private final byte[] scratch = new byte[BINARY_BYTES];
  private int responder;
  private long receivedEpochNanos;
  private long tookNanos;

  /** Index of the responder in the run. */
  public int responder() {
    return responder;
  }

  /** When the responder received the request, by its worker's clock. */
  public long receivedEpochNanos() {
    return receivedEpochNanos;
  }

  /** Returns the time from then until the reply was handed to the driver. */
  public long tookNanos() {
    return tookNanos;
  }

  /**
   * Writes it into a reply that has room for it.
   *
   * @return the hash for {@link EnvelopeWriter#write}
   */
  long write(
      byte[] reply,
      EnvelopeLayout layout,
      EnvelopeForm form,
      long restHash,
      int responderIndex,
      long received,
      long took) {
    EnvelopeCheck.ARRAY_LONG.set(
        scratch, 0, (long) MARK << 32 | Integer.toUnsignedLong(responderIndex));
    EnvelopeCheck.ARRAY_LONG.set(scratch, 8, received);
    EnvelopeCheck.ARRAY_LONG.set(scratch, 16, took);
    int at = layout.replyStampOffset(reply.length, form);
    if (form == EnvelopeForm.TEXT) {
      Base64Text.encode(scratch, 0, BINARY_BYTES, reply, at);
    } else {
      System.arraycopy(scratch, 0, reply, at, BINARY_BYTES);
    }
    return fold(
        restHash,
        new EnvelopeCheck().hash(reply, at, at + layout.replyStampBytes(reply.length, form)));
  }

  /**
   * Reads the stamp of a reply whose envelope has been read.
   *
   * @return whether there is one
   */
  public boolean read(byte[] reply, EnvelopeLayout layout) {
    EnvelopeForm form = layout.formOf(reply.length);
    if (layout.replyStampBytes(reply.length, form) == 0) {
      return false;
    }
    int at = layout.replyStampOffset(reply.length, form);
    if (form == EnvelopeForm.TEXT) {
      if (!Base64Text.decode(reply, at, TEXT_BYTES, scratch)) {
        return false;
      }
    } else {
      System.arraycopy(reply, at, scratch, 0, BINARY_BYTES);
    }
    long head = (long) EnvelopeCheck.ARRAY_LONG.get(scratch, 0);
    responder = (int) head;
    receivedEpochNanos = (long) EnvelopeCheck.ARRAY_LONG.get(scratch, 8);
    tookNanos = (long) EnvelopeCheck.ARRAY_LONG.get(scratch, 16);
    return (int) (head >>> 32) == MARK && responder >= 0 && tookNanos >= 0;
  }

  static long fold(long restHash, long stampHash) {
    return restHash ^ Long.rotateLeft(stampHash, STAMP_ROTATION);
  }
}
