package io.tidemark.model.driverfile;

import io.tidemark.driver.settings.Setting;
import io.tidemark.model.driverfile.DriverFile.LocalBrokers;
import io.tidemark.model.grammar.AddedKeys;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.grammar.FileKind;
import io.tidemark.model.yaml.EnvironmentSource;
import io.tidemark.model.yaml.EnvironmentSource.Brokers;
import io.tidemark.model.yaml.FilledText;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.Placeholders;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.model.yaml.SecretScan;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import io.tidemark.model.yaml.YamlText;
import io.tidemark.model.yaml.YamlTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads drivers' files: the framework's own keys always, all others where the driver describes
 * them.
 *
 * @param problems where everything wrong is collected, over all files
 * @param settings asked once for each file
 */
public record DriverFileReader(ReadOptions options, Problems problems, Settings settings) {
  /** What is known of the settings of drivers. */
  @FunctionalInterface
  public interface Settings {
    /** No declared settings: files are checked for the framework's keys only. */
    Settings UNKNOWN = driverClass -> Optional.empty();

    /**
     * @return the driver's settings, without the framework's own keys; empty for a driver that does
     *     not describe itself, whose file is not checked further
     */
    Optional<List<Setting>> of(String driverClass);
  }

  /**
   * Reads one file.
   *
   * @throws io.tidemark.model.yaml.ConfigurationException with everything that is wrong in it
   */
  public static DriverFile read(Path file, ReadOptions options, Settings settings) {
    Problems problems = new Problems();
    Optional<DriverFile> driver = new DriverFileReader(options, problems, settings).read(file);
    problems.throwIfErrors();
    return driver.orElseThrow();
  }

  /** Reads one file; empty when something is wrong in it, which is then among the problems. */
  public Optional<DriverFile> read(Path file) {
    return read(file, Overrides.NONE);
  }

  /** Reads one file with other values of some keys. */
  public Optional<DriverFile> read(Path file, Overrides overrides) {
    Problems own = problems.ofOneFile();
    DriverFileReader reader = new DriverFileReader(options, own, settings);
    Optional<DriverFile> driver =
        reader
            .site(file, overrides)
            .flatMap(
                first ->
                    reader
                        .withStandby(file, first)
                        .flatMap(both -> reader.withConsuming(file, first.keys(), both)));
    problems.add(own);
    return driver;
  }

  /**
   * A file without the ones that it names.
   *
   * @param keys the framework's, checked
   */
  private record Site(DriverFile driver, Fields keys) {}

  /** Returns the driver with the file of the consumers, which must not have another one itself. */
  private Optional<DriverFile> withConsuming(Path file, Fields keys, DriverFile first) {
    Optional<String> name = keys.read(DriverKeys.Sections.class).consumeThrough();
    if (name.isEmpty()) {
      return Optional.of(first);
    }
    Optional<DriverFile> second =
        beside(file, name.get(), keys, DriverKeys.CONSUME_THROUGH, "the consumers");
    second.ifPresent(consumers -> checkConsuming(first, consumers, keys));
    return problems.hasErrors() ? Optional.empty() : second.map(first::withConsuming);
  }

  private static void checkConsuming(DriverFile first, DriverFile consumers, Fields fields) {
    Set<String> own = consumers.configuration().keySet();
    if (own.contains(DriverKeys.CONSUME_THROUGH) || own.contains(StandbySpec.SECTION)) {
      fields.error(
          DriverKeys.CONSUME_THROUGH,
          "%s has a second file itself; allowed a file without consumeThrough and standby"
              .formatted(consumers.path()));
    }
    if (first.standby().isPresent()) {
      fields.error(
          DriverKeys.CONSUME_THROUGH,
          "cannot be combined with standby; allowed for brokers of one site");
    }
    if (!first.brokersAre().equals(consumers.brokersAre())) {
      fields.error(
          DriverKeys.CONSUME_THROUGH,
          "%s has other brokers (%s) than this file (%s); allowed the same in both"
              .formatted(consumers.path(), consumers.brokersAre(), first.brokersAre()));
    }
  }

  /** Returns the driver with the second site, whose file must not have one itself. */
  private Optional<DriverFile> withStandby(Path file, Site first) {
    Optional<StandbySpec> spec = first.keys().read(DriverKeys.Sections.class).standby();
    if (spec.isEmpty()) {
      return Optional.of(first.driver());
    }
    Fields section = first.keys().section(StandbySpec.SECTION);
    Optional<DriverFile> second =
        beside(file, spec.get().driver(), section, "driver", "the second site");
    second.ifPresent(site -> checkStandby(spec.get(), section, first.driver(), site));
    return problems.hasErrors() ? Optional.empty() : second.map(first.driver()::withStandby);
  }

  private static void checkStandby(
      StandbySpec spec, Fields section, DriverFile first, DriverFile second) {
    if (second.configuration().containsKey(StandbySpec.SECTION)) {
      section.error(
          "driver",
          "this file has a standby itself, got " + spec.driver() + "; allowed a file of one site");
    }
    if (spec.fail().isEmpty() && first.localBrokers().isEmpty()) {
      section.error(
          "fail", "the key is missing; without localBrokers, commands make the first site fail");
    }
    spec.replication()
        .filter(way -> !isKind(first, way.brokerKind()) || !isKind(second, way.brokerKind()))
        .ifPresent(
            way ->
                section.error(
                    "replication",
                    "%s is between two local clusters of kind %s, in both files; allowed replicate, with commands"
                        .formatted(way.key(), way.brokerKind())));
  }

