package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.documentation.Span.Kind;
import io.tidemark.driver.settings.NearestName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every path and every link that the documentation names leads to a file or a heading. */
class PathsTest {
  private static final Pattern FILE =
      Pattern.compile(
          "[\\w./<>*{},$-]*[\\w>*}-]\\.(ya?ml|md|jsonl?|sh|java|xml|csv|hlog|properties|txt|p[yl]|awk|jar)");

  /** Made by a build, an installation or a run. */
  private static final Set<String> MADE = Set.of("results", "drivers", "lib", "brokers");

  private static final Set<String> TOP =
      Checkout.paths().stream().map(path -> path.split("/")[0]).collect(Collectors.toSet());

  private final Foreign foreign = new Foreign("files.txt");
  private final List<String> wrong = new ArrayList<>();

  @Test
  void everyPathExists() {
    for (DocumentPage page : Checkout.pages()) {
      for (Span span : page.spans()) {
        if (span.kind() == Kind.LINK) {
          link(span);
        } else if (!page.isGenerated()) {
          words(span.text()).forEach(word -> path(span, word));
        }
      }
    }
    assertThat(wrong).isEmpty();
    foreign.assertAllUsed();
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    String oneWord = text.replaceAll("<[^<> ]+ [^<>]*>", "<>");
    for (String word : oneWord.split("[\\s\"'`()\\[\\]=;|]+|,(?![^{]*})|: ")) {
      words.add(word.replaceAll("^-\\w(?=/)|[.,:]+$", ""));
    }
    return words;
  }

  private void path(Span span, String word) {
    boolean inTree = word.contains("/") && TOP.contains(word.split("/", 2)[0]);
    boolean placeholder = word.matches("driver-[<*][^/]*/.*");
    if (!inTree && !placeholder && !FILE.matcher(word).matches()
        || word.contains("://")
        || Checkout.isReleaseFile(word)
        || word.contains("/target")
        || MADE.contains(word.replaceFirst("^/", "").split("/")[0])
        || foreign.has(word)) {
      return;
    }
    Pattern sought = Pattern.compile(glob(word) + "/?");
    boolean found =
        Checkout.paths().stream()
            .anyMatch(
                path ->
                    sought.matcher(path).matches()
                        || !inTree && sought.matcher(ending(path, word)).matches());
    if (!found) {
      wrong.add(span.at("no file " + word + NearestName.suggestion(word, candidates(word))));
    }
  }

  /** The last parts of the path, as many as the word has: pages name files without their folder. */
  private static String ending(String path, String word) {
    Path whole = Path.of(path);
    int parts = Math.min(whole.getNameCount(), bare(word).split("/").length);
    return whole.subpath(whole.getNameCount() - parts, whole.getNameCount()).toString();
  }

  private static Set<String> candidates(String word) {
    return word.contains("/") ? Checkout.paths() : Checkout.names();
  }

  /** {@code <name>}, {@code *}, {@code ...} and {@code {a,b}} stand for anything. */
  private static String glob(String word) {
    return Pattern.quote(bare(word))
        .replaceAll("<[^>]*>|\\*+|\\.\\.\\.|\\{[^}]*\\}|\\$\\w*", "\\\\E.*\\\\Q");
  }

  private static String bare(String word) {
    return word.replaceAll("^(\\.{1,2}/)+|/$", "");
  }

  private void link(Span span) {
    String target = span.text();
    if (target.matches("https?://.*")) {
      return;
    }
    String[] parts = target.split("#", 2);
    Path to = parts[0].isEmpty() ? span.file() : resolved(span, parts[0]);
    if (!Checkout.paths().contains(to.toString())) {
      wrong.add(span.at("no file " + to + NearestName.suggestion(to.toString(), Checkout.paths())));
    } else if (parts.length == 2 && !headings(to).contains(parts[1])) {
      wrong.add(
          span.at("no heading #" + parts[1] + NearestName.suggestion(parts[1], headings(to))));
    }
  }

  private static Path resolved(Span span, String path) {
    Path folder = Optional.ofNullable(span.file().getParent()).orElse(Path.of(""));
    return folder.resolve(path).normalize();
  }

  /** The index of the reference lists each page by its title. */
  @Test
  void theReferenceHasAnIndex() {
    String made =
        Checkout.files(path -> path.matches("docs/reference/[a-z].*\\.md"))
            .map(file -> "- [%s](%s)\n".formatted(title(file), file.getFileName()))
            .collect(Collectors.joining("", Checkout.GENERATED + "# Reference\n\n", ""));
    assertThat(Checkout.kept("docs/reference/README.md", made)).isEqualTo(made);
  }

  private static String title(Path page) {
    return Checkout.page(page.toString()).prose().stream()
        .filter(line -> line.startsWith("# "))
        .findFirst()
        .orElseThrow()
        .substring(2);
  }

  /** Anchors of all headings, as GitHub makes them. */
  static Set<String> headings(Path page) {
    return Checkout.page(page.toString()).prose().stream()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(java.util.Locale.ROOT))
        .map(line -> line.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }
}
