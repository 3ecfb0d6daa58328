package io.tidemark.brokers.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TarArchiveTest {
  @TempDir Path folder;

  private String tar(byte[] archive, String... arguments) throws Exception {
    Path file = folder.resolve("files.tar");
    Files.write(file, archive);
    List<String> command = new java.util.ArrayList<>(List.of("tar", "-C", folder.toString()));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-f", file.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return printed;
  }

  @Test
  void tarReadsModesOwnersFoldersAndText() throws Exception {
    String text = "x".repeat(512) + "\nü\n";
    byte[] archive =
        TarArchive.of(
            List.of(
                ContainerFile.readable("/etc/own/a.conf", text),
                ContainerFile.readable("/etc/own/empty", ""),
                new ContainerFile("/var/lib/.cookie", 0400, 999, "secret")),
            List.of("/etc/own"));
    assertThat(tar(archive, "-t", "-v", "--numeric-owner").lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("drwxr-xr-x 0/0").endsWith("etc/own/"),
            line -> assertThat(line).startsWith("-rw-r--r-- 0/0").endsWith("etc/own/a.conf"),
            line -> assertThat(line).startsWith("-rw-r--r-- 0/0").endsWith("etc/own/empty"),
            line -> assertThat(line).startsWith("-r-------- 999/999").endsWith("var/lib/.cookie"));
    tar(archive, "-x", "--no-same-owner");
    assertThat(folder.resolve("etc/own/a.conf")).hasContent(text);
    assertThat(folder.resolve("etc/own/empty")).isEmptyFile();
    assertThat(folder.resolve("var/lib/.cookie")).hasContent("secret");
  }
}
