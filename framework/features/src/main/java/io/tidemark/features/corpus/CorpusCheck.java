package io.tidemark.features.corpus;

import static io.tidemark.features.corpus.Corpus.DEFAULT;
import static io.tidemark.features.corpus.Corpus.SYSTEMS;
import static io.tidemark.features.corpus.Corpus.TUNED;
import static io.tidemark.features.corpus.Corpus.VARIANTS;
import static java.util.stream.Collectors.joining;

import io.tidemark.features.checklist.Checklist;
import io.tidemark.features.checklist.ChecklistItem;
import io.tidemark.features.checklist.ChecklistItem.State;
import io.tidemark.features.corpus.Submission.Place;
import io.tidemark.features.verify.StoredChecks;
import io.tidemark.features.verify.Verification;
import io.tidemark.features.verify.Verification.Difference;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.yaml.Problems;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Columns;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.StoredStudy.Environment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Whether submissions keep the {@link Rule}s. Not thread-safe. */
final class CorpusCheck {
  private static final int REPETITIONS = 3;
  private static final int SHOWN = 5;
  private static final String PROBE = "bin/benchmark probe";

  /**
   * A rule that is not kept.
   *
   * @param place the file or folder, relative to the corpus
   * @param what is missing or wrong, and what is allowed
   */
  record Broken(Rule rule, String place, String what) {}

  private final Corpus corpus;
  private final Set<Broken> broken = new LinkedHashSet<>();
  private final Map<String, SystemFile> files = new LinkedHashMap<>();
  private final List<Submission> submissions = new ArrayList<>();
  private final Map<Place, Long> figures = new LinkedHashMap<>();
  private long systems;
  private boolean unreadable;

  private CorpusCheck(Corpus corpus) {
    this.corpus = corpus;
  }

  /**
   * Checks systems with some of their bundles.
   *
   * @param systems which of them
   * @param bundles which of theirs
   * @throws ResultsException if a folder cannot be read, or has a link in it
   */
  static CorpusCheck of(Corpus corpus, Predicate<String> systems, Predicate<Place> bundles)
      throws ResultsException {
    CorpusCheck check = new CorpusCheck(corpus);
    for (String system : corpus.systems()) {
      if (systems.test(system)) {
        check.system(system, bundles);
      }
    }
    return check;
  }

  /** Those that can be read, by system and variant, the oldest first. */
  List<Submission> submissions() {
    return List.copyOf(submissions);
  }

  /** By the names of the folders, without those with a wrong file. */
  Map<String, SystemFile> files() {
    return Map.copyOf(files);
  }

  List<Broken> broken() {
    return List.copyOf(broken);
  }

  /** Whether a bundle is not one, or is damaged. */
  boolean unreadable() {
    return unreadable;
  }

  /** Whether a submission, and its system, keep all rules. */
  boolean accepts(Submission submission) {
    Place place = submission.place();
    String system = SYSTEMS + "/" + place.system();
    return files.containsKey(place.system())
        && broken.stream()
            .noneMatch(
                each ->
                    each.place.equals(place.toString())
                        || each.place.equals(system)
                        || each.place.equals(system + "/" + SystemFile.FILE));
  }

  private void breaks(Rule rule, Object place, String what) {
    broken.add(new Broken(rule, place.toString(), what));
  }

