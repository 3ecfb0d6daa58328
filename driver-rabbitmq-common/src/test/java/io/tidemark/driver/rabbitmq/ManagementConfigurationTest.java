package io.tidemark.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.EffectiveSetting;
import io.tidemark.driver.EffectiveSetting.Origin;
import io.tidemark.driver.settings.SettingValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings of nodes that are processes of this machine, and of others. */
class ManagementConfigurationTest {
  private static final String SERVER =
      "/opt/erlang/bin/beam.smp -W w -- -noinput -s rabbit boot -boot start_sasl";

  /** More than any process has. */
  private static final long PID = 999_999_999;

  @TempDir Path folder;
  private HttpPages pages;

  @BeforeEach
  void startTheApi() throws IOException {
    pages = new HttpPages();
    json("overview", "{'default_queue_type':'quorum'}");
    json("vhosts/%2F", "{'name':'/','tracing':false}");
    json("vhost-limits/%2F", "[]");
    json("feature-flags", "[{'name':'khepri_db','state':'enabled'}]");
    Files.writeString(
        folder.resolve("rabbitmq.conf"),
        """
        # comment = no setting
        vm_memory_high_watermark.absolute = 1GB
        collect_statistics_interval=1000
        default_pass = a-secret
        ssl_options.password = another
        ssl_options.keyfile = /etc/tls/key.pem
        listeners.tcp.1 = 127.0.0.1:5672
        no setting
        """);
  }

  @AfterEach
  void stopTheApi() {
    pages.close();
  }

  private void json(String path, String text) {
    pages.put("/api/" + path, text.replace('\'', '"'));
  }

  private void node(long pid, String... files) {
    String paths = "'" + String.join("','", files) + "'";
    json(
        "nodes",
        "[{'name':'rabbit1@here','os_pid':'%d','net_ticktime':60,'config_files':[%s]}]"
            .formatted(pid, paths));
  }

  private EffectiveConfiguration read() throws Exception {
    RabbitMqTlsOptions tls = new SettingValues("file", Map.of()).read(RabbitMqTlsOptions.class);
    return ManagementConfiguration.read(
        new ManagementApi(pages.uris(), tls, Optional.empty()),
        "/",
        List.of(),
        new NodeFiles(pid -> pid == PID ? Optional.of(SERVER) : Optional.of("java -jar other")));
  }

  private static EffectiveSetting inFile(String name, String value, Origin origin) {
    return new EffectiveSetting("broker", "rabbit1@here", name, value, origin, "rabbitmq.conf");
  }

  @Test
  void theFileOfANodeOfThisMachineIsRead() throws Exception {
    node(PID, folder.resolve("rabbitmq.conf").toString());

    EffectiveConfiguration read = read();

    assertThat(read.notes()).isEmpty();
    assertThat(read.settings())
        .filteredOn(each -> each.source().equals("rabbitmq.conf"))
        .containsExactly(
            inFile("vm_memory_high_watermark.absolute", "1GB", Origin.CHANGED),
            inFile("collect_statistics_interval", "1000", Origin.CHANGED),
            inFile("default_pass", EffectiveSetting.SECRET, Origin.CHANGED),
            inFile("ssl_options.password", EffectiveSetting.SECRET, Origin.CHANGED),
            inFile("ssl_options.keyfile", "/etc/tls/key.pem", Origin.PLACE),
            inFile("listeners.tcp.1", "127.0.0.1:5672", Origin.PLACE));
  }

  @Test
  void theFileOfANodeElsewhereIsANoteAlsoIfAFileOfThatNameIsHere() throws Exception {
    node(17, folder.resolve("rabbitmq.conf").toString());

    EffectiveConfiguration read = read();

    assertThat(read.notes())
        .singleElement()
        .asString()
        .startsWith("rabbitmq.conf of rabbit1@here is not known: the management API gives");
    assertThat(read.settings()).noneMatch(each -> each.source().equals("rabbitmq.conf"));
    assertThat(read.settings())
        .anyMatch(each -> each.name().equals("feature_flag.khepri_db"))
        .anyMatch(each -> each.name().equals("default_queue_type"));
  }

  @Test
  void aFileOfErlangTermsIsNamed() throws Exception {
    Files.writeString(folder.resolve("advanced.config"), "[].");
    node(PID, folder.resolve("advanced.config").toString(), folder + "/none.config");

    assertThat(read().notes())
        .containsExactly("advanced.config of rabbit1@here is in effect and is not read");
  }

  @Test
  void aFileThatIsGoneIsANote() throws Exception {
    node(PID, folder.resolve("gone.conf").toString());

    assertThat(read().notes())
        .singleElement()
        .asString()
        .startsWith("rabbitmq.conf of rabbit1@here cannot be read: ");
  }
}
