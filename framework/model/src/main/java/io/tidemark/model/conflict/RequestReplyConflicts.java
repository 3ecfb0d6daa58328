package io.tidemark.model.conflict;

import static io.tidemark.model.conflict.ConflictRows.NOT_OF_PATTERN;
import static io.tidemark.model.conflict.ConflictRows.error;
import static io.tidemark.model.workload.Pattern.REQUEST_REPLY;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Settings;
import io.tidemark.model.grammar.KeyConflict;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.workload.KeyReplacements;
import io.tidemark.model.workload.ProducerRate;
import java.util.ArrayList;
import java.util.List;

/** What cannot be combined: requesters and responders. */
final class RequestReplyConflicts {
  private RequestReplyConflicts() {}

  static List<KeyConflict<KeyCombination>> rows() {
    List<KeyConflict<KeyCombination>> all = new ArrayList<>();
    KeyReplacements.OF_REQUEST_REPLY.forEach(
        (key, instead) ->
            all.add(
                error(
                    key,
                    "`pattern: request-reply`, which has `" + instead + "` instead",
                    file -> file.has(key) && file.is(REQUEST_REPLY),
                    NOT_OF_PATTERN + instead + " instead")));
    Settings.of(RequestReplySpec.class).stream()
        .map(Setting::path)
        .filter(key -> !key.endsWith("[]"))
        .forEach(
            key ->
                all.add(
                    KeyConflict.warning(
                        key,
                        "another `pattern` than `request-reply`, where it has no effect",
                        file -> file.has(key) && !file.is(REQUEST_REPLY),
                        "has no effect: pattern is {pattern}, not request-reply")));
    all.add(
        error(
            "requesters",
            "a `producerRate` above 0 (a list)",
            file -> file.isSweep() && file.rate() instanceof ProducerRate.OpenLoop,
            "a sweep needs a closed loop, got a rate and {requesters}; allowed one number (phases"
                + " can step the rate)"));
    all.add(
        error(
            "phases",
            "a list of `requesters`",
            file -> file.isSweep() && !file.time().phases().isEmpty(),
            "cannot be combined with a sweep over requesters, whose steps are the phases"));
    all.add(
        error(
            "testDuration",
            "a list of `requesters` (`unlimited`)",
            file -> file.isSweep() && file.time().test().isEmpty(),
            "a sweep needs a limited testDuration, got unlimited"));
    return all;
  }
}