  private void system(String system, Predicate<Place> bundles) throws ResultsException {
    systems++;
    String folder = SYSTEMS + "/" + system;
    Set<String> there = new TreeSet<>(Corpus.names(corpus.folder(), SYSTEMS, system));
    Path file = ResultFiles.within(corpus.folder(), SYSTEMS, system, SystemFile.FILE);
    Optional<SystemFile> read = Optional.empty();
    if (Files.exists(file)) {
      Problems problems = new Problems();
      read = SystemFile.read(file, problems);
      problems
          .errors()
          .forEach(
              each ->
                  breaks(
                      Rule.INTEREST,
                      folder + "/" + SystemFile.FILE,
                      each.oneLine().replace(file.toString(), SystemFile.FILE)));
      read.ifPresent(it -> files.put(system, it));
    } else {
      breaks(Rule.INTEREST, folder, SystemFile.FILE + " is missing");
    }
    there.remove(SystemFile.FILE);
    VARIANTS.forEach(there::remove);
    for (String other : there) {
      breaks(
          Rule.PLACE,
          folder,
          "%s is not expected; allowed %s, %s"
              .formatted(other, SystemFile.FILE, String.join(", ", VARIANTS)));
    }
    List<Submission> own = new ArrayList<>();
    for (String variant : VARIANTS) {
      requireBundles(system, variant);
      for (Place place : corpus.bundles(system, variant)) {
        if (bundles.test(place)) {
          submission(place, read).ifPresent(own::add);
        }
      }
    }
    submissions.addAll(own);
    if (read.isPresent()) {
      requireKnownExceptions(read.get(), folder, own);
      if (read.get().tuned().isEmpty() && !corpus.bundles(system, TUNED).isEmpty()) {
        breaks(Rule.TUNED, folder + "/" + SystemFile.FILE, "the key tuned is missing");
      }
    }
    requireOneVersion(folder, own);
  }

  private void requireBundles(String system, String variant) throws ResultsException {
    String folder = SYSTEMS + "/" + system;
    for (String name : Corpus.names(corpus.folder(), SYSTEMS, system, variant)) {
      if (new Place(system, variant, name).day().isEmpty()) {
        breaks(
            Rule.PLACE,
            folder,
            "%s/%s is not expected; allowed a name such as 2026-12-01.bundle or 2026-12-01-2.bundle"
                .formatted(variant, name));
      }
    }
    if (variant.equals(DEFAULT) && corpus.bundles(system, variant).isEmpty()) {
      breaks(Rule.PLACE, folder, "no bundle in " + DEFAULT);
    }
  }

  private Optional<Submission> submission(Place place, Optional<SystemFile> file) {
    try {
      Optional<Submission> read = Submission.read(corpus.file(place), place);
      if (read.isEmpty()) {
        breaks(Rule.STUDY, place, "it is not the bundle of a study");
        return read;
      }
      Map<String, Object> exceptions = file.map(SystemFile::exceptions).orElse(Map.of());
      study(read.get());
      figures(read.get());
      runs(read.get());
      workloads(read.get(), exceptions);
      conditions(read.get());
      for (ChecklistItem item : Checklist.of(read.get().runs()).items()) {
        if (item.state() == State.MISSING && !exceptions.containsKey(item.title())) {
          breaks(Rule.CHECKLIST, place, item.title() + " is missing: " + item.text());
        }
      }
      return read;
    } catch (ResultsException e) {
      unreadable = true;
      breaks(Rule.FIGURES, place, "cannot be read: " + e.getMessage());
      return Optional.empty();
    }
  }

  private void study(Submission it) {
    List<String> environments = it.study().environments().stream().map(Environment::name).toList();
    if (!environments.equals(List.of(it.place().environment()))) {
      breaks(
          Rule.STUDY,
          it.place(),
          "environments of the study: got %s; allowed %s"
              .formatted(String.join(", ", environments), it.place().environment()));
    }
    if (!it.study().matrix().isEmpty()) {
      breaks(Rule.STUDY, it.place(), "the study has a matrix; allowed none");
    }
    if (!it.day().equals(it.place().day())) {
      breaks(
          Rule.PLACE,
          it.place(),
          "the first run began on " + it.day() + "; the name of the file must be that day");
    }
    boolean probed =
        it.study().environments().stream()
            .allMatch(
                each -> each.limits().stream().anyMatch(one -> one.source().startsWith(PROBE)));
    if (!probed) {
      breaks(
          Rule.PROBES,
          it.place(),
          "no probe: %s --disk DIR --broker-volume -o FILE, and probe: FILE in the study"
              .formatted(PROBE));
    }
  }

