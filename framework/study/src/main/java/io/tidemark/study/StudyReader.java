package io.tidemark.study;

import io.tidemark.model.cost.PriceSpec;
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
import io.tidemark.study.StudyEnvironment.Cluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
    Fields fields = StudyKeys.grammar().check(top, lenient, problems);
    if (problems.hasErrors()) {
      return Optional.empty();
    }
    StudyKeys keys = fields.read(StudyKeys.class);
    Study study =
        new Study(
            source,
            top.get("question").map(YamlNode::mark).orElse(top.mark()),
            keys,
            fields.elements("environments").stream().map(this::environment).toList(),
            matrix(top),
            keys.workloads().stream().map(this::path).toList(),
            ReferenceReader.list(fields, "references", "references", "published"));
    new StudyRules(study, top, problems).check();
    return problems.hasErrors() ? Optional.empty() : Optional.of(study);
  }

  private StudyEnvironment environment(Fields fields) {
    StudyKeys.EnvironmentKeys keys = fields.read(StudyKeys.EnvironmentKeys.class);
    return new StudyEnvironment(
        keys,
        fields.map().mark(),
        path(keys.driver()),
        set(fields.map()),
        price(fields),
        keys.kubernetes().map(this::cluster),
        facts(fields.map()),
        limits(fields, keys.name()),
        keys.probe().map(this::path));
  }

  private Cluster cluster(StudyKeys.Kubernetes keys) {
    return new Cluster(
        keys.context(),
        keys.namespace(),
        keys.release(),
        keys.workers(),
        keys.values().stream().map(this::path).toList());
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

  private static Overrides set(YamlMap environment) {
    if (!(environment.get("set").orElse(null) instanceof YamlMap set)) {
      return Overrides.NONE;
    }
    return new Overrides(
        set.entries().entrySet().stream()
            .map(
                each ->
                    new Overrides.Value(
                        each.getKey(), each.getValue().keyMark(), each.getValue().value()))
            .toList());
  }

  private static Overrides price(Fields environment) {
    PriceSpec.check(environment);
    Optional<Entry> price = Optional.ofNullable(environment.map().entries().get(PriceSpec.SECTION));
    return price
        .map(each -> new Overrides.Value(PriceSpec.SECTION, each.keyMark(), each.value()))
        .map(value -> new Overrides(List.of(value)))
        .orElse(Overrides.NONE);
  }

  private String fact(String key, YamlNode value) {
    if (!(value instanceof YamlScalar)) {
      problems.error(
          value.mark(), "environments.facts." + key, "wrong value, got several; allowed a text");
    }
    return MatrixKey.text(value);
  }

  private Map<String, String> facts(YamlMap environment) {
    Map<String, String> facts = new LinkedHashMap<>();
    if (environment.get("facts").orElse(null) instanceof YamlMap map) {
      map.entries().forEach((key, entry) -> facts.put(key, fact(key, entry.value())));
    }
    return facts;
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
  private Path path(String text) {
    return folder.resolve(text).normalize();
  }
}
