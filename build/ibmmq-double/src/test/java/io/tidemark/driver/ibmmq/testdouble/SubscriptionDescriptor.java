package io.tidemark.driver.ibmmq.testdouble;

import java.nio.charset.StandardCharsets;

/** MQSD; its variable strings stand behind it, at offsets counted from its start. */
final class SubscriptionDescriptor extends Structure {
  static final int BYTES = 312;
  static final int RESUME = 0x04;
  static final int DURABLE = 0x08;

  private static final int ALTER = 0x01;
  private static final int CREATE = 0x02;
  private static final int MANAGED = 0x20;
  private static final int ANY_USER = 0x200;
  private static final int FAIL_IF_QUIESCING = 0x2000;
  private static final int WILDCARD_TOPIC = 0x200000;
  private static final int NO_READ_AHEAD = 0x08000000;
  private static final int READ_AHEAD = 0x10000000;
  private static final int KNOWN =
      ALTER
          | CREATE
          | RESUME
          | DURABLE
          | MANAGED
          | ANY_USER
          | FAIL_IF_QUIESCING
          | WILDCARD_TOPIC
          | NO_READ_AHEAD
          | READ_AHEAD;
  private static final int OBJECT_NAME = 12;
  private static final int OBJECT_STRING = 116;
  private static final int NAME = 136;
  private static final int SELECTION_STRING = 268;

  SubscriptionDescriptor(byte[] bytes, int start) {
    super(bytes, start);
    sizeByVersion("SD", BYTES);
    refuseUnknownBits("MQSD options", integer(8), KNOWN);
    if (!has(MANAGED)) {
      throw new UnknownFlow("a subscription to a queue of the client's own");
    }
    if (length(SELECTION_STRING) > 0) {
      throw new UnknownFlow("a subscription with a selector");
    }
    if (!text(OBJECT_NAME, 48).isEmpty()) {
      throw new UnknownFlow("a subscription by the name of a topic object");
    }
  }

  boolean has(int option) {
    return (integer(8) & option) != 0;
  }

  /** An existing subscription is meant, and none is made. */
  boolean onlyResumes() {
    return has(RESUME) && !has(CREATE);
  }

  /** The topic string, with wildcards. */
  String topic() {
    return string(OBJECT_STRING);
  }

  /** Name of a durable subscription; empty for others. */
  String name() {
    return string(NAME);
  }

  private String string(int charv) {
    return new String(bytes(integer(charv + 4), length(charv)), StandardCharsets.UTF_8);
  }

  /** Length of an MQCHARV, which has pointer, offset, size, length, character set. */
  private int length(int charv) {
    return Math.max(0, integer(charv + 12));
  }
}
