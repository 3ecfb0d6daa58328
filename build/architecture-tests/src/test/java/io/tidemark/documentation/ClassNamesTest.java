package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names are the field's terms. */
class ClassNamesTest {
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
