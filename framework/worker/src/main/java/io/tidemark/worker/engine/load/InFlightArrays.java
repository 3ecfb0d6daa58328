package io.tidemark.worker.engine.load;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What changes of some sends, in arrays: a core that fetches one's values from another core has its
 * neighbours' with them, and those are needed next.
 */
final class InFlightArrays {
  private static final VarHandle STATE = MethodHandles.arrayElementVarHandle(int[].class);
  private static final int ENDED = 0;
  private static final int UNDER_WAY = 1;
  private static final int VALUES = 4;
  private static final int SEQUENCE = 0;
  private static final int INTENDED = 1;
  private static final int ACTUAL = 2;
  private static final int BYTES = 3;

  private final long[] values;
  private final int[] state;

  InFlightArrays(int size) {
    this.values = new long[size * VALUES];
    this.state = new int[size];
  }

  void begin(int index, long sequence, long intended, long actual, int payloadBytes) {
    int at = index * VALUES;
    values[at + SEQUENCE] = sequence;
    values[at + INTENDED] = intended;
    values[at + ACTUAL] = actual;
    values[at + BYTES] = payloadBytes;
    STATE.setRelease(state, index, UNDER_WAY);
  }

  long sequence(int index) {
    return values[index * VALUES + SEQUENCE];
  }

  long intendedEpochNanos(int index) {
    return values[index * VALUES + INTENDED];
  }

  long actualEpochNanos(int index) {
    return values[index * VALUES + ACTUAL];
  }

  int payloadBytes(int index) {
    return (int) values[index * VALUES + BYTES];
  }

  boolean isUnderWay(int index) {
    return (int) STATE.getAcquire(state, index) == UNDER_WAY;
  }

  void end(int index) {
    STATE.setRelease(state, index, ENDED);
  }
}
