package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The build has no other test for them: without Error Prone and NullAway it still succeeds. */
class CompilerChecksTest {
  @Test
  void errorProneAndNullAwayCheckAllMainCode() {
    assertThat(Checkout.text(Path.of("pom.xml")))
        .contains(
            "<compiler.checks>-Xplugin:ErrorProne ",
            " -Xep:DefaultLocale:ERROR -Xep:StringCaseLocaleUsage:ERROR -Xep:NullAway:ERROR ",
            "<compilerArgument>${compiler.checks}</compilerArgument>",
            "<artifactId>error_prone_core</artifactId>",
            "<artifactId>nullaway</artifactId>");
  }
}
