package io.tidemark.driver.ibmmq.testdouble;

import java.util.Arrays;
import java.util.Optional;

/**
 * The flows of a client channel that the double knows. API calls are answered by their code + 16.
 */
public enum Opcode {
  INITIAL_DATA(0x01),
  STATUS(0x05),
  USERID_DATA(0x08),
  HEARTBEAT(0x09),
  CONAUTH_INFO(0x0a),
  SOCKET_ACTION(0x0c),
  ASYNC_MESSAGE(0x0d),
  REQUEST_MSGS(0x0e),
  NOTIFICATION(0x0f),
  MQCONN(0x81),
  MQDISC(0x82),
  MQOPEN(0x83),
  MQCLOSE(0x84),
  MQGET(0x85),
  MQPUT(0x86),
  MQPUT1(0x87),
  MQINQ(0x89),
  MQCMIT(0x8a),
  MQBACK(0x8b),
  SPI(0x8c),
  MQSTAT(0x8d),
  MQSUB(0x8e);

  private static final int FIRST_CALL = 0x80;
  private static final int REPLY_OFFSET = 0x10;

  private final int code;

  Opcode(int code) {
    this.code = code;
  }

  static Optional<Opcode> of(int code) {
    return Arrays.stream(values()).filter(o -> o.code == code).findFirst();
  }

  int code() {
    return code;
  }

  int replyCode() {
    return code + REPLY_OFFSET;
  }

  boolean isCall() {
    return isCall(code);
  }

  static boolean isCall(int code) {
    return code > FIRST_CALL;
  }
}
