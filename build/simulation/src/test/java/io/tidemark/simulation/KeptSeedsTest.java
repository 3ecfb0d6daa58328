package io.tidemark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulation.kernel.Reduction;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Seeds that found something, each with what it needs of its plan: they find it again. */
class KeptSeedsTest {
  private static final Pattern LINE =
      Pattern.compile(
          "--seeds ([0-9]+)\\.\\.\\1(?: --without ([^ ]+))?(?: --at-most ([^ ]+))? +# .+");

  private static List<String> lines() throws Exception {
    try (InputStream in = KeptSeedsTest.class.getResourceAsStream("/kept-seeds.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("lines")
  void hasNoProblemsAnyMore(String line) throws Exception {
    Matcher read = LINE.matcher(line);
    assertThat(read.matches()).as(line).isTrue();
    String smaller = List.of(text(read.group(2)), text(read.group(3))).toString();
    try (SeedRunner runner = new SeedRunner()) {
      Reduction reduction = Reduction.of(smaller.replaceAll("^\\[(, )?|(, )?]$|(?<=,) ", ""));
      assertThat(runner.parts()).containsAll(reduction.atMost().keySet());
      long seed = Long.parseLong(read.group(1));
      assertThat(runner.run(seed, reduction, false).problems())
          .as(String.format(Locale.ROOT, "bin/simulate %s", line))
          .isEmpty();
    }
  }

  private static String text(String group) {
    return group == null ? "" : group;
  }
}
