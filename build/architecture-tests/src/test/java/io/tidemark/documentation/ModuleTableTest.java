package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The module table of {@code ARCHITECTURE.md} has each module of the build, and no other. */
class ModuleTableTest {
  private static final Pattern MODULE = Pattern.compile("<module>(.*)</module>");
  private static final String HEAD = "| module |";

  @Test
  void hasEveryModule() {
    Stream<String> built =
        MODULE.matcher(Checkout.text(Path.of("pom.xml"))).results().map(found -> found.group(1));

    assertThat(documented()).containsExactlyInAnyOrderElementsOf(built.toList());
  }

  private static List<String> documented() {
    return Checkout.page("ARCHITECTURE.md").prose().stream()
        .dropWhile(line -> !line.startsWith(HEAD))
        .skip(2)
        .takeWhile(line -> line.startsWith("|"))
        .flatMap(row -> Stream.of(row.split("\\|")[1].strip().split(", ")))
        .toList();
  }
}
