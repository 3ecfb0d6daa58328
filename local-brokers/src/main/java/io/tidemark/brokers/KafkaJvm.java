package io.tidemark.brokers;

import java.nio.file.Path;
import java.util.List;

/**
 * The command lines of a broker and of its storage tool.
 *
 * @param libs a folder of jars
 */
record KafkaJvm(Path libs) {
  static final String LOG_SETTINGS =
      """
      status = error
      appender.out.type = Console
      appender.out.name = out
      appender.out.layout.type = PatternLayout
      appender.out.layout.pattern = %d{yyyy-MM-dd HH:mm:ss.SSS} %p %c{1} - %m%n
      rootLogger.level = info
      rootLogger.appenderRef.out.ref = out
      # Hundreds of lines of effective settings at each start.
      logger.config.name = org.apache.kafka.common.config
      logger.config.level = warn
      """;

  List<String> brokerCommand(int heapMegabytes, Path logSettings, Path serverProperties) {
    return List.of(
        java(),
        "-Xms" + heapMegabytes + "m",
        "-Xmx" + heapMegabytes + "m",
        "-XX:+UseSerialGC",
        "-Xshare:auto",
        "-XX:+ExitOnOutOfMemoryError",
        "-Djava.awt.headless=true",
        "-Dlog4j2.configurationFile=" + logSettings,
        "-cp",
        libs + "/*",
        "kafka.Kafka",
        serverProperties.toString());
  }

  List<String> formatCommand(String clusterId, Path serverProperties) {
    return List.of(
        java(),
        "-Xmx128m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xshare:auto",
        "-cp",
        libs + "/*",
        "kafka.tools.StorageTool",
        "format",
        "-t",
        clusterId,
        "-c",
        serverProperties.toString());
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
