package io.tidemark.model.load;

import io.tidemark.driver.settings.Key;

/**
 * How a message carries the framework's stamp. Which binary form (full or compact) follows from the
 * message size.
 */
public record EnvelopeSpec(
    @Key(
            value =
                "Position in the message. `header`: in a header `tidemarkStamp`; bodies of any size"
                    + " are sent as they are, and the driver must have headers. `off`: no latencies"
                    + " below 1 ms and no audit.",
            orElse = "prefix")
        Position position,
    @Key(
            value = "`text`: ASCII only, for brokers and filters that require text.",
            orElse = "binary")
        Form form) {

  /** Where in the message. */
  public enum Position {
    PREFIX,
    TRAILER,
    /** In a header: the payload is not changed. */
    HEADER,
    /** No envelope: counts only; end-to-end latency from the driver's millisecond time stamps. */
    OFF;

    /** Whether it takes bytes of the payload. */
    public boolean isInBody() {
      return compareTo(HEADER) < 0;
    }
  }

  /** What it is written in. */
  public enum Form {
    BINARY,
    /** ASCII characters only, for brokers and filters that want text. */
    TEXT
  }

  public static final EnvelopeSpec DEFAULT = new EnvelopeSpec(Position.PREFIX, Form.BINARY);

  private static final int LEAST_BINARY_BYTES = 10;
  private static final int WHOLE_BINARY_BYTES = 32;
  private static final int LEAST_TEXT_BYTES = 48;

  /** Bytes of the stamp in its longest form, which has a check of the body. */
  public int wholeBytes() {
    return form == Form.TEXT ? LEAST_TEXT_BYTES : WHOLE_BINARY_BYTES;
  }

  /** Bytes that a message needs to carry the stamp in its shortest form; 0 without an envelope. */
  public int leastMessageBytes() {
    if (!position.isInBody()) {
      return 0;
    }
    return form == Form.TEXT ? LEAST_TEXT_BYTES : LEAST_BINARY_BYTES;
  }
}
