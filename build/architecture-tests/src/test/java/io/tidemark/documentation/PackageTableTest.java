package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * {@code packages.txt}: what each package of the framework contains, by its {@code package-info},
 * and which packages use it, by the imports of main code. With {@code -Dtidemark.write=true} the
 * file is written anew, so that a new user of a package is a change of it.
 */
class PackageTableTest {
  private static final Path FILE = Path.of("packages.txt");
  private static final String MAIN = "(framework/[^/]+|local-brokers/control)/src/main/java/.*java";
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package io\\.tidemark\\.([\\w.]+);");
  private static final Pattern USE = Pattern.compile("\\bio\\.tidemark((?:\\.[a-z]\\w*)+)\\.[A-Z]");
  private static final Pattern FIRST_SENTENCE =
      Pattern.compile("/\\*\\*(.*?)\\.\\s", Pattern.DOTALL);

  private final Map<String, String> contents = new TreeMap<>();
  private final Map<String, Set<String>> users = new TreeMap<>();
  private final Set<String> packages = new TreeSet<>();

  PackageTableTest() {
    Checkout.files(path -> path.matches(MAIN)).map(Checkout::text).forEach(this::add);
  }

  private void add(String source) {
    Matcher name = PACKAGE.matcher(source);
    if (!name.find()) {
      return;
    }
    String here = name.group(1);
    packages.add(here);
    users.computeIfAbsent(here, key -> new TreeSet<>());
    if (source.strip().endsWith(";")) {
      contents.put(here, firstSentence(source));
      return;
    }
    Matcher use = USE.matcher(source);
    while (use.find()) {
      String used = use.group(1).substring(1);
      if (!used.equals(here)) {
        users.computeIfAbsent(used, key -> new TreeSet<>()).add(here);
      }
    }
  }

  private static String firstSentence(String source) {
    Matcher sentence = FIRST_SENTENCE.matcher(source);
    return sentence.find()
        ? sentence
            .group(1)
            .replaceAll("\\{@\\w+ ([^}]*)}", "$1")
            .replaceAll("\\s+\\* ?|\\s+", " ")
            .strip()
        : "";
  }

  /** Users in the same module by name, those of other modules by the name of the module. */
  private String usersOf(String name) {
    String module = name.split("\\.")[0];
    return users.get(name).stream()
        .map(user -> user.split("\\.")[0].equals(module) ? user : user.split("\\.")[0])
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  @Test
  void hasEveryPackageWithItsContentAndItsUsers() throws IOException {
    String made =
        contents.keySet().stream()
            .map(name -> "%s | %s | %s\n".formatted(name, contents.get(name), usersOf(name)))
            .collect(
                Collectors.joining(
                    "", "# Made by PackageTableTest: package, content, users\n", ""));
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(FILE, made);
    }
    assertThat(Files.readString(FILE)).isEqualTo(made);
  }

  @Test
  void everyPackageSaysWhatItContains() {
    assertThat(contents.keySet()).containsAll(packages);
    assertThat(contents.values()).doesNotContain("");
  }
}