  private void figures(Submission it) throws ResultsException {
    List<Verification> all = StoredChecks.of(it.folder());
    figures.put(it.place(), all.stream().mapToLong(Verification::same).sum());
    List<Difference> differences = all.stream().flatMap(e -> e.differences().stream()).toList();
    differences.stream()
        .limit(SHOWN)
        .forEach(each -> breaks(Rule.FIGURES, it.place(), each.toString()));
    if (differences.size() > SHOWN) {
      breaks(
          Rule.FIGURES,
          it.place(),
          "%s more: bin/benchmark verify %s".formatted(differences.size() - SHOWN, it.place()));
    }
  }

  private void runs(Submission it) {
    it.byWorkload()
        .forEach(
            (workload, runs) -> {
              if (runs.size() < REPETITIONS) {
                breaks(
                    Rule.REPETITIONS,
                    it.place(),
                    "%s: got %s; allowed %s and more"
                        .formatted(workload, Text.plural(runs.size(), "run"), REPETITIONS));
              }
            });
    for (ReportedRun run : it.runs().runs()) {
      run.stored()
          .map(result -> result.verdict().status())
          .filter(status -> status == Status.INVALID || status == Status.ABORTED)
          .ifPresent(
              status ->
                  breaks(
                      Rule.VERDICTS,
                      it.place(),
                      "%s, run %s, is %s%s"
                          .formatted(
                              run.workload(),
                              run.iteration(),
                              status,
                              run.unusable().map(why -> ": " + why).orElse(""))));
    }
  }

  private void workloads(Submission it, Map<String, Object> exceptions) {
    Map<String, List<ReportedRun>> measured = it.byWorkload();
    corpus
        .workloads()
        .forEach(
            (name, keys) -> {
              List<ReportedRun> runs = measured.getOrDefault(name, List.of());
              if (runs.isEmpty() && !exceptions.containsKey(name)) {
                breaks(Rule.WORKLOADS, it.place(), name + " is missing");
              }
              runs.stream()
                  .flatMap(run -> run.stored().stream())
                  .map(run -> unequal(keys, Corpus.keys(run.workload())))
                  .filter(text -> !text.isEmpty())
                  .distinct()
                  .forEach(text -> breaks(Rule.WORKLOADS, it.place(), name + ": " + text));
            });
    for (String name : measured.keySet()) {
      if (!corpus.workloads().containsKey(name)) {
        breaks(
            Rule.WORKLOADS,
            it.place(),
            "%s is no workload of the corpus; allowed %s"
                .formatted(name, String.join(", ", corpus.workloads().keySet())));
      }
    }
  }

  /** {@code producerRate: got 400; allowed 500}. */
  private static String unequal(Map<String, String> wanted, Map<String, String> found) {
    Set<String> keys = new TreeSet<>(wanted.keySet());
    keys.addAll(found.keySet());
    return keys.stream()
        .filter(key -> !Objects.equals(wanted.get(key), found.get(key)))
        .limit(SHOWN)
        .map(
            key ->
                "%s: got %s; allowed %s"
                    .formatted(
                        key, found.getOrDefault(key, "none"), wanted.getOrDefault(key, "none")))
        .collect(joining(", "));
  }

  private void conditions(Submission it) {
    List<String> guarantees = it.guarantees();
    if (guarantees.contains(Submission.UNKNOWN)) {
      breaks(
          Rule.GUARANTEES,
          it.place(),
          "the driver does not report copies, acknowledgement and persistence");
    } else if (guarantees.size() != 1) {
      breaks(Rule.GUARANTEES, it.place(), "several: " + String.join("; ", guarantees));
    }
    if (it.machines().size() != 1) {
      breaks(
          Rule.GUARANTEES,
          it.place(),
          "its runs are from several machines: " + String.join("; ", it.machines()));
    }
  }

