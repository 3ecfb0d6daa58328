package io.tidemark.measure;

/** Forms of the stamp of a message; docs/reference/envelope.md has the layouts. */
public enum EnvelopeForm {
  NONE(0, 0),
  COMPACT(10, 0),
  FULL(32, 24),
  TEXT(48, 32),
  /** Full or text, in a header of the message. */
  HEADER(0, 0);

  static final int MAGIC = 0xD7;
  static final int VERSION = 3;

  static final int COMPACT_MAGIC = 0xD;
  static final byte[] TEXT_MARK = {'T', 'M', 'K', '1'};
  static final byte TEXT_END = '.';

  private final int envelopeBytes;
  private final int replyStampBytes;

  EnvelopeForm(int envelopeBytes, int replyStampBytes) {
    this.envelopeBytes = envelopeBytes;
    this.replyStampBytes = replyStampBytes;
  }

  /** The 6 bits of a run's epoch that a compact stamp has. */
  static int compactEpoch(int runEpoch) {
    return (int) (EnvelopeCheck.mix(runEpoch) >>> 40) & 0x3F;
  }

  /** Whether damage to a message is detected. */
  public boolean hasCheck() {
    return this == FULL || this == TEXT || this == HEADER;
  }

  /** Bytes of the payload that it takes. */
  public int envelopeBytes() {
    return envelopeBytes;
  }

  /** Bytes of the responder's stamp in a reply of this form; 0 if it has none. */
  int replyStampBytes() {
    return replyStampBytes;
  }
}
