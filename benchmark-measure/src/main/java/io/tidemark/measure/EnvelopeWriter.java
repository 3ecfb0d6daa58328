package io.tidemark.measure;

/**
 * Stamps the messages of one producer. Allocates nothing per message; not thread-safe.
 *
 * @see EnvelopeReader
 */
public final class EnvelopeWriter {
  static final int MAGIC = 0xD7;
  static final int VERSION = 1;
  static final int COMPACT_MAGIC = 0xD;
  static final long MAX_DELAY_NANOS = (1L << 48) - 1;
  static final byte[] TEXT_MARK = {'T', 'M', 'K', '1'};
  static final byte TEXT_END = '.';

  private static final byte[] BASE64_URL =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
          .getBytes(java.nio.charset.StandardCharsets.US_ASCII);

  private final EnvelopeLayout layout;
  private final int runEpoch;
  private final int producer;
  private final byte[] scratch = new byte[EnvelopeForm.FULL.envelopeBytes()];

  public EnvelopeWriter(EnvelopeLayout layout, int runEpoch, int producer) {
    this.layout = layout;
    this.runEpoch = runEpoch;
    this.producer = producer;
  }

  /** The part of the check that the sender can know beforehand, for one body of the pool. */
  public static long bodyHash(byte[] payload, EnvelopeLayout layout) {
    EnvelopeForm form = layout.formOf(payload.length);
    return bodyHash(payload, layout.offsetIn(payload.length, form), form.envelopeBytes());
  }

  private static long bodyHash(byte[] payload, int envelopeOffset, int envelopeBytes) {
    return envelopeOffset == 0
        ? BodyHash.of(payload, envelopeBytes, payload.length)
        : BodyHash.of(payload, 0, envelopeOffset);
  }

  /**
   * Writes the stamp into a payload.
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
      case NONE -> {}
    }
  }

  /** A probe: an envelope and nothing else. */
  public byte[] probe(long sequence, long epochNanos) {
    EnvelopeForm form = layout.probeForm();
    byte[] payload = new byte[form.envelopeBytes()];
    long hash = bodyHash(payload, 0, payload.length);
    writeFull(scratch, 0, hash, MessageKind.PROBE, sequence, epochNanos, 0);
    if (form == EnvelopeForm.TEXT) {
      writeText(payload, 0);
    } else {
      System.arraycopy(scratch, 0, payload, 0, payload.length);
    }
    return payload;
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
        (long) (MAGIC << 8 | VERSION << 4 | kind.code()) << 48 | Integer.toUnsignedLong(runEpoch);
    long w2 = sequence << 16 | delay >>> 32;
    long w3 = delay << 32 | Integer.toUnsignedLong(producer);
    int check = BodyHash.check16(w0, intendedEpochNanos, w2, w3, bodyHash);
    BodyHash.ARRAY_LONG.set(target, offset, w0 | (long) check << 32);
    BodyHash.ARRAY_LONG.set(target, offset + 8, intendedEpochNanos);
    BodyHash.ARRAY_LONG.set(target, offset + 16, w2);
    BodyHash.ARRAY_LONG.set(target, offset + 24, w3);
  }

  private void writeCompact(
      byte[] target, int offset, MessageKind kind, long sequence, long intendedEpochNanos) {
    long micros = Math.floorDiv(intendedEpochNanos, 1000L);
    long word =
        (long) COMPACT_MAGIC << 60
            | (long) kind.code() << 58
            | (long) compactEpoch(runEpoch) << 52
            | (long) (producer & 0xFFF) << 40
            | (sequence & 0xFF_FFFF) << 16
            | (micros >>> 16 & 0xFFFF);
    BodyHash.ARRAY_LONG.set(target, offset, word);
    target[offset + 8] = (byte) (micros >>> 8);
    target[offset + 9] = (byte) micros;
  }

  static int compactEpoch(int runEpoch) {
    return (int) (BodyHash.mix(runEpoch) >>> 40) & 0x3F;
  }

  /** Ten groups of three bytes, then the two that are left as three characters. */
  private void writeText(byte[] target, int offset) {
    System.arraycopy(TEXT_MARK, 0, target, offset, TEXT_MARK.length);
    int out = offset + TEXT_MARK.length;
    int in = 0;
    for (; in + 2 < scratch.length; in += 3) {
      int group =
          (scratch[in] & 0xFF) << 16 | (scratch[in + 1] & 0xFF) << 8 | scratch[in + 2] & 0xFF;
      target[out++] = BASE64_URL[group >>> 18];
      target[out++] = BASE64_URL[group >>> 12 & 0x3F];
      target[out++] = BASE64_URL[group >>> 6 & 0x3F];
      target[out++] = BASE64_URL[group & 0x3F];
    }
    int rest = (scratch[in] & 0xFF) << 8 | scratch[in + 1] & 0xFF;
    target[out++] = BASE64_URL[rest >>> 10];
    target[out++] = BASE64_URL[rest >>> 4 & 0x3F];
    target[out++] = BASE64_URL[rest << 2 & 0x3F];
    target[out] = TEXT_END;
  }
}
