package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A class is found by its name alone, and names are the field's terms. */
class ClassNamesTest {
  @Test
  void noNameOccursTwice() {
    Map<String, List<String>> byName =
        Checkout.files(path -> path.endsWith(".java") && path.contains("/src/"))
            .map(Path::toString)
            .filter(path -> !path.contains("/resources/"))
            .collect(
                Collectors.groupingBy(ClassNamesTest::name, TreeMap::new, Collectors.toList()));
    byName
        .keySet()
        .removeAll(Set.of("package-info", "Chart")); // The chart of Helm and that of the report.
    byName.values().removeIf(paths -> paths.size() == 1);
    assertThat(byName).isEmpty();
  }

  @Test
  void namesThatWereReplacedDoNotComeBack() {
    Set<String> replaced =
        Set.of(
            "Pulse",
            "Orphans",
            "RunBook",
            "Judge",
            "Answerer",
            "Floor",
            "Muster",
            "Tally",
            "LeftBehind",
            "Track",
            "Look");
    assertThat(
            Checkout.files(path -> path.endsWith(".java"))
                .filter(file -> replaced.contains(name(file.toString()))))
        .isEmpty();
  }

  private static String name(String path) {
    return path.replaceAll(".*/|\\.java$", "");
  }
}
