package io.tidemark.driver.ibmmq.testdouble;

import java.util.Arrays;
import java.util.HexFormat;

/** MQMD: what a message says about itself. As a stored message holds it, always of version 2. */
public final class MessageDescriptor extends Structure {
  static final int ID_BYTES = 24;
  static final int V1_BYTES = 324;
  static final int V2_BYTES = 364;

  private static final int MESSAGE_ID = 48;
  private static final int CORRELATION_ID = 72;
  private static final int BACKOUT_COUNT = 96;

  MessageDescriptor(byte[] bytes, int start) {
    super(bytes, start);
  }

  /** Descriptor of a PCF message that the queue manager itself puts. */
  static MessageDescriptor ofAdministration(byte[] messageId) {
    MessageDescriptor descriptor = new MessageDescriptor(new byte[V2_BYTES], 0);
    descriptor.text(0, 4, "MD");
    descriptor.integer(4, 2);
    descriptor.integer(12, 8); // MQMT_DATAGRAM
    descriptor.integer(16, -1);
    descriptor.integer(24, 273); // big-endian
    descriptor.integer(28, 1208);
    descriptor.text(32, 8, "MQADMIN");
    descriptor.messageId(messageId);
    descriptor.text(100, 48, "");
    descriptor.text(148, 48, "");
    descriptor.putContext("", "QM", "", "");
    descriptor.integer(348, 1);
    descriptor.integer(360, -1);
    return descriptor;
  }

  int size() {
    return sizeByVersion("MD", V1_BYTES, V2_BYTES);
  }

  /** A copy, converted to version 2. */
  MessageDescriptor copy() {
    int size = size();
    byte[] own = Arrays.copyOf(bytes(0, size), V2_BYTES);
    MessageDescriptor copy = new MessageDescriptor(own, 0);
    if (size == V1_BYTES) {
      copy.integer(4, 2);
      copy.integer(348, 1);
      copy.integer(360, -1);
    }
    return copy;
  }

  /** Writes this descriptor over another, which keeps its own version. */
  void writeTo(MessageDescriptor target) {
    int version = target.version();
    target.bytes(0, bytes(0, target.size()));
    target.integer(4, version);
  }

  public int report() {
    return integer(8);
  }

  /** MQMT_REQUEST 1, MQMT_REPLY 2, MQMT_DATAGRAM 8. */
  public int messageType() {
    return integer(12);
  }

  /** Tenths of a second, or -1 for a message that never expires. */
  public int expiryTenths() {
    return integer(16);
  }

  public int encoding() {
    return integer(24);
  }

  public int ccsid() {
    return integer(28);
  }

  /** {@code MQSTR}, {@code MQHRF2}, or empty for bytes. */
  public String format() {
    return text(32, 8);
  }

  public int priority() {
    return integer(40);
  }

  void priority(int priority) {
    integer(40, priority);
  }

  /** 0 non-persistent, 1 persistent; 2 (as the queue says) only in what the client asked for. */
  public int persistence() {
    return integer(44);
  }

  void persistence(int persistence) {
    integer(44, persistence);
  }

  byte[] messageIdBytes() {
    return bytes(MESSAGE_ID, ID_BYTES);
  }

  void messageId(byte[] id) {
    bytes(MESSAGE_ID, id);
  }

  byte[] correlationIdBytes() {
    return bytes(CORRELATION_ID, ID_BYTES);
  }

  void correlationId(byte[] id) {
    bytes(CORRELATION_ID, id);
  }

  /** 48 hex digits. */
  public String messageId() {
    return HexFormat.of().formatHex(messageIdBytes());
  }

  /** 48 hex digits. */
  public String correlationId() {
    return HexFormat.of().formatHex(correlationIdBytes());
  }

  public int backoutCount() {
    return integer(BACKOUT_COUNT);
  }

  void backedOut() {
    integer(BACKOUT_COUNT, backoutCount() + 1);
  }

  public String replyToQueue() {
    return text(100, 48);
  }

  /** Who put it and when, as the queue manager fills it in. */
  void putContext(String user, String applicationName, String date, String time) {
    text(196, 12, user);
    integer(272, 28); // MQAT_JAVA
    text(276, 28, applicationName);
    text(304, 8, date);
    text(312, 8, time);
  }

  static boolean isNone(byte[] id) {
    return Arrays.equals(id, new byte[id.length]);
  }
}
