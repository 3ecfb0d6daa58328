package io.tidemark.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The part of Kustomize that our overlays use: resources, and patches of kinds that Kustomize does
 * not know, where maps are merged and lists are replaced.
 */
final class Kustomization {
  private Kustomization() {}

  /** The resources of a folder with a kustomization.yaml. */
  static List<JsonNode> resources(Path folder) {
    JsonNode file = one(folder.resolve("kustomization.yaml"));
    Set<String> keys = new TreeSet<>();
    file.fieldNames().forEachRemaining(keys::add);
    keys.removeAll(Set.of("apiVersion", "kind", "resources", "patches"));
    if (!keys.isEmpty()) {
      throw new AssertionError("not read by this test: " + keys + " in " + folder);
    }
    List<JsonNode> resources = new ArrayList<>();
    for (JsonNode each : file.required("resources")) {
      Path path = folder.resolve(each.asText()).normalize();
      resources.addAll(Files.isDirectory(path) ? resources(path) : all(path));
    }
    for (JsonNode patch : file.path("patches")) {
      List<JsonNode> targets =
          resources.stream().filter(each -> isTarget(patch.required("target"), each)).toList();
      if (targets.isEmpty()) {
        throw new AssertionError("no target of " + patch + " in " + folder);
      }
      JsonNode content = one(folder.resolve(patch.required("path").asText()));
      targets.forEach(target -> patch((ObjectNode) target, content));
    }
    return resources;
  }

  /** All resources of a file. */
  static List<JsonNode> all(Path file) {
    try {
      return Chart.resources(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode one(Path file) {
    List<JsonNode> all = all(file);
    if (all.size() != 1) {
      throw new AssertionError(file + " has " + all.size() + " documents, not 1");
    }
    return all.get(0);
  }

  private static boolean isTarget(JsonNode target, JsonNode resource) {
    return resource.required("kind").asText().equals(target.required("kind").asText())
        && resource.at("/metadata/name").asText().matches(target.path("name").asText(".*"));
  }

  /** The name of a patch with a target is not used. */
  private static void patch(ObjectNode resource, JsonNode patch) {
    String name = resource.at("/metadata/name").asText();
    merge(resource, patch);
    ((ObjectNode) resource.required("metadata")).put("name", name);
  }

  private static void merge(ObjectNode into, JsonNode from) {
    for (Map.Entry<String, JsonNode> field : from.properties()) {
      JsonNode old = into.get(field.getKey());
      if (old instanceof ObjectNode map && field.getValue().isObject()) {
        merge(map, field.getValue());
      } else {
        into.set(field.getKey(), field.getValue().deepCopy());
      }
    }
  }
}
