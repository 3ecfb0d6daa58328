package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Names that the documentation may use although they are not ours; each entry must be in use. */
final class Foreign {
  private static final String FOLDER = "build/architecture-tests/src/test/resources/documentation/";

  private final String list;
  private final Set<String> names = new HashSet<>();
  private final Set<String> used = new HashSet<>();

  /**
   * @param list a file of names, separated by blanks; lines that begin with # say whose they are
   */
  Foreign(String list) {
    this.list = FOLDER + list;
    for (String line : Checkout.text(Path.of(this.list)).split("\n")) {
      if (!line.startsWith("#") && !line.isBlank()) {
        names.addAll(List.of(line.strip().split(" +")));
      }
    }
  }

  boolean has(String name) {
    boolean known = names.contains(name);
    if (known) {
      used.add(name);
    }
    return known;
  }

  void assertAllUsed() {
    assertThat(names)
        .as("entries of " + list + " that no page uses")
        .containsOnlyOnceElementsOf(used);
    assertThat(used).as("entries of " + list + " that pages use").containsAll(names);
  }
}
