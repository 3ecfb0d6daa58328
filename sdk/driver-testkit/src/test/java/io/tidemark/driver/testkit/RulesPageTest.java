package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/reference/driver-conformance.md has the rules. */
class RulesPageTest {
  private static final Path PAGE = Path.of("../../docs/reference/driver-conformance.md");
  private static final String GENERATED =
      "<!-- Generated from declarations in the code; -Dtidemark.write=true makes it anew. -->\n";

  @Test
  void thePageIsMadeFromTheRules() throws IOException {
    String made =
        GENERATED
            + "# Rules for drivers\n\n| rule | level | what must hold |\n|---|---|---|\n"
            + ConformanceRules.all().stream()
                .map(r -> "| %s | %s | %s |\n".formatted(r.number(), r.level(), r.text()))
                .collect(Collectors.joining());
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(PAGE, made);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(made);
  }
}
