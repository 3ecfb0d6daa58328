package io.tidemark.worker.profile;

import io.tidemark.model.worker.ProfilePart;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Optional;
import jdk.jfr.Configuration;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/**
 * Recordings of this process, one after another in one file: the format allows it. Thread-safe; the
 * file is removed by {@link #close}.
 */
public final class OwnRecording implements AutoCloseable {
  /** The JDK's settings for profiles: stacks every 10 ms or 20 ms, waits from 10 ms on. */
  private static final String SETTINGS = "profile";

  /** The oldest chunks of a longer recording are dropped. */
  private static final long MOST_BYTES = 64L << 20;

  private Optional<Recording> recording = Optional.empty();
  private Optional<Path> file = Optional.empty();

  /**
   * Loads what recording needs, and instruments the classes of this process.
   *
   * @throws IOException if this JVM cannot record
   */
  public synchronized void prepare() throws IOException {
    begun().close();
  }

  /** Begins to record; nothing happens while it does. */
  public synchronized void start() throws IOException {
    if (recording.isEmpty()) {
      recording = Optional.of(begun());
    }
  }

  private static Recording begun() throws IOException {
    if (!FlightRecorder.isAvailable()) {
      throw new IOException("this JVM has no Flight Recorder");
    }
    try {
      Recording next = new Recording(Configuration.getConfiguration(SETTINGS));
      next.setName("tidemark");
      next.setMaxSize(MOST_BYTES);
      next.start();
      return next;
    } catch (ParseException | IllegalStateException e) {
      throw new IOException("Flight Recorder cannot start: " + e.getMessage(), e);
    }
  }

  /** Ends the recording, if it goes on, and adds it to the file. */
  public synchronized void stop() throws IOException {
    if (recording.isPresent()) {
      try (Recording ended = recording.get()) {
        recording = Optional.empty();
        ended.stop();
        add(ended);
      }
    }
  }

  private void add(Recording ended) throws IOException {
    if (file.isEmpty()) {
      file = Optional.of(Files.createTempFile("tidemark-profile", ".jfr"));
    }
    Path part = Files.createTempFile("tidemark-profile", ".part");
    try (OutputStream out = Files.newOutputStream(file.get(), StandardOpenOption.APPEND)) {
      ended.dump(part);
      Files.copy(part, out);
    } finally {
      Files.delete(part);
    }
  }

  /** The file from a byte on. */
  public synchronized ProfilePart part(long offset) throws IOException {
    if (file.isEmpty()) {
      return new ProfilePart(0, new byte[0]);
    }
    try (FileChannel in = FileChannel.open(file.get())) {
      ByteBuffer buffer = ByteBuffer.allocate(ProfilePart.MOST_BYTES);
      while (buffer.hasRemaining() && in.read(buffer, offset + buffer.position()) > 0) {
        continue;
      }
      return new ProfilePart(in.size(), Arrays.copyOf(buffer.array(), buffer.position()));
    }
  }

  /** Ends a recording that goes on, and removes the file. */
  @Override
  public synchronized void close() throws IOException {
    recording.ifPresent(Recording::close);
    recording = Optional.empty();
    if (file.isPresent()) {
      Files.deleteIfExists(file.get());
      file = Optional.empty();
    }
  }
}
