package io.tidemark.model.conflict;

import static io.tidemark.model.conflict.ConflictRows.NOT_OF_PATTERN;
import static io.tidemark.model.conflict.ConflictRows.OTHER_PATTERNS;
import static io.tidemark.model.conflict.ConflictRows.error;
import static io.tidemark.model.workload.Pattern.CONSUME_ONLY;
import static io.tidemark.model.workload.Pattern.PUBSUB;
import static io.tidemark.model.workload.Pattern.REQUEST_REPLY;

import io.tidemark.model.grammar.KeyConflict;
import java.util.List;

/** What cannot be combined: numbers of clients, and topics. */
final class ClientConflicts {
  private ClientConflicts() {}

  static List<KeyConflict<KeyCombination>> rows() {
    return List.of(
        error(
            "createTopics",
            "created topics, `pattern: consume-only` or `request-reply` (true)",
            file ->
                file.file().destinations().createTopics().orElse(false)
                    && (!file.has("topicNames") || file.is(CONSUME_ONLY) || file.is(REQUEST_REPLY)),
            "goes with topicNames and pattern: pubsub, fill-then-drain or failover; allowed here"
                + " false"),
        error(
            "fromRun",
            "another `pattern` than `consume-only`",
            file -> file.has("fromRun") && !file.is(CONSUME_ONLY),
            NOT_OF_PATTERN + "with pattern: consume-only"),
        KeyConflict.warning(
            "producersPerTopic",
            "`pattern: consume-only`, where it has no effect",
            file -> file.is(CONSUME_ONLY) && file.file().destinations().producersPerTopic() > 0,
            "has no effect: pattern is consume-only"),
        error(
            "churn",
            OTHER_PATTERNS,
            file -> file.has("churn") && !file.is(PUBSUB),
            NOT_OF_PATTERN + "with pubsub"),
        error(
            "churn",
            "a search",
            file -> file.has("churn") && file.searches(),
            "cannot be combined with {search}; leave the key out"));
  }
}
