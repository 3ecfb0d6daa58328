package io.tidemark.cli.explain;

import io.tidemark.base.UsageException;
import io.tidemark.driver.FailureReason;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The files and pages of an installation, with which names are explained. */
final class Library {
  /** The most lines of an example. */
  private static final int LINES = 12;

  private static final int MORE_SECTIONS = 3;
  private static final Pattern HEADING = Pattern.compile("(?m)^(#{1,4}) (.*)");
  private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
  private static final Pattern FENCED = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```");

  private final Path root;
  private final List<Text> files;
  private final List<Text> pages;
  private final List<Text> blocks;
  private final List<Section> sections = new ArrayList<>();
  private final Map<Text, Optional<YamlMap>> trees = new HashMap<>();

  /** A file with a relative name, or a part of it. */
  private record Text(String name, String text) {}

  /**
   * A few lines of a file.
   *
   * @param name of the file, from the top of the installation
   */
  record Sample(String name, List<String> lines) {}

  /**
   * The files of an installation, or of the source tree.
   *
   * @param root where {@code bin/} is
   */
  Library(Path root) {
    this.root = root;
    files =
        list("", "workloads|studies|driver-.*")
            .flatMap(folder -> list(folder, "systems|[^.].*\\.yaml"))
            .flatMap(each -> each.endsWith(".yaml") ? Stream.of(each) : list(each, "[^.].*\\.yaml"))
            .map(this::read)
            .sorted(
                Comparator.comparing((Text file) -> file.text.length()).thenComparing(Text::name))
            .toList();
    pages =
        Stream.of("docs", "docs/reference", "docs/how-to", "docs/concepts")
            .flatMap(folder -> list(folder, ".*\\.md"))
            .map(this::read)
            .toList();
    blocks =
        pages.stream()
            .flatMap(
                page ->
                    FENCED
                        .matcher(page.text)
                        .results()
                        .map(block -> new Text(page.name, block.group(2))))
            .toList();
  }

  /** Names in a folder, with it. */
  private Stream<String> list(String folder, String pattern) {
    String prefix = folder.isEmpty() ? "" : folder + "/";
    try (Stream<Path> all = Files.list(root.resolve(folder))) {
      return all
          .map(path -> path.getFileName().toString())
          .filter(name -> name.matches(pattern))
          .sorted()
          .map(name -> prefix + name)
          .toList()
          .stream();
    } catch (IOException e) {
      return Stream.of(); // An installation without it.
    }
  }

  private Text read(String name) {
    try {
      return new Text(name, Files.readString(root.resolve(name)));
    } catch (IOException e) {
      throw new UsageException(name + " cannot be read: " + FailureReason.of(e));
    }
  }

  /**
   * The smallest file with a key, or else an example on a page.
   *
   * @param path names of keys, those of lists without {@code []}
   * @param kind what the file must be
   */
  Optional<Sample> yaml(List<String> path, Predicate<YamlMap> kind) {
    String key = path.get(path.size() - 1);
    Pattern written = Pattern.compile("(?m)(^|[\\s{,\"'-])" + Pattern.quote(key) + "[\"']?:");
    return Stream.concat(files.stream(), blocks.stream())
        .filter(file -> file.text.contains(key) && written.matcher(file.text).find())
        .flatMap(file -> sample(file, path, kind).stream())
        .findFirst();
  }

  private Optional<Sample> sample(Text file, List<String> path, Predicate<YamlMap> kind) {
    return trees
        .computeIfAbsent(
            file, any -> YamlTree.read(new SourceFile(file.name, file.text), new Problems()))
        .filter(kind)
        .flatMap(tree -> marks(tree, path))
        .map(marks -> new Sample(file.name, excerpt(file.text.lines().toList(), marks)));
  }

  /** The lines of the keys on a path, from 0; empty if the file does not have it. */
  private static Optional<List<Integer>> marks(YamlNode node, List<String> path) {
    if (path.isEmpty()) {
      return Optional.of(List.of());
    }
    if (node instanceof YamlList list) {
      return list.items().stream().flatMap(each -> marks(each, path).stream()).findFirst();
    }
    if (!(node instanceof YamlMap map) || !map.entries().containsKey(path.get(0))) {
      return Optional.empty();
    }
    YamlNode.Entry entry = map.entries().get(path.get(0));
    return marks(entry.value(), path.subList(1, path.size()))
        .map(
            below -> Stream.concat(Stream.of(entry.keyMark().line() - 1), below.stream()).toList());
  }

  /**
   * The whole first section if it is short; else the lines of the keys, and all of the last one.
   */
  private static List<String> excerpt(List<String> lines, List<Integer> marks) {
    int first = marks.get(0);
    int last = marks.get(marks.size() - 1);
    if (end(lines, first) - first <= LINES) {
      return lines.subList(first, end(lines, first));
    }
    int end = Math.min(end(lines, last), last + LINES);
    List<Integer> shown =
        Stream.concat(marks.stream(), IntStream.range(last, end).boxed()).distinct().toList();
    List<String> excerpt = new ArrayList<>();
    for (int i = 0; i < shown.size(); i++) {
      if (i > 0 && shown.get(i) > shown.get(i - 1) + 1) {
        excerpt.add(" ".repeat(indent(lines.get(shown.get(i)))) + "...");
      }
      excerpt.add(lines.get(shown.get(i)));
    }
    return excerpt;
  }

  /** The line after the value of a key. */
  private static int end(List<String> lines, int key) {
    int end = key + 1;
    while (end < lines.size()
        && (indent(lines.get(end)) > indent(lines.get(key))
            || lines.get(end).startsWith("- ", indent(lines.get(key))))) {
      end++;
    }
    return end;
  }

  private static int indent(String line) {
    return line.length() - line.stripLeading().length();
  }

  /** The shortest command line of a page that has all these words. */
  Optional<Sample> command(String... words) {
    return blocks.stream()
        .flatMap(
            block ->
                block
                    .text
                    .lines()
                    .filter(line -> line.startsWith("bin/") && !line.endsWith("\\"))
                    .filter(line -> Stream.of(words).allMatch(word -> mentions(line, word) > 0))
                    .map(line -> new Sample(block.name, List.of(line))))
        .min(Comparator.comparing(sample -> sample.lines.get(0).length()));
  }

  /**
   * Where to read more: links of the text, the row of the reference page, and the sections of other
   * pages that have the name most often.
   *
   * @param name as the reference page has it
   * @param page the reference page; empty for none
   * @param meaning may have links of this page
   * @param path names that a section must have in its code
   */
  List<String> more(String name, String page, String meaning, List<String> path) {
    List<Section> reference =
        sections().stream().filter(each -> each.address.split("#")[0].equals(page)).toList();
    String row =
        Stream.of("\n| `" + name + "` ", "`" + name + "`")
            .flatMap(text -> reference.stream().filter(section -> section.text.contains(text)))
            .map(Section::address)
            .findFirst()
            .orElse(page);
    Stream<String> links =
        Pattern.compile("]\\(([^)]+)\\)")
            .matcher(meaning)
            .results()
            .map(link -> link.group(1))
            .map(to -> to.startsWith("#") ? page + to : resolved(page, to));
    List<Section> others =
        sections().stream()
            .filter(each -> !path.isEmpty() && !each.address.startsWith("docs/reference/"))
            .filter(section -> section.mentions(path) > 0)
            .sorted(Comparator.comparing((Section section) -> -section.mentions(path)))
            .limit(MORE_SECTIONS)
            .toList();
    return Stream.of(
            Stream.of(row).filter(any -> !any.isEmpty()),
            links,
            others.stream().map(Section::address))
        .flatMap(all -> all)
        .distinct()
        .toList();
  }

  private static String resolved(String page, String link) {
    return Path.of(page).resolveSibling(link).normalize().toString();
  }

  /** The reference page of a driver that has rows for most of these keys; empty for none. */
  String pageWith(List<String> keys) {
    return pages.stream()
        .filter(page -> page.name.startsWith("docs/reference/driver-"))
        .filter(page -> rows(page, keys) > 0)
        .max(Comparator.comparingLong(page -> rows(page, keys)))
        .map(Text::name)
        .orElse("");
  }

  private static long rows(Text page, List<String> keys) {
    return keys.stream().filter(key -> page.text.contains("\n| `" + key + "` |")).count();
  }

  /**
   * A section of a page.
   *
   * @param code all code in it
   */
  private record Section(String address, String text, String code) {
    Section(String address, String text) {
      this(
          address,
          text,
          Stream.concat(
                  FENCED.matcher(text).results().map(block -> block.group(2)),
                  CODE.matcher(FENCED.matcher(text).replaceAll(""))
                      .results()
                      .map(one -> one.group(1)))
              .collect(Collectors.joining("\n")));
    }

    /** How often its code has the last name, if it has all of them. */
    long mentions(List<String> path) {
      boolean all = path.stream().allMatch(each -> Library.mentions(code, each) > 0);
      return all ? Library.mentions(code, path.get(path.size() - 1)) : 0;
    }
  }

  /** Counts where the text has the name as a key, or as a whole word. */
  private static long mentions(String text, String name) {
    return !text.contains(name)
        ? 0
        : Pattern.compile("(?m)(?<![\\w.-])" + Pattern.quote(name) + "(?=[\"']?:|$|[ =,.)\\]])")
            .matcher(text)
            .results()
            .count();
  }

  /** Returns the sections of all pages; only what is explained as a whole needs them. */
  private List<Section> sections() {
    if (sections.isEmpty()) {
      pages.forEach(page -> sections.addAll(sections(page)));
    }
    return sections;
  }

  private static List<Section> sections(Text page) {
    List<Section> sections = new ArrayList<>();
    TreeMap<Integer, String> headings = new TreeMap<>();
    headings.put(0, page.name);
    Matcher fences = FENCED.matcher(page.text);
    StringBuilder without = new StringBuilder(page.text);
    while (fences.find()) { // A comment of a script is no heading.
      IntStream.range(fences.start(), fences.end())
          .filter(i -> without.charAt(i) == '#')
          .forEach(i -> without.setCharAt(i, ' '));
    }
    HEADING
        .matcher(without)
        .results()
        .forEach(
            heading ->
                headings.put(
                    heading.start(),
                    heading.group(1).equals("#")
                        ? page.name
                        : page.name + "#" + anchor(heading.group(2))));
    headings.forEach(
        (start, address) -> {
          Integer next = headings.higherKey(start);
          String text = page.text.substring(start, next == null ? page.text.length() : next);
          sections.add(new Section(address, text));
        });
    return sections;
  }

  /** Returns the anchor that GitHub makes of a heading. */
  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "").replace(' ', '-');
  }
}
