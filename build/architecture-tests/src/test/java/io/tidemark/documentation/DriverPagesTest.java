package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.documentation.Span.Kind;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.Setting;
import io.tidemark.driver.ibmmq.IbmMqBenchmarkDriver;
import io.tidemark.driver.inmemory.InMemoryBenchmarkDriver;
import io.tidemark.driver.kafka.KafkaBenchmarkDriver;
import io.tidemark.driver.mqtt.MqttBenchmarkDriver;
import io.tidemark.driver.rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver;
import io.tidemark.driver.rabbitmq.stream.RabbitMqStreamBenchmarkDriver;
import io.tidemark.model.grammar.KeyTable;
import io.tidemark.model.yaml.NearestKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A driver's page names each of its keys, and no others. Pages of the workload and of the
 * framework's part of driver files are made from the key descriptions (ReferencePagesTest).
 */
class DriverPagesTest {
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  private static final Map<String, List<DescribedDriver>> DRIVERS =
      Map.of(
          "kafka", List.of(new KafkaBenchmarkDriver()),
          "rabbitmq",
              List.of(new RabbitMqQuorumBenchmarkDriver(), new RabbitMqStreamBenchmarkDriver()),
          "ibmmq", List.of(new IbmMqBenchmarkDriver()),
          "mqtt", List.of(new MqttBenchmarkDriver()),
          "inmemory", List.of(new InMemoryBenchmarkDriver()));

  static List<Setting> settings(String driver) {
    return DRIVERS.get(driver).stream().flatMap(each -> each.settings().stream()).toList();
  }

  /** Paths of the keys of all drivers. */
  static Set<String> paths() {
    return DRIVERS.keySet().stream()
        .flatMap(driver -> paths(driver).stream())
        .collect(Collectors.toSet());
  }

  /** The words that settings of drivers allow. */
  static Set<String> words() {
    return DRIVERS.keySet().stream()
        .flatMap(driver -> settings(driver).stream())
        .flatMap(setting -> setting.allowedValues().stream())
        .collect(Collectors.toSet());
  }

  private static Set<String> paths(String driver) {
    return settings(driver).stream()
        .map(setting -> setting.path().replace("[]", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static DocumentPage page(String driver) {
    return Checkout.page("docs/reference/driver-" + driver + ".md");
  }

  @ParameterizedTest
  @ValueSource(strings = {"kafka", "rabbitmq", "ibmmq", "mqtt", "inmemory"})
  void everyKeyIsOnThePage(String driver) {
    Set<String> words =
        page(driver).spans().stream()
            .filter(span -> span.kind() != Kind.LINK)
            .flatMap(span -> Stream.of(span.text().split("[^\\w]+")))
            .collect(Collectors.toSet());
    assertThat(paths(driver))
        .allSatisfy(path -> assertThat(words).as(path).contains(path.split("\\.")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kafka", "rabbitmq", "ibmmq", "mqtt", "inmemory"})
  void everyKeyOfATableIsTheDrivers(String driver) {
    Set<String> paths = paths(driver);
    List<String> wrong = new ArrayList<>();
    forEachRow(
        page(driver),
        (span, cells) -> {
          if (!exists(span.text(), paths)) {
            wrong.add(span.at("no key " + span.text() + NearestKey.suggestion(span.text(), paths)));
          }
        });
    assertThat(wrong).isEmpty();
  }

  /**
   * The tables of all keys are made from the drivers' declarations. With {@code
   * -Dtidemark.write=true} the pages are written anew.
   */
  @ParameterizedTest
  @ValueSource(strings = {"kafka", "rabbitmq", "ibmmq", "mqtt", "inmemory"})
  void theTablesOfAllKeysAreTheDrivers(String driver) throws IOException {
    Path page = Checkout.ROOT.resolve("docs/reference/driver-" + driver + ".md");
    String text = Files.readString(page);
    String made = text;
    List<Setting> above = new ArrayList<>();
    for (DescribedDriver each : DRIVERS.get(driver)) {
      String name = each.getClass().getSimpleName();
      String begin = "<!-- keys of " + name + ", made by DriverPagesTest -->\n";
      String end = "<!-- end of keys of " + name + " -->";
      assertThat(made).contains(begin, end);
      made =
          made.substring(0, made.indexOf(begin) + begin.length())
              + table(each.settings(), above)
              + made.substring(made.indexOf(end));
      above.addAll(each.settings());
    }
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(page, made);
    }
    assertThat(Files.readString(page)).isEqualTo(made);
  }

  /** Keys that another driver of the page has in the same form are only named. */
  private static String table(List<Setting> settings, List<Setting> above) {
    List<Setting> others = settings.stream().filter(each -> !above.contains(each)).toList();
    List<String> shared =
        settings.stream()
            .filter(above::contains)
            .map(each -> "`" + each.path() + "`")
            .filter(path -> !path.contains("[]"))
            .toList();
    return (shared.isEmpty() ? "" : "As above: " + String.join(", ", shared) + ".\n\n")
        + KeyTable.of(others);
  }

  private interface Row {
    void visit(Span key, String[] cells);
  }

  /** Each key in the first column of tables that begin with "key". */
  private static void forEachRow(DocumentPage page, Row action) {
    boolean keys = false;
    for (int i = 0; i < page.prose().size(); i++) {
      String[] cells = page.prose().get(i).split("\\|");
      if (cells.length < 3) {
        keys = false;
      } else if (cells[1].strip().equals("key")) {
        keys = true;
      } else if (keys) {
        int line = i + 1;
        CODE.matcher(cells[1])
            .results()
            .forEach(
                key -> action.visit(new Span(page.file(), line, Kind.CODE, key.group(1)), cells));
      }
    }
  }

  /** {@code tls.*} is a section, {@code .x} a key of the section before. */
  private static boolean exists(String key, Set<String> paths) {
    String bare = key.replace("[]", "");
    return paths.stream()
        .anyMatch(
            path ->
                path.equals(bare)
                    || bare.startsWith(".") && path.endsWith(bare)
                    || bare.endsWith(".*") && path.startsWith(bare.replace("*", "")));
  }
}