  /** A wrong name would be an exception of nothing. */
  private void requireKnownExceptions(SystemFile file, String folder, List<Submission> own) {
    Set<String> known = new LinkedHashSet<>(corpus.workloads().keySet());
    own.forEach(
        each ->
            Checklist.of(each.runs()).items().stream()
                .filter(item -> item.state() == State.MISSING)
                .forEach(item -> known.add(item.title())));
    for (String name : file.exceptions().keySet()) {
      if (!own.isEmpty() && !known.contains(name)) {
        breaks(
            Rule.CHECKLIST,
            folder + "/" + SystemFile.FILE,
            "exceptions.%s: nothing to except; allowed %s"
                .formatted(name, String.join(", ", known)));
      }
    }
  }

  /** Of the newest bundle of each variant. */
  private void requireOneVersion(String folder, List<Submission> own) {
    Map<String, String> versions = new LinkedHashMap<>();
    own.forEach(
        each ->
            each.results().stream()
                .findFirst()
                .ifPresent(run -> versions.put(each.place().variant(), version(run))));
    if (versions.values().stream().distinct().count() > 1) {
      breaks(Rule.TUNED, folder, "not the same version: " + versions);
    }
  }

  private static String version(RunResult run) {
    return run.brokerFacts().getOrDefault("broker.name", "")
        + " "
        + run.brokerFacts().getOrDefault("broker.version", "");
  }

  /** What can be pasted as a comment. */
  Document document() {
    String counted =
        "%s, %s, %s"
            .formatted(
                Text.plural(systems, "system"),
                Text.plural(submissions.size(), "bundle"),
                Text.plural(
                    submissions.stream().mapToLong(each -> each.runs().runs().size()).sum(),
                    "run"));
    Cell outcome =
        broken.isEmpty()
            ? Cell.of("COMPLETE: " + counted, Tone.GOOD)
            : Cell.of(
                "INCOMPLETE: %s missing or wrong; %s"
                    .formatted(Text.plural(broken.size(), "thing is", "things are"), counted),
                Tone.BAD);
    return new Document(
        "Check of the corpus", List.of(new Paragraph(outcome)), List.of(wrong(), checked()));
  }

  /** Empty if all rules are kept. */
  Section wrong() {
    return Section.of("wrong", "Missing or wrong")
        .add(
            new Columns<Broken>()
                .text("where", Broken::place)
                .text("what", Broken::what)
                .text("rule", each -> each.rule.title())
                .table("", broken.stream()));
  }

  private Section checked() {
    return Section.of("checked", "Checked")
        .add(
            new Columns<Submission>()
                .text("bundle", each -> each.place().toString())
                .text("runs", CorpusCheck::verdicts)
                .text("guarantee", each -> String.join("; ", each.guarantees()))
                .text(
                    "figures computed again",
                    each -> Text.count(figures.getOrDefault(each.place(), 0L)))
                .text("keeps all rules", each -> accepts(each) ? "yes" : "no")
                .table("", submissions.stream()));
  }

  /** {@code 20 VALID, 1 FAILED, 1 repeated}. */
  static String verdicts(Submission it) {
    long repeated = it.study().runs().stream().mapToLong(run -> run.repeated().size()).sum();
    return verdicts(it.runs().runs()) + (repeated == 0 ? "" : ", " + repeated + " repeated");
  }

  /** {@code 2 VALID, 1 FAILED}. */
  static String verdicts(List<ReportedRun> runs) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    runs.stream()
        .flatMap(run -> run.stored().stream())
        .map(run -> run.verdict().status().name())
        .sorted(Comparator.reverseOrder())
        .forEach(status -> counts.merge(status, 1, Integer::sum));
    return counts.entrySet().stream()
        .map(each -> each.getValue() + " " + each.getKey())
        .collect(joining(", "));
  }
}
