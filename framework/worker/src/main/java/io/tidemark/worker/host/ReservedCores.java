package io.tidemark.worker.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Cores of pinned threads. All other threads of this process are kept off them: the collector, the
 * compilers, and clients of the broker. Threads that are started later have the cores of the thread
 * that starts them. If no core would be left for the others, they keep all. Thread-safe.
 */
public final class ReservedCores {
  private static final Path THIS_THREAD = Path.of("/proc/thread-self");
  private static final Path THREADS = Path.of("/proc/self/task");

  /** The core of each pinned thread, by the kernel's number of the thread. */
  private static final Map<Integer, Integer> PINNED = new HashMap<>();

  private static List<Integer> all = List.of();
  private static List<Integer> ofOthers = List.of();

  private ReservedCores() {}

  /**
   * From now on this thread runs on this core only, and the others on the others.
   *
   * @throws IOException if that is not possible, with the reason
   */
  public static synchronized void take(int core) throws IOException {
    if (PINNED.isEmpty()) {
      all = CoreAffinity.ofThisThread();
      ofOthers = all;
    }
    CoreAffinity.pinThisThread(core);
    PINNED.put(thisThread(), core);
    divide();
  }

  /** The thread ends: its core is for the others again. */
  public static synchronized void giveBack() throws IOException {
    PINNED.remove(thisThread());
    divide();
  }

  private static int thisThread() throws IOException {
    return number(Files.readSymbolicLink(THIS_THREAD));
  }

  private static int number(Path thread) {
    return Integer.parseInt(thread.getFileName().toString());
  }

  private static void divide() throws IOException {
    List<Integer> left = new ArrayList<>(all);
    left.removeAll(Set.copyOf(PINNED.values()));
    List<Integer> before = ofOthers;
    ofOthers = left.isEmpty() ? all : List.copyOf(left);
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
      for (Path thread : threads) {
        if (!PINNED.containsKey(number(thread))) {
          move(number(thread), before);
        }
      }
    }
  }

  /** A thread that something else has given its own cores keeps them. */
  private static void move(int thread, List<Integer> before) {
    try {
      if (CoreAffinity.of(thread).equals(before)) {
        CoreAffinity.set(thread, ofOthers);
      }
    } catch (IOException e) {
      return; // It has ended meanwhile.
    }
  }
}
