package io.tidemark.report.setup;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.workload.SearchSpec.Quantity;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.runs.MatrixAxis.MatrixPaths;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy.Environment;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.text.RunFacts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Finds what systems have in common, and in what they differ. */
public final class SetUps {
  /** Limit of different values that one place names. */
  private static final int NAMED = 4;

  /** Limit of the letters of a system: the chapter on environments has all. */
  private static final int LENGTH = 110;

  private final ReportedRuns all;
  private final Set<String> objectives;

  /** Values by system and fact. */
  private final Map<String, Map<SetUpFact, Set<String>>> facts = new LinkedHashMap<>();

  private SetUps(ReportedRuns all) {
    this.all = all;
    this.objectives =
        all.runs().stream()
            .flatMap(run -> run.stored().stream())
            .flatMap(run -> Stream.ofNullable(SetUpFact.of(run, false).get(SetUpFact.OBJECTIVES)))
            .collect(toSet());
    for (ReportedRun run : all.runs()) {
      Map<SetUpFact, Set<String>> system =
          facts.computeIfAbsent(system(run), any -> new LinkedHashMap<>());
      run.stored()
          .ifPresent(
              stored ->
                  SetUpFact.of(stored, all.runs().size() == 1)
                      .forEach(
                          (fact, text) ->
                              system
                                  .computeIfAbsent(fact, any -> new LinkedHashSet<>())
                                  .add(
                                      fact == SetUpFact.OBJECTIVES
                                          ? ofWorkload(text, run)
                                          : text)));
    }
  }

  /** Different objectives of several workloads have their names. */
  private String ofWorkload(String objectives, ReportedRun run) {
    String name = run.planned().map(StudyEntry::workload).orElseGet(run::workload);
    boolean several = this.objectives.size() > 1 && severalWorkloads();
    return "objectives" + (several ? " of " + name : "") + ": " + objectives;
  }

  private boolean severalWorkloads() {
    return all.runs().stream().map(ReportedRun::workload).distinct().count() > 1;
  }

  /** What all systems have in common, and in what each one differs; none if nothing is known. */
  public static List<Statement> of(ReportedRuns runs) {
    SetUps setUps = new SetUps(runs);
    String common = setUps.common();
    return common.isEmpty()
        ? List.of()
        : Stream.concat(Stream.of(Statement.of("", common)), setUps.systems()).toList();
  }

  /** In a study without the values of its matrix. */
  private static String system(ReportedRun run) {
    return run.planned().map(StudyEntry::environment).orElseGet(run::environment);
  }

  private String common() {
    return Stream.of(
            common(fact -> !fact.isOfLoad() && fact != SetUpFact.OBJECTIVES),
            Stream.of(common(SetUpFact::isOfLoad), measured())
                .filter(text -> !text.isEmpty())
                .collect(joining(", ")),
            String.join("; ", shared()),
            common(fact -> fact == SetUpFact.OBJECTIVES),
            matrix(),
            runs())
        .filter(text -> !text.isEmpty())
        .collect(joining("; "));
  }

  private String common(Predicate<SetUpFact> which) {
    return Stream.of(SetUpFact.values())
        .filter(which)
        .filter(this::isCommon)
        .map(fact -> text(facts.values().iterator().next(), fact))
        .filter(text -> !text.isEmpty())
        .collect(joining(", "));
  }

  private boolean isCommon(SetUpFact fact) {
    return facts.values().stream().map(system -> text(system, fact)).distinct().count() == 1;
  }

  private static String text(Map<SetUpFact, Set<String>> system, SetUpFact fact) {
    return Text.listed(system.getOrDefault(fact, Set.of()), NAMED).replace("; ", ", ");
  }

