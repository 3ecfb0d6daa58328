package io.tidemark.driver.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {
  @ParameterizedTest
  @CsvSource({
    "host, host, -1",
    "host:, host, -1",
    "rabbit_mq-1:5672, rabbit_mq-1, 5672",
    "_dns.a_b.example.:80, _dns.a_b.example., 80",
    "10.0.0.1:80, 10.0.0.1, 80",
    "[::1]:8080, [::1], 8080",
    "[fe80::1], [fe80::1], -1",
    "b\u00fccher.example:1, xn--bcher-kva.example, 1",
  })
  void readsHostsOfAllKinds(String text, String host, int port) {
    assertThat(HostPort.parse(text)).contains(new HostPort(host, port));
    assertThat(HostPort.of(URI.create("http://" + text + "/path?query")))
        .contains(new HostPort(host, port));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":80",
        "a:b",
        "a:1:2",
        "::1",
        "[::1",
        "[x]",
        "a..b",
        "-a",
        "a b",
        "u@h",
        "a:123456"
      })
  void refusesOthers(String text) {
    assertThat(HostPort.parse(text)).isEmpty();
  }

  @Test
  void aNameThatJavaTakesIsNotLookedUp() throws Exception {
    assertThat(HostPort.reachable(URI.create("http://host.invalid:80/a?b")))
        .hasToString("http://host.invalid:80/a?b");
    assertThat(HostPort.reachable(URI.create("https://b\u00fccher.invalid/a")))
        .hasToString("https://xn--bcher-kva.invalid/a");
    assertThat(HostPort.literal("[::1]")).isEqualTo("[::1]");
    assertThatThrownBy(() -> HostPort.reachable(URI.create("http://a_b.invalid:80/")))
        .isInstanceOf(UnknownHostException.class)
        .hasMessageContaining("a_b.invalid");
  }

  /** What {@link #aNameWithAnUnderscoreIsReachedByItsAddress} runs. */
  static final class Lookup {
    private Lookup() {}

    public static void main(String[] arguments) throws Exception {
      System.out.println(HostPort.reachable(URI.create(arguments[0])));
    }
  }

  /** In a separate process, which can be given names of hosts. */
  @Test
  void aNameWithAnUnderscoreIsReachedByItsAddress(@TempDir Path folder) throws Exception {
    Path hosts = Files.writeString(folder.resolve("hosts"), "192.0.2.7 rabbit_mq\n");
    Process java =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-Djdk.net.hosts.file=" + hosts,
                "-cp",
                System.getProperty("java.class.path"),
                Lookup.class.getName(),
                "http://rabbit_mq:15672/api/x?y=%2F")
            .redirectErrorStream(true)
            .start();
    assertThat(new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("http://192.0.2.7:15672/api/x?y=%2F\n");
  }
}
