package io.tidemark.measure;

import java.util.Objects;

/**
 * Where a run's messages carry their stamp, and in which form.
 *
 * @param position where in the payload
 * @param text whether the stamp must be ASCII
 * @param producers of the run; the compact form has room for 4,096
 */
public record EnvelopeLayout(Position position, boolean text, int producers) {
  /** The most producers that the compact form can tell apart. */
  public static final int COMPACT_PRODUCERS = 1 << 12;

  /** Where in the payload. */
  public enum Position {
    PREFIX,
    TRAILER,
    OFF
  }

  public EnvelopeLayout {
    Objects.requireNonNull(position);
  }

  /** The form of a message of that many bytes. */
  public EnvelopeForm formOf(int payloadBytes) {
    if (position == Position.OFF) {
      return EnvelopeForm.NONE;
    }
    if (text) {
      return payloadBytes >= EnvelopeForm.TEXT.envelopeBytes()
          ? EnvelopeForm.TEXT
          : EnvelopeForm.NONE;
    }
    if (payloadBytes >= EnvelopeForm.FULL.envelopeBytes()) {
      return EnvelopeForm.FULL;
    }
    boolean compact =
        payloadBytes >= EnvelopeForm.COMPACT.envelopeBytes() && producers <= COMPACT_PRODUCERS;
    return compact ? EnvelopeForm.COMPACT : EnvelopeForm.NONE;
  }

  /** The form of a probe, which is nothing but its envelope. */
  public EnvelopeForm probeForm() {
    return text ? EnvelopeForm.TEXT : EnvelopeForm.FULL;
  }

  /** Where an envelope of that form begins in a payload of that many bytes. */
  int offsetIn(int payloadBytes, EnvelopeForm form) {
    return position == Position.TRAILER ? payloadBytes - form.envelopeBytes() : 0;
  }
}
