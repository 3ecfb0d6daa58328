package io.tidemark.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run in a JVM whose language has other digits than 0 to 9, as a worker has that is not started
 * by our scripts.
 */
@Tag("slow")
class NativeDigitsTest {
  private static final Pattern OTHER_DIGIT = Pattern.compile("[\\p{Nd}&&[^0-9]]");
  private static final String WORKLOAD =
      "name: digits\ntopics: 2\npartitionsPerTopic: 2\nsubscriptionsPerTopic: 2\n"
          + "producersPerTopic: 1\nconsumerPerSubscription: 1\nmessageSize: 100B\n"
          + "producerRate: 1000\nwarmupDuration: 0s\ntestDuration: 1s\n";

  @TempDir Path folder;

  @Test
  void neitherNamesNorResultsHaveThem() throws Exception {
    Files.writeString(folder.resolve("digits.yaml"), WORKLOAD);
    Process java =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Duser.language=fa",
                "-Duser.country=IR",
                "-Dfile.encoding=UTF-8",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "--results-dir",
                folder.resolve("results").toString(),
                "-d",
                Path.of("../../driver-inmemory/inmemory.yaml").toRealPath().toString(),
                folder.resolve("digits.yaml").toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    // The verdict depends on the load of the machine.
    assertThat(java.waitFor()).as(output).isBetween(0, 1);
    assertThat(output).contains("digits on inmemory").doesNotContainPattern(OTHER_DIGIT);
    try (Stream<Path> files = Files.walk(folder.resolve("results"))) {
      List<Path> texts =
          files.filter(file -> file.toString().matches(".*\\.(json|csv|txt|yaml|log)")).toList();
      assertThat(texts).hasSizeGreaterThan(3);
      for (Path text : texts) {
        assertThat(Files.readString(text)).as(text.toString()).doesNotContainPattern(OTHER_DIGIT);
      }
    }
  }
}
