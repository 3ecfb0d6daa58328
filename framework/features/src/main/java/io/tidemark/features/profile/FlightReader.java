package io.tidemark.features.profile;

import io.tidemark.features.profile.stack.ErlangUse;
import io.tidemark.features.profile.stack.ProcessProfile;
import io.tidemark.features.profile.stack.ProcessProfile.Pause;
import io.tidemark.model.result.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Reads a recording once, into what the result keeps of it. */
final class FlightReader {
  private final Map<String, String> names = new HashMap<>();
  private final StackWeights cpu = new StackWeights(names);
  private final StackWeights nativeCalls = new StackWeights(names);
  private final StackWeights allocation = new StackWeights(names);
  private final StackWeights locks = new StackWeights(names);
  private final List<Pause> pauses = new ArrayList<>();
  private String runtime = "";
  private double load;
  private int loads;
  private int processors = 1;

  private FlightReader() {}

  /**
   * @param seconds how long it was recorded
   * @throws IOException if it is not a recording
   */
  static ProcessProfile read(Path file, String process, List<String> phases, double seconds)
      throws IOException {
    FlightReader reader = new FlightReader();
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        reader.add(recording.readEvent());
      }
    } catch (RuntimeException e) { // A worker can send anything: other events, or damaged ones.
      throw new IOException("the recording cannot be read: " + Text.message(e), e);
    }
    reader.pauses.sort(Comparator.comparingLong(Pause::epochMicros));
    return new ProcessProfile(
        ProcessProfile.VERSION,
        process,
        phases,
        reader.runtime,
        seconds,
        reader.loads == 0 ? 0 : reader.load / reader.loads * reader.processors,
        reader.cpu.stacks(),
        reader.nativeCalls.stacks(),
        reader.allocation.stacks(),
        reader.locks.stacks(),
        reader.pauses,
        ErlangUse.NONE);
  }

  private void add(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case "jdk.ExecutionSample" -> cpu.add(event, event.getThread("sampledThread"), "", 1);
      case "jdk.NativeMethodSample" ->
          nativeCalls.add(event, event.getThread("sampledThread"), "", 1);
      case "jdk.ObjectAllocationSample" ->
          allocation.add(
              event,
              event.getThread(),
              StackWeights.className(event.getClass("objectClass")),
              event.getLong("weight"));
      case "jdk.JavaMonitorEnter" ->
          lock(event, StackWeights.className(event.getClass("monitorClass")));
      case "jdk.ThreadPark" -> {
        String type = StackWeights.className(event.getClass("parkedClass"));
        if (isLock(type)) {
          lock(event, type);
        }
      }
      case "jdk.GarbageCollection" -> pause(event);
      case "jdk.CPULoad" -> {
        load += event.getFloat("jvmUser") + event.getFloat("jvmSystem");
        loads++;
      }
      case "jdk.CPUInformation" -> processors = event.getInt("hwThreads");
      case "jdk.JVMInformation" ->
          runtime =
              event.getString("jvmName")
                  + " "
                  + event.getString("jvmVersion").replaceFirst(".*\\((.*?)\\).*", "$1");
      default -> {} // The settings of the JDK record more than is shown.
    }
  }

  /** Other threads that are parked wait for work. */
  private static boolean isLock(String type) {
    return type.startsWith("java.util.concurrent.locks.") && !type.endsWith("ConditionObject");
  }

  private void lock(RecordedEvent event, String type) {
    locks.add(event, event.getThread(), type, event.getDuration().toNanos() / 1_000);
  }

  private void pause(RecordedEvent event) {
    long start = event.getStartTime().getEpochSecond() * 1_000_000L;
    pauses.add(
        new Pause(
            start + event.getStartTime().getNano() / 1_000,
            event.getDuration("sumOfPauses").toNanos() / 1_000,
            event.getString("name") + ", " + event.getString("cause")));
  }
}
