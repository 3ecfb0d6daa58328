package io.tidemark.model.conflict;

import static io.tidemark.model.conflict.ConflictRows.BACKLOG;
import static io.tidemark.model.conflict.ConflictRows.OTHER_PATTERNS;
import static io.tidemark.model.conflict.ConflictRows.error;
import static io.tidemark.model.workload.Pattern.PUBSUB;

import io.tidemark.model.grammar.KeyConflict;
import io.tidemark.model.workload.KeyReplacements;
import java.util.ArrayList;
import java.util.List;

/** What cannot be combined: the replay of a trace. */
final class ReplayConflicts {
  private ReplayConflicts() {}

  static List<KeyConflict<KeyCombination>> rows() {
    List<KeyConflict<KeyCombination>> all = new ArrayList<>();
    for (String key : KeyReplacements.NOT_REPLAYED) {
      all.add(
          error(
              key,
              "`replay`",
              file -> file.hasBoth("replay", key),
              "cannot be combined with replay; leave the key out"));
    }
    all.add(
        error(
            "payload.template",
            "`replay`",
            file -> file.has("replay") && file.element().section("payload").has("template"),
            "cannot be combined with replay, whose sizes are those of the trace"));
    all.add(
        error(
            "replay",
            OTHER_PATTERNS + ", or `" + BACKLOG + "`",
            file -> file.has("replay") && (!file.is(PUBSUB) || file.hasBacklog()),
            "needs pattern: pubsub without a " + BACKLOG));
    all.add(
        error(
            "replay",
            "`testDuration: unlimited`",
            file -> file.has("replay") && file.time().isOpen(),
            "needs a limited testDuration, or leave the key out"));
    return all;
  }
}
