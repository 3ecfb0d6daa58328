package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/reference/driver-conformance.md has the rules. */
class RulesPageTest {
  private static final Path PAGE = Path.of("../../docs/reference/driver-conformance.md");
  private static final String GENERATED =
      "<!-- Generated from declarations in the code; -Dtidemark.write=true makes it anew. -->\n";

  private static final String LEVELS =
      """
      MUST and SHOULD are for every driver, MAY for drivers with the capability or case that the
      rule is about; with others it is not tried. A driver that has failed a rule of level
      MUST or MAY is not conformant; a failed SHOULD is only listed.

      Some rules are tried only, or better, if the test class overrides a method of
      `DriverUnderTest`, whose Javadoc names the rules: %s.
      """;

  @Test
  void thePageIsMadeFromTheRules() throws IOException {
    String cases =
        Stream.of(DriverUnderTest.class.getDeclaredMethods())
            .filter(method -> method.getReturnType() == Optional.class)
            .map(method -> "`" + method.getName() + "`")
            .sorted()
            .collect(Collectors.joining(", "));
    String made =
        GENERATED
            + "# Rules for drivers\n\n"
            + LEVELS.formatted(cases)
            + "\n| rule | level | what must hold |\n|---|---|---|\n"
            + ConformanceRules.all().stream()
                .map(r -> "| %s | %s | %s |\n".formatted(r.number(), r.level(), r.text()))
                .collect(Collectors.joining());
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(PAGE, made);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(made);
  }
}
