package io.tidemark.coordinator.classes;

import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.SearchReport.ClassBounds;
import io.tidemark.model.result.SearchReport.Trial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The search of all traffic classes together: a trial passes if it passed in every class.
 *
 * @param classes the search of each class, by name
 */
record TotalSearch(Map<String, SearchReport> classes) {

  /** Empty if a class has no search. */
  static Optional<SearchReport> of(Map<String, Optional<SearchReport>> classes) {
    Map<String, SearchReport> all = new LinkedHashMap<>();
    classes.forEach((name, search) -> search.ifPresent(found -> all.put(name, found)));
    return all.isEmpty() || all.size() < classes.size()
        ? Optional.empty()
        : Optional.of(new TotalSearch(all).report());
  }

  private SearchReport report() {
    SearchReport first = classes.values().iterator().next();
    return new SearchReport(
        first.over(),
        first.passed(),
        first.failed(),
        classes.values().stream().allMatch(SearchReport::converged),
        reason(),
        trials(),
        classes.entrySet().stream()
            .map(each -> bounds(each.getKey(), each.getValue(), first))
            .toList());
  }

  /** Once, if all classes have the same. */
  private String reason() {
    List<String> reasons =
        classes.values().stream()
            .map(SearchReport::reason)
            .filter(reason -> !reason.isEmpty())
            .distinct()
            .toList();
    return reasons.size() <= 1
        ? String.join("", reasons)
        : ofClasses(
            classes.entrySet().stream()
                .map(each -> named(each.getKey(), each.getValue().reason()))
                .toList());
  }

  private static String named(String name, String reason) {
    return reason.isEmpty() ? "" : "class " + name + ": " + reason;
  }

  private static String ofClasses(List<String> reasons) {
    return reasons.stream().filter(each -> !each.isEmpty()).collect(Collectors.joining("; "));
  }

  /** Trials that all classes have judged. */
  private List<Trial> trials() {
    int number = classes.values().stream().mapToInt(each -> each.trials().size()).min().orElse(0);
    List<Trial> all = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      int index = i;
      Map<String, Trial> each = new LinkedHashMap<>();
      classes.forEach((name, search) -> each.put(name, search.trials().get(index)));
      all.add(trial(each));
    }
    return all;
  }

  private static Trial trial(Map<String, Trial> of) {
    Trial first = of.values().iterator().next();
    boolean open = of.values().stream().allMatch(each -> each.intendedPerSecond().isPresent());
    double errors =
        Math.sqrt(
            of.values().stream()
                .flatMap(each -> each.backlogSlopeErrorPerSecond().stream())
                .mapToDouble(error -> error * error)
                .sum());
    return new Trial(
        first.phase(),
        first.value(),
        open
            ? of.values().stream()
                .flatMap(each -> each.intendedPerSecond().stream())
                .reduce(Double::sum)
            : Optional.empty(),
        of.values().stream().mapToDouble(Trial::seconds).max().orElse(0),
        first.fullLength(),
        of.values().stream().allMatch(Trial::passed),
        ofClasses(
            of.entrySet().stream()
                .map(each -> named(each.getKey(), each.getValue().reason()))
                .toList()),
        of.values().stream().mapToDouble(Trial::receivedPerSecond).sum(),
        of.values().stream().mapToDouble(Trial::backlogSlopePerSecond).sum(),
        of.values().stream().allMatch(each -> each.backlogSlopeErrorPerSecond().isPresent())
            ? Optional.of(errors)
            : Optional.empty());
  }

  private static ClassBounds bounds(String name, SearchReport of, SearchReport first) {
    return new ClassBounds(
        name,
        first.passed().flatMap(of::rateAt),
        first.failed().flatMap(of::rateAt),
        of.trials().stream()
            .filter(trial -> first.failed().filter(value -> value == trial.value()).isPresent())
            .map(Trial::reason)
            .filter(reason -> !reason.isEmpty())
            .reduce("", (earlier, later) -> later));
  }
}
