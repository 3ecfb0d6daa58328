package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.documentation.Span.Kind;
import io.tidemark.driver.settings.NearestName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.Test;

/**
 * A name in the documentation is one that the code has: a key, a class, a figure, a code, a
 * variable. Names of others are listed in {@code names.txt}.
 */
class NamesTest {
  /** camelCase, CamelCase, kebab-case, dotted.names, SNAKE_CASE; not plain words. */
  private static final Pattern NAME =
      Pattern.compile("(?:[A-Za-z]+[a-z0-9][A-Z]|[A-Za-z0-9]+[_.-][A-Za-z0-9])[\\w.-]*");

  private static final Pattern CODE_NAME = Pattern.compile("[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+)*");

  /** Read by Java, or by the commands' scripts. */
  private static final Pattern VARIABLE =
      Pattern.compile("getenv\\(\"(\\w+)\"\\)|\"([A-Z]+_[A-Z_]+)\"|\\$\\{?([A-Z][A-Z_]+)[:}]");

  private static final Pattern REQUEST =
      Pattern.compile("^(?:GET|POST) (?:http://[^/]+)?(/(?!tidemark/)\\S*)$");

  /** ResultPagesTest knows the names of metrics. */
  private static final Pattern METRIC = Pattern.compile("(benchmark|tidemark)_.*");

  /** In files that no compiler reads, and in texts of those that it does. */
  private static final Pattern CLASS =
      Pattern.compile("(io\\.tidemark(?:\\.[a-z]\\w*)+\\.([A-Z]\\w*))(?:\\$(\\w+))?");

  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

  private final Foreign foreign = new Foreign("names.txt");
  private final List<String> wrong = new ArrayList<>();

  /** But for the folder of a driver, and a page about workers on several machines. */
  @Test
  void theCoreDoesNotKnowTheBrokersOfAFeature() {
    Pattern name =
        Pattern.compile("(?i)kubernetes(?!\\.md)|kubectl|(?<!driver-kafka-)strimzi|brokerPods");
    assertThat(
            Checkout.files(path -> path.matches("framework/(?!features/)[^/]+/src/main/.*"))
                .filter(file -> name.matcher(Checkout.text(file)).find()))
        .isEmpty();
  }

  @Test
  void everyNameIsInTheCode() {
    String code =
        sources().map(Checkout::text).collect(Collectors.joining("\n"))
            + fileNames()
            + kafka()
            + String.join("\n", DriverPagesTest.words());
    Set<String> known =
        CODE_NAME
            .matcher(code)
            .results()
            .map(MatchResult::group)
            .distinct()
            .flatMap(name -> Stream.concat(Stream.of(name), Stream.of(name.split("[.-]"))))
            .collect(Collectors.toSet());
    for (DocumentPage page : Checkout.pages()) {
      for (Span span : page.spans()) {
        if (span.kind() == Kind.CODE && !page.isGenerated()) {
          check(span, known, code);
        }
      }
    }
    assertThat(wrong).isEmpty();
    foreign.assertAllUsed();
  }

  private void check(Span span, Set<String> known, String code) {
    String name = span.text().replaceAll("\\(\\)$|\\[\\]$|^\\.", "");
    if (NAME.matcher(name).matches()
        && !METRIC.matcher(name).matches()
        && !foreign.has(name)
        && !Checkout.isReleaseFile(name)
        && !Stream.of(name.split("\\.")).allMatch(part -> isKnown(part, known))
        && !code.contains(name)) {
      wrong.add(span.at("no " + name + NearestName.suggestion(name, known)));
    }
  }

  /** Names of measures end with their unit, and their files with {@code .hlog}. */
  private static boolean isKnown(String part, Set<String> known) {
    return known.contains(part)
        || known.contains(camelCase(part))
        || known.contains(capital(camelCase(part)))
        || part.equals("hlog")
        || known.contains(part.replaceFirst("Micros$", ""));
  }

