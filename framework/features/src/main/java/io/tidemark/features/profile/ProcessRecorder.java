package io.tidemark.features.profile;

import io.tidemark.features.profile.stack.ProcessProfile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Records one process. Calls come one after another, on one thread; each has a deadline. */
interface ProcessRecorder {
  /** How users name the process: {@code worker local}, {@code broker 1}. */
  String process();

  /** Prepares the process, so that {@link #start} is fast. */
  void warmUp() throws IOException, InterruptedException;

  void start() throws IOException, InterruptedException;

  void stop() throws IOException, InterruptedException;

  /** How the name of the recording ends. */
  default String ending() {
    return ".jfr";
  }

  /**
   * Writes what was recorded between all starts and stops; in the format of JDK Flight Recorder
   * unless {@link #read} is overridden.
   *
   * @param file does not exist yet
   */
  void fetch(Path file) throws IOException, InterruptedException;

  /**
   * Reads what was fetched.
   *
   * @param phases that were recorded
   * @param seconds how long it was recorded
   */
  default ProcessProfile read(Path file, List<String> phases, double seconds) throws IOException {
    return FlightReader.read(file, process(), phases, seconds);
  }
}
