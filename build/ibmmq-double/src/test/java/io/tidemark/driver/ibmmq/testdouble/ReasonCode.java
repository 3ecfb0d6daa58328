package io.tidemark.driver.ibmmq.testdouble;

/** The reason codes that the double gives by itself; a script may inject any other. */
final class ReasonCode {
  static final int NONE = 0;
  static final int CONNECTION_BROKEN = 2009;
  static final int NOT_EMPTY = 2055;
  static final int OBJECT_IN_USE = 2042;
  static final int MSG_TOO_BIG_FOR_Q = 2030;
  static final int NO_MSG_AVAILABLE = 2033;
  static final int NOT_AUTHORIZED = 2035;
  static final int PERSISTENT_NOT_ALLOWED = 2048;
  static final int Q_FULL = 2053;
  static final int Q_MGR_NAME_ERROR = 2058;
  static final int SELECTOR_NOT_FOR_TYPE = 2068;
  static final int TRUNCATED_MSG_ACCEPTED = 2079;
  static final int TRUNCATED_MSG_FAILED = 2080;
  static final int UNKNOWN_OBJECT_NAME = 2085;
  static final int NO_SUBSCRIPTION = 2428;
  static final int PCF_CHANNEL_STATUS_NOT_FOUND = 3065;
  static final int PCF_OBJECT_ALREADY_EXISTS = 4001;
  static final int PCF_CHANNEL_NOT_FOUND = 4032;

  private ReasonCode() {}
}
