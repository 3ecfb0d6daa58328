package io.tidemark.model.driverfile;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.model.grammar.AddedKeys;
import io.tidemark.model.grammar.AddedKeys.Addresses;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.grammar.FileKind;
import io.tidemark.model.yaml.DriverSecrets;
import io.tidemark.model.yaml.FilledText;
import io.tidemark.model.yaml.PlaceholderSource;
import io.tidemark.model.yaml.Placeholders;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SecretMask;
import io.tidemark.model.yaml.SecretScan;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode.Entry;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlText;
import io.tidemark.model.yaml.YamlTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A driver's file, read and checked as far as the framework can.
 *
 * @param path as given by the user
 * @param name the driver's {@code name}; results are named after it
 * @param driverClass as in the file
 * @param localBrokers what to start on this machine first; empty for none
 * @param yaml the file's text, {@code ${env:}} and {@code ${file:}} resolved, {@code ${brokers.}}
 *     not yet; may hold secrets
 * @param secrets every resolved secret value
 * @param standby the second site, if this is one of two
 * @param consuming what opens the consumers, if it is another file
 */
@RecordBuilder
public record DriverFile(
    String path,
    String name,
    String driverClass,
    Optional<LocalBrokers> localBrokers,
    String yaml,
    List<String> secrets,
    Optional<Standby> standby,
    Optional<DriverFile> consuming)
    implements DriverFileBuilder.With {

  /**
   * The second site.
   *
   * @param spec what this file says about it
   * @param site its own file
   */
  public record Standby(StandbySpec spec, DriverFile site) {}

  /**
   * The {@code localBrokers} key.
   *
   * @param kind {@code kafka}, {@code rabbitmq}, {@code jms} or {@code command}
   * @param nodes how many
   * @param options all other keys of it, as text
   */
  public record LocalBrokers(String kind, int nodes, Map<String, String> options) {
    public LocalBrokers {
      options = Map.copyOf(options);
    }

    /** Commands run in a folder that is relative to the driver file. */
    LocalBrokers relativeTo(Path driverFile) {
      if (!kind.equals(DriverKeys.COMMAND)) {
        return this;
      }
      Map<String, String> absolute = new LinkedHashMap<>(options);
      String folder = options.getOrDefault(DriverKeys.WORKING_DIRECTORY, "");
      Path resolved = driverFile.toAbsolutePath().resolveSibling(folder).normalize();
      absolute.put(DriverKeys.WORKING_DIRECTORY, resolved.toString());
      return new LocalBrokers(kind, nodes, absolute);
    }
  }

  public DriverFile {
    secrets = List.copyOf(secrets);
    DriverSecrets.learn(secrets);
  }

  /** Returns the file with a second site; what this file says about it has been checked. */
  DriverFile withStandby(DriverFile site) {
    StandbySpec spec = sections().standby().orElseThrow();
    return withStandby(Optional.of(new Standby(spec, site)));
  }

  DriverFile withConsuming(DriverFile consumers) {
    return withConsuming(Optional.of(consumers));
  }

  /** The files that this one names: of its second site, and of its consumers. */
  public List<DriverFile> secondFiles() {
    return Stream.concat(standby.map(Standby::site).stream(), consuming.stream()).toList();
  }

  /** Where placeholders for addresses come from, in words. */
  String brokersAre() {
    return localBrokers
        .map(local -> "localBrokers of kind " + local.kind())
        .or(
            () ->
                AddedKeys.allAddresses().stream().map(Addresses::key).filter(this::has).findFirst())
        .orElse("addresses in the file");
  }

  /** The framework's sections. */
  DriverKeys.Sections sections() {
    return fields().read(DriverKeys.Sections.class);
  }

  /** Values of keys that a feature added, or their defaults. */
  public <R extends Record> R added(Class<R> keys) {
    List<Record> read =
        AddedKeys.of(FileKind.DRIVER).stream()
            .filter(each -> each.keys() == keys)
            .map(each -> each.read(fields()))
            .toList();
    return AddedKeys.in(read, keys);
  }

  /** Whether spans of messages have a destination: the key {@code telemetry.otlp} of a feature. */
  public boolean exportsTraces() {
    return configuration().get("telemetry") instanceof Map<?, ?> keys && keys.containsKey("otlp");
  }

  private boolean has(String key) {
    return configuration().containsKey(key);
  }

  private Fields fields() {
    Problems problems = new Problems();
    Optional<Fields> fields =
        YamlTree.read(new SourceFile(path, yaml), problems)
            .map(map -> DriverKeys.sections(map, problems));
    problems.throwIfErrors();
    return fields.orElseThrow();
  }

  /**
   * The file for workers, which have no features and do not get their secrets, and do not open
   * second files.
   */
  public DriverFile forWorkers() {
    Problems problems = new Problems();
    YamlMap map = YamlTree.read(new SourceFile(path, yaml), problems).orElseThrow();
    Map<String, Entry> entries = new LinkedHashMap<>(map.entries());
    AddedKeys.of(FileKind.DRIVER).forEach(each -> remove(each, entries));
    entries.keySet().removeAll(List.of(DriverKeys.CONSUME_THROUGH, StandbySpec.SECTION));
    return entries.equals(map.entries()) ? this : withKeys(new YamlMap(map.mark(), entries));
  }

  private static void remove(AddedKeys added, Map<String, Entry> file) {
    if (added.section().isEmpty()) {
      file.keySet().removeAll(added.names());
      return;
    }
    Entry section = file.get(added.section());
    if (section != null && section.value() instanceof YamlMap map) {
      Map<String, Entry> others = new LinkedHashMap<>(map.entries());
      others.keySet().removeAll(added.names());
      file.remove(added.section());
      if (!others.isEmpty()) {
        file.put(added.section(), new Entry(map.mark(), new YamlMap(map.mark(), others)));
      }
    }
  }

  /**
   * Reports each {@code ${brokers.*}} of a file that its brokers will not have.
   *
   * @param file as it was written
   * @param names without {@code brokers.}
   */
  public static void checkBrokers(YamlMap file, Collection<String> names, Problems problems) {
    Map<String, String> values = names.stream().collect(Collectors.toMap(name -> name, name -> ""));
    new Placeholders(new BrokerPlaceholders(values), problems).fill(file);
  }

  /**
   * With the addresses of local or remote brokers filled in.
   *
   * @param placeholders values by their names, {@code bootstrap} for {@code ${brokers.bootstrap}}
   * @throws io.tidemark.model.yaml.ConfigurationException when the file asks for one that is not
   *     there, with those that are
   */
  public DriverFile withBrokers(Map<String, String> placeholders) {
    SourceFile source = new SourceFile(path, yaml);
    Problems problems = new Problems();
    PlaceholderSource brokers = new BrokerPlaceholders(placeholders);
    Placeholders check = new Placeholders(brokers, problems);
    YamlTree.read(source, problems).ifPresent(check::fill);
    problems.throwIfErrors();
    String filled = FilledText.of(source, brokers, false);
    List<String> all = new ArrayList<>(secrets);
    AddedKeys.allAddresses().stream()
        .flatMap(each -> each.secret().stream())
        .flatMap(name -> Optional.ofNullable(placeholders.get(name)).stream())
        .forEach(all::add);
    YamlTree.read(new SourceFile(path, filled), problems)
        .ifPresent(map -> all.addAll(SecretScan.of(map, List.of())));
    DriverFile filledIn =
        new DriverFile(
            path,
            name,
            driverClass,
            localBrokers,
            filled,
            all,
            Optional.empty(),
            consuming.map(file -> file.withBrokers(placeholders)));
    return standby.map(Standby::site).map(filledIn::withStandby).orElse(filledIn);
  }

  /** The file of one traffic class, with other keys of the driver. */
  public DriverFile withKeys(YamlMap changed) {
    return withYaml(YamlText.of(changed));
  }

  /** The whole file as maps, lists and scalars; holds secrets. */
  public Map<String, Object> configuration() {
    Problems problems = new Problems();
    Optional<Map<String, Object>> plain =
        YamlTree.read(new SourceFile(path, yaml), problems).map(YamlMap::plain);
    problems.throwIfErrors();
    return plain.orElseThrow();
  }

  /** The configuration with every secret masked, for results and logs; with its second file. */
  public Map<String, Object> masked() {
    Map<String, Object> masked = new LinkedHashMap<>(mask().mask(configuration()));
    standby.ifPresent(second -> masked.put("standbySite", second.site().masked()));
    consuming.ifPresent(second -> masked.put("consumersFile", second.masked()));
    return masked;
  }

  /** Masks this file's secrets in any text. */
  public SecretMask mask() {
    return SecretMask.of(secrets);
  }

  /** Prints the file without text and secrets. */
  @Override
  public String toString() {
    return "DriverFile[path=" + path + ", name=" + name + ", driverClass=" + driverClass + "]";
  }
}
