package io.tidemark.cli.explain;

import io.tidemark.base.UsageException;
import io.tidemark.driver.settings.NearestName;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.report.document.Block;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.worker.driver.DriverCatalog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** What {@code bin/benchmark explain} prints: documents from declarations, files and pages. */
public final class Explanation {
  /** More meanings than these are only listed. */
  private static final int MOST_WHOLE = 4;

  private static final int NAMES_OF_CHAPTER = 4;
  private static final int MOST_SUGGESTIONS = 6;

  private final Library library;
  private final List<Chapter> chapters;
  private final Map<List<Chapter>, List<Entry>> read = new HashMap<>();

  /**
   * Reads what is declared when it is needed.
   *
   * @param programs {@code bin/benchmark} first, with all their commands
   * @param drivers whose settings are explained
   * @param root of the installation or source tree, with its examples and pages
   * @param ofFeatures chapters that features add
   */
  public Explanation(
      List<CommandSpec> programs, DriverCatalog drivers, Path root, List<Chapter> ofFeatures) {
    library = new Library(root);
    chapters = new Chapters(programs, drivers, library, ofFeatures).all();
  }

  private List<Entry> entries(Chapter chapter) {
    return entries(List.of(chapter));
  }

  private List<Entry> entries(List<Chapter> several) {
    List<Entry> known = read.get(several);
    if (known == null) {
      known =
          Entry.merged(
              several.size() == 1
                  ? several.get(0).declared().get()
                  : several.stream().flatMap(each -> entries(each).stream()).toList());
      read.put(several, known);
    }
    return known;
  }

  /** The chapters, with a few names of each. */
  public Document chapters() {
    List<List<Cell>> rows = new ArrayList<>();
    for (Chapter chapter : chapters) {
      List<String> names = entries(chapter).stream().map(Entry::plainName).distinct().toList();
      String few = String.join(", ", names.subList(0, Math.min(NAMES_OF_CHAPTER, names.size())));
      rows.add(
          Table.field(
              chapter.name(),
              chapter.title() + ": " + few + (names.size() > NAMES_OF_CHAPTER ? ", ..." : "")));
    }
    return new Document(
        "Chapters",
        List.of(
            Table.ofFields(rows),
            new Paragraph(
                Cell.of(
                    "bin/benchmark explain CHAPTER lists its names, bin/benchmark explain NAME"
                        + " explains a name."))),
        List.of());
  }

  /**
   * Each meaning of a name, or the names of a chapter.
   *
   * @param asked also of a chapter: {@code study.name}
   * @throws UsageException if nothing has this name; with the nearest names
   */
  public List<Document> of(String asked) {
    String name = asked.strip().replaceAll("^\\[(.*)]$", "$1").replace("[]", "");
    List<Document> documents = new ArrayList<>();
    Optional<Chapter> whole =
        chapters.stream().filter(each -> each.name().equals(name)).findFirst();
    whole.ifPresent(chapter -> documents.add(list(chapter)));
    List<Entry> all = entries(name);
    List<Entry> found = new ArrayList<>(whole.isPresent() ? exact(name, all) : found(name, all));
    if (whole.isEmpty() && found.stream().noneMatch(Entry::isKey)) {
      found.addAll(parts(name, found, all)); // Rather the key faults.kill than a command.
    }
    if (found.size() > MOST_WHOLE) {
      documents.add(list(name, found));
    } else {
      found.forEach(entry -> documents.add(whole(entry)));
    }
    String parts =
        parts(name, found, all).stream()
            .map(Entry::plainName)
            .distinct()
            .collect(Collectors.joining(", "));
    if (!documents.isEmpty() && !parts.isEmpty()) {
      Section also = Section.of("also", "Part of other names").notes(parts);
      documents.add(new Document("", List.of(), List.of(also)));
    }
    if (documents.isEmpty()) {
      throw new UsageException("nothing is called '" + name + "'" + suggestions(name, all));
    }
    return documents;
  }

  /** Returns the entries with this name in the chapters that can have it. */
  private List<Entry> entries(String name) {
    return entries(chapters.stream().filter(chapter -> chapter.canHave(name)).toList());
  }

  private static List<Entry> exact(String name, List<Entry> all) {
    return matching(all, entry -> name.equals(entry.plainName()));
  }

