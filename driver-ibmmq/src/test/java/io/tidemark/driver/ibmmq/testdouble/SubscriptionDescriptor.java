package io.tidemark.driver.ibmmq.testdouble;

import java.nio.charset.StandardCharsets;

/** MQSD; its variable strings stand behind it, at offsets counted from its start. */
final class SubscriptionDescriptor extends Structure {
  static final int BYTES = 312;

  private static final int CREATE = 0x02;
  private static final int MANAGED = 0x20;
  private static final int FAIL_IF_QUIESCING = 0x2000;
  private static final int OBJECT_NAME = 12;
  private static final int OBJECT_STRING = 116;
  private static final int SELECTION_STRING = 268;

  SubscriptionDescriptor(byte[] bytes, int start) {
    super(bytes, start);
    sizeByVersion("SD", BYTES);
    refuseUnknownBits("MQSD options", integer(8), CREATE | MANAGED | FAIL_IF_QUIESCING);
    if ((integer(8) & MANAGED) == 0) {
      throw new UnknownFlow("a subscription to a queue of the client's own");
    }
    if (length(SELECTION_STRING) > 0) {
      throw new UnknownFlow("a subscription with a selector");
    }
    if (!text(OBJECT_NAME, 48).isEmpty()) {
      throw new UnknownFlow("a subscription by the name of a topic object");
    }
  }

  /** The topic string, with wildcards. */
  String topic() {
    int offset = integer(OBJECT_STRING + 4);
    return new String(bytes(offset, length(OBJECT_STRING)), StandardCharsets.UTF_8);
  }

  /** Of an MQCHARV: pointer, offset, size, length, character set. */
  private int length(int charv) {
    return Math.max(0, integer(charv + 12));
  }
}
