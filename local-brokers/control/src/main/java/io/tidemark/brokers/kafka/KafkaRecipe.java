package io.tidemark.brokers.kafka;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.ClusterLayout;
import io.tidemark.brokers.cluster.ClusterProxy;
import io.tidemark.brokers.cluster.ClusterRecipe;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.ServerUpgrade;
import io.tidemark.brokers.process.FreePorts;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.ManagedProcess;
import io.tidemark.brokers.process.Polling;
import io.tidemark.brokers.process.StartScript;
import io.tidemark.brokers.process.Template;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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

  /**
   * The settings of a cluster whose nodes are broker and controller at once.
   *
   * @param ports of its listeners
   * @param sessionTimeoutMillis a broker silent for so long is fenced; it bounds how long producers
   *     with acks=all stall when one is killed, and how long a killed one that is restarted at once
   *     has to wait for its own old session
   * @param additions of the cluster's options
   */
  record KafkaConfig(KafkaPorts ports, int sessionTimeoutMillis, List<KafkaAddition> additions) {
    private static final int HEARTBEATS_PER_SESSION = 8;

    KafkaConfig {
      additions = List.copyOf(additions);
    }

    int nodes() {
      return ports.clients().size();
    }

    /** At most 3, and not more than there are nodes. */
    int replicationFactor() {
      return Math.min(3, nodes());
    }

    /** One broker may die without stopping producers. */
    int minInSyncReplicas() {
      return Math.max(1, replicationFactor() - 1);
    }

    /** Where clients find the node. */
    String address(int node) {
      return "127.0.0.1:" + ports.clients().get(node - 1);
    }

    String bootstrap() {
      return IntStream.rangeClosed(1, nodes())
          .mapToObj(this::address)
          .collect(Collectors.joining(","));
    }

    /** The properties file of one node. */
    String properties(int node, String logDirectory) {
      String voters =
          IntStream.rangeClosed(1, nodes())
              .mapToObj(n -> n + "@" + ports.controller(n))
              .collect(Collectors.joining(","));
      Map<String, Object> values =
          Map.of(
              "node",
              node,
              "voters",
              voters,
              "listeners",
              ports.listeners(node) + all(each -> each.listeners(node)),
              "advertised",
              ports.advertised(node, address(node)) + all(each -> each.advertised(node)),
              "interBroker",
              ports.interBrokerListener(),
              "folder",
              logDirectory,
              "replicas",
              replicationFactor(),
              "inSync",
              minInSyncReplicas(),
              "session",
              sessionTimeoutMillis,
              "heartbeat",
              Math.max(100, sessionTimeoutMillis / HEARTBEATS_PER_SESSION));
      return Template.escaped(
          Template.fill("kafka-server.properties", values) + all(each -> each.settings(node)));
    }

    private String all(Function<KafkaAddition, String> text) {
      return additions.stream().map(text).collect(Collectors.joining());
    }
  }

  /**
   * Prometheus' JMX exporter in each node, with the metric names of Strimzi.
   *
   * @param ports of the nodes' pages, in their order
   */
  record KafkaMetrics(Path agent, Path rules, List<Integer> ports) {
    private static final String RULES = "kafka-metrics.yaml";

    /** Empty unless the option {@code metrics} is set. */
    static Optional<KafkaMetrics> of(
        LocalBrokersHome home, ClusterDirectory directory, LocalClusterSpec spec) {
      if (!spec.values().metrics()) {
        return Optional.empty();
      }
      Path agent = KafkaJars.metricsAgent(home.requireKafkaLibs());
      directory.writeFile(RULES, Template.fill(RULES, Map.of()));
      return Optional.of(
          new KafkaMetrics(agent, directory.path().resolve(RULES), FreePorts.take(spec.nodes())));
    }

    /** The agent of a node, as {@code -javaagent} expects it. */
    String agent(int node) {
      return agent + "=127.0.0.1:" + ports.get(node - 1) + ":" + rules;
    }

    /** The pages, each with its node as the fragment. */
    String urls() {
      return IntStream.rangeClosed(1, ports.size())
          .mapToObj(node -> "http://127.0.0.1:" + ports.get(node - 1) + "/metrics#node-" + node)
          .collect(Collectors.joining(","));
    }
  }

  /** Each node in a rack: consumers with a {@code client.rack} read from the replica in theirs. */
  record KafkaRacks() implements KafkaAddition {
    @Override
    public String settings(int node) {
      return "broker.rack=rack-"
          + node
          + "\nreplica.selector.class=org.apache.kafka.common.replica.RackAwareReplicaSelector\n";
    }
  }

  /**
   * Nodes get the jars of another version; settings and data stay.
   *
   * @param jvm with the new jars
   * @param layout of the cluster
   */
  record KafkaUpgrade(ClusterDirectory directory, KafkaJvm jvm, ClusterLayout layout)
      implements ServerUpgrade {

    @Override
    public String version() {
      return jvm.jars().version();
    }

    @Override
    public void apply(int node) {
      directory.writeFile("node-" + node + "/" + KafkaJvm.SERVER, jvm.serverArguments());
    }

    /** The brokers of the new version use the features and records of the old one until then. */
    @Override
    public String remaining() {
      String series = version().replaceFirst("^(\\d+\\.\\d+).*", "$1");
      return "features stay at their levels until kafka-features.sh --bootstrap-server "
          + layout.addresses().get(0)
          + " upgrade --release-version "
          + series;
    }
  }

  /**
   * MirrorMaker 2, a process of the cluster that it copies topics to; it ends with that cluster.
   */
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
}
