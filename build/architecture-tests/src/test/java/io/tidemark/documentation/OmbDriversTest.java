package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The table of OMB's drivers, which {@code build/omb-drivers} makes. */
class OmbDriversTest {
  private static final String BEGIN = "<!-- omb-drivers, made by build/omb-drivers -->\n";
  private static final String END = "<!-- end of omb-drivers -->";

  @Test
  void theTableHasTheDriversFilesAndSettingsOfTheScript() throws Exception {
    Process list =
        new ProcessBuilder(Checkout.ROOT.resolve("build/omb-drivers").toString(), "--list")
            .redirectErrorStream(true)
            .start();
    String listed = new String(list.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(list.waitFor(30, TimeUnit.SECONDS)).isTrue();
    String page = Checkout.text(Checkout.ROOT.resolve("docs/how-to/omb.md"));
    List<String> rows =
        page.substring(page.indexOf(BEGIN) + BEGIN.length(), page.indexOf(END)).lines().toList();

    assertThat(rows.stream().skip(2).map(row -> row.replaceFirst(" \\| [^|]*: [^|]* \\| ", " | ")))
        .as("rows without what was run, as build/omb-drivers --list")
        .containsExactlyElementsOf(listed.lines().toList());
    assertThat(rows.stream().skip(2))
        .allMatch(row -> row.matches(".*: (all received|not run) \\| .*"));
  }
}
