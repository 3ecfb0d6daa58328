package io.tidemark.driver.rabbitmq.stream;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The number of messages of a segment that are confirmed or failed. Thread-safe. */
final class DoneCount {
  private static final VarHandle DONE;

  static {
    try {
      DONE = MethodHandles.lookup().findVarHandle(DoneCount.class, "done", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // through DONE
  private int done;

  /** Called once for each message. */
  void oneIsDone() {
    DONE.getAndAdd(this, 1);
  }

  int get() {
    return (int) DONE.getAcquire(this);
  }
}
