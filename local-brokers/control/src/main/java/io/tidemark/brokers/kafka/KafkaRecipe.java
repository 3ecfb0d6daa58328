package io.tidemark.brokers.kafka;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.ClusterLayout;
import io.tidemark.brokers.cluster.ClusterProxy;
import io.tidemark.brokers.cluster.ClusterRecipe;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.ServerUpgrade;
import io.tidemark.brokers.process.Polling;
import io.tidemark.brokers.process.StartScript;
import io.tidemark.brokers.process.Template;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Kafka in KRaft mode: one JVM per node, whose class path is a folder of jars. */
public final class KafkaRecipe implements ClusterRecipe {
  private final LocalBrokersHome home;
  private final KafkaServers servers;
  private final Optional<Path> archiveToWrite;

  private KafkaRecipe(KafkaServers servers, Optional<Path> archiveToWrite) {
    this.home = servers.home();
    this.servers = servers;
    this.archiveToWrite = archiveToWrite;
  }

  public KafkaRecipe(KafkaServers servers) {
    this(servers, Optional.empty());
  }

  /** For a node that writes an archive of its classes when it ends. */
  public static KafkaRecipe writingArchive(KafkaServers servers, Path archive) {
    return new KafkaRecipe(servers, Optional.of(archive));
  }

  /** Tidemark's own server needs no installation; if it is missing, the start says so. */
  @Override
  public void requireServer(LocalClusterSpec spec) {
    if (spec.version().isPresent() || spec.values().home().isPresent()) {
      servers.of(spec);
    }
  }

  private KafkaJvm jvm(KafkaJars jars) {
    if (archiveToWrite.isPresent()) {
      return new KafkaJvm(jars, archiveToWrite.map(file -> "-XX:ArchiveClassesAtExit=" + file));
    }
    return new KafkaJvm(
        jars, KafkaArchive.existing(home, jars).map(file -> "-XX:SharedArchiveFile=" + file));
  }

  @Override
  public ClusterLayout prepare(ClusterDirectory directory, LocalClusterSpec spec) {
    KafkaJvm jvm = jvm(servers.of(spec));
    int nodes = spec.nodes();
    ClusterProxy proxy = ClusterProxy.of(spec);
    KafkaPorts ports = KafkaPorts.take(nodes, proxy);
    Optional<KafkaSecurity> security = KafkaSecurity.of(directory, spec, proxy);
    Optional<KafkaOauth> oauth = KafkaOauth.of(directory, spec, proxy);
    List<KafkaAddition> additions = new ArrayList<>();
    security.ifPresent(additions::add);
    oauth.ifPresent(additions::add);
    if (spec.values().racks()) {
      additions.add(new KafkaRacks());
    }
    KafkaConfig config =
        new KafkaConfig(ports, (int) spec.values().sessionTimeout().toMillis(), additions);
    directory.writeFile("log4j2.properties", Template.fill("kafka-log4j2.properties", Map.of()));
    Optional<KafkaMetrics> metrics = KafkaMetrics.of(home, directory, spec);
    List<String> addresses = new ArrayList<>();
    for (int node = 1; node <= nodes; node++) {
      int number = node;
      Path folder = directory.node(node).directory();
      directory.writeFile(
          "node-" + node + "/server.properties",
          config.properties(node, folder.resolve("data").toString()));
      List<String> options = new ArrayList<>(hostsOption(directory, proxy, node));
      metrics.ifPresent(each -> options.add("-javaagent:" + each.agent(number)));
      oauth.ifPresent(each -> options.add(each.jvmOption()));
      List<String> command =
          KafkaJvm.brokerCommand(
              nodes,
              spec.values().heapBytes() >> 20,
              options,
              directory.path().resolve("log4j2.properties"),
              folder);
      directory.writeFile("node-" + node + "/" + KafkaJvm.SERVER, jvm.serverArguments());
      directory.addProcess("node-" + node, StartScript.render(folder, Map.of(), command));
      addresses.add(config.address(node));
    }
    KafkaStorage.of(directory, jvm, home, jvm.jars())
        .format(
            nodes,
            hostsOption(directory, proxy, 1),
            new KafkaJvm.Additions(
                security.map(KafkaSecurity::credential), spec.values().featureLevels()));
    Map<String, String> placeholders = new TreeMap<>(Map.of("bootstrap", config.bootstrap()));
    metrics.ifPresent(each -> placeholders.put("metricsUrls", each.urls()));
    additions.forEach(each -> placeholders.putAll(each.placeholders()));
    return new ClusterLayout(
        BrokerKind.KAFKA,
        jvm.jars().version(),
        addresses,
        proxy.make(directory),
        placeholders,
        spec.values().keepData());
  }

  /** With proxies a node's JVM resolves names only by its file. */
  private static List<String> hostsOption(
      ClusterDirectory directory, ClusterProxy proxy, int node) {
    if (!proxy.isWanted()) {
      return List.of();
    }
    String file = "node-" + node + "/hosts";
    StringBuilder text = new StringBuilder();
    proxy
        .hostsSeenBy(node)
        .forEach((address, names) -> text.append(address + " " + String.join(" ", names) + "\n"));
    directory.writeFile(file, text.toString());
    return List.of("-Djdk.net.hosts.file=" + directory.path().resolve(file));
  }

  @Override
  public void replicate(
      String way,
      ClusterDirectory directory,
      ClusterLayout layout,
      Map<String, String> source,
      List<String> topics,
      Polling deadline) {
    KafkaJvm own = jvm(KafkaJars.in(home.requireKafkaLibs()));
    new MirrorMaker(directory, own, deadline).start(source, layout, topics);
  }

  @Override
  public ServerUpgrade upgrade(
      ClusterDirectory directory, ClusterLayout layout, LocalClusterSpec target) {
    return new KafkaUpgrade(directory, jvm(servers.of(target)), layout);
  }

  @Override
  public Optional<String> outOfSync(ClusterLayout layout, Map<Integer, String> running) {
    return running.values().stream().findFirst().flatMap(KafkaMetadataProbe::outOfSync);
  }

  /**
   * Every running node must list all running nodes as brokers: only then are they registered and
   * unfenced.
   */
  @Override
  public Optional<String> missing(
      ClusterDirectory directory, ClusterLayout layout, Map<Integer, String> running) {
    for (Map.Entry<Integer, String> node : running.entrySet()) {
      Optional<List<Integer>> known = KafkaMetadataProbe.brokersKnownTo(node.getValue());
      if (known.isEmpty()) {
        return Optional.of(
            "waiting for node " + node.getKey() + " to answer on " + node.getValue());
      }
      if (!known.get().containsAll(running.keySet())) {
        return Optional.of(
            "node %s knows the brokers %s of %s"
                .formatted(node.getKey(), known.get(), running.keySet()));
      }
    }
    return Optional.empty();
  }
}
