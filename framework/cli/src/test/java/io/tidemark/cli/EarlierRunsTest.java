package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Run directories that version 2 of the schema has written: what the commands say of them is what
 * they said in that version, to the character. With {@code -Dtidemark.write=true} the page is
 * written anew.
 */
class EarlierRunsTest {
  private static final Path RUNS = folder();

  @TempDir Path results;

  private static Path folder() {
    try {
      return Path.of(
          Objects.requireNonNull(EarlierRunsTest.class.getResource("earlier-runs")).toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  /** With the names of the runs, as in their folder. */
  private static String printed(Object... arguments) {
    PrintStream out = System.out;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
      String[] all = List.of(arguments).stream().map(Object::toString).toArray(String[]::new);
      Main.commandLine().execute(all);
    } finally {
      System.setOut(out);
    }
    return written.toString(StandardCharsets.UTF_8).replace(RUNS + "/", "");
  }

  private static String expected(String name) throws IOException {
    return Files.readString(RUNS.resolve("expected").resolve(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "aborted",
        "ask",
        "failed",
        "faults",
        "fill",
        "invalid",
        "pubsub",
        "pubsub-2",
        "search"
      })
  void haveEqualVerdicts(String run) throws IOException {
    assertThat(printed("verdict", RUNS.resolve(run)))
        .isEqualTo(expected("verdict-" + run + ".txt"));
    assertThat(printed("verdict", "--json", RUNS.resolve(run)))
        .isEqualTo(expected("verdict-" + run + ".json"));
  }

  @Test
  void haveEqualComparisons() throws IOException {
    assertThat(printed("compare", RUNS.resolve("pubsub"), RUNS.resolve("pubsub-2")))
        .isEqualTo(expected("compare.txt"));
  }

  @Test
  void haveEqualTablesAndChartsInReports() throws IOException {
    Path page = results.resolve("report.html");
    printed("report", "-o", page, RUNS);
    String actual = withoutAssets(Files.readString(page));
    Path expected = RUNS.resolve("expected").resolve("report.html.gz");
    if (Boolean.getBoolean("tidemark.write")) {
      String kept = expected.toString().replace("target/test-classes", "src/test/resources");
      expected = Path.of(kept);
      try (OutputStream report = new GZIPOutputStream(Files.newOutputStream(expected))) {
        report.write(actual.getBytes(StandardCharsets.UTF_8));
      }
    }
    try (InputStream report = new GZIPInputStream(Files.newInputStream(expected))) {
      assertThat(actual).isEqualTo(new String(report.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** Tables, texts and the data of the charts. */
  private static String withoutAssets(String html) {
    return html.replaceAll("(?s)<style>.*?</style>", "")
        .replaceAll("(?s)<script>.*?</script>", "")
        .replaceAll("sha256-[\\w+/=]*", "");
  }
}
