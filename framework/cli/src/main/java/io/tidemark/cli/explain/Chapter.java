package io.tidemark.cli.explain;

import java.util.List;
import java.util.function.Supplier;

/**
 * Names that are declared in one way.
 *
 * @param name for {@code explain NAME}
 * @param title what they are
 * @param part that all its names have; empty for none
 * @param declared reads the declarations
 */
record Chapter(String name, String title, String part, Supplier<List<Entry>> declared) {
  Chapter(String name, String title, Supplier<List<Entry>> declared) {
    this(name, title, "", declared);
  }

  /** Whether it is worth reading for a name. */
  boolean canHave(String wanted) {
    return wanted.contains(part);
  }
}
