package io.tidemark.driver.ibmmq.testdouble;

/** ID: what both ends agree on before anything else. */
final class InitialData extends Structure {
  private static final int FAP_LEVEL = 4;
  private static final int ERROR_FLAGS = 7;
  private static final int MAX_SEGMENT_BYTES = 12;
  private static final int HEARTBEAT_SECONDS = 96;
  private static final int CONVERSATIONS = 128;
  private static final int DOUBLES_HEARTBEAT_SECONDS = 300;

  private InitialData(byte[] bytes) {
    super(bytes, 0);
  }

  /** The client's structure with the lower of both ends' values. */
  static InitialData agreed(byte[] asked, DoubleSettings settings) {
    InitialData agreed = new InitialData(asked.clone());
    if (!agreed.structureId().equals("ID")) {
      throw new UnknownFlow("initial data '" + agreed.structureId() + "'");
    }
    agreed.octet(FAP_LEVEL, Math.min(settings.fapLevel(), agreed.octet(FAP_LEVEL)));
    agreed.octet(ERROR_FLAGS, 0);
    agreed.integer(
        MAX_SEGMENT_BYTES, Math.min(settings.maxSegmentBytes(), agreed.maxSegmentBytes()));
    agreed.integer(HEARTBEAT_SECONDS, DOUBLES_HEARTBEAT_SECONDS);
    agreed.integer(
        CONVERSATIONS, Math.min(settings.sharingConversations(), agreed.conversations()));
    return agreed;
  }

  String channel() {
    return text(24, 20);
  }

  int maxSegmentBytes() {
    return integer(MAX_SEGMENT_BYTES);
  }

  int conversations() {
    return integer(CONVERSATIONS);
  }
}
