package io.tidemark.model.conflict;

import static io.tidemark.model.conflict.ConflictRows.NOT_OF_PATTERN;
import static io.tidemark.model.conflict.ConflictRows.error;
import static io.tidemark.model.workload.Pattern.FILL_THEN_DRAIN;
import static io.tidemark.model.workload.Pattern.PUBSUB;

import io.tidemark.model.grammar.KeyConflict;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import java.util.List;

/** The audit of offsets. */
final class OffsetConflicts {
  private OffsetConflicts() {}

  static List<KeyConflict<KeyCombination>> rows() {
    return List.of(
        error(
            "auditOffsets",
            "another `pattern` than `pubsub` and `fill-then-drain`",
            file -> file.audits() && !file.is(PUBSUB) && !file.is(FILL_THEN_DRAIN),
            NOT_OF_PATTERN + "with pubsub and fill-then-drain"),
        error(
            "auditOffsets",
            "another `delivery` than `full`",
            file -> file.audits() && file.file().consumers().delivery() != DeliveryMode.FULL,
            "needs delivery: full"),
        error(
            "auditOffsets",
            "`envelope.position: off`",
            file ->
                file.audits()
                    && file.file().messages().envelope().position() == EnvelopeSpec.Position.OFF,
            "needs the sequence number in messages; allowed with another envelope.position"));
  }
}
