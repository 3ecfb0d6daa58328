package io.tidemark.driver.rabbitmq;

import com.fasterxml.jackson.databind.JsonNode;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.EventSource;
import io.tidemark.driver.topics.TopicCleaner;
import java.net.URI;
import java.util.Map;
import java.util.function.Supplier;

/** Drivers of one kind on a test cluster: addressed directly, through a proxy, or as wanted. */
public final class Benches<D extends BenchmarkDriver & EventSource & TopicCleaner> {
  private final TestCluster cluster;
  private final Supplier<D> drivers;
  private final String addressesKey;
  private final String scheme;

  /**
   * @param addressesKey of the driver's file and of the cluster's placeholders
   * @param scheme of these addresses
   */
  public Benches(TestCluster cluster, Supplier<D> drivers, String addressesKey, String scheme) {
    this.cluster = cluster;
    this.drivers = drivers;
    this.addressesKey = addressesKey;
    this.scheme = scheme;
  }

  /** The nodes' addresses, as lines of a driver's file. */
  public String addresses() {
    return """
    %1$s: ["${brokers.%1$s}"]
    managementUris: ["${brokers.managementUris}"]
    """
        .formatted(addressesKey);
  }

  /** The nodes' addresses with a user who does not exist, so that something else must log in. */
  public String addressesWithoutLogin() {
    String uris = cluster.brokers().placeholders().get(addressesKey);
    return addresses()
        .replace(
            "${brokers." + addressesKey + "}", uris.replace("guest:guest@", "nobody:nothing@"));
  }

  /** A bench with exactly this driver file. */
  public Bench<D> ofFile(String yaml) throws Exception {
    return new Bench<>(drivers.get(), cluster.file(yaml));
  }

  /** With further options. */
  public Bench<D> with(String yaml) throws Exception {
    return ofFile(addresses() + yaml);
  }

  /**
   * Returns a bench that connects as a user of {@link TestCluster#addUser}, in its virtual host.
   */
  public Bench<D> as(String user, String yaml) throws Exception {
    String uri = uri(user + ":" + TestCluster.PASSWORD, "127.0.0.1:" + port()) + "/" + user;
    return ofFile("%s: ['%s']\n".formatted(addressesKey, uri) + yaml);
  }

  /** Without a management address; the proxy leads to {@link #port}. */
  public Bench<D> behind(LoopbackProxy proxy, String yaml) throws Exception {
    return ofFile(
        "%s: ['%s']\n".formatted(addressesKey, uri("guest:guest", proxy.address())) + yaml);
  }

  /** The first node's port. */
  public int port() {
    return URI.create(cluster.brokers().placeholders().get(addressesKey).split(",", 2)[0])
        .getPort();
  }

  private String uri(String login, String address) {
    return scheme + "://" + login + "@" + address;
  }

  /** From the management API. */
  public JsonNode queue(String name) throws Exception {
    return queueOf("%2F", name);
  }

  private JsonNode queueOf(String virtualHost, String name) throws Exception {
    return cluster.management().get("queues/" + virtualHost + "/" + ManagementApi.segment(name));
  }

  /**
   * Sends and receives on the virtual host "a/b" as a user whose name and password need escapes.
   *
   * @param suffix of the topic's queue
   * @return the broker's data of that queue
   */
  public JsonNode sendWithEscapes(String suffix) throws Exception {
    ManagementApi management = cluster.management();
    management.put("vhosts/a%2Fb", Map.of());
    management.put("users/u%40s", Map.of("password", "p@s/s:%", "tags", "administrator"));
    management.put(
        "permissions/a%2Fb/u%40s", Map.of("configure", ".*", "write", ".*", "read", ".*"));
    String uri = uri("u%40s:p%40s%2Fs%3A%25", "127.0.0.1:" + port()) + "/a%2Fb";
    String file =
        "%s: ['%s']\nmanagementUris: ['${brokers.managementUris}']\n".formatted(addressesKey, uri);
    try (Bench<D> bench = ofFile(file)) {
      String topic = bench.topic(1);
      bench.assertDelivers(topic, 10);
      return queueOf("a%2Fb", topic + suffix);
    } finally {
      management.delete("vhosts/a%2Fb");
      management.delete("users/u%40s");
    }
  }
}
