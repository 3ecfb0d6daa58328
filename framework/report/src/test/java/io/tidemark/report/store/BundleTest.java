package io.tidemark.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.report.file.ResultFiles.Content;
import io.tidemark.report.file.ResultsException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleTest {
  private static final String HASH_OF_A =
      "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb";

  @TempDir Path folder;

  private Path written(Map<String, String> texts) throws IOException {
    Map<String, Content> contents = new LinkedHashMap<>();
    texts.forEach((name, text) -> contents.put(name, Content.text(text)));
    Path file = folder.resolve(contents.size() + Bundle.ENDING);
    Bundle.write(file, contents);
    return file;
  }

  /** Any ZIP file, as somebody else may have made it. */
  private Path zip(String... namesAndTexts) throws IOException {
    Path file = folder.resolve("foreign.bundle");
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (int i = 0; i < namesAndTexts.length; i += 2) {
        zip.putNextEntry(new ZipEntry(namesAndTexts[i]));
        zip.write(namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
    return file;
  }

  private static String list(String... names) {
    StringBuilder text = new StringBuilder();
    for (String name : names) {
      text.append(HASH_OF_A).append("  ").append(name).append('\n');
    }
    return text.toString();
  }

  private void assertRefused(Path bundle, String why) throws IOException {
    Path target = Files.createTempDirectory(folder, "unpacked");
    assertThatThrownBy(() -> Bundle.unpack(bundle, target))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining(why);
  }

  @Test
  void givesBackItsFilesAndTheSameBytesForTheSameFiles() throws IOException {
    Map<String, String> files = Map.of("run/result.json", "{}", "run/classes/a/x", "1", "o", "2");
    Path bundle = written(files);
    byte[] bytes = Files.readAllBytes(bundle);
    assertThat(Files.readAllBytes(written(files))).isEqualTo(bytes);
    assertThat(Bundle.is(bundle)).isTrue();
    Path run = Bundle.opened(bundle);
    assertThat(run.getFileName()).hasToString("run");
    assertThat(run.resolve("classes/a/x")).hasContent("1");
    assertThat(run.resolveSibling("o")).hasContent("2");
    assertThat(Bundle.opened(bundle)).as("unpacked once").isEqualTo(run);
    assertThat(Bundle.shown(run.resolve("o"))).isEqualTo(bundle.resolve("o").toString());
    assertThat(Bundle.opened(run)).as("not a bundle").isEqualTo(run);
  }

  @Test
  void refusesPathsOutsideOfTheFolder() throws IOException {
    for (String name : new String[] {"../x", "a/../../x", "/tmp/x", "a//x", "a/./x"}) {
      assertRefused(zip("SHA256SUMS", list(name), name, "a"), "is not the name of a file");
    }
    assertThat(folder.resolve("x")).doesNotExist();
  }

  @Test
  void refusesWhatIsNotAsInItsList() throws IOException {
    assertRefused(zip("run/a", "a"), "not a bundle: it has no SHA256SUMS");
    assertRefused(zip("SHA256SUMS", "x\n"), "allowed: a SHA-256 and a path");
    assertRefused(
        zip("SHA256SUMS", list("run/a"), "run/a", "b"),
        "damaged: run/a has another SHA-256 than in SHA256SUMS");
    assertRefused(
        zip("SHA256SUMS", list("run/a", "run/b"), "run/a", "a"), "damaged: run/b is missing");
    assertRefused(
        zip("SHA256SUMS", list("run/a"), "run/a", "a", "run/c", "a"),
        "run/c is not in SHA256SUMS, or twice");
    assertRefused(
        zip("SHA256SUMS", list("r/a", "s/a"), "r/a", "a", "s/a", "a"),
        "got 2 folders; allowed one run or study");
  }

  @Test
  void namesAFileThatIsCut() throws IOException {
    Path bundle = written(Map.of("run/result.json", "{}"));
    byte[] bytes = Files.readAllBytes(bundle);
    Files.write(bundle, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(() -> Bundle.opened(bundle))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining(bundle.toString());
  }
}
