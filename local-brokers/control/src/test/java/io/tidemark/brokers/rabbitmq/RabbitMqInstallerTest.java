package io.tidemark.brokers.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.brokers.process.LocalBrokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RabbitMqInstallerTest {
  @TempDir Path cache;
  private final List<String> progress = new CopyOnWriteArrayList<>();
  private final AtomicInteger downloads = new AtomicInteger();

  private PackageDownload.Unpacked download(RabbitMqRelease release, Path work) throws IOException {
    downloads.incrementAndGet();
    Path root = Files.createDirectories(work.resolve("root"));
    Files.writeString(root.resolve("server"), release.version());
    return new PackageDownload.Unpacked(root, 82, 75);
  }

  private RabbitMqInstaller installer(PackageDownload download) {
    return new RabbitMqInstaller(cache, progress::add, download);
  }

  private List<String> filesInCache() throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void saysWhatItInstallsFromWhereHowLargeItIsAndWhereItIs() throws IOException {
    Path installed = installer(this::download).install("4");
    assertThat(installed.resolve("server")).hasContent("4");
    assertThat(progress)
        .containsExactly(
            "downloading RabbitMQ 4: packages of Debian trixie from the mirror of this machine,"
                + " about 85 MB",
            "RabbitMQ 4 is in " + installed + " (82 packages, 75 MB)");
    assertThat(filesInCache()).containsExactly("rabbitmq-4", "rabbitmq-4.lock");
  }

  @Test
  void installsOnceHoweverManyWantIt() {
    List<CompletableFuture<Path>> all =
        Stream.generate(
                () -> CompletableFuture.supplyAsync(() -> installer(this::download).install("4")))
            .limit(4)
            .toList();
    assertThat(all.stream().map(CompletableFuture::join).distinct()).hasSize(1);
    assertThat(downloads).hasValue(1);
  }

  @Test
  void aFailureLeavesNothingAndTheNextOneInstalls() throws IOException {
    RabbitMqInstaller failing =
        installer(
            (release, work) -> {
              Files.writeString(work.resolve("half.deb"), "half");
              throw new LocalBrokerException("interrupted while RabbitMQ was installed");
            });
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(() -> failing.install("4"))
        .withMessageContaining("interrupted");
    assertThat(filesInCache()).containsExactly("rabbitmq-4.lock");
    assertThat(installer(this::download).install("4").resolve("server")).exists();
  }

  @Test
  void removesWhatAKilledInstallationOfTheSameVersionHasLeft() throws IOException {
    Files.createDirectories(cache.resolve("rabbitmq-4-unfinished-1/root/usr"));
    Files.createDirectories(cache.resolve("rabbitmq-4.3-unfinished-2"));
    installer(this::download).install("4");
    assertThat(filesInCache())
        .containsExactly("rabbitmq-4", "rabbitmq-4.3-unfinished-2", "rabbitmq-4.lock");
  }

  @Test
  void anInstalledServerNeedsNoRightToWrite() throws IOException {
    Files.createDirectory(cache.resolve("rabbitmq-4"));
    assertThat(installer(this::download).install("4")).isEqualTo(cache.resolve("rabbitmq-4"));
    assertThat(filesInCache()).containsExactly("rabbitmq-4");
  }

  @Test
  void aCacheThatIsAFileIsOneClearError() throws IOException {
    Path file = Files.createFile(cache.resolve("file"));
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(() -> new RabbitMqInstaller(file, progress::add, this::download).install("4"))
        .withMessageContaining("cannot install RabbitMQ 4 into " + file);
  }
}
