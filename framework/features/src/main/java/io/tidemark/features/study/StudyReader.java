package io.tidemark.features.study;

import io.tidemark.features.cost.PriceSpec;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.grammar.FileKind;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.Entry;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import io.tidemark.model.yaml.YamlTree;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.ReferenceReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads study files. Everything wrong is collected. */
public final class StudyReader {
  private final SourceFile source;
  private final Path folder;
  private final Problems problems;

  private StudyReader(SourceFile source, Path folder, Problems problems) {
    this.source = source;
    this.folder = folder;
    this.problems = problems;
  }

  /** Reads one file; empty when something is wrong in it, which is then among the problems. */
  public static Optional<Study> read(Path file, boolean lenient, Problems problems) {
    return InputFiles.source(file, problems)
        .flatMap(
            source -> new StudyReader(source, file.resolveSibling(""), problems).read(lenient));
  }

  private Optional<Study> read(boolean lenient) {
    YamlMap top = YamlTree.read(source, problems).orElse(null);
    if (top == null || !FileKind.STUDY.accepts(top, problems)) {
      return Optional.empty();
    }
    Fields fields = Study.grammar().check(top, lenient, problems);
    if (problems.hasErrors()) {
      return Optional.empty();
    }
    Study study = complete(fields.read(Study.class), fields);
    new StudyRules(study, problems).check();
    return problems.hasErrors() ? Optional.empty() : Optional.of(study);
  }

  private Study complete(Study keys, Fields fields) {
    List<Fields> elements = fields.elements("environments");
    List<StudyEnvironment> environments = new ArrayList<>();
    for (int i = 0; i < elements.size(); i++) {
      environments.add(complete(keys.environments().get(i), elements.get(i)));
    }
    return keys.with()
        .environments(environments)
        .workloads(keys.workloads().stream().map(this::path).toList())
        .inFile(
            Optional.of(
                new Study.InFile(
                    source,
                    fields.map(),
                    matrix(fields.map()),
                    ReferenceReader.list(fields, "references", "references", "published"))))
        .build();
  }

  private StudyEnvironment complete(StudyEnvironment keys, Fields fields) {
    facts(fields.map());
    return keys.with()
        .driver(path(keys.driver()))
        .kubernetes(
            keys.kubernetes()
                .map(own -> own.withValues(own.values().stream().map(this::path).toList())))
        .probe(keys.probe().map(this::path))
        .inFile(
            Optional.of(
                new StudyEnvironment.InFile(
                    fields.map().mark(),
                    Overrides.of(fields.section("set").map().entries()),
                    price(fields),
                    limits(fields, keys.name()))))
        .build();
  }

  private List<ReferenceLine> limits(Fields environment, String name) {
    List<ReferenceLine> limits = ReferenceReader.list(environment, "limits", "limits", "limit");
    for (ReferenceLine limit : limits) {
      limit
          .environment()
          .filter(other -> !other.equals(name))
          .ifPresent(
              other ->
                  problems.error(
                      environment.map().mark(),
                      "environments.limits.environment",
                      "another environment, got " + other + "; allowed " + name));
    }
    return limits.stream().map(limit -> limit.ofEnvironment(name)).toList();
  }

  private static Overrides price(Fields environment) {
    PriceSpec.check(environment);
    Entry price = environment.map().entries().get(PriceSpec.SECTION);
    return price == null ? Overrides.NONE : Overrides.of(Map.of(PriceSpec.SECTION, price));
  }

  private void facts(YamlMap environment) {
    if (environment.get("facts").orElse(null) instanceof YamlMap facts) {
      facts
          .entries()
          .forEach(
              (key, entry) -> {
                if (!(entry.value() instanceof YamlScalar)) {
                  problems.error(
                      entry.value().mark(),
                      "environments.facts." + key,
                      "wrong value, got several; allowed a text");
                }
              });
    }
  }

  private List<MatrixKey> matrix(YamlMap top) {
    List<MatrixKey> keys = new ArrayList<>();
    if (top.get("matrix").orElse(null) instanceof YamlMap matrix) {
      matrix
          .entries()
          .forEach(
              (path, entry) -> {
                List<YamlNode> values =
                    entry.value() instanceof YamlList list ? list.items() : List.of();
                keys.add(new MatrixKey(path, entry.keyMark(), values));
              });
    }
    return keys;
  }

  /** Relative to the study file. */
  private Path path(Path given) {
    return folder.resolve(given).normalize();
  }
}
