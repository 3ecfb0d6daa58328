package io.tidemark.model.load;

import java.util.Objects;

/**
 * How a message carries the framework's stamp. Which binary form (full or compact) follows from the
 * message size.
 */
public record EnvelopeSpec(Position position, Form form) {

  /** Where in the payload. */
  public enum Position {
    PREFIX,
    TRAILER,
    /** No envelope: counts only; end-to-end latency from the driver's millisecond time stamps. */
    OFF
  }

  /** What it is written in. */
  public enum Form {
    BINARY,
    /** ASCII characters only, for brokers and filters that want text. */
    TEXT
  }

  public static final EnvelopeSpec DEFAULT = new EnvelopeSpec(Position.PREFIX, Form.BINARY);

  public EnvelopeSpec {
    Objects.requireNonNull(position);
    Objects.requireNonNull(form);
  }
}
