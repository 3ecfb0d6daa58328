package io.tidemark.brokers.artemis;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.ClusterLayout;
import io.tidemark.brokers.cluster.ClusterProxy;
import io.tidemark.brokers.cluster.ClusterRecipe;
import io.tidemark.brokers.cluster.ConfiguredPlaces;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.process.FreePorts;
import io.tidemark.brokers.process.StartScript;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One ActiveMQ Artemis broker in a separate JVM, whose class path is a folder of jars. */
public record JmsRecipe(ConfiguredPlaces environment) implements ClusterRecipe {
  static final String LIBS_PROPERTY = "tidemark.jms.libs";

  @Override
  public ClusterLayout prepare(ClusterDirectory directory, LocalClusterSpec spec) {
    List<Integer> ports = FreePorts.take(1);
    ClusterProxy proxy = ClusterProxy.of(spec);
    Path folder = directory.node(1).directory();
    long heapMegabytes = spec.values().heapBytes() >> 20;
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xms" + heapMegabytes + "m",
            "-Xmx" + heapMegabytes + "m",
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-Djava.awt.headless=true",
            "io.tidemark.brokers.jms.ArtemisNode",
            ports.get(0).toString(),
            folder.resolve("data").toString(),
            Boolean.toString(spec.values().forceToDisk()));
    Path libs =
        LocalBrokersHome.requireLibs(
            "JMS", "jms", LIBS_PROPERTY, environment.libs(LIBS_PROPERTY, "brokers/jms"));
    directory.addProcess(
        "node-1", StartScript.render(folder, Map.of("CLASSPATH", libs + "/*"), command));
    String address = "127.0.0.1:" + proxy.publish(ports).get(0);
    return new ClusterLayout(
        BrokerKind.JMS,
        spec.effectiveVersion(),
        List.of(address),
        proxy.make(directory),
        Map.of("url", "tcp://" + address),
        spec.values().keepData());
  }

  /** The broker opens its port when it serves. */
  @Override
  public Optional<String> missing(
      ClusterDirectory directory, ClusterLayout layout, Map<Integer, String> running) {
    return running.values().stream()
        .filter(address -> !FreePorts.isServed(address))
        .findFirst()
        .map(address -> "waiting for the JMS broker on " + address);
  }
}
