package io.tidemark.model.driverfile;

import io.tidemark.driver.settings.HostPort;
import io.tidemark.driver.telemetry.PrometheusPage.Selector;
import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.yaml.Placeholders;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import io.tidemark.model.yaml.YamlTree;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An element of {@code telemetry.prometheus} in a driver's file: metrics that are read of some
 * endpoints while the load runs.
 *
 * @param urls pages; the fragment, or host and port without one, is the subject of the readings
 * @param metrics names in the results, by the series that are added up for them
 */
public record PrometheusTarget(List<URI> urls, Map<Selector, String> metrics) {
  private static final int MAX_PORT = 65_535;

  /** A comma is allowed in an address: only one in front of another address separates. */
  private static final String SEPARATOR = ",(?=\\s*(?:[A-Za-z]+://|$))";

  private static final Pattern NAME = Pattern.compile("[a-z][A-Za-z0-9]{0,99}");

  /** The verdict reads these, and they have a definition. */
  private static final Set<String> RESERVED =
      Set.of(
          TelemetryReading.RUN_PUBLISHED,
          TelemetryReading.RUN_DELIVERED,
          TelemetryReading.RUN_ACKNOWLEDGED,
          TelemetryReading.RUN_COUNTED_TOPICS,
          TelemetryReading.QUEUE_MESSAGES,
          TelemetryReading.NODE_RUNNING);

  public PrometheusTarget {
    urls = List.copyOf(urls);
    metrics = Map.copyOf(metrics);
  }

  /**
   * The targets of a driver's file that has been checked.
   *
   * @throws io.tidemark.model.yaml.ConfigurationException if it was not
   */
  public static List<PrometheusTarget> of(String driverYaml) {
    Problems problems = new Problems();
    List<PrometheusTarget> targets =
        YamlTree.read(new SourceFile("driver", driverYaml), problems)
            .map(file -> read(DriverKeys.sections(file, problems)))
            .orElse(List.of());
    problems.throwIfErrors();
    return targets;
  }

  /** The targets of a file whose keys and forms have been checked. */
  static List<PrometheusTarget> read(Fields file) {
    return file.section("telemetry").elements("prometheus").stream()
        .map(target -> new PrometheusTarget(urls(target), metrics(target)))
        .toList();
  }

  private static List<URI> urls(Fields target) {
    List<URI> urls = new ArrayList<>();
    Set<String> nodes = new HashSet<>();
    String texts = target.text("url").filter(any -> !Placeholders.isOpen(any)).orElse("");
    for (String each : texts.isEmpty() ? new String[0] : texts.split(SEPARATOR, -1)) {
      Optional<URI> page = url(each.strip());
      page.ifPresent(urls::add);
      if (page.isEmpty()) {
        target.error(
            "url",
            "wrong value; allowed http://host:port/path or https://host:port/path,"
                + " without user and password");
      } else if (!nodes.add(node(page.get()))) {
        target.error("url", "two pages of the node " + node(page.get()) + "; names must differ");
      }
    }
    return urls;
  }

  private static Map<Selector, String> metrics(Fields target) {
    Map<Selector, String> metrics = new LinkedHashMap<>();
    if (target.node("metrics").orElse(null) instanceof YamlMap map) {
      if (map.entries().isEmpty()) {
        target.error("metrics", "there is no metric; allowed at least one");
      }
      map.entries()
          .forEach(
              (key, entry) -> {
                String at = target.path("metrics") + "." + key;
                Optional<Selector> selector = Selector.parse(key);
                if (selector.isEmpty()) {
                  String allowed = "no metric; allowed metric or metric{label=\"value\"}";
                  target.problems().error(entry.keyMark(), at, allowed);
                } else {
                  name(entry.value(), at, metrics, target.problems())
                      .ifPresent(name -> metrics.put(selector.get(), name));
                }
              });
    }
    return metrics;
  }

  /** The subject of the readings of a page. */
  private static String node(URI page) {
    return Objects.requireNonNullElse(page.getFragment(), page.getAuthority());
  }

  private static Optional<URI> url(String text) {
    return web(text)
        .filter(
            page ->
                HostPort.of(page)
                    .filter(host -> host.port() != 0 && host.port() <= MAX_PORT)
                    .isPresent());
  }

  private static Optional<String> name(
      YamlNode node, String at, Map<Selector, String> taken, Problems problems) {
    String text = node instanceof YamlScalar scalar ? scalar.text() : "";
    if (!NAME.matcher(text).matches()) {
      problems.error(
          node.mark(),
          at,
          "wrong name; allowed a letter a to z, then letters and digits, for example"
              + " nodeHeapBytes");
    } else if (RESERVED.contains(text) || taken.containsValue(text)) {
      problems.error(node.mark(), at, "the name " + text + " is already in use");
    } else {
      return Optional.of(text);
    }
    return Optional.empty();
  }

  /** An address of HTTP with a host and without a login. */
  public static Optional<URI> web(String text) {
    try {
      // Behind the host, too, there is no @: a password that is not encoded ends there.
      return Optional.of(URI.create(text))
          .filter(url -> !text.contains("@") && HostPort.of(url).isPresent())
          .filter(url -> String.valueOf(url.getScheme()).matches("(?i)https?"));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
