package io.tidemark.measure;

import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.EnvelopeSpec.Position;

/**
 * Position and form of the stamp in a run's messages.
 *
 * @param position where in the message
 * @param text whether the stamp must be ASCII
 * @param producers of the run; the compact form has room for 4,096
 */
public record EnvelopeLayout(Position position, boolean text, int producers) {
  /** Most producers of the compact form. */
  public static final int COMPACT_PRODUCERS = 1 << 12;

  /** Many producers may have a probe under way at the same time. */
  private static final int MOST_PROBE_BYTES = 1024;

  public static EnvelopeLayout forProducers(EnvelopeSpec spec, int producers) {
    return new EnvelopeLayout(spec.position(), spec.form() == EnvelopeSpec.Form.TEXT, producers);
  }

  /** The form of a message of that many bytes. */
  public EnvelopeForm formOf(int payloadBytes) {
    if (!position.isInBody()) {
      return position == Position.HEADER ? EnvelopeForm.HEADER : EnvelopeForm.NONE;
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

  /** The form of a probe whose stamp is in its body. */
  public EnvelopeForm probeForm() {
    return text ? EnvelopeForm.TEXT : EnvelopeForm.FULL;
  }

  /**
   * Bytes of the probe of messages of a size: as many, so that what changes messages changes
   * probes. Those without room for its envelope have it in addition; of large ones a part is left
   * out. Messages without an envelope have probes that consist of one.
   */
  public int probeBytes(int messageBytes) {
    if (position == Position.HEADER) {
      return messageBytes;
    }
    int envelope = probeForm().envelopeBytes();
    int body = position == Position.OFF ? 0 : Math.min(messageBytes, MOST_PROBE_BYTES);
    return body >= envelope ? body : body + envelope;
  }

  /** Bytes of the {@link ReplyStamp} of a reply; 0 when there is no room for it. */
  int replyStampBytes(int payloadBytes, EnvelopeForm form) {
    int stamp = form.replyStampBytes();
    return payloadBytes >= form.envelopeBytes() + stamp ? stamp : 0;
  }

  /** Where the {@link ReplyStamp} begins: between the envelope and the rest of the body. */
  int replyStampOffset(int payloadBytes, EnvelopeForm form) {
    return position == Position.TRAILER
        ? payloadBytes - form.envelopeBytes() - replyStampBytes(payloadBytes, form)
        : form.envelopeBytes();
  }

  /** Where an envelope of that form begins in a payload of that many bytes. */
  int offsetIn(int payloadBytes, EnvelopeForm form) {
    return position == Position.TRAILER ? payloadBytes - form.envelopeBytes() : 0;
  }
}
