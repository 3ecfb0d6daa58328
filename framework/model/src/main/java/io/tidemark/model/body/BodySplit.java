package io.tidemark.model.body;

/** How a file with many bodies is divided. */
public enum BodySplit {
  /** Between line breaks, or another delimiter. */
  LINES,
  /** After its length: 4 bytes, big-endian. */
  LENGTH_PREFIX,
  /** Into pieces of the message size. */
  MESSAGE_SIZE
}
