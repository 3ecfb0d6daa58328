package io.tidemark.features.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.features.kubernetes.KubernetesApi.PodProgram;
import io.tidemark.model.result.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The container of a broker, in which programs can be run.
 *
 * @param container that {@code kubectl exec} chooses: the one of the annotation, or the first
 * @param smallFolders where volumes are mounted that are in memory, or smaller than 256 MiB
 */
public record PodContainer(
    KubernetesApi api, String namespace, String pod, String container, List<String> smallFolders) {
  private static final String DEFAULT = "kubectl.kubernetes.io/default-container";
  private static final Pattern QUANTITY = Pattern.compile("([0-9]{1,15})(Ki|Mi|Gi|Ti|k|M|G|T)?");
  private static final Map<String, Double> UNITS =
      new TreeMap<>(
          Map.of(
              "Ki", 0x1p10, "Mi", 0x1p20, "Gi", 0x1p30, "Ti", 0x1p40, "k", 1e3, "M", 1e6, "G", 1e9,
              "T", 1e12));
  private static final double SMALL_BYTES = 256 * 0x1p20;

  public PodContainer {
    smallFolders = List.copyOf(smallFolders);
  }

  /**
   * Finds the pods that there are now, in the order of their numbers.
   *
   * @throws IOException if there are none, or if they cannot be read
   */
  public static List<PodContainer> find(KubernetesApi api, BrokerPods spec)
      throws IOException, InterruptedException {
    List<PodContainer> found = new ArrayList<>();
    for (JsonNode pod : BrokerPodSet.read(api, spec)) {
      found.add(of(api, spec.namespace(), pod));
    }
    if (found.isEmpty()) {
      throw new IOException(
          "there are no pods with the labels "
              + spec.selector()
              + " in namespace "
              + spec.namespace());
    }
    found.sort(Comparator.comparing(each -> BrokerPodSet.numbersPadded(each.pod)));
    return found;
  }

  private static PodContainer of(KubernetesApi api, String namespace, JsonNode pod) {
    JsonNode containers = pod.at("/spec/containers");
    String wanted = pod.at("/metadata/annotations").path(DEFAULT).asText();
    JsonNode chosen =
        stream(containers)
            .filter(each -> each.path("name").asText().equals(wanted))
            .findFirst()
            .orElse(containers.path(0));
    List<String> small =
        stream(pod.at("/spec/volumes"))
            .filter(PodContainer::isSmall)
            .map(volume -> volume.path("name").asText())
            .toList();
    return new PodContainer(
        api,
        namespace,
        pod.at("/metadata/name").asText(),
        chosen.path("name").asText(),
        stream(chosen.path("volumeMounts"))
            .filter(mount -> small.contains(mount.path("name").asText()))
            .map(mount -> mount.path("mountPath").asText())
            .toList());
  }

  private static Stream<JsonNode> stream(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  /** The kubelet evicts a pod whose volume is larger than its limit. */
  private static boolean isSmall(JsonNode volume) {
    JsonNode empty = volume.path("emptyDir");
    Matcher limit = QUANTITY.matcher(empty.path("sizeLimit").asText());
    return empty.path("medium").asText().equals("Memory")
        || empty.has("sizeLimit")
            && (!limit.matches()
                || Double.parseDouble(limit.group(1))
                        * UNITS.getOrDefault(String.valueOf(limit.group(2)), 1.0)
                    < SMALL_BYTES);
  }

  /**
   * Runs a program to its end.
   *
   * @return what it prints
   * @throws IOException if it fails; with what it printed to standard error
   */
  public String run(List<String> line, Duration limit) throws IOException, InterruptedException {
    try {
      return api.execute(program(line), limit);
    } catch (IOException e) {
      throw withName(e);
    }
  }

  /**
   * Runs a program to its end.
   *
   * @param output takes what it prints; does not exist yet
   */
  public void run(List<String> line, Path output, Duration limit)
      throws IOException, InterruptedException {
    try {
      api.execute(program(line), output, limit);
    } catch (IOException e) {
      throw withName(e);
    }
  }

  private IOException withName(IOException failure) {
    return new IOException("pod " + pod + ": " + Text.message(failure), failure);
  }

  private PodProgram program(List<String> line) {
    return new PodProgram(Resource.core(namespace, "pods", pod), container, line);
  }
}
