package io.tidemark.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Users of other tools find each of their options on the reference page, under both of its names.
 * The lists hold what the tools' own {@code --help} prints.
 */
class PeerOptionsTest {
  private static final Path PAGE = Path.of("../docs/reference/converted-options.md");
  private static final Pattern OPTION = Pattern.compile("`(--?[^`]+)`");

  @ParameterizedTest
  @CsvSource({"perftest, perf-test.options", "stream-perf-test, stream-perf-test.options"})
  void everyOptionStandsInTheTablesOnce(String tool, String list) throws IOException {
    List<String> reported =
        section("## " + tool + "'s options\n")
            .lines()
            .filter(line -> line.startsWith("| "))
            .map(line -> line.split("\\|")[1])
            .flatMap(cell -> OPTION.matcher(cell).results().map(PeerOptionsTest::name))
            .toList();
    assertThat(reported).containsExactlyInAnyOrderElementsOf(options(list));
  }

  private static String name(MatchResult option) {
    return option.group(1);
  }

  private static String section(String heading) throws IOException {
    String page = Files.readString(PAGE);
    int from = page.indexOf(heading);
    assertThat(from).as(heading).isNotNegative();
    return page.substring(from).split("(?m)^## ")[1];
  }

  private static List<String> options(String list) throws IOException {
    try (InputStream file = PeerOptionsTest.class.getResourceAsStream("/peers/" + list)) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      return List.of(text.strip().split("\\s+"));
    }
  }
}
