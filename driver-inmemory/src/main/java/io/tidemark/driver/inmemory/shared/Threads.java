package io.tidemark.driver.inmemory.shared;

/** Threads that keep no JVM alive. */
final class Threads {
  private Threads() {}

  static Thread start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
