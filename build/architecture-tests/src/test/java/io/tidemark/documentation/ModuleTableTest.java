package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Feature;
import io.tidemark.features.Features;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of {@code ARCHITECTURE.md} have each module of the build and each feature. */
class ModuleTableTest {
  private static final Pattern MODULE = Pattern.compile("<module>(.*)</module>");
  private static final String PAGE = "ARCHITECTURE.md";
  private static final String BEGIN = "<!-- features, made by ModuleTableTest -->";
  private static final String END = "<!-- end of features -->";
  private static final String HEAD = "| module |";

  @Test
  void hasEveryModule() {
    Stream<String> built =
        MODULE.matcher(Checkout.text(Path.of("pom.xml"))).results().map(found -> found.group(1));

    assertThat(documented()).containsExactlyInAnyOrderElementsOf(built.toList());
  }

  @Test
  void hasEveryFeature() {
    String table =
        Features.ALL.stream()
            .sorted(Comparator.comparing(Feature::name))
            .map(
                each ->
                    "| %s | %s | %s |\n"
                        .formatted(
                            each.name(),
                            each.adds(),
                            each.needs().isEmpty() ? "–" : String.join(", ", each.needs())))
            .collect(
                Collectors.joining(
                    "", BEGIN + "\n\n| feature | adds | needs |\n|---|---|---|\n", "\n"));
    String page = Checkout.text(Path.of(PAGE));
    String made =
        page.substring(0, page.indexOf(BEGIN)) + table + page.substring(page.indexOf(END));
    assertThat(Checkout.kept(PAGE, made)).isEqualTo(made);
  }

  private static List<String> documented() {
    return Checkout.page(PAGE).prose().stream()
        .dropWhile(line -> !line.startsWith(HEAD))
        .skip(2)
        .takeWhile(line -> line.startsWith("|"))
        .flatMap(row -> Stream.of(row.split("\\|")[1].strip().split(", ")))
        .toList();
  }
}
