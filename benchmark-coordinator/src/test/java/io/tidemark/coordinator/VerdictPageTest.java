package io.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.workload.VerdictThresholds;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/reference/verdict.md tells every code and every threshold. */
class VerdictPageTest {
  private static final Pattern CODE =
      Pattern.compile("(?:findings\\.\\w+|counted|nanos|percent)\\(\\s*\"([a-z]+(?:-[a-z]+)+)\"");

  private final String page = Files.readString(Path.of("..", "docs", "reference", "verdict.md"));

  VerdictPageTest() throws IOException {}

  @Test
  void documentsEveryFindingOfTheCode() throws IOException {
    TreeSet<String> codes = new TreeSet<>();
    try (Stream<Path> files = Files.list(Path.of("src/main/java/io/tidemark/coordinator"))) {
      for (Path file : files.toList()) {
        Matcher matcher = CODE.matcher(Files.readString(file));
        while (matcher.find()) {
          codes.add(matcher.group(1));
        }
      }
    }

    assertThat(codes).hasSizeGreaterThan(25);
    assertThat(codes).allSatisfy(code -> assertThat(page).contains("`" + code + "`"));
  }

  @Test
  void documentsEveryThresholdWithItsDefault() {
    List<Threshold> thresholds = VerdictThresholds.all();

    assertThat(thresholds)
        .allSatisfy(
            threshold ->
                assertThat(page)
                    .contains(
                        "| `"
                            + threshold.key()
                            + "` | "
                            + threshold.text(threshold.defaultValue())
                            + " |"));
  }
}
