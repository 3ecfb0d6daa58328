package io.tidemark.runs.profile;

import java.io.IOException;
import java.nio.file.Path;

/** Records one process. Calls come one after another, on one thread; each has a deadline. */
interface ProcessRecorder {
  /** How users name the process: {@code worker local}, {@code broker 1}. */
  String process();

  /** Prepares the process, so that {@link #start} is fast. */
  void warmUp() throws IOException, InterruptedException;

  void start() throws IOException, InterruptedException;

  void stop() throws IOException, InterruptedException;

  /**
   * Writes what was recorded between all starts and stops, in the format of JDK Flight Recorder.
   *
   * @param file does not exist yet
   */
  void fetch(Path file) throws IOException, InterruptedException;
}
