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
  /** A call that makes a finding, or one of a judge's own that passes its code on. */
  private static final Pattern CODE =
      Pattern.compile(
          "(?:findings\\.\\w+|counted|fate|nanos|percent)\\(\\s*(?:all,\\s*)?\"([a-z]+(?:-[a-z]+)*)\"");

  /** A code that is chosen first. */
  private static final Pattern CHOSEN = Pattern.compile("String code = [^;]*;");

  private static final Pattern QUOTED = Pattern.compile("\"([a-z]+(?:-[a-z]+)*)\"");

  private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[a-z`, -]+`) \\|");

  private final String page = Files.readString(Path.of("../../docs/reference/verdict.md"));

  VerdictPageTest() throws IOException {}

  @Test
  void documentsEveryFindingOfTheCodeAndNoOther() throws IOException {
    TreeSet<String> codes = codesOfTheCode();

    assertThat(codes).hasSizeGreaterThan(40);
    assertThat(codesOfThePage()).isEqualTo(codes);
  }

  /** The first column of the tables under "Findings". */
  private TreeSet<String> codesOfThePage() {
    String findings =
        page.substring(page.indexOf("\n## Findings"), page.indexOf("\n## Objectives"));
    TreeSet<String> codes = new TreeSet<>();
    Matcher row = ROW.matcher(findings);
    while (row.find()) {
      for (String code : row.group(1).split(",", -1)) {
        codes.add(code.trim().replace("`", ""));
      }
    }
    return codes;
  }

  private static TreeSet<String> codesOfTheCode() throws IOException {
    TreeSet<String> codes = new TreeSet<>();
    try (Stream<Path> files = Files.list(Path.of("src/main/java/io/tidemark/coordinator"))) {
      for (Path file : files.toList()) {
        String source = Files.readString(file);
        CODE.matcher(source).results().forEach(found -> codes.add(found.group(1)));
        CHOSEN
            .matcher(source)
            .results()
            .flatMap(chosen -> QUOTED.matcher(chosen.group()).results())
            .forEach(found -> codes.add(found.group(1)));
      }
    }
    return codes;
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
