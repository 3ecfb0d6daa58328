package io.tidemark.cli.study;

import io.tidemark.cli.study.StudyEnvironment.Cluster;
import io.tidemark.driver.Quantities;
import io.tidemark.model.grammar.KeyCheck;
import io.tidemark.model.grammar.KeyTree;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import io.tidemark.model.yaml.YamlTree;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.ReferenceReader;
import io.tidemark.report.runs.StoredStudy.Price;
import java.nio.file.Path;
import java.time.Duration;
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
    if (top == null) {
      return Optional.empty();
    }
    new KeyCheck(problems, lenient, Map.of()).check(top, KeyTree.of(StudyKeys.rules()));
    if (problems.hasErrors()) {
      return Optional.empty();
    }
    List<StudyEnvironment> environments =
        sections(top, "environments").stream().map(this::environment).toList();
    List<Path> workloads = texts(top, "workloads").stream().map(this::path).toList();
    Study study =
        new Study(
            source,
            top.text("name").orElseThrow(),
            top.text("description").orElse("").strip(),
            top.text("source"),
            environments,
            matrix(top),
            workloads,
            number(top, "iterations"),
            number(top, "warmupIterations"),
            number(top, "seed"),
            duration(top, "coolDown"),
            top.text("brokers").filter(StudyKeys.FRESH::equals).isPresent(),
            number(top, "retries"),
            ReferenceReader.list(top.get("references"), "references", "published", problems));
    new StudyRules(study, top, problems).check();
    return problems.hasErrors() ? Optional.empty() : Optional.of(study);
  }

  private StudyEnvironment environment(YamlMap map) {
    String name = map.text("name").orElseThrow();
    return new StudyEnvironment(
        name,
        map.mark(),
        path(map.text("driver").orElseThrow()),
        set(map),
        texts(map, "setup"),
        texts(map, "teardown"),
        duration(map, "environments[].setupTimeout"),
        map.text("workers"),
        cluster(map),
        facts(map),
        price(map),
        limits(map, name),
        map.text("probe").map(this::path));
  }

  private Optional<Cluster> cluster(YamlMap environment) {
    return environment
        .get("kubernetes")
        .filter(YamlMap.class::isInstance)
        .map(YamlMap.class::cast)
        .map(
            map ->
                new Cluster(
                    map.text("context"),
                    map.text("namespace"),
                    map.text("release"),
                    map.text("workers").flatMap(Quantities::number).map(Double::intValue),
                    texts(map, "values").stream().map(this::path).toList()));
  }

  private List<ReferenceLine> limits(YamlMap environment, String name) {
    List<ReferenceLine> limits =
        ReferenceReader.list(environment.get("limits"), "limits", "limit", problems);
    for (ReferenceLine limit : limits) {
      limit
          .environment()
          .filter(other -> !other.equals(name))
          .ifPresent(
              other ->
                  problems.error(
                      environment.mark(),
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

  private static Optional<Price> price(YamlMap environment) {
    return environment
        .get("price")
        .filter(YamlMap.class::isInstance)
        .map(YamlMap.class::cast)
        .map(
            map ->
                new Price(
                    map.text("amountPerMonth").flatMap(Quantities::share).orElse(0.0),
                    given(map, "environments[].price.currency")));
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

  private static int number(YamlMap map, String path) {
    return Quantities.number(given(map, path)).orElseThrow().intValue();
  }

  private static Duration duration(YamlMap map, String path) {
    return Quantities.duration(given(map, path)).orElseThrow();
  }

  /** The value of a key, or its default. */
  private static String given(YamlMap map, String path) {
    String key = path.substring(path.lastIndexOf('.') + 1);
    return map.text(key).orElseGet(() -> StudyKeys.defaultOf(path));
  }

  private List<String> texts(YamlMap map, String key) {
    return items(map, key, YamlScalar.class).stream().map(YamlScalar::text).toList();
  }

  private List<YamlMap> sections(YamlMap map, String key) {
    return items(map, key, YamlMap.class);
  }

  /** The elements of a list that has been checked, apart from empty ones. */
  private <T extends YamlNode> List<T> items(YamlMap map, String key, Class<T> kind) {
    List<T> items = new ArrayList<>();
    if (map.get(key).orElse(null) instanceof YamlList list) {
      for (YamlNode item : list.items()) {
        if (!kind.isInstance(item) || item instanceof YamlScalar scalar && scalar.isNull()) {
          problems.error(item.mark(), key, "an empty element of the list");
        } else {
          items.add(kind.cast(item));
        }
      }
    }
    return items;
  }
}
