package io.tidemark.measure;

/** Forms of the stamp in a message; docs/reference/envelope.md has the layouts. */
public enum EnvelopeForm {
  NONE(0),
  COMPACT(10),
  FULL(32),
  TEXT(48);

  private final int envelopeBytes;

  EnvelopeForm(int envelopeBytes) {
    this.envelopeBytes = envelopeBytes;
  }

  /** Whether damage to a message is detected. */
  public boolean hasCheck() {
    return this == FULL || this == TEXT;
  }

  /** Bytes of the payload that it takes. */
  public int envelopeBytes() {
    return envelopeBytes;
  }
}
