package io.tidemark.model.conflict;

import io.tidemark.model.grammar.Fields;
import io.tidemark.model.grammar.KeyConflict;
import java.util.List;
import java.util.stream.Stream;

/**
 * The keys of a workload file that cannot be combined: one table, which the check of files and the
 * reference page share. Each chapter is a class.
 */
public final class KeyConflicts {
  private static final List<KeyConflict<KeyCombination>> ALL =
      Stream.of(
              ClientConflicts.rows(),
              LoadConflicts.rows(),
              ReplayConflicts.rows(),
              SearchConflicts.rows(),
              TimeConflicts.rows(),
              MessageConflicts.rows(),
              OffsetConflicts.rows(),
              FaultConflicts.rows(),
              RequestReplyConflicts.rows(),
              ClassConflicts.rows())
          .flatMap(List::stream)
          .toList();

  private KeyConflicts() {}

  /** In the order of the reference page. */
  public static List<KeyConflict<KeyCombination>> all() {
    return ALL;
  }

  /**
   * Reports what a file combines and must not.
   *
   * @param phases elements of {@code phases}, those of a repeated list once
   */
  public static void check(KeyCombination file, List<Fields> phases) {
    for (KeyConflict<KeyCombination> conflict : ALL) {
      List<Fields> places =
          switch (conflict.list()) {
            case "phases" -> phases;
            case "faults", "headers", "classes" -> file.element().elements(conflict.list());
            default -> List.of(file.element());
          };
      for (Fields place : places) {
        KeyCombination here = file.in(place);
        if (conflict.holds().test(here)) {
          conflict.report(place, here::value);
        }
      }
    }
  }
}
