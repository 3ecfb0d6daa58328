package io.tidemark.features.otlp;

import io.tidemark.driver.settings.Key;
import io.tidemark.model.driverfile.PrometheusTarget;
import io.tidemark.model.grammar.AddedKeys;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.grammar.FileKind;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The {@code telemetry.otlp} of a driver's file: where a run is exported to. */
public record OtlpSpec(
    @Key(
            value =
                "Address of a collector or backend that accepts OTLP over HTTP, for example"
                    + " `http://localhost:4318`. `/v1/metrics`, `/v1/logs` and"
                    + " `/v1/traces` are appended.",
            required = true)
        String endpoint,
    @Key(
            value = "Headers of each request, for example `Authorization`. All values are masked.",
            secret = true)
        Map<String, Object> headers,
    @Key(
            "Further attributes of the resource, for example `deployment.environment.name`, beside"
                + " those of the run.")
        Map<String, Object> attributes,
    @Key(
            "`messaging.system` of metrics. By default `kafka`, `rabbitmq`, `ibmmq` or"
                + " `jms` if the class of the driver has this in its name; otherwise the `name` of"
                + " this file.")
        Optional<String> system,
    @Key(
            value = "First part of names that no convention defines.",
            orElse = "tidemark",
            pattern = "[A-Za-z][A-Za-z0-9_.-]{0,99}",
            form = "a letter, then letters, digits, dots, - and _")
        String prefix,
    @Key(
            "Other names of metrics, attributes, events and spans: the default name, and the name"
                + " to use. An empty name leaves it out.")
        Map<String, Object> names,
    @Key(
            value = "Longest time for a request, and for the rest of the export after the run.",
            orElse = "5s",
            range = "100ms..1m")
        Duration timeout) {
  /** The key in driver files. */
  public record InDriver(
      @Key(
              "Where to export the run's metrics, phases, events and findings, in OpenTelemetry's"
                  + " protocol.")
          Optional<OtlpSpec> otlp) {}

  private static final String TELEMETRY = "telemetry";
  private static final String SECTION = "otlp";

  /** For {@link io.tidemark.features.Features}. */
  public static final AddedKeys ADDED =
      new AddedKeys(FileKind.DRIVER, TELEMETRY, InDriver.class, OtlpSpec::check);

  private static final Pattern HEADER = Pattern.compile("[-A-Za-z0-9!#$%&'*+.^_`|~]+");

  /** Headers of requests; their values are secret. */
  public Map<String, String> headerTexts() {
    return texts(headers);
  }

  /** Attributes of the resource. */
  public Map<String, String> attributeTexts() {
    return texts(attributes);
  }

  /** Names to use, by default names. */
  public Map<String, String> nameTexts() {
    return texts(names);
  }

  /** Prints the endpoint without the values of headers. */
  @Override
  public String toString() {
    return "OtlpSpec[endpoint=" + endpoint + "]";
  }

  private static Map<String, String> texts(Map<String, Object> map) {
    return map.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                each -> String.valueOf(each.getValue()),
                (one, other) -> one,
                LinkedHashMap::new));
  }

  private static void check(Fields file, List<String> phases) {
    Fields section = file.section(TELEMETRY).section(SECTION);
    section
        .text("endpoint")
        .filter(text -> !isAddress(text))
        .ifPresent(
            text ->
                section.error(
                    "endpoint",
                    "wrong value; allowed http://host:port or https://host:port, with a path but"
                        + " without user, password, query and fragment"));
    for (String key : List.of("headers", "attributes", "names")) {
      checkTexts(section, key);
    }
    names(section, "headers").stream()
        .filter(name -> !HEADER.matcher(name).matches())
        .forEach(name -> section.error("headers", "not the name of a header, got " + name));
  }

  private static boolean isAddress(String text) {
    return PrometheusTarget.web(text)
        .filter(uri -> uri.getRawQuery() == null && uri.getRawFragment() == null)
        .isPresent();
  }

  private static List<String> names(Fields section, String key) {
    return section.node(key).orElse(null) instanceof YamlMap map
        ? List.copyOf(map.entries().keySet())
        : List.of();
  }

  private static void checkTexts(Fields section, String key) {
    if (section.node(key).orElse(null) instanceof YamlMap map) {
      map.entries()
          .forEach(
              (name, entry) -> {
                if (!(entry.value() instanceof YamlScalar)) {
                  section.error(key, name + " is a map or a list; allowed a text");
                }
              });
    }
  }
}
