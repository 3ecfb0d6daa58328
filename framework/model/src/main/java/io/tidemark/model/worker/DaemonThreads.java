package io.tidemark.model.worker;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that do not keep the process alive. */
public final class DaemonThreads {
  private DaemonThreads() {}

  /** A thread that is not started yet. */
  public static Thread of(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Threads that all have one name. */
  public static ThreadFactory named(String name) {
    return task -> of(name, task);
  }

  /** Threads with a name and a number. */
  public static ThreadFactory numbered(String name) {
    AtomicInteger number = new AtomicInteger();
    return task -> of(name + "-" + number.incrementAndGet(), task);
  }
}
