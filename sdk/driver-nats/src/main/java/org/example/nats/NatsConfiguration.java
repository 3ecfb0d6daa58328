package org.example.nats;

import io.nats.client.api.StorageType;
import io.tidemark.driver.settings.HostPort;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.SettingValues;
import io.tidemark.driver.settings.TlsStores;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** The driver's file: every key once, with its type, default and bounds. */
record NatsConfiguration(
    @Key(value = "Servers of the cluster, host or host:port, separated by commas.", required = true)
        String servers,
    @Key("User name.") Optional<String> user,
    @Key(value = "Password of the user.", secret = true) Optional<String> password,
    @Key("Connections use TLS.") Optional<Tls> tls,
    @Key(value = "Timeout of a connection attempt.", orElse = "5s", range = "1ms..")
        Duration connectTimeout,
    @Key(
            value = "A send without an acknowledgement fails after this.",
            orElse = "5s",
            range = "100ms..")
        Duration sendTimeout,
    @Key(value = "Where the broker keeps messages.", orElse = "file") StorageType storage,
    @Key(value = "Copies of each message.", orElse = "1", range = "1..5") int replicas,
    @Key(
            value = "The broker delivers a message again that is not acknowledged within this.",
            orElse = "30s",
            range = "1s..")
        Duration ackWait,
    @Key(
            value =
                "Messages that a consumer may get before it has acknowledged the first of them.",
            orElse = "500",
            range = "1..10000")
        int prefetch) {
  record Tls(
      @Key(
              value = "PEM text of the authorities to trust, such as ${file:ca.crt}.",
              required = true)
          String ca) {
    SSLContext context() throws IOException {
      return TlsStores.context(
          TlsStores.authorities(ca.getBytes(StandardCharsets.UTF_8), "key 'tls.ca'"));
    }
  }

  /** Problems that the declarations cannot find are noted with the values. */
  static NatsConfiguration read(SettingValues values) {
    NatsConfiguration read = values.read(NatsConfiguration.class);
    values.problemIf(
        values.has("servers")
            && !read.addresses().allMatch(server -> HostPort.parse(server).isPresent()),
        "servers",
        "got '" + read.servers() + "'; allowed host or host:port, several separated by commas");
    values.problemIf(
        read.user().isPresent() != read.password().isPresent(),
        "user",
        "user and password belong together; one of them is missing");
    return read;
  }

  /** The addresses of the servers in the client's notation. */
  List<String> urls() {
    return addresses().map(server -> "nats://" + server).toList();
  }

  private Stream<String> addresses() {
    return Stream.of(servers.split(",")).map(String::strip);
  }

  static Map<?, ?> yaml(File file) throws IOException {
    try (Reader reader = Files.newBufferedReader(file.toPath())) {
      return new Yaml(new SafeConstructor(new LoaderOptions())).load(reader);
    } catch (YAMLException | ClassCastException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
