package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The page of known answers and of the wire, which {@code build/proof/all} makes of its figures.
 */
class ProofPageTest {
  private static final long DEADLINE_SECONDS = 60;

  /** The exit code of {@code env}: JDK and Maven are all that the tests must have. */
  private static final int NO_PYTHON = 127;

  @Test
  void thePageHasTheFiguresThatAreKept() throws Exception {
    assertThat(Checkout.text(Checkout.ROOT.resolve("docs/concepts/proof.md")))
        .isEqualTo("# Proof\n\n" + printed("all", "--print"));
  }

  /** CommandsTest has those of {@code bin}. */
  @Test
  void eachScriptOfThePageExists() {
    List<String> scripts =
        Checkout.page("docs/concepts/proof.md").spans().stream()
            .map(span -> span.text().split(" ")[0])
            .filter(text -> text.startsWith("build/"))
            .toList();
    assertThat(scripts).isNotEmpty();
    assertThat(scripts)
        .allSatisfy(script -> assertThat(Checkout.ROOT.resolve(script)).isExecutable());
  }

  @Test
  void stampsAreFoundInPacketsThatAreDividedRepeatedAndReordered() throws Exception {
    assertThat(printed("wire", "--check")).isEmpty();
  }

  private static String printed(String... command) throws Exception {
    Process process =
        new ProcessBuilder(
                Stream.concat(
                        Stream.of(Checkout.ROOT.resolve("build/proof/" + command[0]).toString()),
                        Stream.of(command).skip(1))
                    .toList())
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assumeThat(process.exitValue()).as("Python 3 is installed").isNotEqualTo(NO_PYTHON);
    assertThat(process.exitValue()).as(text).isZero();
    return text;
  }
}
