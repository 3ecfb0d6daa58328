package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.workload.VerdictThresholds;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tables of docs/reference/verdict.md are those of {@link FindingCode} and thresholds. */
class VerdictPageTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)` \\| ([^|]*) \\|");

  private final String page = Files.readString(Path.of("../../docs/reference/verdict.md"));

  VerdictPageTest() throws IOException {}

  @ParameterizedTest
  @CsvSource({
    "That abort, ABORTS",
    "That invalidate, INVALIDATES",
    "That fail the run, FAILS",
    "Warnings, WARNS",
    "Remarks, REMARK"
  })
  void documentsEveryFinding(String section, Severity severity) {
    Map<String, String> rows = rows(section);

    List<FindingCode> codes =
        Arrays.stream(FindingCode.values())
            .filter(code -> code.severities().contains(severity))
            .toList();
    assertThat(rows.keySet())
        .containsExactlyInAnyOrderElementsOf(codes.stream().map(FindingCode::key).toList());
    for (FindingCode code : codes) {
      if (severity == code.severities().get(code.severities().size() - 1)) {
        String meaning = code.meaning().replaceAll("\\.$", "");
        assertThat(rows.get(code.key()).replaceAll("[`:]", ""))
            .startsWith(meaning.replaceAll("[`:]", ""));
      }
    }
  }

  @Test
  void documentsWhatEachFindingDamages() {
    for (FindingCode code : FindingCode.values()) {
      boolean invalidates = code.severities().contains(Severity.INVALIDATES);
      assertThat(code.damages().isEmpty())
          .as("%s", code)
          .isEqualTo(
              !invalidates
                  && !code.severities().contains(Severity.ABORTS)
                  && code != FindingCode.TELEMETRY_CONTRADICTS);
      if (invalidates) {
        assertThat(page)
            .containsPattern(
                "(?m)^\\| `%s` \\| [^|]* \\| %s \\|".formatted(code.key(), groups(code.damages())));
      }
    }
  }

  private static String groups(Set<FigureGroup> damaged) {
    Set<FigureGroup> others = EnumSet.complementOf(EnumSet.copyOf(damaged));
    return others.isEmpty() ? "all" : others.size() < 3 ? "all but " + keys(others) : keys(damaged);
  }

  private static String keys(Set<FigureGroup> groups) {
    return groups.stream()
        .sorted()
        .map(group -> "`" + group.key() + "`")
        .collect(Collectors.joining(", "));
  }

  @Test
  void documentsEveryGroupOfFigures() {
    for (FigureGroup group : FigureGroup.values()) {
      assertThat(page).contains("\n| `" + group.key() + "` | ");
    }
    assertThat(page).contains("%.0f %% of it".formatted(FigureError.TOLERATED_PERCENT));
  }

  /** Meanings by code. */
  private Map<String, String> rows(String section) {
    int start = page.indexOf("\n### " + section + "\n");
    assertThat(start).isPositive();
    int end = page.indexOf("\n##", start + 1);
    Map<String, String> rows = new LinkedHashMap<>();
    Matcher row = ROW.matcher(page.substring(start, end));
    while (row.find()) {
      rows.put(row.group(1), row.group(2));
    }
    return rows;
  }

  @Test
  void keysAreTheNamesOfTheCodes() {
    for (FindingCode code : FindingCode.values()) {
      assertThat(code.key().replace('-', '_')).isEqualToIgnoringCase(code.name());
      assertThat(code.meaning()).endsWith(".");
      assertThat(code.severities()).isNotEmpty().isSorted();
    }
  }

  @Test
  void documentsEveryThresholdWithItsDefaultAndItsFindings() {
    for (Threshold threshold : VerdictThresholds.all()) {
      String findings =
          Arrays.stream(FindingCode.values())
              .filter(code -> code.thresholds().contains(threshold))
              .map(code -> "`" + code.key() + "`")
              .collect(Collectors.joining(", "));
      assertThat(findings).isNotEmpty();
      String row =
          page.lines()
              .filter(line -> line.startsWith("| `" + threshold.key() + "` |"))
              .findFirst()
              .orElse("");
      assertThat(row)
          .startsWith(
              "| `%s` | %s |".formatted(threshold.key(), threshold.text(threshold.defaultValue())))
          .endsWith("| " + findings + " |");
    }
  }
}
