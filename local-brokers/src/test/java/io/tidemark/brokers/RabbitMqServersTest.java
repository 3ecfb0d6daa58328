package io.tidemark.brokers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RabbitMqServersTest {
  private static final RabbitMqRelease OLD = RabbitMqRelease.of("3.10");
  @TempDir Path folder;

  private LocalBrokersHome home(Optional<Path> rabbitMqHome) {
    return new LocalBrokersHome(
        folder.resolve("state"), folder.resolve("cache"), Optional.empty(), rabbitMqHome);
  }

  private Path server(String where, String version) throws IOException {
    Path server = folder.resolve(where);
    Files.createDirectories(server.resolve("plugins/rabbit-" + version));
    program(server.resolve("sbin/rabbitmq-server"));
    return server;
  }

  private static void program(Path path) throws IOException {
    Files.createDirectories(path.getParent());
    Files.createFile(path);
    assertThat(path.toFile().setExecutable(true)).isTrue();
  }

  private String erlangOnPath() throws IOException {
    program(folder.resolve("erlang/erl"));
    program(folder.resolve("erlang/epmd"));
    return folder.resolve("erlang").toString();
  }

  @Test
  void prefersTheNamedHome() throws IOException {
    Path named = server("named", "3.10.8");
    Path erlang = Path.of(erlangOnPath());
    RabbitMqServer found =
        new RabbitMqServers(home(Optional.of(named)), erlang.toString()).find(OLD);
    assertThat(found).isEqualTo(new PlainRabbitMq(named, erlang));
  }

  @Test
  void saysWhatItRefusedAndHowToInstall() throws IOException {
    Path named = server("named", "3.12.1");
    RabbitMqServers servers = new RabbitMqServers(home(Optional.of(named)), erlangOnPath());
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(() -> servers.find(OLD))
        .withMessageContaining("bin/brokers install rabbitmq --version 3.10")
        .withMessageContaining("is version 3.12.1")
        .withMessageContaining("no rabbitmq-server on the PATH");
  }

  @Test
  void refusesAServerWithoutErlang() throws IOException {
    Path named = server("named", "3.10.8");
    RabbitMqServers servers =
        new RabbitMqServers(home(Optional.of(named)), folder.resolve("empty").toString());
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(() -> servers.find(OLD))
        .withMessageContaining("erl and epmd are not on the PATH");
  }

  @Test
  void goesPastDebiansWrapperToTheServerBehindIt() throws IOException {
    program(folder.resolve("usr/sbin/rabbitmq-server"));
    Path behind = server("usr/lib/rabbitmq/lib/rabbitmq_server-3.10.8", "3.10.8");
    String path = folder.resolve("usr/sbin") + ":" + erlangOnPath();
    assertThat(new RabbitMqServers(home(Optional.empty()), path).find(OLD))
        .isEqualTo(new PlainRabbitMq(behind, folder.resolve("erlang")));
  }

  @Test
  void fallsBackToTheCache() throws IOException {
    Path cached =
        server("cache/rabbitmq-3.10/usr/lib/rabbitmq/lib/rabbitmq_server-3.10.8", "3.10.8");
    RabbitMqServer found = new RabbitMqServers(home(Optional.empty()), "").find(OLD);
    assertThat(found)
        .isEqualTo(
            new PlainRabbitMq(cached, folder.resolve("cache/rabbitmq-3.10/usr/lib/erlang/bin")));
  }

  @Test
  void isolatesTheVersionThatNeedsItsOwnUserLand() throws IOException {
    server("cache/rabbitmq-4/usr/lib/rabbitmq/lib/rabbitmq_server-4.0.5", "4.0.5");
    RabbitMqServer found =
        new RabbitMqServers(home(Optional.empty()), "").find(RabbitMqRelease.of("4"));
    assertThat(found)
        .isEqualTo(
            new IsolatedRabbitMq(
                folder.resolve("cache/rabbitmq-4"), "/usr/lib/rabbitmq/lib/rabbitmq_server-4.0.5"));
  }
}
