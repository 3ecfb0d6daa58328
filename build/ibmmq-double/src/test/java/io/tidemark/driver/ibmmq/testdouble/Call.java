package io.tidemark.driver.ibmmq.testdouble;

import java.util.Arrays;
import java.util.Optional;

/**
 * An API call of one conversation with all its segments, and the fault that the script has for it.
 */
record Call(
    Conversation conversation,
    Opcode opcode,
    Segment first,
    byte[] body,
    Optional<DoubleFaults.Action> fault) {
  /** Length, completion code, reason and handle precede the call's own structures. */
  static final int HEAD_BYTES = 16;

  private static final int HANDLE = 12;

  int handle() {
    return new Structure(body, 0).integer(HANDLE);
  }

  OpenObject object() {
    return conversation.object(handle());
  }

  byte[] echo() {
    return body.clone();
  }

  byte[] echo(int bytes) {
    return Arrays.copyOf(body, bytes);
  }

  static void handle(byte[] answer, int handle) {
    new Structure(answer, 0).integer(HANDLE, handle);
  }
}