  /** Lengths differ a little from run to run. */
  private String measured() {
    List<String> lengths =
        all.runs().stream()
            .flatMap(run -> run.stored().stream())
            .flatMapToDouble(stored -> DoubleStream.of(stored.totals().lengthSeconds()))
            .sorted()
            .mapToObj(Text::duration)
            .distinct()
            .toList();
    return switch (lengths.size()) {
      case 0 -> "";
      case 1 -> "measured " + lengths.get(0);
      default -> "measured " + lengths.get(0) + " to " + lengths.get(lengths.size() - 1);
    };
  }

  private String matrix() {
    return all.study().stream()
        .flatMap(
            study ->
                study.matrix().entrySet().stream()
                    .filter(key -> key.getValue().size() > 1)
                    .map(key -> study.nameOf(key.getKey()) + " " + listed(key.getValue())))
        .collect(joining("; "));
  }

  private static String listed(List<String> values) {
    return Text.listed(values, 2 * NAMED).replace("; ", ", ");
  }

  private String runs() {
    Map<List<String>, Long> counts =
        all.runs().stream()
            .collect(groupingBy(run -> List.of(run.workload(), run.environment()), counting()));
    long least = counts.values().stream().min(Long::compare).orElse(0L);
    long most = counts.values().stream().max(Long::compare).orElse(0L);
    String number = (least < most ? least + " to " : "") + Text.plural(most, "run");
    return counts.size() == 1
        ? number
        : number + " of each " + (counts.size() > facts.size() ? "combination" : "system");
  }

  private Stream<Statement> systems() {
    return facts.entrySet().stream()
        .flatMap(
            system -> {
              List<String> own = new ArrayList<>(environment(system.getKey()));
              own.removeAll(shared());
              Stream.of(SetUpFact.values())
                  .filter(fact -> !isCommon(fact))
                  .map(fact -> text(system.getValue(), fact))
                  .filter(text -> !text.isEmpty())
                  .forEach(own::add);
              return own.isEmpty()
                  ? Stream.of()
                  : Stream.of(Statement.of(system.getKey(), fitting(own)));
            });
  }

  /** What the study file says of all its environments. */
  private List<String> shared() {
    List<String> shared = new ArrayList<>();
    boolean first = true;
    for (String system : facts.keySet()) {
      if (first) {
        shared.addAll(environment(system));
      } else {
        shared.retainAll(environment(system));
      }
      first = false;
    }
    return shared;
  }

  private List<String> environment(String system) {
    return all.study().stream()
        .flatMap(study -> study.environments().stream())
        .filter(each -> each.name().equals(system))
        .findFirst()
        .map(SetUps::words)
        .orElse(List.of());
  }

  /** What a study file says of an environment: {@code 3 sites}, {@code linger.ms = 40}. */
  private static List<String> words(Environment environment) {
    List<String> words = new ArrayList<>();
    environment.facts().forEach((name, value) -> words.add(word(name, value)));
    Map<String, String> names = MatrixPaths.names(environment.set().keySet());
    environment
        .set()
        .forEach(
            (path, value) -> {
              String setting = names.get(path) + " = " + value;
              if (words.stream().noneMatch(word -> word.endsWith(setting))) {
                words.add(setting);
              }
            });
    return words;
  }

  /** A number comes before what is counted. */
  private static String word(String name, String value) {
    if (value.equals("1") && name.matches("sites|nodes|zones|clusters|brokers")) {
      return "1 " + name.substring(0, name.length() - 1);
    }
    return value.matches("\\d+") && !value.equals("1") && name.matches("[a-zA-Z]+s")
        ? value + " " + name
        : name + ": " + value;
  }

  /** Joins as many texts as there is room for; at least a part of the first one. */
  private static String fitting(List<String> texts) {
    StringBuilder line = new StringBuilder();
    int number = 0;
    for (String text : texts) {
      if (number > 0 && line.length() + text.length() > LENGTH) {
        return line + "; and " + (texts.size() - number) + " more";
      }
      line.append(number == 0 ? "" : "; ").append(text);
      number++;
    }
    return line.toString();
  }

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
          .or(() -> RunFacts.rates(run))
          .orElse("as many messages as possible");
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
  }
}
