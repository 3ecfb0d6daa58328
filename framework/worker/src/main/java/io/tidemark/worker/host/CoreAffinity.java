package io.tidemark.worker.host;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The cores on which the calling thread may run, by Linux' {@code sched_setaffinity}. */
public final class CoreAffinity {
  private static final int MOST_CORES = 1_024;
  private static final int THIS_THREAD = 0;

  private CoreAffinity() {}

  /** The names are those of the C library. */
  private interface LibC extends Library {
    int sched_setaffinity(int thread, NativeLong bytes, byte[] mask) throws LastErrorException;

    int sched_getaffinity(int thread, NativeLong bytes, byte[] mask) throws LastErrorException;
  }

  /** Loaded when it is needed for the first time. */
  private static final class Loaded {
    private static final LibC LIB_C = Native.load("c", LibC.class);
  }

  /**
   * Where this thread may run, in ascending order.
   *
   * @throws IOException if that is not known on this system
   */
  public static List<Integer> ofThisThread() throws IOException {
    return of(THIS_THREAD);
  }

  /**
   * Where a thread may run, in ascending order.
   *
   * @param thread the kernel's number of it
   */
  static List<Integer> of(int thread) throws IOException {
    byte[] mask = new byte[MOST_CORES / Byte.SIZE];
    try {
      Loaded.LIB_C.sched_getaffinity(thread, new NativeLong(mask.length), mask);
    } catch (LastErrorException | LinkageError e) {
      throw unavailable(e);
    }
    List<Integer> cores = new ArrayList<>();
    for (int core = 0; core < MOST_CORES; core++) {
      if ((mask[core / Byte.SIZE] & 1 << core % Byte.SIZE) != 0) {
        cores.add(core);
      }
    }
    return cores;
  }

  /**
   * From now on this thread, and those that it starts, run on one core only.
   *
   * @throws IOException if that is not possible, with the reason
   */
  public static void pinThisThread(int core) throws IOException {
    set(THIS_THREAD, List.of(core));
  }

  /**
   * From now on a thread, and those that it starts, run on these cores only.
   *
   * @param thread the kernel's number of it
   */
  static void set(int thread, Collection<Integer> cores) throws IOException {
    byte[] mask = new byte[MOST_CORES / Byte.SIZE];
    cores.forEach(core -> mask[core / Byte.SIZE] |= (byte) (1 << core % Byte.SIZE));
    try {
      Loaded.LIB_C.sched_setaffinity(thread, new NativeLong(mask.length), mask);
    } catch (LastErrorException e) {
      throw new IOException(
          "core "
              + cores.stream().map(String::valueOf).collect(Collectors.joining(", "))
              + " is not available to this process",
          e);
    } catch (LinkageError e) {
      throw unavailable(e);
    }
  }

  private static IOException unavailable(Throwable cause) {
    return new IOException("threads can be pinned to cores on Linux only", cause);
  }
}
