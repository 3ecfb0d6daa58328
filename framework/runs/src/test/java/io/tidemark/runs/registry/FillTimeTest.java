package io.tidemark.runs.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.SystemClock;
import io.tidemark.model.load.Serialization;
import io.tidemark.model.load.Serialization.Format;
import io.tidemark.runs.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The time to fill bodies, of workloads whose load threads fill them. */
class FillTimeTest {
  @TempDir Path folder;

  private Optional<Serialization> measured(String keys) throws IOException {
    String workload = RunFiles.SMALL.replace("messageSize: 100\n", "");
    Files.writeString(folder.resolve("users.csv"), "id\n1\n2\n");
    return NumberedBodies.of(
            new RunFiles(folder).workload(workload + "envelope: {position: header}\n" + keys),
            SystemClock.get())
        .serialization();
  }

  @Test
  void templatesThatAreFilledForEachMessageAreMeasured() throws IOException {
    Serialization template =
        measured("payload: {template: '#{sequence} #{csv:users.csv:id}'}").orElseThrow();
    assertThat(template.format()).isEqualTo(Format.TEMPLATE);
    assertThat(template.meanMicros()).isPositive();
    assertThat(template.duringLoad()).isTrue();
  }

  @Test
  void eventsAreMeasuredWithTheirData() throws IOException {
    String events = "cloudEvents: structured\npayload: {contentType: json, template: '[";
    double alone = measured(events + "1]'}").orElseThrow().meanMicros();
    Serialization both = measured(events + "#{sequence}, \"#{text:20000}\"]'}").orElseThrow();
    assertThat(both.format()).isEqualTo(Format.CLOUD_EVENTS);
    assertThat(both.meanMicros()).as("20,000 letters more").isGreaterThan(alone);
  }

  @Test
  void bodiesThatAreMadeBeforeTheLoadAreNot() throws IOException {
    assertThat(measured("payload: {template: 'a #{random:8}'}")).isEmpty();
    assertThat(measured("messageSize: 100")).isEmpty();
  }
}
