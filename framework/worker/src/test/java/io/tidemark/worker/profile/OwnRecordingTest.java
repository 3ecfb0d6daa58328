package io.tidemark.worker.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnRecordingTest {
  @TempDir Path folder;

  /** Something that is recorded. */
  @Name("io.tidemark.test.Marked")
  static final class Marked extends Event {
    String text = "";
  }

  private static void mark(String text) {
    Marked event = new Marked();
    event.text = text;
    event.commit();
  }

  private static byte[] fetched(OwnRecording recording) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] part = recording.part(0).bytes();
    while (part.length > 0) {
      all.writeBytes(part);
      part = recording.part(all.size()).bytes();
    }
    return all.toByteArray();
  }

  private List<String> marks(byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("fetched.jfr"), bytes);
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals("io.tidemark.test.Marked"))
        .map((RecordedEvent event) -> event.getString("text"))
        .toList();
  }

  @Test
  void recordsOnlyBetweenStartAndStop() throws IOException {
    try (OwnRecording recording = new OwnRecording()) {
      recording.prepare();
      mark("before");
      recording.start();
      recording.start(); // Has no effect.
      mark("first");
      recording.stop();
      long size = recording.part(0).totalBytes();
      mark("between");
      recording.start();
      mark("second");

      recording.stop();
      assertThat(recording.part(0).totalBytes()).isGreaterThan(size);
      assertThat(marks(fetched(recording))).containsExactlyInAnyOrder("first", "second");
    }
  }

  @Test
  void withoutARecordingThereIsNothingToFetch() throws IOException {
    try (OwnRecording recording = new OwnRecording()) {
      recording.stop();
      assertThat(recording.part(0).totalBytes()).isZero();
      assertThat(fetched(recording)).isEmpty();
    }
  }

  @Test
  void closingEndsARecordingAndForgetsIt() throws IOException {
    OwnRecording recording = new OwnRecording();
    recording.start();
    recording.stop();
    recording.close();

    recording.stop();
    assertThat(recording.part(0).totalBytes()).isZero();
  }
}
