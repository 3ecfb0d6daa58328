package io.tidemark.report.setup;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.workload.SearchSpec.Quantity;
import io.tidemark.report.text.RunFacts;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is said of the set-up of one run, in the order in which it is read. */
enum SetUpFact {
  BROKER("broker"),
  NODES("nodes"),
  REPLICATION("replication"),
  ACKNOWLEDGEMENT("acknowledgement"),
  PERSISTENCE("persistence"),
  LOAD("load"),
  SIZE("size"),
  BODIES("bodies"),
  OBJECTIVES("objectives");

  private static final int MOST_OBJECTIVES = 3;

  /** The key that {@link RunFacts} uses. */
  private final String key;

  SetUpFact(String key) {
    this.key = key;
  }

  boolean isOfLoad() {
    return this == LOAD || this == SIZE;
  }

  /**
   * Without what is not known.
   *
   * @param single whether it is the only run, so that the outcome of an objective is one
   */
  static Map<SetUpFact, String> of(RunResult run, boolean single) {
    Map<String, String> known = RunFacts.of(run);
    Map<SetUpFact, String> facts = new EnumMap<>(SetUpFact.class);
    for (SetUpFact fact : values()) {
      Optional.ofNullable(known.get(fact.key))
          .ifPresent(value -> facts.put(fact, text(fact, value)));
    }
    if (!single) {
      facts.remove(BODIES); // Each run has another time, which tables have.
    }
    facts.put(LOAD, load(run));
    if (run.search().filter(search -> search.over() == Quantity.MESSAGE_SIZE).isEmpty()) {
      facts.put(SIZE, Text.count(run.shape().messageSizeBytes()) + " B");
    }
    if (!run.verdict().objectives().isEmpty()) {
      facts.put(OBJECTIVES, objectives(run.verdict().objectives(), single));
    }
    return facts;
  }

  private static String objectives(List<ObjectiveResult> objectives, boolean single) {
    List<String> texts =
        objectives.stream()
            .map(
                each ->
                    (each.key() + " " + each.condition()).strip()
                        + (!single ? "" : each.met() ? " (met)" : " (missed)"))
            .toList();
    return Text.listed(texts, MOST_OBJECTIVES).replace("; ", ", ");
  }

  private static String text(SetUpFact fact, String value) {
    return switch (fact) {
      case NODES -> value.equals("1") ? "1 node" : value + " nodes";
      case REPLICATION -> "replication " + value;
      case ACKNOWLEDGEMENT -> acknowledgement(withoutComma(value));
      case PERSISTENCE -> withoutComma(value);
      case BODIES -> "bodies: " + withoutComma(value);
      case BROKER, LOAD, SIZE, OBJECTIVES -> value;
    };
  }

  /** Commas separate facts: {@code written (flushed later)}. */
  private static String withoutComma(String value) {
    return value.replaceFirst(", (.*)", " ($1)");
  }

  private static String acknowledgement(String value) {
    if (value.contains("=")) {
      return value;
    }
    return value.equals("none")
        ? "no acknowledgement"
        : "acknowledgement " + (value.startsWith("by ") ? "" : "by ") + value;
  }

  private static String load(RunResult run) {
    return run.search()
        .map(SetUpFact::searched)
        .or(() -> run.requestReply().map(RunFacts::requesters))
        .orElseGet(() -> rates(run));
  }

  private static String searched(SearchReport search) {
    return "%s of a search for the %s%s"
        .formatted(
            Text.plural(search.trials().size(), "trial"),
            search.over().key(),
            search.over() == Quantity.RATE
                ? " (sustained: rate met, no growing backlog, nothing lost)"
                : "");
  }

  private static String rates(RunResult run) {
    double[] rates =
        run.phases().stream()
            .filter(PhaseResult::measured)
            .flatMap(phase -> phase.intendedRatePerSecond().stream())
            .mapToDouble(Double::doubleValue)
            .distinct()
            .sorted()
            .toArray();
    if (rates.length == 0) {
      return "as many messages as possible";
    }
    String highest = Text.rate(rates[rates.length - 1]);
    return rates.length == 1
        ? highest
        : Text.perSecond(rates[0]) + " to " + highest + " in " + rates.length + " steps";
  }
}
