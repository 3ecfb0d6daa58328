package io.tidemark.model.conflict;

import static io.tidemark.model.conflict.ConflictRows.BACKLOG;
import static io.tidemark.model.conflict.ConflictRows.OTHER_SEARCH;
import static io.tidemark.model.conflict.ConflictRows.RATE_SEARCH;
import static io.tidemark.model.conflict.ConflictRows.error;
import static io.tidemark.model.workload.Pattern.PUBSUB;
import static io.tidemark.model.workload.Pattern.REQUEST_REPLY;

import io.tidemark.model.grammar.KeyConflict;
import io.tidemark.model.workload.ProducerRate;
import io.tidemark.model.workload.SearchKeys.Quantity;
import java.util.List;

/** What cannot be combined: searches for a limit. */
final class SearchConflicts {
  private SearchConflicts() {}

  static List<KeyConflict<KeyCombination>> rows() {
    return List.of(
        error(
            "producerRate",
            "`pattern: fill-then-drain` or `failover` (0)",
            file -> file.rateIsSearched() && !file.searchesOther() && file.pattern().fillsFirst(),
            "a rate search is not possible with {pattern}, got 0; allowed a number above 0, or"
                + " max"),
        error(
            "producerRate",
            "`pattern: request-reply` (0)",
            file -> file.has("producerRate") && file.rateIsSearched() && file.is(REQUEST_REPLY),
            "a rate search is not possible with request-reply, got 0; allowed a number above 0, or"
                + " max (or leave the key out: requestsInFlight per requester)"),
        error(
            "producerRate",
            "`" + BACKLOG + "` (0)",
            file -> file.hasBacklog() && file.rateIsSearched() && !file.is(REQUEST_REPLY),
            "a backlog cannot be built during a rate search, got 0; allowed a number above 0, or"
                + " max"),
        error(
            "producerRate",
            OTHER_SEARCH + " (0)",
            file -> file.searchesOther() && file.rateIsSearched(),
            "a search over {over} needs a rate above 0, or max; got 0"),
        error(
            "producerRate",
            "`search.over: scale.rate` (`max`)",
            file ->
                file.over() == Quantity.SCALE_RATE
                    && file.rate() instanceof ProducerRate.ClosedLoop,
            "scale.rate needs a rate to multiply, got max; allowed a rate above 0"),
        error(
            "scale.rate",
            "`search.over: scale.rate`",
            file -> file.over() == Quantity.SCALE_RATE && file.file().scale().rate() != 1,
            "is what the search finds; leave the key out (startAt is the first factor)"),
        error(
            "search.over",
            "another `pattern` than `pubsub`, or `request-reply` for `requesters`",
            file ->
                file.searchesOther()
                    && !file.pattern()
                        .equals(file.over() == Quantity.REQUESTERS ? REQUEST_REPLY : PUBSUB),
            "{over} needs pattern: {patternOfSearch}, got {pattern}"),
        error(
            "search.measureAt",
            "`search.over` of clients or sizes",
            file -> !file.over().isOfRate() && file.element().section("search").has("measureAt"),
            "only a rate has shares; leave the key out"),
        error(
            "requesters",
            OTHER_SEARCH + " (a list)",
            file -> file.searchesOther() && !file.element().items("requesters").isEmpty(),
            "a search has no sweep; allowed the largest number"),
        error(
            "messageSizeDistribution",
            "`search.over: messageSize`",
            file -> file.over() == Quantity.MESSAGE_SIZE && file.has("messageSizeDistribution"),
            "a search over messageSize has one size; allowed messageSize"),
        error(
            BACKLOG,
            OTHER_SEARCH,
            file -> file.hasBacklog() && file.searchesOther(),
            "cannot be combined with a search; allowed 0"),
        error(
            "faults",
            OTHER_SEARCH,
            file -> file.has("faults") && file.searchesOther(),
            "cannot be combined with a search; leave the key out"),
        error(
            "faults",
            RATE_SEARCH,
            file -> file.searchesRate() && !file.element().items("faults").isEmpty(),
            "cannot be combined with a rate search (producerRate: 0); allowed with a rate above 0"),
        error(
            "phases",
            "a search",
            file -> file.searches() && !file.time().phases().isEmpty(),
            "cannot be combined with {search}; allowed with a rate above 0"),
        error(
            "messageLimit",
            "a search",
            file -> file.searches() && file.hasMessageLimit(),
            "cannot be combined with {search}; allowed 0"));
  }
}
