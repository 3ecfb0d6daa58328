package io.tidemark.cli.study;

import io.tidemark.driver.Quantities;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.model.yaml.KeyCheck;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.RuleTree;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import io.tidemark.model.yaml.YamlTree;
import io.tidemark.report.ReferenceLine;
import io.tidemark.report.ReferenceReader;
import io.tidemark.report.StoredStudy.Price;
import java.io.IOException;
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
    try {
      SourceFile source = new SourceFile(file.toString(), InputFiles.text(file));
      return new StudyReader(source, file.resolveSibling(""), problems).read(lenient);
    } catch (IOException e) {
      problems.error(
          new SourceLocation(new SourceFile(file.toString(), ""), 0, 0),
          "",
          "cannot read the file: " + e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<Study> read(boolean lenient) {
    YamlMap top = YamlTree.read(source, problems).orElse(null);
    if (top == null) {
      return Optional.empty();
    }
    new KeyCheck(problems, lenient, Map.of()).check(top, RuleTree.of(StudyKeys.rules()));
    if (problems.hasErrors()) {
      return Optional.empty();
    }
    List<StudyEnvironment> environments =
        sections(top, "environments").stream().map(this::environment).toList();
    List<Path> workloads = texts(top, "workloads").stream().map(this::path).toList();
    Study study =
        new Study(
            source,
            text(top, "name").orElseThrow(),
            text(top, "description").orElse("").strip(),
            text(top, "source"),
            environments,
            matrix(top),
            workloads,
            number(top, "iterations", 1),
            number(top, "seed", 1),
            duration(top, "coolDown", "0s"),
            text(top, "brokers").filter(StudyKeys.FRESH::equals).isPresent(),
            number(top, "retries", 0),
            ReferenceReader.list(top.get("references"), "references", "published", problems));
    new StudyRules(study, top, problems).check();
    return problems.hasErrors() ? Optional.empty() : Optional.of(study);
  }

  private StudyEnvironment environment(YamlMap map) {
    String name = text(map, "name").orElseThrow();
    return new StudyEnvironment(
        name,
        map.mark(),
        path(text(map, "driver").orElseThrow()),
        set(map),
        texts(map, "setup"),
        texts(map, "teardown"),
        duration(map, "setupTimeout", StudyKeys.DEFAULT_TIMEOUT),
        text(map, "workers"),
        facts(map),
        price(map),
        limits(map, name),
        text(map, "probe").map(this::path));
  }

  private List<ReferenceLine> limits(YamlMap environment, String name) {
    return ReferenceReader.list(environment.get("limits"), "limits", "limit", problems).stream()
        .map(limit -> limit.ofEnvironment(name))
        .toList();
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

  private static Map<String, String> facts(YamlMap environment) {
    Map<String, String> facts = new LinkedHashMap<>();
    if (environment.get("facts").orElse(null) instanceof YamlMap map) {
      map.entries().forEach((key, entry) -> facts.put(key, MatrixKey.text(entry.value())));
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
                    text(map, "amountPerMonth").flatMap(Quantities::share).orElse(0.0),
                    text(map, "currency").orElse(StudyKeys.DEFAULT_CURRENCY)));
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

  private static Optional<String> text(YamlMap map, String key) {
    return map.get(key)
        .filter(YamlScalar.class::isInstance)
        .map(node -> ((YamlScalar) node).text());
  }

  private static int number(YamlMap map, String key, int absent) {
    return text(map, key).flatMap(Quantities::number).map(Double::intValue).orElse(absent);
  }

  private static Duration duration(YamlMap map, String key, String absent) {
    return text(map, key)
        .flatMap(Quantities::duration)
        .or(() -> Quantities.duration(absent))
        .orElseThrow();
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