  private static boolean isKind(DriverFile file, String kind) {
    return file.localBrokers().filter(local -> local.kind().equals(kind)).isPresent();
  }

  /**
   * The file that a key of another one names.
   *
   * @param whose whose driver file it is
   */
  private Optional<DriverFile> beside(
      Path file, String name, Fields section, String key, String whose) {
    Path path = file.resolveSibling(name);
    if (!Files.isRegularFile(path)) {
      section.error(
          key,
          "there is no file %s, got %s; allowed the driver file of %s"
              .formatted(path, name, whose));
      return Optional.empty();
    }
    return site(path, Overrides.NONE).map(Site::driver);
  }

  private Optional<Site> site(Path file, Overrides overrides) {
    return InputFiles.source(file, problems).flatMap(source -> read(file, source, overrides));
  }

  private Optional<Site> read(Path file, SourceFile source, Overrides overrides) {
    YamlMap asWritten = YamlTree.read(source, problems).orElse(null);
    if (asWritten == null || !FileKind.DRIVER.accepts(asWritten, problems)) {
      return Optional.empty();
    }
    Optional<List<Setting>> described = asWritten.text("driverClass").flatMap(settings::of);
    List<Setting> rules = DriverKeys.with(described.orElse(List.of()));
    YamlMap raw = overrides.applyTo(asWritten, rules, problems);
    boolean open = addressKeys().anyMatch(raw.entries()::containsKey);
    EnvironmentSource values = values(file, open, described.isPresent());
    YamlMap map = new Placeholders(values, problems).fill(raw);
    problems.conceal(values.allValues());
    Fields keys = check(map, described);
    if (problems.hasErrors()) {
      return Optional.empty();
    }
    SourceFile effective =
        overrides.isEmpty() ? source : new SourceFile(source.name(), YamlText.of(raw));
    String yaml = FilledText.of(effective, values, open);
    List<String> secrets = secrets(raw, map, values, described.orElse(List.of()));
    problems.conceal(secrets);
    return Optional.of(new Site(driverFile(file, map, yaml, secrets), keys));
  }

  /** Keys that replace {@code ${brokers.*}}. */
  private static Stream<String> addressKeys() {
    return Stream.concat(
        Stream.of("localBrokers"), AddedKeys.allAddresses().stream().map(AddedKeys.Addresses::key));
  }

  private EnvironmentSource values(Path file, boolean open, boolean strict) {
    Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file);
    Brokers brokers = open ? Brokers.OPEN : Brokers.without(addressKeys().toList());
    return new EnvironmentSource(options.environment(), folder, brokers, strict);
  }

  private Fields check(YamlMap map, Optional<List<Setting>> described) {
    Map<String, YamlNode.Entry> entries = new LinkedHashMap<>(map.entries());
    if (described.isEmpty()) {
      Set<String> common = DriverKeys.grammar().tree().keys();
      entries.keySet().retainAll(common);
    }
    Fields fields =
        DriverKeys.grammar()
            .with(described.orElse(List.of()))
            .check(new YamlMap(map.mark(), entries), options.lenient(), problems);
    PrometheusTarget.read(fields);
    AddedKeys.of(FileKind.DRIVER).forEach(each -> each.check().check(fields, List.of()));
    return fields;
  }

  private static List<String> secrets(
      YamlMap raw, YamlMap filled, EnvironmentSource values, List<Setting> described) {
    Set<String> secrets = new LinkedHashSet<>(values.secrets());
    List<Setting> all = DriverKeys.with(described);
    secrets.addAll(SecretScan.of(filled, all));
    secrets.addAll(SecretScan.filledIn(raw, values, all));
    return List.copyOf(secrets);
  }

  private static DriverFile driverFile(Path file, YamlMap map, String yaml, List<String> secrets) {
    return new DriverFile(
        file.toString(),
        map.text("name").orElseThrow(),
        map.text("driverClass").orElseThrow(),
        localBrokers(map).map(brokers -> brokers.relativeTo(file)),
        yaml,
        secrets,
        Optional.empty(),
        Optional.empty());
  }

  private static Optional<LocalBrokers> localBrokers(YamlMap map) {
    YamlNode node = map.get("localBrokers").orElse(null);
    if (node instanceof YamlScalar kind) {
      return Optional.of(new LocalBrokers(kind.text(), 1, Map.of()));
    }
    if (!(node instanceof YamlMap section)) {
      return Optional.empty();
    }
    Map<String, String> others = new LinkedHashMap<>();
    for (String key : section.entries().keySet()) {
      section.text(key).ifPresent(value -> others.put(key, value));
    }
    String kind = others.remove("kind");
    int nodes = Integer.parseInt(Optional.ofNullable(others.remove("nodes")).orElse("1"));
    return Optional.of(new LocalBrokers(kind, nodes, others));
  }
}
