package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/reference/driver-conformance.md has the rules. */
class RulesPageTest {
  private static final Path PAGE = Path.of("../../docs/reference/driver-conformance.md");
  private static final Path CASES =
      Path.of("src/main/java/io/tidemark/driver/testkit/DriverUnderTest.java");
  private static final String GENERATED =
      "<!-- Generated from declarations in the code; -Dtidemark.write=true makes it anew. -->\n";

  private static final String LEVELS =
      """
      MUST and SHOULD are for every driver, MAY for drivers with the capability or case that the
      rule is about; with others it is not tried. A driver that has failed a rule of level
      MUST or MAY is not conformant; a failed SHOULD is only listed.

      The test class overrides methods of `DriverUnderTest`; some rules are tried only, or better,
      with a case that it declares:

      | method | what it declares |
      |---|---|
      """;

  private static final Pattern METHOD =
      Pattern.compile("/\\*\\*([^/]+)\\*/\\s+(default )?([\\w<>, ]+ \\w+\\([^)]*\\))");

  @Test
  void thePageIsMadeFromTheRules() throws IOException {
    String made =
        GENERATED
            + "# Rules for drivers\n\n"
            + LEVELS
            + METHOD
                .matcher(Files.readString(CASES))
                .results()
                .map(RulesPageTest::row)
                .collect(Collectors.joining())
            + "\n| rule | level | what must hold |\n|---|---|---|\n"
            + ConformanceRules.all().stream()
                .map(r -> "| %s | %s | %s |\n".formatted(r.number(), r.level(), r.text()))
                .collect(Collectors.joining());
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(PAGE, made);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(made);
  }

  /** A method with its Javadoc. */
  private static String row(MatchResult method) {
    String text =
        method
            .group(1)
            .replaceAll("\\{@link #?([^}]+)}", "`$1`")
            .replace('#', '.')
            .replaceAll("(?m)^ *\\* ?", "")
            .replaceAll("@param (\\w+)", "`$1`:")
            .replaceAll("\\s+", " ")
            .strip();
    return "| `%s`%s | %s |\n"
        .formatted(method.group(3), method.group(2) == null ? " (required)" : "", text);
  }
}
