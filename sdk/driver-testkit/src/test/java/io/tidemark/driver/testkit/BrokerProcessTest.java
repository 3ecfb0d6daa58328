package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerProcessTest {
  /** Listens and never answers. */
  private static final String BROKER =
      """
      class Broker {
        public static void main(String[] arguments) throws Exception {
          new java.net.ServerSocket(Integer.parseInt(arguments[0])).accept();
          Thread.sleep(Long.MAX_VALUE);
        }
      }
      """;

  @TempDir Path directory;

  @Test
  void aCommandThatEndsIsQuotedWithItsOutput() {
    assertThatThrownBy(
            () -> BrokerProcess.start("echo no license in $DATA; exit 3", directory).close())
        .isInstanceOf(IOException.class)
        .hasMessage(
            "the broker ended with exit code 3; command: echo no license in $DATA; exit 3; its last"
                + " output:\nno license in "
                + directory.resolve("data"));
  }

  @Test
  void listensUntilItIsClosedWithItsChildren() throws Exception {
    Path source = Files.writeString(directory.resolve("Broker.java"), BROKER);
    // Without exec: the broker is a child of the shell.
    BrokerProcess broker =
        BrokerProcess.start("java '%s' $PORT; true".formatted(source), directory);
    broker.close();
    assertThatThrownBy(() -> new Socket("127.0.0.1", broker.port()).close())
        .isInstanceOf(IOException.class);
    assertThat(directory.resolve("data")).isDirectory();
  }
}
