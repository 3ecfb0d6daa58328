package io.tidemark.cli.explain;

import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * One meaning of a name, from its declaration.
 *
 * @param kind {@code column of}, followed by where it is
 * @param places where it has this meaning: {@code timeline.csv}
 * @param meaning one or a few sentences
 * @param facts names and texts: form, default, what it excludes
 * @param page the reference page that has it; empty for none
 * @param searched its name on pages
 * @param otherNames short and older names
 * @param example finds one that tests run
 */
public record Entry(
    String name,
    String kind,
    List<String> places,
    String meaning,
    List<List<Cell>> facts,
    String page,
    String searched,
    List<String> otherNames,
    Function<Library, Optional<Library.Sample>> example) {
  public Entry {
    places = List.copyOf(places);
    facts = List.copyOf(facts);
    otherNames = List.copyOf(otherNames);
  }

  /**
   * An entry without facts.
   *
   * @param place may be empty
   */
  public static Entry of(String name, String kind, String place, String meaning, String page) {
    List<String> places = place.isEmpty() ? List.of() : List.of(place);
    return new Entry(
        name, kind, places, meaning, List.of(), page, name, List.of(), library -> Optional.empty());
  }

  /** Returns the entry with one more fact, unless its text is empty. */
  public Entry with(String fact, String text) {
    List<List<Cell>> all = new ArrayList<>(facts);
    if (!text.isEmpty()) {
      all.add(Table.field(fact, shown(text)));
    }
    return new Entry(name, kind, places, meaning, all, page, searched, otherNames, example);
  }

  Entry with(Function<Library, Optional<Library.Sample>> found) {
    return new Entry(name, kind, places, meaning, facts, page, searched, otherNames, found);
  }

  /** Returns the entry with the name that pages have. */
  public Entry searchedAs(String onPages) {
    return new Entry(name, kind, places, meaning, facts, page, onPages, otherNames, example);
  }

  /** Returns the entry with other names by which it is found. */
  Entry alsoCalled(List<String> names) {
    return new Entry(name, kind, places, meaning, facts, page, searched, names, example);
  }

  /** The name as users write it: {@code faults.kill} of {@code faults[].kill}. */
  String plainName() {
    return name.replace("[]", "");
  }

  /** {@code kill} of {@code faults[].kill}. */
  String lastName() {
    String plain = plainName();
    return name.startsWith("-") ? plain : plain.substring(plain.lastIndexOf('.') + 1);
  }

  boolean isKey() {
    return kind.startsWith("key");
  }

  /** Names that a section about it has in its code: the parts of a key; none of a number. */
  List<String> code() {
    return isKey()
        ? List.of(plainName().split("\\."))
        : name.matches("[\\d.]+") ? List.of() : List.of(searched);
  }

  /** {@code key of study files}. */
  String kindAndPlaces() {
    return (kind + " " + String.join(", ", places)).strip();
  }

  /** The meaning without marks of links. */
  String shown() {
    return shown(meaning);
  }

  private static String shown(String text) {
    return text.replaceAll("\\[([^\\]]+)]\\([^)]*\\)", "$1");
  }

  /** Returns its first sentence, for a list. */
  String brief() {
    return shown().split("(?<=[.;:]) ", 2)[0].replaceAll("[.;:]$", "");
  }

  /** The same declaration in several places is one entry. */
  static List<Entry> merged(List<Entry> entries) {
    Map<List<Object>, Entry> all = new LinkedHashMap<>();
    for (Entry each : entries) {
      all.merge(List.of(each.name, each.kind, each.meaning, each.facts), each, Entry::and);
    }
    return List.copyOf(all.values());
  }

  private Entry and(Entry other) {
    List<String> both = new ArrayList<>(places);
    both.addAll(other.places);
    return new Entry(name, kind, both, meaning, facts, page, searched, otherNames, example);
  }
}
