package io.tidemark.brokers.rabbitmq;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The package source of this machine, turned to another suite of the same distribution: mirrors,
 * keys and options are those of this machine.
 *
 * @param fileName for the source file; its extension determines the format for apt
 * @param text of the source file
 */
record AptSource(String fileName, String text) {
  private static final Pattern ONE_LINE =
      Pattern.compile("deb\\s+(\\[[^\\]]*\\]\\s+)?(\\S+)\\s+(\\S+)\\s+(.*)");

  /**
   * Looks for the machine's main archive in its apt configuration.
   *
   * @param apt the configuration folder, normally {@code /etc/apt}
   * @param codename of the installed release, which distinguishes the main archive from updates and
   *     foreign sources
   */
  static Optional<AptSource> forSuite(Path apt, String codename, String suite) {
    return sourceFiles(apt).stream().flatMap(file -> entries(file, codename, suite)).findFirst();
  }

  private static Stream<AptSource> entries(Path file, String codename, String suite) {
    String text = read(file);
    if (file.toString().endsWith(".sources")) {
      return Arrays.stream(text.split("\n\\s*\n", -1))
          .flatMap(stanza -> ofStanza(stanza, codename, suite).stream());
    }
    return text.lines().flatMap(line -> ofLine(line.strip(), codename, suite).stream());
  }

  private static Optional<AptSource> ofLine(String line, String codename, String suite) {
    Matcher matcher = ONE_LINE.matcher(line);
    if (!matcher.matches()
        || !matcher.group(3).equals(codename)
        || !matcher.group(4).matches("(.*\\s)?main(\\s.*)?")) {
      return Optional.empty();
    }
    String options = matcher.group(1) == null ? "" : matcher.group(1);
    return Optional.of(
        new AptSource("main.list", "deb " + options + matcher.group(2) + " " + suite + " main\n"));
  }

  private static Optional<AptSource> ofStanza(String stanza, String codename, String suite) {
    String plain =
        stanza.lines().filter(line -> !line.startsWith("#")).collect(Collectors.joining("\n"));
    if (!words(plain, "Types").contains("deb")
        || !words(plain, "Suites").contains(codename)
        || !words(plain, "Components").contains("main")) {
      return Optional.empty();
    }
    String turned =
        replace(replace(replace(plain, "Types", "deb"), "Suites", suite), "Components", "main");
    return Optional.of(new AptSource("main.sources", turned.strip() + "\n"));
  }

  private static List<String> words(String stanza, String field) {
    Matcher matcher = Pattern.compile("(?im)^" + field + ":(.*)$").matcher(stanza);
    return matcher.find() ? List.of(matcher.group(1).strip().split("\\s+", -1)) : List.of();
  }

  private static String replace(String stanza, String field, String value) {
    return stanza.replaceFirst("(?im)^" + field + ":.*$", field + ": " + value);
  }

  private static List<Path> sourceFiles(Path apt) {
    List<Path> files = new ArrayList<>();
    if (Files.isRegularFile(apt.resolve("sources.list"))) {
      files.add(apt.resolve("sources.list"));
    }
    try (Stream<Path> parts = Files.list(apt.resolve("sources.list.d"))) {
      parts
          .filter(part -> part.toString().matches(".*\\.(list|sources)"))
          .sorted()
          .forEach(files::add);
    } catch (IOException e) {
      return files; // The folder is missing or not readable: the main file may be enough.
    }
    return files;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return ""; // Sources that are not readable are ignored.
    }
  }
}
