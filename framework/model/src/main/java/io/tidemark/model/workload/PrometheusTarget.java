package io.tidemark.model.workload;

import io.tidemark.driver.PrometheusPage.Selector;
import io.tidemark.driver.TelemetryReading;
import io.tidemark.model.yaml.Form;
import io.tidemark.model.yaml.KeyRule;
import io.tidemark.model.yaml.Placeholders;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
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
  private static final String LIST = "telemetry.prometheus";

  static final List<KeyRule> KEYS =
      List.of(
          KeyRule.of("telemetry", "Metrics that do not come from the driver.", Form.SECTION),
          KeyRule.of(LIST, "Prometheus endpoints of brokers, hosts or exporters.", Form.LIST),
          KeyRule.of(LIST + "[]", "Endpoints with the same metrics.", Form.SECTION),
          KeyRule.of(
                  LIST + "[].url",
                  "Page with the metrics; several are separated by commas. `#NAME` at its end"
                      + " names the node in results, which is host and port otherwise.",
                  Form.STRING)
              .asRequired(),
          KeyRule.of(
                  LIST + "[].metrics",
                  "Metrics to read, `metric` or `metric{label=\"value\"}`, each with its name in"
                      + " results. Matching series are added up. If the name ends with `PerSecond`"
                      + " or `Cores`, the result is the increase per second.",
                  Form.MAP)
              .asRequired());

  private static final int MAX_PORT = 65_535;

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
   * All of a driver's file that has been checked.
   *
   * @throws io.tidemark.model.yaml.ConfigurationException if it was not
   */
  public static List<PrometheusTarget> of(String driverYaml) {
    Problems problems = new Problems();
    List<PrometheusTarget> targets =
        YamlTree.read(new SourceFile("driver", driverYaml), problems)
            .map(file -> read(file, problems))
            .orElse(List.of());
    problems.throwIfErrors();
    return targets;
  }

  /** Of a file whose keys and forms have been checked. */
  static List<PrometheusTarget> read(YamlMap file, Problems problems) {
    List<PrometheusTarget> targets = new ArrayList<>();
    if (file.get("telemetry").orElse(null) instanceof YamlMap telemetry
        && telemetry.get("prometheus").orElse(null) instanceof YamlList list) {
      for (int i = 0; i < list.items().size(); i++) {
        if (list.items().get(i) instanceof YamlMap target) {
          targets.add(read(target, LIST + "[" + i + "]", problems));
        }
      }
    }
    return targets;
  }

  private static PrometheusTarget read(YamlMap target, String path, Problems problems) {
    List<URI> urls = new ArrayList<>();
    Set<String> nodes = new HashSet<>();
    if (target.get("url").orElse(null) instanceof YamlScalar url && !Placeholders.isOpen(url)) {
      for (String each : url.text().split(",", -1)) {
        url(each.strip())
            .ifPresentOrElse(
                page -> {
                  urls.add(page);
                  if (!nodes.add(node(page))) {
                    problems.error(
                        url.mark(),
                        path + ".url",
                        "two pages of the node " + node(page) + "; names must differ");
                  }
                },
                () ->
                    problems.error(
                        url.mark(),
                        path + ".url",
                        "wrong value; allowed http://host:port/path or https://host:port/path,"
                            + " without user and password"));
      }
    }
    Map<Selector, String> metrics = new LinkedHashMap<>();
    if (target.get("metrics").orElse(null) instanceof YamlMap map) {
      if (map.entries().isEmpty()) {
        problems.error(map.mark(), path + ".metrics", "there is no metric; allowed at least one");
      }
      map.entries()
          .forEach(
              (key, entry) -> {
                String at = path + ".metrics." + key;
                Optional<Selector> selector = Selector.parse(key);
                if (selector.isEmpty()) {
                  problems.error(
                      entry.keyMark(), at, "no metric; allowed metric or metric{label=\"value\"}");
                } else {
                  name(entry.value(), at, metrics, problems)
                      .ifPresent(name -> metrics.put(selector.get(), name));
                }
              });
    }
    return new PrometheusTarget(urls, metrics);
  }

  /** As results name it. */
  private static String node(URI page) {
    return Objects.requireNonNullElse(page.getFragment(), page.getAuthority());
  }

  private static Optional<URI> url(String text) {
    try {
      URI url = URI.create(text);
      boolean web = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      return web
              && url.getHost() != null
              && url.getUserInfo() == null
              && url.getPort() <= MAX_PORT
              && url.getPort() != 0
          ? Optional.of(url)
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
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
}
