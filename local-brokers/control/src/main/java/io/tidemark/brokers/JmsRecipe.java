package io.tidemark.brokers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One ActiveMQ Artemis broker in a JVM of its own, whose class path is a folder of jars. */
final class JmsRecipe implements ClusterRecipe {
  static final String LIBS_PROPERTY = "tidemark.jms.libs";
  private static final int DEFAULT_HEAP_MEGABYTES = 256;
  private static final int CONNECT_TIMEOUT_MILLIS = 2000;
  private final Environment environment;

  JmsRecipe(Environment environment) {
    this.environment = environment;
  }

  @Override
  public ClusterLayout prepare(ClusterDirectory directory, LocalClusterSpec spec) {
    if (spec.nodes() != 1) {
      throw new LocalBrokerException(
          "local jms is one broker without replicas: got nodes " + spec.nodes() + "; allowed 1");
    }
    int port = FreePorts.take(1).get(0);
    Path folder = directory.node(1).directory();
    int heapMegabytes = spec.number("heapMegabytes", DEFAULT_HEAP_MEGABYTES);
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xms" + heapMegabytes + "m",
            "-Xmx" + heapMegabytes + "m",
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-Djava.awt.headless=true",
            "io.tidemark.brokers.jms.ArtemisNode",
            Integer.toString(port),
            folder.resolve("data").toString(),
            spec.options().getOrDefault("forceToDisk", "true"));
    directory.addProcess(
        "node-1", StartScript.render(folder, Map.of("CLASSPATH", libs() + "/*"), command));
    String address = "127.0.0.1:" + port;
    return new ClusterLayout(
        BrokerKind.JMS,
        spec.effectiveVersion(),
        List.of(address),
        List.of(),
        Map.of("url", "tcp://" + address),
        spec.keepData());
  }

  private Path libs() {
    Path libs =
        environment
            .libs(LIBS_PROPERTY, "brokers/jms")
            .orElseThrow(
                () ->
                    new LocalBrokerException(
                        "no JMS broker found: set TIDEMARK_HOME to an unpacked Tidemark (its brokers/jms has the jars), or -D"
                            + LIBS_PROPERTY
                            + "=FOLDER"));
    if (!Files.isDirectory(libs)) {
      throw new LocalBrokerException(
          "no JMS broker found: "
              + libs
              + " is not a folder (in a source tree, 'mvn package' fills it)");
    }
    return libs.toAbsolutePath();
  }

  /** The broker opens its port when it serves. */
  @Override
  public Optional<String> missing(
      ClusterDirectory directory, ClusterLayout layout, Map<Integer, String> running) {
    for (String address : running.values()) {
      String[] parts = address.split(":", 2);
      try (Socket socket = new Socket()) {
        socket.connect(
            new InetSocketAddress(parts[0], Integer.parseInt(parts[1])), CONNECT_TIMEOUT_MILLIS);
      } catch (IOException e) {
        return Optional.of("waiting for the JMS broker on " + address);
      }
    }
    return Optional.empty();
  }
}
