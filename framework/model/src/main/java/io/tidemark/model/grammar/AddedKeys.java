package io.tidemark.model.grammar;

import io.tidemark.driver.settings.RecordMaker;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Settings;
import io.tidemark.model.added.Added;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Keys that a feature adds to files of a kind: the core reads, checks, writes and documents them as
 * its own, and knows none of them.
 *
 * @param section before the keys, such as {@code telemetry}; empty for keys of the file
 * @param keys declares them
 * @param check reports what single keys cannot show
 * @param addresses if one of them fills in placeholders
 */
public record AddedKeys(
    FileKind file,
    String section,
    Class<? extends Record> keys,
    Check check,
    Optional<Addresses> addresses)
    implements Added {

  /** Keys without placeholders. */
  public AddedKeys(FileKind file, String section, Class<? extends Record> keys, Check check) {
    this(file, section, keys, check, Optional.empty());
  }

  /**
   * A key of driver files that replaces {@code ${brokers.*}}.
   *
   * @param placeholders names of all that may have values
   * @param secret names of those whose values are secret
   */
  public record Addresses(String key, List<String> placeholders, Set<String> secret) {
    public Addresses {
      placeholders = List.copyOf(placeholders);
      secret = Set.copyOf(secret);
    }
  }

  /** Those of all features. */
  public static List<Addresses> allAddresses() {
    return of(FileKind.DRIVER).stream().flatMap(each -> each.addresses.stream()).toList();
  }

  /** Reports problems of a file. */
  public interface Check {
    Check NONE = (file, phases) -> {};

    /**
     * @param file with all its keys
     * @param phases names of those that a workload has; of other files none
     */
    void check(Fields file, List<String> phases);
  }

  /** Those of a kind of file, in the order of features. */
  public static List<AddedKeys> of(FileKind kind) {
    return Added.of(AddedKeys.class).stream().filter(each -> each.file == kind).toList();
  }

  /** Their declarations. */
  public static List<Setting> settings(FileKind kind) {
    return of(kind).stream().flatMap(AddedKeys::settings).toList();
  }

  private Stream<Setting> settings() {
    return Settings.of(keys, section.isEmpty() ? "" : section + ".").stream();
  }

  /** Their names in the section. */
  public List<String> names() {
    return Settings.of(keys).stream()
        .map(Setting::path)
        .filter(path -> path.matches("\\w+"))
        .toList();
  }

  /** The values in a file. */
  @SuppressWarnings("unchecked") // KeyReader has made it.
  public Record read(Fields file) {
    return section.isEmpty()
        ? file.read(keys)
        : RecordMaker.make(
            file.values().get(section) instanceof Map<?, ?> map
                ? (Map<String, Object>) map
                : Map.of(),
            keys);
  }

  /**
   * One of those that were read.
   *
   * @param keys which; with its defaults if it is not among them
   */
  public static <R extends Record> R in(List<Record> read, Class<R> keys) {
    return read.stream()
        .filter(keys::isInstance)
        .map(keys::cast)
        .findFirst()
        .orElseGet(() -> Grammar.defaults(keys));
  }
}
