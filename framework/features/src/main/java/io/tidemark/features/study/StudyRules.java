package io.tidemark.features.study;

import io.tidemark.driver.settings.NearestName;
import io.tidemark.features.cost.PriceSpec;
import io.tidemark.model.question.Question;
import io.tidemark.model.workloadfile.QuestionCheck;
import io.tidemark.model.yaml.Problems;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.StoredStudy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What single keys of a study file cannot show. */
record StudyRules(Study study, Problems problems) {
  private static final long MOST_RUNS = 10_000;

  void check() {
    environments();
    currencies();
    study.variants().forEach(this::matrixKey);
    study.question().ifPresent(this::question);
    compare();
    iterations();
    workloads();
    references();
    study.environments().forEach(this::probe);
    if (!problems.hasErrors()) {
      fewRuns();
    }
  }

  private void environments() {
    Set<String> names = new HashSet<>();
    for (StudyEnvironment each : study.environments()) {
      if (!names.add(each.name())) {
        problems.error(
            each.mark(), "environments.name", "twice, got " + each.name() + "; allowed once");
      }
    }
  }

  private void currencies() {
    Set<String> currencies =
        study.environments().stream()
            .flatMap(each -> each.price().stream())
            .map(PriceSpec::currency)
            .collect(Collectors.toSet());
    if (currencies.size() > 1) {
      problems.error(
          study.mark("environments"),
          "environments.price.currency",
          "several currencies, got "
              + String.join(", ", currencies.stream().sorted().toList())
              + "; allowed is one for all environments");
    }
  }

  private void matrixKey(MatrixKey key) {
    String path = "matrix." + key.path();
    if (!key.path().matches("(driver|workload)\\..+|variable\\.[A-Za-z_][A-Za-z0-9_]*")) {
      problems.error(
          key.mark(),
          path,
          "not a key of a file; allowed driver.KEY, workload.KEY and variable.NAME, such as"
              + " driver.replicationFactor");
    }
    if (key.isVariable()
        && study.environments().stream().anyMatch(each -> each.kubernetes().isPresent())) {
      problems.error(
          key.mark(),
          path,
          "cannot be combined with environments.kubernetes, whose Jobs have their own environment");
    }
    if (key.path().equals("workload.iterations")) {
      problems.error(key.mark(), path, "is not used in a study; allowed is its own key iterations");
    }
    List<String> texts = key.texts();
    if (texts.isEmpty()) {
      problems.error(key.mark(), path, "no values; allowed a list of at least one value");
    }
    if (new HashSet<>(texts).size() < texts.size()) {
      problems.error(key.mark(), path, "a value is twice in the list; allowed once");
    }
  }

  private void question(Question question) {
    new QuestionCheck(study.top().get("question").orElseThrow(), question, problems).check();
  }

  private void compare() {
    List<String> known =
        Stream.concat(
                Stream.of(StoredStudy.ENVIRONMENTS), study.variants().stream().map(MatrixKey::path))
            .toList();
    for (String each : study.compare()) {
      if (!known.contains(each)) {
        problems.error(
            study.mark("compare"),
            "compare",
            "neither environments nor a key of the matrix, got %s; allowed %s%s"
                .formatted(each, String.join(", ", known), NearestName.suggestion(each, known)));
      }
    }
    if (new HashSet<>(study.compare()).size() < study.compare().size()) {
      problems.error(study.mark("compare"), "compare", "a name is twice in the list; allowed once");
    }
  }

  private void iterations() {
    boolean until = study.iterations().untilDecided();
    if (study.iterations().most().isPresent() != until) {
      problems.error(
          study.mark("iterations"),
          "iterations",
          "most and until: decided belong together, got one of them; allowed a number, or {least:"
              + " 3, most: 15, until: decided}");
    }
    if (until
        && (study.iterations().least() < 2
            || study.iterations().mostRuns() < study.iterations().least())) {
      problems.error(
          study.mark("iterations"),
          "iterations.least",
          "with until: decided, got "
              + study.iterations().least()
              + "; allowed 2 to "
              + study.iterations().mostRuns()
              + " (most)");
    }
    boolean varies = study.variants().stream().anyMatch(key -> key.values().size() > 1);
    if (until && study.environments().size() < 2 && !varies) {
      problems.error(
          study.mark("iterations"),
          "iterations.until",
          "there is nothing to decide: one environment without a matrix; allowed with several"
              + " environments, or a matrix with several values");
    }
  }

  private void workloads() {
    List<Path> workloads = study.workloads();
    if (new HashSet<>(workloads).size() < workloads.size()) {
      problems.error(
          study.mark("workloads"), "workloads", "a file is twice in the list; allowed once");
    }
  }

  private void references() {
    List<String> names = study.environments().stream().map(StudyEnvironment::name).toList();
    for (ReferenceLine each : study.lines()) {
      each.environment()
          .filter(name -> !names.contains(name))
          .ifPresent(name -> unknownEnvironment(name, names));
    }
  }

  private void unknownEnvironment(String name, List<String> known) {
    problems.error(
        study.mark("references"),
        "references.environment",
        "unknown environment %s; allowed %s%s"
            .formatted(name, String.join(", ", known), NearestName.suggestion(name, known)));
  }

  /** Its file may be made by a command before the first run. */
  private void probe(StudyEnvironment environment) {
    environment
        .probe()
        .filter(file -> Files.exists(file) ? !Files.isRegularFile(file) : noSetup(environment))
        .ifPresent(
            file ->
                problems.error(
                    environment.mark(),
                    "environments.probe",
                    "there is no such file, got "
                        + file
                        + "; allowed a file, or one that a command of setup makes"));
  }

  private static boolean noSetup(StudyEnvironment environment) {
    return environment.setup().isEmpty();
  }

  private void fewRuns() {
    if (study.runs() > MOST_RUNS) {
      problems.error(
          study.top().mark(),
          "",
          String.format(
              Locale.ROOT,
              "%.0f runs (environments x matrix x workloads x iterations with those of the"
                  + " warm-up); allowed %d",
              study.runs(),
              MOST_RUNS));
    }
  }
}
