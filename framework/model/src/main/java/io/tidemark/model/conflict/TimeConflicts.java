package io.tidemark.model.conflict;

import static io.tidemark.model.conflict.ConflictRows.BACKLOG;
import static io.tidemark.model.conflict.ConflictRows.NOT_OF_PATTERN;
import static io.tidemark.model.conflict.ConflictRows.OTHER_PATTERNS;
import static io.tidemark.model.conflict.ConflictRows.error;
import static io.tidemark.model.conflict.ConflictRows.oneOf;
import static io.tidemark.model.workload.Pattern.PUBSUB;
import static io.tidemark.model.workload.Pattern.REQUEST_REPLY;

import io.tidemark.model.grammar.KeyConflict;
import io.tidemark.model.workload.KeyReplacements;
import io.tidemark.model.workload.PhaseKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What cannot be combined: lengths and phases. */
final class TimeConflicts {
  private static final String NOT_MEASURED = "phases are not measured separately with ";
  private static final String AT_THE_TOP = "; allowed are objectives at the top of the file";

  private TimeConflicts() {}

  static List<KeyConflict<KeyCombination>> rows() {
    List<KeyConflict<KeyCombination>> all = new ArrayList<>();
    KeyReplacements.ALTERNATIVES.forEach((key, other) -> all.add(oneOf("", key, other)));
    all.add(autoWarmup("phases", "`phases`", file -> !file.time().phases().isEmpty()));
    all.add(autoWarmup("search", "a search", KeyCombination::searches));
    all.add(autoWarmup("requesters", "a list of `requesters`", KeyCombination::isSweep));
    all.add(
        autoWarmup(
            "pattern",
            "another `pattern` than `pubsub` or `request-reply`",
            file -> !file.is(PUBSUB) && !file.is(REQUEST_REPLY)));
    all.add(autoWarmup(BACKLOG, "`" + BACKLOG + "`", KeyCombination::hasBacklog));
    for (String key : List.of("rateCurve", "bursts", "replay")) {
      all.add(
          error(
              "warmupDuration",
              "`" + key + "` (`auto`)",
              file -> file.time().isWarmupAuto() && file.has(key),
              "auto waits for a steady state, which a load with "
                  + key
                  + " does not have; allowed a time span"));
    }
    all.add(oneOf("phases[].", "pause", "duration"));
    all.add(oneOf("phases[].", "pause", "rate"));
    all.add(
        error(
            "phases[].duration",
            "`phases[].rate.step`",
            phase -> phase.isStaircase() && phase.has("duration"),
            "does not go with rate.step; allowed is rate.every alone"));
    all.add(
        error(
            "phases[].consumerProcessingTime",
            "`phases[].rate.step` (a line)",
            phase ->
                phase.isStaircase()
                    && phase
                        .phase()
                        .consumerProcessingTime()
                        .flatMap(PhaseKeys.Times::to)
                        .isPresent(),
            "a line does not go with rate.step; allowed a time span"));
    for (String key : List.of("producersPerTopic", "consumerPerSubscription")) {
      all.addAll(clientsOfPhases(key));
    }
    all.add(
        error(
            "phases[].objectives",
            "`" + BACKLOG + "`",
            phase -> phase.has("objectives") && phase.hasBacklog() && !phase.is(REQUEST_REPLY),
            NOT_MEASURED + BACKLOG + AT_THE_TOP));
    all.add(
        error(
            "phases[].objectives",
            "`pattern: fill-then-drain` or `failover`",
            phase -> phase.has("objectives") && phase.pattern().fillsFirst(),
            NOT_MEASURED + "pattern: {pattern}" + AT_THE_TOP));
    return all;
  }

  /** Only a load that is constant can be seen to be steady. */
  private static KeyConflict<KeyCombination> autoWarmup(
      String key, String with, Predicate<KeyCombination> holds) {
    return error(
        "warmupDuration",
        with + " (`auto`)",
        file -> file.time().isWarmupAuto() && holds.test(file),
        "auto needs a constant load and does not go with " + key + "; allowed a time span");
  }

  private static List<KeyConflict<KeyCombination>> clientsOfPhases(String key) {
    String path = "phases[]." + key;
    return List.of(
        error(
            path,
            OTHER_PATTERNS,
            phase -> phase.has(key) && !phase.is(PUBSUB),
            NOT_OF_PATTERN + "with pubsub"),
        error(
            path,
            "`" + BACKLOG + "`",
            phase -> phase.has(key) && phase.is(PUBSUB) && phase.hasBacklog(),
            "cannot be combined with " + BACKLOG),
        error(
            path,
            "`messageLimit`",
            phase ->
                phase.has(key)
                    && phase.is(PUBSUB)
                    && !phase.hasBacklog()
                    && phase.hasMessageLimit(),
            "cannot be combined with messageLimit"));
  }
}
