package io.tidemark.measure;

/** Kind of a stamped message; its ordinal is written into the envelope. */
public enum MessageKind {
  DATA,
  PROBE,
  REQUEST,
  REPLY;

  private static final MessageKind[] BY_CODE = values();

  int code() {
    return ordinal();
  }

  static boolean isCode(int code) {
    return code < BY_CODE.length;
  }

  static MessageKind ofCode(int code) {
    return BY_CODE[code];
  }
}
