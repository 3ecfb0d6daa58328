package io.tidemark.features.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.base.Deadline;
import io.tidemark.base.brokers.UpgradePath;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rolling upgrade that an operator carries out: the resource of the cluster gets another version
 * or image.
 *
 * @param resource of the cluster
 * @param change of it, a JSON merge patch
 * @param mark what the image of each pod contains afterwards
 */
public record PodUpgrade(BrokerPodSet pods, Resource resource, String change, String mark) {
  private static final String STRIMZI_CLUSTER = "strimzi.io/cluster";
  private static final String STRIMZI_VERSION = "strimzi.io/kafka-version";
  private static final String RABBITMQ = "rabbitmq.com";
  private static final long POLL_MILLIS = 500;

  /**
   * The upgrade of these pods; nothing is changed yet.
   *
   * @param to a version; of RabbitMQ also an image
   * @throws IOException if no operator can do it, or the versions may not follow each other
   */
  public static PodUpgrade of(BrokerPodSet pods, String to)
      throws IOException, InterruptedException {
    JsonNode first = first(pods);
    String cluster = first.path("metadata").path("labels").path(STRIMZI_CLUSTER).asText();
    return cluster.isEmpty() ? rabbitMq(pods, first, to) : strimzi(pods, cluster, to);
  }

  private static JsonNode first(BrokerPodSet pods) throws IOException, InterruptedException {
    return pods.read().stream()
        .findFirst()
        .orElseThrow(() -> new IOException("the pods of the brokers are gone"));
  }

  private static PodUpgrade strimzi(BrokerPodSet pods, String cluster, String to)
      throws IOException, InterruptedException {
    String namespace = pods.spec().namespace();
    Optional<JsonNode> found = Optional.empty();
    Resource kafka = new Resource("kafka.strimzi.io", "v1", namespace, "kafkas", cluster);
    for (String version : List.of("v1", "v1beta2")) {
      if (found.isEmpty()) {
        kafka = new Resource("kafka.strimzi.io", version, namespace, "kafkas", cluster);
        found = pods.api().get(kafka);
      }
    }
    if (found.isEmpty()) {
      throw new IOException("rollingUpgrade: there is no %s".formatted(kafka));
    }
    JsonNode specified = found.get().at("/spec/kafka/version");
    String from =
        specified.isMissingNode()
            ? found.get().at("/status/kafkaVersion").asText()
            : specified.asText();
    require(UpgradePath.kafkaProblem(from, to));
    return new PodUpgrade(
        pods, kafka, "{\"spec\":{\"kafka\":{\"version\":\"%s\"}}}".formatted(to), to);
  }

  private static PodUpgrade rabbitMq(BrokerPodSet pods, JsonNode pod, String to)
      throws IOException, InterruptedException {
    String namespace = pods.spec().namespace();
    String set = controller(pod, "apps/").path("name").asText();
    Optional<JsonNode> found =
        pods.api().get(new Resource("apps", "v1", namespace, "statefulsets", set));
    JsonNode owner = found.map(each -> controller(each, RABBITMQ)).orElse(pod.path("none"));
    if (owner.isMissingNode()) {
      throw new IOException(
          "rollingUpgrade: the pods of %s in namespace %s belong to no operator that upgrades them;"
                  .formatted(pods.spec().selector(), namespace)
              + " allowed are pods of Strimzi and of RabbitMQ's cluster operator, or use command"
              + " with undo");
    }
    String name = owner.path("name").asText();
    Resource cluster = new Resource(RABBITMQ, "v1beta1", namespace, "rabbitmqclusters", name);
    String image = image(pod);
    String next = VersionedImage.nextImage(image, to);
    require(
        UpgradePath.rabbitMqProblem(
            VersionedImage.versionOf(image), VersionedImage.versionOf(next)));
    return new PodUpgrade(pods, cluster, "{\"spec\":{\"image\":\"%s\"}}".formatted(next), next);
  }

  private static void require(Optional<String> problem) throws IOException {
    if (problem.isPresent()) {
      throw new IOException("rollingUpgrade: " + problem.get());
    }
  }

  private static JsonNode controller(JsonNode resource, String apiVersion) {
    for (JsonNode each : resource.path("metadata").path("ownerReferences")) {
      if (each.path("controller").asBoolean()
          && each.path("apiVersion").asText().startsWith(apiVersion)) {
        return each;
      }
    }
    return resource.path("none");
  }

  /** Returns the image of the first container, which is the broker. */
  private static String image(JsonNode pod) {
    return pod.at("/spec/containers/0/image").asText();
  }

  /** Strimzi's pods have their version as an annotation; others only in their image. */
  private static String version(JsonNode pod) {
    String version = pod.path("metadata").path("annotations").path(STRIMZI_VERSION).asText();
    return version.isEmpty() ? image(pod) : version;
  }

  private Map<String, String> versions() throws IOException, InterruptedException {
    Map<String, String> versions = new TreeMap<>();
    for (JsonNode pod : pods.read()) {
      versions.put(pod.at("/metadata/name").asText(), version(pod));
    }
    return versions;
  }

  /**
   * Carries it out, and waits until all pods are new, ready, and of the version.
   *
   * @param most how long it may take
   * @return the version or image of each pod before and after, for people
   */
  public String upgrade(Duration most) throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(most);
    Map<String, String> before = versions();
    BrokerPodSet.Wait wait = pods.allNew(deadline);
    pods.api().patch(resource, change);
    wait.await();
    Map<String, String> after = versions();
    while (!after.values().stream().allMatch(version -> version.contains(mark))) {
      if (deadline.isOver()) {
        throw new IOException(
            "the pods are not of version %s after %s: %s".formatted(mark, deadline, after));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      after = versions();
    }
    return text(before, after);
  }

  private static String text(Map<String, String> before, Map<String, String> after) {
    List<String> each = new ArrayList<>();
    after.forEach(
        (name, version) ->
            each.add(name + ": " + before.getOrDefault(name, "no pod") + " to " + version));
    return String.join("; ", each);
  }

  /** Images of brokers, whose tags have the version. */
  private static final class VersionedImage {
    private static final Pattern IMAGE_TAG =
        Pattern.compile("(.*:)v?(\\d+\\.\\d+(?:\\.\\d+)?)(.*)");

    private VersionedImage() {}

    /** The version in the tag of an image; empty if it has none. */
    static String versionOf(String image) {
      Matcher matcher = IMAGE_TAG.matcher(image);
      return matcher.matches() ? matcher.group(2) : "";
    }

    /** The same image with another version, unless an image is wanted. */
    static String nextImage(String image, String to) throws IOException {
      if (to.contains(":")) {
        if (!to.matches("[-A-Za-z0-9._/:@]+")) { // It becomes a part of a JSON text.
          throw new IOException("rollingUpgrade: not an image, got to: " + to);
        }
        return to;
      }
      Matcher matcher = IMAGE_TAG.matcher(image);
      if (!matcher.matches()) {
        throw new IOException(
            "rollingUpgrade: the image %s has no version in its tag; allowed to: with an image"
                .formatted(image));
      }
      return matcher.group(1) + to + matcher.group(3);
    }
  }
}
