package io.tidemark.brokers.kafka;

import io.tidemark.brokers.process.ArgumentFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The command lines of a broker and of its storage tool.
 *
 * @param jars its class path
 * @param archiveOption what is to be done with an archive of classes; empty for nothing
 */
public record KafkaJvm(KafkaJars jars, Optional<String> archiveOption) {
  private static final String QUICK_COMPILATION = "-XX:TieredStopAtLevel=1";

  /** In the folder of a node: the arguments that change with the version of its server. */
  static final String SERVER = "server.arguments";

  /**
   * The class path is a variable: as a part of the command line it would hide all else in a list of
   * processes.
   */
  Map<String, String> variables() {
    return Map.of("CLASSPATH", jars.classPath());
  }

  /** The text of {@link #SERVER}. */
  String serverArguments() {
    List<String> arguments = new ArrayList<>(List.of("-cp", jars.classPath()));
    archiveOption.ifPresent(arguments::add);
    return ArgumentFile.text(arguments);
  }

  /**
   * @param folder of the node, which has {@link #SERVER} when the command runs
   */
  static List<String> brokerCommand(
      int nodes, long heapMegabytes, List<String> options, Path logSettings, Path folder) {
    List<String> command = new ArrayList<>(commandWith(folder.resolve(SERVER)));
    command.addAll(
        List.of("-Xms" + heapMegabytes + "m", "-Xmx" + heapMegabytes + "m", "-XX:+UseSerialGC"));
    command.addAll(compilation(nodes, Runtime.getRuntime().availableProcessors()));
    command.add("-Xshare:auto");
    command.addAll(options);
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("-Djava.awt.headless=true");
    command.add("-Dlog4j2.configurationFile=" + logSettings);
    command.add("kafka.Kafka");
    command.add(folder.resolve("server.properties").toString());
    return command;
  }

  /** Short-lived, and it does not compute: it is compiled quickly. */
  List<String> mirrorMakerCommand(Path logSettings, Path properties) {
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(java(), "-Xmx256m", "-XX:+UseSerialGC", QUICK_COMPILATION, "-Xshare:auto"));
    archiveOption.ifPresent(command::add);
    command.add("-Djava.awt.headless=true");
    command.add("-Dlog4j2.configurationFile=" + logSettings);
    command.add("org.apache.kafka.connect.mirror.MirrorMaker");
    command.addAll(List.of(properties.toString(), "--clusters", "B"));
    return command;
  }

  /**
   * With more nodes than processors, C2 would use the CPU of nodes and load for the first minutes.
   */
  static List<String> compilation(int nodes, int processors) {
    return nodes > processors ? List.of(QUICK_COMPILATION) : List.of();
  }

  /**
   * What storage has in addition to the tool's defaults.
   *
   * @param credential of a user, in the tool's form
   * @param features with levels, such as transaction.version=1
   */
  public record Additions(Optional<String> credential, List<String> features) {
    static final Additions NONE = new Additions(Optional.empty(), List.of());

    boolean isEmpty() {
      return credential.isEmpty() && features.isEmpty();
    }
  }

  /**
   * What the storage tool's JVM is given, to be put into a separate file: command lines are
   * readable by all users, and the credential is secret.
   */
  public List<String> formatArguments(
      String clusterId, Path serverProperties, List<String> options, Additions additions) {
    List<String> arguments =
        new ArrayList<>(List.of("-Xmx128m", "-XX:+UseSerialGC", QUICK_COMPILATION, "-Xshare:auto"));
    arguments.addAll(options);
    arguments.addAll(
        List.of(
            "-cp",
            jars.classPath(),
            "kafka.tools.StorageTool",
            "format",
            "-t",
            clusterId,
            "-c",
            serverProperties.toString()));
    additions.credential().ifPresent(user -> arguments.addAll(List.of("--add-scram", user)));
    additions.features().forEach(each -> arguments.addAll(List.of("--feature", each)));
    return arguments;
  }

  /** Runs the JVM with what stands in a file in the form of {@link ArgumentFile}. */
  public static List<String> commandWith(Path argumentFile) {
    return List.of(java(), "@" + argumentFile);
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