  /** The code of a finding is the name of its class: {@code gc-pause}. */
  private static String capital(String name) {
    return name.isEmpty() ? name : Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  /** An operation of the worker protocol has the name of its method: {@code change-rate}. */
  private static String camelCase(String part) {
    return Pattern.compile("-([a-z])")
        .matcher(part)
        .replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
  }

  /** What is built or shipped. Comments count, so that a name must only have left the code. */
  private static Stream<Path> sources() {
    return Checkout.files(
        path ->
            path.matches(
                    ".*/src/main/.*|bin/.*|.*\\.schema\\.json|(studies/)?workloads/.*yaml|driver-[^/]+/[^/]+\\.yaml"
                        + "|deploy/.*|(.*/)?pom.xml|build/distribution/src/.*|build/benchmarks/.*\\.(sh|java)")
                && !path.matches(".*\\.(jar|png|bin)"));
  }

  private static String fileNames() {
    return Checkout.paths().stream()
        .map(path -> path.replaceFirst("\\.java$", "").replace('/', '\n'))
        .collect(Collectors.joining("\n", "\n", "\n"));
  }

  private static String kafka() {
    Set<String> names = new TreeSet<>(AdminClientConfig.configNames());
    names.addAll(ProducerConfig.configNames());
    names.addAll(ConsumerConfig.configNames());
    return String.join("\n", names);
  }

  /** As in settings of loggers, in scripts and services. */
  @Test
  void everyClassThatATextNamesIsThere() {
    Map<String, String> classes = new HashMap<>();
    Checkout.files(path -> path.endsWith(".java"))
        .forEach(
            file -> {
              String text = Checkout.text(file);
              String name = file.getFileName().toString().replaceFirst("\\.java$", "");
              PACKAGE
                  .matcher(text)
                  .results()
                  .forEach(found -> classes.put(found.group(1) + "." + name, text));
            });
    Checkout.files(path -> path.matches(".*\\.(xml|properties|ya?ml|sh)|.*/META-INF/services/.*"))
        .forEach(
            file -> checkClasses(file, file.getFileName() + "\n" + Checkout.text(file), classes));
    Checkout.files(path -> path.matches(".*/src/main/.*\\.java"))
        .forEach(file -> checkClasses(file, literals(Checkout.text(file)), classes));
    assertThat(wrong).isEmpty();
  }

  private static String literals(String text) {
    return Pattern.compile("\"io[^\"\n]*\"")
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.joining("\n"));
  }

  private void checkClasses(Path file, String text, Map<String, String> classes) {
    for (MatchResult name : CLASS.matcher(text).results().toList()) {
      String source = classes.getOrDefault(name.group(1), "");
      String type = name.group(3) == null ? name.group(2) : name.group(3);
      Pattern declared = Pattern.compile("(?:class|record|interface|enum) " + type + "\\b");
      if (!declared.matcher(source).find()) {
        wrong.add(file + ": no class " + name.group());
      }
    }
  }

  /** The labels of tables that commands print: headers, and the first cell of each row. */
  @Test
  void everyLabelOfASampleIsInTheCode() {
    String code =
        sources()
            .map(Checkout::text)
            .collect(Collectors.joining("\n"))
            .replaceAll("\"\\s*\\+\\s*\"", "");
    for (DocumentPage page : Checkout.pages()) {
      if (page.file().toString().matches("README.md|docs/(how-to/.*|tutorial.md)")) {
        page.blocks().stream()
            .filter(block -> block.language().isEmpty())
            .flatMap(block -> block.lines().stream())
            .flatMap(NamesTest::labels)
            .filter(label -> !code.contains(label))
            .forEach(label -> wrong.add(page.file() + ": no label \"" + label + "\""));
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Without numbers, units in parentheses, and what follows a colon. */
  private static Stream<String> labels(String line) {
    String[] cells = line.strip().split(" {2,}");
    boolean header = cells.length > 2 && !line.matches(".*\\d.*");
    return cells.length == 1 || line.matches(" *[\\w$./]*bin/.*|.* # .*|.*\\$ .*")
        ? Stream.empty()
        : Stream.of(cells)
            .limit(header ? cells.length : 1)
            .map(cell -> cell.split("[\\d%(\\[:]|\\.\\.\\.| on ", 2)[0].strip())
            .filter(label -> label.matches(".*[A-Za-z]{3}.*"));
  }

  /** ProtocolPageTest holds the paths of the worker protocol against its routes. */
  @Test
  void everyPathOfHttpIsServed() {
    String server =
        Checkout.files(path -> path.matches("framework/http/src/main/.*\\.java"))
            .map(Checkout::text)
            .collect(Collectors.joining("\n"));
    for (DocumentPage page : Checkout.pages()) {
      for (Span span : page.spans()) {
        Matcher request = REQUEST.matcher(span.text());
        if (request.find() && !server.contains("\"" + request.group(1) + "\"")) {
          wrong.add(span.at("no path " + request.group(1)));
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** The variables that the commands read are on a page. */
  @Test
  void everyVariableOfTheEnvironmentIsDocumented() {
    Set<String> read = variables(path -> path.matches(".*/src/main/.*\\.java|bin/.*"));
    read.removeIf(name -> !name.matches("TIDEMARK_.*|.*_OPTS|.*_HOME|.*_HOST|NO_COLOR"));
    Set<String> internal =
        Set.of("TIDEMARK_HOME", "TIDEMARK_ROOT", "TIDEMARK_JAVA", "TIDEMARK_LAUNCHER");
    String pages =
        Checkout.files(path -> path.endsWith(".md"))
            .map(Checkout::text)
            .collect(Collectors.joining("\n"));
    assertThat(read).hasSizeGreaterThan(5);
    assertThat(read)
        .filteredOn(name -> !internal.contains(name))
        .allSatisfy(name -> assertThat(pages).contains(name));
  }

  private static Set<String> variables(Predicate<String> path) {
    Function<MatchResult, String> name =
        found ->
            Stream.of(1, 2, 3).map(found::group).filter(g -> g != null).findFirst().orElseThrow();
    return Checkout.files(path)
        .flatMap(file -> VARIABLE.matcher(Checkout.text(file)).results().map(name))
        .collect(Collectors.toCollection(HashSet::new));
  }
}
