package io.tidemark.cli.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.tidemark.cli.CommandRun;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverTemplateTest {
  @TempDir Path folder;

  private int copy() throws IOException {
    return new DriverTemplate(folder.resolve("template"))
        .copyTo(folder.resolve("made"), ProjectNames.of("redis", Optional.empty()), Map.of());
  }

  @Test
  void aProjectIsThereAsAWholeOrNotAtAll() throws IOException {
    Path template = Files.createDirectories(folder.resolve("template/src"));
    Files.writeString(template.resolve("mybroker.txt"), "class MyBroker");
    Path broken = Files.write(template.resolve("z"), new byte[] {(byte) 0xff, (byte) 0xfe});
    assertThatIOException().isThrownBy(this::copy);
    assertThat(folder.resolve("made")).doesNotExist();

    Files.delete(broken);
    assertThat(copy()).isEqualTo(1);
    assertThat(folder.resolve("made/src/redis.txt")).content().contains("class Redis");
    assertThatExceptionOfType(FileAlreadyExistsException.class).isThrownBy(this::copy);
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  /** The package of the driver of the guide is that of the template. */
  @Test
  void aWordThatWasPutInIsNotReplacedAgain() throws IOException {
    Path template = Files.createDirectories(folder.resolve("template/org/example/mybroker"));
    Files.writeString(
        template.resolve("MyBroker.java"), "package org.example.mybroker; // mybroker");
    new DriverTemplate(folder.resolve("template"))
        .copyTo(folder.resolve("made"), ProjectNames.of("my-broker", Optional.empty()), Map.of());
    assertThat(folder.resolve("made/org/example/mybroker/MyBroker.java"))
        .content()
        .isEqualTo("package org.example.mybroker; // my-broker");
  }

  @Test
  void aProjectIsNotMadeInASourceCheckout() throws IOException {
    Path checkout = folder.resolve("checkout");
    Files.createFile(
        Files.createDirectories(checkout.resolve("build/distribution")).resolve("pom.xml"));
    Path target = checkout.resolve("drivers/driver-redis");
    CommandRun run = CommandRun.of("new-driver", "redis", "--dir", target);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.printed())
        .contains("--dir: " + target + " is in " + checkout + ", a source checkout of Tidemark");
    assertThat(target).doesNotExist();
  }
}
