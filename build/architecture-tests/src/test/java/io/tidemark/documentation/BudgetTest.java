package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Size is a property of the product: {@code build/budget.txt} limits words that are written by
 * hand, and lines and files of main code by module and feature. With {@code -Dtidemark.write=true}
 * limits that are not used up are lowered; none is raised.
 */
class BudgetTest {
  private static final String FILE = "build/budget.txt";
  private static final String DO =
      "%s is %,d; build/budget.txt allows %,d. Make it smaller, or raise the limit by hand and add a"
          + " comment to its line that says which user gets what for it. Lowering a limit is part of"
          + " a change that saves (-Dtidemark.write=true).";
  private static final int MOST_WORDS_OF_A_TASK = 800;
  private static final int MOST_TASKS = 18;
  private static final int STEP = 100;

  /** The documents of each group, first match; the rest is a group, too. */
  private static final List<Map.Entry<String, String>> DOCUMENTS =
      List.of(
          Map.entry("readme", "README.md"),
          Map.entry("changelog", "CHANGELOG.md"),
          Map.entry("contributing", "[A-Z_]+\\.md"),
          Map.entry("concepts", "docs/tutorial.md|docs/concepts/.*"),
          Map.entry("how-to", "docs/how-to/.*"),
          Map.entry("reference", "docs/reference/.*"),
          Map.entry("decisions", "docs/decisions/.*"),
          Map.entry("build", "build/.*"),
          Map.entry("studies-deploy-sdk", ".*"));

  /** Known only after a build, or a run of all tests. */
  private static final Pattern MEASURED = Pattern.compile("jars:|seconds:");

  private static final Pattern MADE =
      Pattern.compile("<!-- [^>]*made by [^>]*-->.*?<!-- end of [^>]*-->", Pattern.DOTALL);
  private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
  private static final Pattern NO_CODE =
      Pattern.compile("\\s*(//.*|import .*|package .*|[{}]?)\\s*");

  @Test
  void nothingIsLargerThanItsLimit() {
    Map<String, Long> sizes = sizes();
    List<String> kept = new ArrayList<>();
    List<String> exceeded = new ArrayList<>();
    Map<String, Long> limits = new TreeMap<>();
    for (String line : Checkout.text(Path.of(FILE)).lines().toList()) {
      String[] parts = line.split("#", 2)[0].strip().split(" +");
      if (parts.length != 2 || MEASURED.matcher(parts[0]).lookingAt()) {
        kept.add(line);
        continue;
      }
      long limit = Long.parseLong(parts[1]);
      long size = sizes.getOrDefault(parts[0], 0L);
      limits.put(parts[0], limit);
      if (size > limit) {
        exceeded.add(DO.formatted(parts[0], size, limit));
      }
      String rest = line.contains("#") ? " #" + line.split("#", 2)[1] : "";
      kept.add("%s %d%s".formatted(parts[0], Math.min(limit, rounded(parts[0], size)), rest));
    }
    assertThat(exceeded).isEmpty();
    assertThat(limits.keySet()).as(FILE).containsAll(sizes.keySet());
    if (Boolean.getBoolean("tidemark.write")) {
      Checkout.kept(FILE, String.join("\n", kept) + "\n");
    }
  }

  /** Lines of code in steps, so that a small change does not change the file. */
  private static long rounded(String name, long size) {
    return name.startsWith("lines:") ? (size + STEP - 1) / STEP * STEP : size;
  }

  @Test
  void eachTaskIsAShortPage() {
    List<Path> tasks = Checkout.files(path -> path.matches("docs/how-to/[a-z].*\\.md")).toList();
    assertThat(tasks).hasSizeLessThanOrEqualTo(MOST_TASKS);
    assertThat(tasks)
        .allSatisfy(
            file -> {
              assertThat(words(file))
                  .as("words of %s", file)
                  .isLessThanOrEqualTo(MOST_WORDS_OF_A_TASK);
              assertThat(Checkout.text(file).lines().limit(5))
                  .as("%s begins with its command", file)
                  .anyMatch(line -> line.startsWith("```"));
            });
  }

  private static Map<String, Long> sizes() {
    Map<String, Long> sizes = new TreeMap<>();
    Checkout.files(path -> path.endsWith(".md") && !path.contains("/src/test/"))
        .forEach(file -> sizes.merge("words:" + group(file), (long) words(file), Long::sum));
    sizes.put("words:all", sizes.values().stream().mapToLong(each -> each).sum());
    Checkout.files(path -> path.matches("[^.].*/src/main/java/.*\\.java"))
        .filter(file -> !file.toString().matches("sdk/driver-(template|nats)/.*"))
        .forEach(
            file -> {
              String module =
                  file.toString()
                      .replaceFirst("/src/main/java/io/tidemark/features/(\\w+)/.*", "/$1")
                      .replaceFirst("/src/main/.*", "");
              sizes.merge("lines:" + module, lines(Checkout.text(file)), Long::sum);
              sizes.merge("files:" + module, 1L, Long::sum);
            });
    return sizes;
  }

  private static String group(Path file) {
    return DOCUMENTS.stream()
        .filter(each -> file.toString().matches(each.getValue()))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  /** Counts the words that are written by hand. */
  private static int words(Path file) {
    String text = Checkout.text(file);
    return text.startsWith(Checkout.GENERATED)
        ? 0
        : MADE.matcher(text).replaceAll("").strip().split("\\s+").length;
  }

  private static long lines(String source) {
    return COMMENT
        .matcher(source)
        .replaceAll("")
        .lines()
        .filter(line -> !NO_CODE.matcher(line).matches())
        .count();
  }

  @Test
  void countsWhatIsCodeAndWhatIsWrittenByHand() {
    String source =
        """
        package a;

        import b.C;

        /** A comment. */
        class D {
          // Another one.
          int e() {
            return 1;
          }
        }
        """;
    assertThat(lines(source)).isEqualTo(3);
    assertThat(group(Path.of("docs/concepts/scale.md"))).isEqualTo("concepts");
    assertThat(group(Path.of("SECURITY.md"))).isEqualTo("contributing");
    assertThat(group(Path.of("sdk/driver-nats/README.md"))).isEqualTo("studies-deploy-sdk");
    assertThat(words(Path.of("workloads/README.md"))).isZero();
    assertThat(MADE.matcher("a <!-- x, made by y --> b <!-- end of x -->").replaceAll(""))
        .isEqualTo("a ");
  }
}
