package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The chart, rendered by Helm. */
final class Chart {
  static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  static final Path FOLDER = ROOT.resolve("deploy/helm/tidemark");
  static final String RELEASE = "tidemark";

  /** A run on the workers, as {@code bin/benchmark-k8s} and {@code deploy/kubernetes} have it. */
  static final Map<String, Object> RUN = Map.of("run.name", RELEASE);

  private static final Path VALUES = ROOT.resolve("deploy/helm/values");
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private Chart() {}

  /** The default values, and each file of documented values. */
  static Stream<List<Path>> valueSets() {
    try (Stream<Path> files = Files.list(VALUES)) {
      List<List<Path>> sets = new ArrayList<>(List.of(List.of()));
      files.sorted().forEach(file -> sets.add(List.of(file)));
      return sets.stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Those with which the run is a Job. */
  static Stream<List<Path>> valueSetsOfJobs() {
    return valueSets().filter(files -> !files.contains(valueSet("nightly")));
  }

  static Path valueSet(String name) {
    return VALUES.resolve(name + ".yaml");
  }

  /**
   * What Helm prints.
   *
   * @param files of values
   * @param set single values
   * @throws IllegalStateException with Helm's message, if it refuses the values
   */
  static String render(String release, List<Path> files, Map<String, Object> set) {
    TemplateCommand command = new Helm(FOLDER).template().withName(release);
    files.forEach(command::withValuesFile);
    set.forEach(command::set);
    return command.call();
  }

  static List<JsonNode> resources(String yaml) {
    try {
      List<JsonNode> all = new ArrayList<>();
      YAML.readerFor(JsonNode.class).<JsonNode>readValues(yaml).forEachRemaining(all::add);
      return all.stream().filter(JsonNode::isObject).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<JsonNode> resources(List<Path> files, Map<String, Object> set) {
    return resources(render(RELEASE, files, set));
  }

  static JsonNode kind(String kind, List<JsonNode> resources) {
    return resources.stream()
        .filter(each -> each.required("kind").asText().equals(kind))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + kind));
  }

  /** The pods of workers and coordinator. */
  static JsonNode podSpec(String kind, List<JsonNode> resources) {
    return kind(kind, resources).requiredAt("/spec/template/spec");
  }

  static JsonNode container(String kind, List<JsonNode> resources) {
    return podSpec(kind, resources).requiredAt("/containers/0");
  }

  /** Where the first container of a pod has volumes, all of which the pod has. */
  static List<String> mountedPaths(JsonNode pod) {
    List<String> volumes = new ArrayList<>();
    pod.required("volumes").forEach(each -> volumes.add(each.required("name").asText()));
    List<String> paths = new ArrayList<>();
    for (JsonNode mount : pod.requiredAt("/containers/0/volumeMounts")) {
      assertThat(volumes).contains(mount.required("name").asText());
      paths.add(mount.required("mountPath").asText());
    }
    return paths;
  }

  static List<String> arguments(JsonNode container) {
    List<String> arguments = new ArrayList<>();
    container.required("args").forEach(each -> arguments.add(each.asText()));
    return arguments;
  }
}
