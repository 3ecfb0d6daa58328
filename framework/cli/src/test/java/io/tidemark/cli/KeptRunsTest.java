package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the commands print of kept run directories, to the character. With {@code
 * -Dtidemark.write=true} texts and page are written anew.
 */
@Tag("slow")
class KeptRunsTest {
  private static final Path RUNS =
      Path.of("src/test/resources/io/tidemark/cli/kept-runs").toAbsolutePath();

  @TempDir Path results;

  /** With the names of the runs, as in their folder. */
  private static String printed(Object... arguments) {
    return CommandRun.of(arguments).output().replace(RUNS + "/", "");
  }

  /** Keeps what was printed if texts are written anew. */
  private static void assertAsKept(String name, String actual) throws IOException {
    Path kept = RUNS.resolve("expected").resolve(name);
    if (Boolean.getBoolean("tidemark.write")) {
      try (OutputStream file = Files.newOutputStream(kept);
          OutputStream text = name.endsWith(".gz") ? new GZIPOutputStream(file) : file) {
        text.write(actual.getBytes(StandardCharsets.UTF_8));
      }
    }
    try (InputStream file = Files.newInputStream(kept);
        InputStream text = name.endsWith(".gz") ? new GZIPInputStream(file) : file) {
      assertThat(actual).isEqualTo(new String(text.readAllBytes(), StandardCharsets.UTF_8));
    }
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
    assertAsKept("verdict-" + run + ".txt", printed("verdict", RUNS.resolve(run)));
    assertAsKept("verdict-" + run + ".json", printed("verdict", "--json", RUNS.resolve(run)));
  }

  @Test
  void haveEqualComparisons() throws IOException {
    assertAsKept(
        "compare.txt", printed("compare", RUNS.resolve("pubsub"), RUNS.resolve("pubsub-2")));
  }

  @Test
  void haveEqualTablesAndChartsInReports() throws IOException {
    Path page = results.resolve("report.html");
    printed("report", "-o", page, RUNS);
    assertAsKept("report.html.gz", withoutAssets(Files.readString(page)));
  }

  /** Tables, texts and the data of the charts. */
  private static String withoutAssets(String html) {
    return html.replaceAll("(?s)<style>.*?</style>", "")
        .replaceAll("(?s)<script>.*?</script>", "")
        .replaceAll("sha256-[\\w+/=]*", "");
  }
}
