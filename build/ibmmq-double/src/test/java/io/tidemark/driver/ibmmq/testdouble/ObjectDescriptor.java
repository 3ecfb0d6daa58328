package io.tidemark.driver.ibmmq.testdouble;

import java.nio.charset.StandardCharsets;

/** MQOD. */
final class ObjectDescriptor extends Structure {
  static final int QUEUE = 1;
  static final int QUEUE_MANAGER = 5;
  static final int TOPIC = 8;

  private static final int OBJECT_STRING = 336;

  ObjectDescriptor(byte[] bytes, int start) {
    super(bytes, start);
  }

  int size() {
    return sizeByVersion("OD", 168, 200, 336, 400);
  }

  int objectType() {
    return integer(8);
  }

  String objectName() {
    return text(12, 48);
  }

  /** A dynamic queue's own name replaces the model's. */
  void objectName(String name) {
    text(12, 48, name);
  }

  String dynamicQueueName() {
    return text(108, 48);
  }

  /** The topic string behind the structure. */
  String topic() {
    int offset = integer(OBJECT_STRING + 4);
    return new String(
        bytes(offset, Math.max(0, integer(OBJECT_STRING + 12))), StandardCharsets.UTF_8);
  }

  /** The length of a selector's text, which the double does not evaluate. */
  int selectionLength() {
    return version() >= 4 ? integer(336 + 20 + 12) : 0;
  }
}
