package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** The driver for quorum queues as it would be if its author had forgotten to acknowledge. */
final class UnacknowledgingDriver {
  private static final String NAME = "rabbitmq-quorum";
  private static final String CLASS = "io/tidemark/driver/rabbitmq/quorum/amqp091/Acknowledger";
  private static final String ACKNOWLEDGEMENT = "channel.basicAck(processedTag, true);";

  private UnacknowledgingDriver() {}

  /**
   * Changes a copy.
   *
   * @return a root of driver folders, for {@code TIDEMARK_DRIVERS}
   */
  static Path install(Path folder) throws IOException {
    Path built = TidemarkProcess.ROOT.resolve("build/distribution/target/tidemark");
    Path drivers = folder.resolve("drivers");
    Path driver = Files.createDirectories(drivers.resolve(NAME));
    try (Stream<Path> jars = Files.list(built.resolve("drivers").resolve(NAME))) {
      for (Path jar : jars.toList()) {
        Files.copy(jar, driver.resolve(jar.getFileName()));
      }
    }
    Path classes = Files.createDirectories(folder.resolve("classes"));
    compile(
        changedSource(folder),
        classes,
        jars(driver) + File.pathSeparator + jars(built.resolve("lib")));
    try (Stream<Path> jars = Files.list(driver)) {
      Path jar =
          jars.filter(each -> each.getFileName().toString().startsWith("driver-" + NAME))
              .findFirst()
              .orElseThrow();
      try (FileSystem entries = FileSystems.newFileSystem(jar)) {
        Files.copy(
            classes.resolve(CLASS + ".class"),
            entries.getPath(CLASS + ".class"),
            StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return drivers;
  }

  private static Path changedSource(Path folder) throws IOException {
    String source =
        Files.readString(
            TidemarkProcess.ROOT
                .resolve("driver-" + NAME + "/src/main/java")
                .resolve(CLASS + ".java"));
    assertThat(source).contains(ACKNOWLEDGEMENT);
    return Files.writeString(
        folder.resolve("Acknowledger.java"), source.replace(ACKNOWLEDGEMENT, ""));
  }

  private static String jars(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
  }

  private static void compile(Path source, Path classes, String classPath) {
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                messages,
                messages,
                "-proc:none",
                "-cp",
                classPath,
                "-d",
                classes.toString(),
                source.toString());
    assertThat(failed).as(messages.toString(StandardCharsets.UTF_8)).isZero();
  }
}
