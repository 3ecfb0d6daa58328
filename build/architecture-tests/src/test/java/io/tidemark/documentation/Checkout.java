package io.tidemark.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files of the repository, as they would be committed, and its documentation. */
final class Checkout {
  static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

  /** The first line of each page that a test makes. */
  static final String GENERATED =
      "<!-- Generated from declarations in the code; -Dtidemark.write=true makes it anew. -->\n";

  private static final Set<String> NOT_OURS =
      Set.of(
          ".git",
          "target",
          "results",
          "drivers",
          "broker",
          "node_modules",
          ".idea",
          ".flattened-pom.xml");
  private static final Pattern DOCUMENTATION =
      Pattern.compile(
          "[^/]+\\.md|(docs|workloads|studies|payload|deploy|build/benchmarks|sdk/driver-nats)/.*\\.md|driver-[^/]+/[^/]+\\.yaml"
              + "|(studies/)?workloads/.*\\.yaml|deploy/.*\\.yaml");

  private static final List<Path> FILES = walk();
  private static final Set<String> PATHS = filesAndFolders();

  private Checkout() {}

  private static List<Path> walk() {
    try (Stream<Path> files = files(ROOT)) {
      return files.map(ROOT::relativize).sorted().toList();
    }
  }

  private static Stream<Path> files(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(entry -> !NOT_OURS.contains(entry.getFileName().toString()))
          .toList()
          .stream()
          .flatMap(entry -> Files.isDirectory(entry) ? files(entry) : Stream.of(entry));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether {@code build/release-files} writes a file with this name; it has the version. */
  static boolean isReleaseFile(String name) {
    String file = name.replaceFirst("^tidemark-\\d+\\.\\d+\\.\\d+", "tidemark-VERSION");
    return file.startsWith("tidemark-VERSION")
        && text(Path.of("build/release-files"))
            .contains(file.replaceFirst("\\.(sha256|asc)$", "") + " ");
  }

  static List<Path> files() {
    return FILES;
  }

  static Stream<Path> files(Predicate<String> path) {
    return FILES.stream().filter(file -> path.test(file.toString()));
  }

  /** All driver files. */
  static List<Path> driverFiles() {
    return files(path -> path.matches("driver-[^/]+/[^/]+\\.yaml")).map(ROOT::resolve).toList();
  }

  /** Paths of all files and folders. */
  static Set<String> paths() {
    return PATHS;
  }

  private static Set<String> filesAndFolders() {
    Set<String> paths = new TreeSet<>();
    for (Path file : FILES) {
      for (Path path = file; path != null; path = path.getParent()) {
        paths.add(path.toString());
      }
    }
    return paths;
  }

  static Set<String> names() {
    return FILES.stream().map(f -> f.getFileName().toString()).collect(Collectors.toSet());
  }

  static List<DocumentPage> pages() {
    return files(path -> DOCUMENTATION.matcher(path).matches()).map(Checkout::page).toList();
  }

  static DocumentPage page(String path) {
    return page(Path.of(path));
  }

  private static DocumentPage page(Path file) {
    String text = text(file);
    return file.toString().endsWith(".md")
        ? DocumentPage.ofMarkdown(file, text)
        : DocumentPage.ofYaml(file, text);
  }

  static String text(Path file) {
    try {
      return Files.readString(ROOT.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file as it is kept. With {@code -Dtidemark.write=true} it is written anew first. */
  static String kept(String file, String made) {
    try {
      if (Boolean.getBoolean("tidemark.write")) {
        Files.writeString(ROOT.resolve(file), made);
      }
      return text(Path.of(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the first sentence of the comment at the begin of a YAML file, after the line with its
   * schema.
   */
  static String firstSentence(Path file) {
    return comment(file).replaceFirst("(?<=[^.]{3}\\.) .*", "");
  }

  /** The first paragraph of that comment. */
  static String comment(Path file) {
    return text(file)
        .lines()
        .filter(line -> !line.startsWith("# yaml-language-server"))
        .takeWhile(line -> line.matches("# .*"))
        .map(line -> line.substring(2))
        .collect(Collectors.joining(" "));
  }
}
