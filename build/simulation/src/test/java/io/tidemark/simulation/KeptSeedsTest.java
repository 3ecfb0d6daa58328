package io.tidemark.simulation;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulation.kernel.Reduction;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Seeds that found something, each with what it needs of its plan: they find it again. */
@Tag("slow")
class KeptSeedsTest {
  private static final Pattern LINE =
      Pattern.compile(
          "--seeds ([0-9]+)\\.\\.\\1(?: --with ([^ ]+))?(?: --without ([^ ]+))?"
              + "(?: --at-most ([^ ]+))? +# .+");

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
    Optional<String> with =
        Optional.ofNullable(read.group(2)).map(each -> each.replaceAll("^|(?<=,)", "+"));
    String options =
        Stream.of(with, Optional.ofNullable(read.group(3)), Optional.ofNullable(read.group(4)))
            .flatMap(Optional::stream)
            .collect(joining(","));
    try (SeedRunner runner = new SeedRunner()) {
      Reduction reduction = Reduction.of(options);
      assertThat(runner.parts()).containsAll(reduction.atMost().keySet());
      assertThat(runner.rare()).containsAll(reduction.with());
      long seed = Long.parseLong(read.group(1));
      assertThat(runner.run(seed, reduction, false).problems())
          .as(String.format(Locale.ROOT, "bin/simulate %s", line))
          .isEmpty();
    }
  }
}
