package io.tidemark.report.setup;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.Text;
import io.tidemark.model.workload.SearchKeys.Quantity;
import io.tidemark.report.text.RunFacts;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The set-up of one run. */
final class RunSetUp {
  /** In the order in which they are read. */
  enum Fact {
    BROKER("broker"),
    NODES("nodes"),
    REPLICATION("replication"),
    ACKNOWLEDGEMENT("acknowledgement"),
    PERSISTENCE("persistence"),
    LOAD("load"),
    SIZE("size");

    /** As {@link RunFacts} has it. */
    private final String key;

    Fact(String key) {
      this.key = key;
    }

    boolean isOfLoad() {
      return this == LOAD || this == SIZE;
    }
  }

  private RunSetUp() {}

  /** Without what is not known. */
  static Map<Fact, String> of(RunResult run) {
    Map<String, String> known = RunFacts.of(run);
    Map<Fact, String> facts = new EnumMap<>(Fact.class);
    for (Fact fact : Fact.values()) {
      Optional.ofNullable(known.get(fact.key))
          .ifPresent(value -> facts.put(fact, text(fact, value)));
    }
    facts.put(Fact.LOAD, load(run));
    if (run.search().filter(search -> search.over() == Quantity.MESSAGE_SIZE).isEmpty()) {
      facts.put(Fact.SIZE, Text.count(run.shape().messageSizeBytes()) + " B");
    }
    return facts;
  }

  private static String text(Fact fact, String value) {
    return switch (fact) {
      case NODES -> value.equals("1") ? "1 node" : value + " nodes";
      case REPLICATION -> "replication " + value;
      case ACKNOWLEDGEMENT -> acknowledgement(value);
      case BROKER, PERSISTENCE, LOAD, SIZE -> value;
    };
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
        .map(RunSetUp::searched)
        .or(() -> run.requestReply().map(RunSetUp::requesters))
        .orElseGet(() -> rates(run));
  }

  private static String searched(SearchReport search) {
    return "%s trials of a search for the %s"
        .formatted(Text.count(search.trials().size()), search.over().key());
  }

  private static String requesters(RequestReplyReport asked) {
    String numbers = asked.requesters().toString().replaceAll("[\\[\\]]", "");
    return numbers + (numbers.equals("1") ? " requester" : " requesters");
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
