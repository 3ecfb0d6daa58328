package io.tidemark.brokers.kafka;

import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.ClusterProxy;
import io.tidemark.brokers.cluster.ClusterTlsFiles;
import io.tidemark.brokers.process.FreePorts;
import io.tidemark.brokers.process.Template;
import io.tidemark.brokers.process.TextFile;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The listeners with TLS beside the plain one, as Strimzi has them: one for clients with
 * certificates, and one for a user with SCRAM-SHA-512.
 *
 * @param tlsPorts that the nodes listen on, in their order, for clients with certificates
 * @param scramPorts the same for users with passwords
 * @param publishedTlsPorts that clients use
 * @param publishedScramPorts that clients use
 * @param files certificates and keys
 * @param password of the only user
 */
record KafkaSecurity(
    List<Integer> tlsPorts,
    List<Integer> scramPorts,
    List<Integer> publishedTlsPorts,
    List<Integer> publishedScramPorts,
    ClusterTlsFiles files,
    String password)
    implements KafkaAddition {
  private static final String USER = "tidemark";
  private static final String SERVER_STORE = "server-store.pem";

  KafkaSecurity {
    tlsPorts = List.copyOf(tlsPorts);
    scramPorts = List.copyOf(scramPorts);
    publishedTlsPorts = List.copyOf(publishedTlsPorts);
    publishedScramPorts = List.copyOf(publishedScramPorts);
  }

  /** Makes certificates in the cluster's directory where TLS is wanted. */
  static Optional<KafkaSecurity> of(
      ClusterDirectory directory, LocalClusterSpec spec, ClusterProxy proxy) {
    if (!spec.values().tls()) {
      return Optional.empty();
    }
    ClusterTlsFiles files = ClusterTlsFiles.create(directory.path().resolve("tls"));
    List<Integer> ports = FreePorts.take(2 * spec.nodes());
    // Kafka wants key and certificate in one file.
    directory.writeFile(
        "tls/" + SERVER_STORE,
        TextFile.read(files.folder().resolve("server.key"))
            + TextFile.read(files.folder().resolve("server.pem")));
    List<Integer> tls = ports.subList(0, spec.nodes());
    List<Integer> scram = ports.subList(spec.nodes(), ports.size());
    return Optional.of(
        new KafkaSecurity(
            tls,
            scram,
            proxy.publish(tls),
            proxy.publish(scram),
            files,
            UUID.randomUUID().toString().replace("-", "")));
  }

  @Override
  public String listeners(int node) {
    return listeners(tlsPorts.get(node - 1), scramPorts.get(node - 1));
  }

  @Override
  public String advertised(int node) {
    return listeners(publishedTlsPorts.get(node - 1), publishedScramPorts.get(node - 1));
  }

  private static String listeners(int tlsPort, int scramPort) {
    return ",TLS://127.0.0.1:%s,SCRAM://127.0.0.1:%s".formatted(tlsPort, scramPort);
  }

  @Override
  public String settings(int node) {
    return Template.fill(
        "kafka-tls.properties",
        Map.of(
            "keyStore", files.folder().resolve(SERVER_STORE),
            "trustStore", files.folder().resolve("ca.pem")));
  }

  /** The user in the form in which the storage tool takes it. */
  String credential() {
    return "SCRAM-SHA-512=[name=" + USER + ",password=" + password + "]";
  }

  @Override
  public Map<String, String> placeholders() {
    Map<String, String> found = new TreeMap<>(files.placeholders());
    found.put("tlsBootstrap", addresses(publishedTlsPorts));
    found.put("scramBootstrap", addresses(publishedScramPorts));
    found.put("scramUser", USER);
    found.put("scramPassword", password);
    return found;
  }

  private static String addresses(List<Integer> ports) {
    return ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
  }
}
