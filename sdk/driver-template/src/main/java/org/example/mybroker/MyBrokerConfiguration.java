package org.example.mybroker;

import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.SettingValues;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** The driver's file: every key once, with its type, default and bounds. */
record MyBrokerConfiguration(
    @Key(value = "Address of the broker, host:port.", required = true) String address,
    @Key(value = "Timeout of a connection attempt.", orElse = "5s", range = "1ms..")
        Duration connectTimeout,
    @Key(
            value = "Messages that a consumer may get before it has acknowledged the first of them.",
            orElse = "100",
            range = "1..10000")
        int prefetch) {

  /** Problems that the declarations cannot find are noted with the values. */
  static MyBrokerConfiguration read(SettingValues values) {
    MyBrokerConfiguration read = values.read(MyBrokerConfiguration.class);
    values.problemIf(
        values.has("address") && !read.address().matches(".+:\\d{1,5}"),
        "address",
        "got '" + read.address() + "'; allowed host:port");
    return read;
  }

  String host() {
    return address.substring(0, address.lastIndexOf(':'));
  }

  int port() {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  int connectTimeoutMillis() {
    return Math.toIntExact(connectTimeout.toMillis());
  }

  static Map<?, ?> yaml(File file) throws IOException {
    try (Reader reader = Files.newBufferedReader(file.toPath())) {
      return new Yaml(new SafeConstructor(new LoaderOptions())).load(reader);
    } catch (YAMLException | ClassCastException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
