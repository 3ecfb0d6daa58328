package io.tidemark.model.conflict;

import static io.tidemark.model.conflict.ConflictRows.BACKLOG;
import static io.tidemark.model.conflict.ConflictRows.NOT_OF_PATTERN;
import static io.tidemark.model.conflict.ConflictRows.error;
import static io.tidemark.model.conflict.ConflictRows.oneOf;
import static io.tidemark.model.workload.Pattern.PUBSUB;

import io.tidemark.model.grammar.KeyConflict;
import io.tidemark.model.workload.SearchKeys.Quantity;
import java.util.List;
import java.util.function.Predicate;

/** What cannot be combined: traffic classes and their scale. */
final class ClassConflicts {
  private ClassConflicts() {}

  /** A class has the keys of the file that it does not set itself. */
  static List<KeyConflict<KeyCombination>> rows() {
    return List.of(
        oneOf("classes[].", "share", "producerRate"),
        oneOf("classes[].", "share", "rateCurve"),
        oneOf("classes[].", "share", "replay"),
        withClasses(
            "pattern",
            "another pattern than `pubsub`",
            file -> !file.is(PUBSUB),
            "classes send and receive at the same time; allowed with pubsub, got {pattern}"),
        withClasses(
            "producerRate",
            "0",
            file -> file.is(PUBSUB) && file.rateIsSearched(),
            "a search finds the rate of one kind of traffic, got 0; allowed a rate above 0, or max"
                + " (search: {over: scale.rate} multiplies the rates of all classes)"),
        withClasses(
            "search",
            "not over `scale.rate`",
            file -> file.has("search") && file.over() != Quantity.SCALE_RATE,
            "a search finds a limit of one kind of traffic; allowed over: scale.rate, for the rates"
                + " of all classes"),
        withClasses(
            "warmupDuration",
            "`auto`",
            file -> file.time().isWarmupAuto(),
            "the classes would not be steady at the same time; allowed a time span"),
        withClasses(
            "faults",
            "",
            file -> file.has("faults"),
            "the effect of a fault is judged for one kind of traffic; leave the key out"),
        withClasses(
            BACKLOG,
            "",
            file -> file.is(PUBSUB) && file.hasBacklog(),
            "the classes would not measure at the same time; allowed 0"),
        withClasses(
            "messageLimit",
            "",
            file -> file.is(PUBSUB) && file.hasMessageLimit(),
            "the classes would not end at the same time; allowed 0"),
        error(
            "scale",
            "another `pattern` than `pubsub`",
            file -> file.has("scale") && !file.is(PUBSUB),
            NOT_OF_PATTERN + "with pubsub"),
        error(
            "scale",
            "a search, but one over `scale.rate`",
            file -> file.has("scale") && file.searches() && file.over() != Quantity.SCALE_RATE,
            "cannot be combined with {search}; leave the key out"),
        error(
            "scale.rate",
            "`replay`",
            file -> file.has("replay") && file.file().scale().rate() != 1,
            "a trace has its own rate; allowed replay.speed, which makes it faster"),
        error(
            "scale.topics",
            "`topicNames`",
            file -> file.has("topicNames") && file.file().scale().topics() != 1,
            "existing topics cannot be multiplied; leave the key out"));
  }

  private static KeyConflict<KeyCombination> withClasses(
      String key, String value, Predicate<KeyCombination> holds, String message) {
    return error(
        key,
        "`classes`" + (value.isEmpty() ? "" : " (" + value + ")"),
        file -> file.has("classes") && holds.test(file),
        message);
  }
}
