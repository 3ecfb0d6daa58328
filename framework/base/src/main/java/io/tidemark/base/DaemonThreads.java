package io.tidemark.base;

import io.tidemark.driver.BackgroundTasks;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that do not keep the process alive. */
public final class DaemonThreads {
  private DaemonThreads() {}

  /** A thread that is not started yet. */
  public static Thread of(String name, Runnable task) {
    return named(name).newThread(task);
  }

  /** Threads that all have one name. */
  public static ThreadFactory named(String name) {
    return BackgroundTasks.daemons(name);
  }

  /** Threads with a name and a number. */
  public static ThreadFactory numbered(String name) {
    AtomicInteger number = new AtomicInteger();
    return task -> of(name + "-" + number.incrementAndGet(), task);
  }
}