  private static List<Entry> matching(List<Entry> all, Predicate<Entry> test) {
    return all.stream().filter(test).toList();
  }

  /**
   * Returns the entries with the whole name; else of a chapter, with another form of it, or as its
   * last part.
   */
  private List<Entry> found(String name, List<Entry> all) {
    String metric = name.replaceFirst("^objectives\\.", "");
    List<List<Entry>> ways =
        List.of(
            exact(name, all),
            ofChapter(name),
            matching(all, entry -> entry.otherNames().contains(name)),
            metric(metric).map(List::of).orElse(List.of()),
            matching(
                all,
                entry ->
                    entry.plainName().endsWith("." + metric) || entry.name().equals("--" + name)),
            matching(all, entry -> name.equalsIgnoreCase(entry.plainName())));
    return ways.stream().filter(each -> !each.isEmpty()).findFirst().orElse(List.of());
  }

  private List<Entry> ofChapter(String name) {
    return chapters.stream()
        .filter(chapter -> name.startsWith(chapter.name() + "."))
        .flatMap(
            chapter ->
                exact(name.substring(chapter.name().length() + 1), entries(chapter)).stream())
        .toList();
  }

  /** Longer names of keys that end with this one. */
  private static List<Entry> parts(String name, List<Entry> found, List<Entry> all) {
    return all.stream()
        .filter(entry -> entry.isKey() && !found.contains(entry))
        .filter(entry -> entry.plainName().endsWith("." + name))
        .toList();
  }

  /** Another percentile, a window, or a metric of a class or at a number of clients. */
  private static Optional<Entry> metric(String name) {
    return MetricNames.objective(name)
        .or(() -> MetricReference.parse(name).map(MetricReference::metric))
        .map(Chapters::metric);
  }

  private String suggestions(String name, List<Entry> all) {
    List<String> names =
        Stream.concat(
                chapters.stream().map(Chapter::name),
                all.stream().flatMap(each -> Stream.of(each.plainName(), each.lastName())))
            .distinct()
            .toList();
    String last = name.substring(name.lastIndexOf('.') + 1);
    List<String> near =
        Stream.of(
                NearestName.of(name, names).stream(),
                names.stream().filter(each -> each.endsWith("." + last)),
                names.stream().filter(each -> last.length() > 2 && contains(each, last)))
            .flatMap(each -> each)
            .distinct()
            .limit(MOST_SUGGESTIONS)
            .toList();
    return near.isEmpty()
        ? "; bin/benchmark explain lists the chapters"
        : " (did you mean " + String.join(", ", near) + "?)";
  }

  private static boolean contains(String text, String part) {
    return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
  }

  private Document list(Chapter chapter) {
    return table(
        chapter.name() + ": " + chapter.title(),
        entries(chapter).stream()
            .map(each -> Table.field(each.plainName(), each.brief()))
            .toList());
  }

  private Document list(String name, List<Entry> several) {
    return table(
        name + " has several meanings",
        several.stream()
            .map(each -> Table.field(ofChapter(each), each.kindAndPlaces() + ": " + each.brief()))
            .toList());
  }

  /** {@code study.name}: a name that only this entry has. */
  private String ofChapter(Entry entry) {
    return chapters.stream()
        .filter(chapter -> entry.isKey() && entries(chapter).contains(entry))
        .map(chapter -> chapter.name() + "." + entry.plainName())
        .findFirst()
        .orElse(entry.plainName());
  }

  private static Document table(String title, List<List<Cell>> rows) {
    return new Document(title, List.of(Table.ofFields(rows)), List.of());
  }

  private Document whole(Entry entry) {
    List<Block> opening = new ArrayList<>();
    opening.add(new Paragraph(Cell.of(entry.shown())));
    if (!entry.facts().isEmpty()) {
      opening.add(Table.ofFields(entry.facts()));
    }
    List<Section> sections = new ArrayList<>();
    entry
        .example()
        .apply(library)
        .ifPresent(
            sample ->
                sections.add(
                    Section.of("example", "Example")
                        .add(new Block.Text(sample.name(), String.join("\n", sample.lines())))));
    sections.add(
        Section.of("more", "Read more")
            .notes(library.more(entry.searched(), entry.page(), entry.meaning(), entry.code())));
    return new Document(entry.plainName() + ", " + entry.kindAndPlaces(), opening, sections);
  }
}
