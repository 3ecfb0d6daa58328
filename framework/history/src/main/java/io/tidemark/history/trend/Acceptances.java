package io.tidemark.history.trend;

import io.tidemark.history.AcceptedChange;
import io.tidemark.history.AcceptedChanges;
import io.tidemark.history.HistoryRun;
import io.tidemark.history.HistoryStore;
import io.tidemark.history.change.LevelChange;
import io.tidemark.report.file.ResultsException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which changes of trends were accepted. People accept the run at which they saw a change, which
 * may be later than the first one of its level: an acceptance belongs to the last change before it.
 */
final class Acceptances {
  private final Map<String, List<AcceptedChange>> bySeries = new LinkedHashMap<>();

  static Acceptances of(HistoryStore store, List<Trend> trends) throws ResultsException {
    Acceptances all = new Acceptances();
    AcceptedChanges accepted = new AcceptedChanges(store.folder());
    for (Trend trend : trends) {
      String id = trend.key().id();
      if (!all.bySeries.containsKey(id)) {
        all.bySeries.put(id, accepted.of(id));
      }
    }
    return all;
  }

  /** The reasons of a change; empty if it was not accepted. */
  List<String> of(Trend trend, LevelChange change) {
    return of(trend).stream()
        .filter(each -> lastBefore(trend, each).filter(change::equals).isPresent())
        .map(AcceptedChange::reason)
        .toList();
  }

  /** What was accepted where no level changed. */
  List<AcceptedChange> withoutChange(Trend trend) {
    return of(trend).stream().filter(each -> lastBefore(trend, each).isEmpty()).toList();
  }

  /** Within the time of the trend. */
  private List<AcceptedChange> of(Trend trend) {
    Instant first = trend.runs().get(0).at();
    return bySeries.getOrDefault(trend.key().id(), List.of()).stream()
        .filter(each -> each.metric().equals(trend.metric()) && !each.from().isBefore(first))
        .toList();
  }

  private static Optional<LevelChange> lastBefore(Trend trend, AcceptedChange accepted) {
    List<HistoryRun> runs = trend.runs();
    List<LevelChange> before = new ArrayList<>(trend.points().changes());
    before.removeIf(
        change ->
            runs.get(Math.max(0, change.index() - Causes.NEAR)).at().isAfter(accepted.from()));
    return before.isEmpty() ? Optional.empty() : Optional.of(before.get(before.size() - 1));
  }
}
