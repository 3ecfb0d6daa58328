package io.tidemark.brokers.kafka;

import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.ClusterLayout;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.ManagedProcess;
import io.tidemark.brokers.process.Polling;
import io.tidemark.brokers.process.StartScript;
import io.tidemark.brokers.process.Template;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** MirrorMaker 2, a process of the cluster that it copies topics to; it ends with that cluster. */
record MirrorMaker(ClusterDirectory directory, KafkaJvm jvm, Polling deadline) {
  private static final String NAME = "mirror-maker";
  private static final String PROPERTIES = "mirror-maker.properties";
  private static final int MOST_REPLICAS = 3;

  /**
   * Returns when it copies all the topics.
   *
   * @param source of the first cluster
   * @param target of this one
   */
  void start(Map<String, String> source, ClusterLayout target, List<String> topics) {
    ManagedProcess process = directory.process(NAME);
    directory.writeFile(
        NAME + "/" + PROPERTIES,
        Template.fill(
            PROPERTIES,
            Map.of(
                "source", source.get("bootstrap"),
                "target", target.placeholders().get("bootstrap"),
                "topics", String.join(",", topics),
                "replicas", Math.min(MOST_REPLICAS, target.numbers().size()))));
    directory.addProcess(
        NAME,
        StartScript.render(
            process.directory(),
            jvm.variables(),
            jvm.mirrorMakerCommand(
                directory.path().resolve("log4j2.properties"),
                process.directory().resolve(PROPERTIES))));
    process.start();
    deadline.require(
        () -> copies(process, topics),
        () ->
            String.format(
                Locale.ROOT,
                "MirrorMaker did not copy the topics within %d s%s",
                deadline.length().toSeconds(),
                process.quotedLog()));
  }

  private static boolean copies(ManagedProcess process, List<String> topics) {
    if (process.alive().isEmpty()) {
      throw new LocalBrokerException("MirrorMaker has ended" + process.quotedLog());
    }
    try {
      List<String> lines =
          new String(Files.readAllBytes(process.logFile()), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> line.contains("MirrorSourceTask") && line.contains("replicating"))
              .toList();
      return topics.stream()
          .map(topic -> Pattern.compile("\\b" + Pattern.quote(topic) + "-\\d+\\b"))
          .allMatch(topic -> lines.stream().anyMatch(line -> topic.matcher(line).find()));
    } catch (IOException e) {
      return false; // It has not printed anything yet.
    }
  }
}
