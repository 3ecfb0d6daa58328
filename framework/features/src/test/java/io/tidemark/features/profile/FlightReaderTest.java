package io.tidemark.features.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.features.profile.stack.FrameWeight;
import io.tidemark.features.profile.stack.ProcessProfile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import jdk.jfr.Configuration;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The process whose work is known is this one. */
class FlightReaderTest {
  private static final long LONG_WAIT_MILLIS = 100;
  private static final int WANTED_SAMPLES = 20;

  @TempDir Path folder;

  private volatile long sink;
  private volatile byte[] kept = {};

  private interface Work {
    void run() throws Exception;
  }

  private ProcessProfile recorded(Work work) throws Exception {
    Path file = folder.resolve("a.jfr");
    try (Recording recording = new Recording(Configuration.getConfiguration("profile"))) {
      recording.start();
      Thread thread =
          new Thread(
              () -> {
                try {
                  work.run();
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              },
              "worker-7");
      thread.start();
      thread.join();
      recording.stop();
      recording.dump(file);
    }
    return FlightReader.read(file, "worker local", List.of("test"), 1);
  }

  private void spin() {
    long until = System.nanoTime() + 10_000_000L * WANTED_SAMPLES;
    while (System.nanoTime() < until) {
      for (int i = 0; i < 10_000; i++) {
        sink += i * sink + 1;
      }
    }
  }

  private static String method(String name) {
    return FlightReaderTest.class.getName() + "." + name;
  }

  @Test
  void readsWhereThreadsRan() throws Exception {
    ProcessProfile profile =
        recorded(
            () -> {
              for (int i = 0; i < 5; i++) {
                spin();
              }
            });

    FrameWeight spin =
        FrameWeight.of(profile.cpu()).stream()
            .filter(each -> each.frame().equals(method("spin")))
            .findFirst()
            .orElseThrow();
    assertThat(spin.total()).isGreaterThan(0.3);
    assertThat(profile.cpu().lines()).anyMatch(line -> line.startsWith("worker-#;"));
    assertThat(profile.runtime()).contains(System.getProperty("java.vm.name"));
  }

  @Test
  void readsWhatWasAllocatedAndWhere() throws Exception {
    ProcessProfile profile =
        recorded(
            () -> {
              for (int i = 0; i < 2_000; i++) {
                kept = new byte[1 << 17];
              }
            });

    assertThat(profile.allocation().lines())
        .anyMatch(line -> line.contains("readsWhatWasAllocated") && line.contains(";byte[] "));
    assertThat(profile.allocation().total()).isGreaterThan(1 << 20);
  }

  @Test
  void readsWaitsForLocksButNotThoseForWork() throws Exception {
    Object monitor = new Object();
    ReentrantLock lock = new ReentrantLock();
    ProcessProfile profile =
        recorded(
            () -> {
              Thread[] waiting = new Thread[2];
              synchronized (monitor) {
                lock.lock();
                try {
                  waiting[0] = new Thread(() -> enter(monitor), "enters");
                  waiting[1] = new Thread(() -> lock(lock), "locks");
                  for (Thread each : waiting) {
                    each.start();
                  }
                  java.util.concurrent.locks.LockSupport.parkNanos(LONG_WAIT_MILLIS * 1_000_000);
                  while (!lock.hasQueuedThreads()
                      || waiting[0].getState() != Thread.State.BLOCKED) {
                    Thread.onSpinWait();
                  }
                  Thread.sleep(LONG_WAIT_MILLIS);
                } finally {
                  lock.unlock();
                }
              }
              for (Thread each : waiting) {
                each.join();
              }
            });

    assertThat(profile.locks().lines())
        .anyMatch(line -> line.startsWith("enters;") && line.contains(";java.lang.Object "))
        .anyMatch(line -> line.startsWith("locks;") && line.contains("ReentrantLock"))
        .noneMatch(line -> line.startsWith("worker-#;"));
  }

  @SuppressWarnings("UnusedVariable")
  private void enter(Object monitor) {
    synchronized (monitor) {
      sink++;
    }
  }

  private void lock(ReentrantLock lock) {
    lock.lock();
    try {
      sink++;
    } finally {
      lock.unlock();
    }
  }

  @Test
  void readsPauses() throws Exception {
    ProcessProfile profile = recorded(System::gc);

    assertThat(profile.pauses())
        .anyMatch(pause -> pause.what().endsWith("System.gc()") && pause.micros() > 0);
  }

  /** Has the name of an event of the JVM, and none of its fields. */
  @Name("jdk.GarbageCollection")
  static final class FalseCollection extends Event {}

  @Test
  void refusesEventsOfAnotherForm() {
    org.assertj.core.api.Assertions.assertThatThrownBy(
            () -> recorded(() -> new FalseCollection().commit()))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("the recording cannot be read: ");
  }
}
