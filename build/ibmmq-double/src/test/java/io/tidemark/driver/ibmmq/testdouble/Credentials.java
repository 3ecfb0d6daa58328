package io.tidemark.driver.ibmmq.testdouble;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Who a client says it is.
 *
 * @param kind {@code MQCSP} (CAUT with user and password), {@code TOKEN}, {@code COMPATIBILITY}
 *     (user id flow) or {@code NONE}
 */
record Credentials(String kind, String user, String password) {
  static final Credentials NONE = new Credentials("NONE", "", "");

  private static final int USER_AND_PASSWORD = 1;
  private static final int TOKEN = 2;
  private static final int CAUT_DATA = 32;

  /** CAUT: type, room for both, lengths of both, then user and password. */
  static Credentials ofConnectionAuthentication(byte[] body) {
    Structure caut = new Structure(body, 0);
    if (!caut.structureId().equals("CAUT")) {
      throw new UnknownFlow("authentication by '" + caut.structureId() + "'");
    }
    if (caut.integer(4) == TOKEN) {
      return new Credentials("TOKEN", "", caut.text(CAUT_DATA, caut.integer(28)));
    } else if (caut.integer(4) != USER_AND_PASSWORD) {
      throw new UnknownFlow("authentication type " + caut.integer(4));
    }
    int userBytes = caut.integer(16);
    int passwordBytes = caut.integer(20);
    return new Credentials(
        "MQCSP",
        caut.text(CAUT_DATA, userBytes),
        new String(caut.bytes(CAUT_DATA + userBytes, passwordBytes), StandardCharsets.ISO_8859_1));
  }

  /** UID: user and password of 12 characters; a long user id may follow. */
  static Credentials ofUserId(byte[] body) {
    Structure uid = new Structure(body, 0);
    String longUser = body.length > 28 ? uid.text(28, 64) : "";
    return new Credentials(
        "COMPATIBILITY", longUser.isEmpty() ? uid.text(4, 12) : longUser, uid.text(16, 12));
  }

  boolean accepted(Map<String, String> users) {
    return users.isEmpty() || password.equals(users.get(user));
  }
}
