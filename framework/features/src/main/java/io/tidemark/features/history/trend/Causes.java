package io.tidemark.features.history.trend;

import io.tidemark.features.history.AcceptedChanges;
import io.tidemark.features.history.AcceptedChanges.AcceptedChange;
import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.HistoryStore;
import io.tidemark.features.history.HistoryStore.NewRun;
import io.tidemark.features.history.change.ChangePoints.LevelChange;
import io.tidemark.report.file.ResultsException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The attributes that changed where a level changed: {@code broker 4.2.1 -> 4.3.0}. */
public final class Causes {
  /** A change is found to within a few runs. */
  static final int NEAR = 2;

  private static final int MOST_SETTINGS = 5;

  private final HistoryStore store;
  private final Acceptances accepted;

  /**
   * @param store with the settings of drivers, and the changes that were accepted
   * @param trends of the store
   */
  public Causes(HistoryStore store, List<Trend> trends) throws ResultsException {
    this.store = store;
    this.accepted = Acceptances.of(store, trends);
  }

  /** {@code accepted: messages have checksums now}; empty if the change was not accepted. */
  public List<String> accepted(Trend trend, LevelChange change) {
    return accepted.of(trend, change).stream().map(reason -> "accepted: " + reason).toList();
  }

  /** A sentence for each acceptance where no level changed. */
  public List<String> acceptedWithoutChange(Trend trend) {
    return accepted.withoutChange(trend).stream()
        .map(
            each ->
                Trend.day(each.from())
                    + ": "
                    + each.metric()
                    + " accepted: "
                    + each.reason()
                    + "; no level changed there")
        .toList();
  }

  /** {@code broker 4.2.1 -> 4.3.0; accepted: messages have checksums now}. */
  public String sentence(Trend trend, LevelChange change) {
    List<String> changed = of(trend, change);
    List<String> all = new ArrayList<>();
    all.add(changed.isEmpty() ? "no attribute changed there" : String.join(", ", changed));
    all.addAll(accepted(trend, change));
    return String.join("; ", all);
  }

  /** Empty if no attribute changed there. */
  private List<String> of(Trend trend, LevelChange change) {
    List<String> exact = between(trend, change.index() - 1, change.index(), "");
    if (!exact.isEmpty()) {
      return exact;
    }
    return between(
        trend,
        Math.max(0, change.index() - 1 - NEAR),
        Math.min(trend.runs().size() - 1, change.index() + NEAR),
        " (near)");
  }

  private List<String> between(Trend trend, int first, int second, String suffix) {
    HistoryRun before = trend.runs().get(first);
    HistoryRun after = trend.runs().get(second);
    List<String> changed = new ArrayList<>();
    Set<String> names = new TreeSet<>(before.attributes().keySet());
    names.addAll(after.attributes().keySet());
    names.remove(HistoryRun.REPORT); // Another one for each run.
    for (String name : names) {
      String from = before.attribute(name).orElse("none");
      String to = after.attribute(name).orElse("none");
      if (!from.equals(to) && name.equals(NewRun.SETTINGS)) {
        settings(from, to).forEach(each -> changed.add(each + suffix));
      } else if (!from.equals(to)) {
        changed.add(name + " " + from + " -> " + to + suffix);
      }
    }
    return changed;
  }

  private List<String> settings(String from, String to) {
    Map<String, String> before = store.settings(from);
    Map<String, String> after = store.settings(to);
    if (before.isEmpty() || after.isEmpty()) {
      return List.of("settings of the driver");
    }
    Set<String> names = new TreeSet<>(before.keySet());
    names.addAll(after.keySet());
    List<String> all =
        names.stream()
            .filter(name -> !value(before, name).equals(value(after, name)))
            .map(name -> name + " " + value(before, name) + " -> " + value(after, name))
            .toList();
    return all.size() > MOST_SETTINGS
        ? List.of("settings of the driver: " + all.size() + " values")
        : all;
  }

  private static String value(Map<String, String> settings, String name) {
    return settings.getOrDefault(name, "none");
  }

  /**
   * Which changes of trends were accepted. People accept the run at which they saw a change, which
   * may be later than the first one of its level: an acceptance belongs to the last change before
   * it.
   */
  static final class Acceptances {
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
}
