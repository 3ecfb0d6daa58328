package io.tidemark.cli.driver;

import io.tidemark.report.file.ResultFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The project {@code sdk/driver-template}: a driver named mybroker, whose names and values are
 * replaced in paths and texts.
 *
 * @param folder with the files
 */
record DriverTemplate(Path folder) {
  private static final String PACKAGE = "org.example.mybroker";

  /**
   * Makes a project.
   *
   * @param values for {@code @tidemark.version@} and the like, by their names
   * @return the number of its files
   * @throws java.nio.file.FileAlreadyExistsException if the target exists; nothing is written then
   */
  int copyTo(Path target, ProjectNames names, Map<String, String> values) throws IOException {
    Map<String, String> words = words(names, values);
    if (Files.exists(target)) {
      throw new FileAlreadyExistsException(target.toString());
    }
    try (Stream<Path> entries = Files.walk(folder)) {
      List<Path> files = entries.filter(Files::isRegularFile).toList();
      ResultFiles.writeNewFolder(
          target,
          unfinished -> {
            for (Path file : files) {
              String name = replaced(folder.relativize(file).toString(), words);
              copy(file, unfinished.resolve(name), words);
            }
          });
      return files.size();
    }
  }

  private static Map<String, String> words(ProjectNames names, Map<String, String> values) {
    Map<String, String> words = new LinkedHashMap<>(); // Longer words first.
    words.put(PACKAGE.replace('.', '/'), names.javaPackage().replace('.', '/'));
    words.put(PACKAGE, names.javaPackage());
    words.put("MyBroker", names.classPrefix());
    words.put("mybroker", names.driver());
    values.forEach((name, value) -> words.put("@" + name + "@", value));
    return words;
  }

  private static void copy(Path file, Path copy, Map<String, String> words) throws IOException {
    Files.createDirectories(copy.getParent());
    Files.writeString(copy, replaced(Files.readString(file), words));
    if (Files.isExecutable(file) && !copy.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + copy + " executable");
    }
  }

  /** In one pass: a word that was put in is not replaced again, such as mybroker in a package. */
  private static String replaced(String text, Map<String, String> words) {
    String any = words.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|"));
    return Pattern.compile(any)
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(words.getOrDefault(found.group(), "")));
  }
}
