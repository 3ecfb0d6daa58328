package io.tidemark.cli.driver;

import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.GivenFile;
import io.tidemark.runs.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The SDK's artifacts, for builds of drivers outside of this project. */
@Command(
    name = "install-sdk",
    description = {
      "Copies the SDK for drivers (driver-bom, driver-api, driver-capabilities, driver-testkit"
          + " and tcp-proxy of io.tidemark) with sources and Javadoc into the local Maven"
          + " repository.",
      "Needs no network and no Maven.",
      "Exit code: 0 done, 2 error in the command line."
    })
public final class InstallSdkCommand implements Callable<Integer> {
  @Option(
      names = "--repository",
      paramLabel = "DIR",
      description = "Local Maven repository. Default: ~/.m2/repository.")
  private Optional<Path> repository = Optional.empty();

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws IOException {
    Path target = repository.orElse(Path.of(System.getProperty("user.home"), ".m2", "repository"));
    GivenFile.requireFolder("--repository", target);
    Console console = ProcessConsole.open(false);
    List<Path> files = files(Installation.sdk().resolve("maven"));
    for (Path file : files) {
      Path copy = target.resolve(Installation.sdk().resolve("maven").relativize(file));
      // As a whole or not at all: Maven would use a part of a jar.
      ResultFiles.replace(copy, out -> Files.copy(file, out));
      if (copy.toString().endsWith(".pom")) {
        console.print("io.tidemark:" + copy.getFileName().toString().replaceFirst("\\.pom$", ""));
      }
    }
    Set<String> missing = new LinkedHashSet<>();
    for (Path jar : jars(files)) {
      documentation(target, Installation.sdk().resolve("maven").relativize(jar))
          .complete()
          .ifPresent(missing::add);
    }
    console.print(
        "Installed in "
            + target
            + (missing.isEmpty()
                ? ", with sources and Javadoc"
                : ", without all sources and Javadoc: " + String.join("; ", missing)));
    return ExitCode.OK.code();
  }

  /** Returns the jars without those of sources and Javadoc. */
  private static List<Path> jars(List<Path> files) {
    return files.stream()
        .filter(file -> file.toString().endsWith(".jar"))
        .filter(file -> !file.toString().matches(".*-(sources|javadoc)\\.jar"))
        .toList();
  }

  /**
   * Returns the documentation of a jar in the local repository.
   *
   * @param jar {@code io/tidemark/ARTIFACT/VERSION/ARTIFACT-VERSION.jar}
   */
  private static SdkDocumentation documentation(Path repository, Path jar) {
    Path sources =
        Installation.root().resolve("sdk").resolve(jar.getName(2)).resolve("src/main/java");
    return new SdkDocumentation(
        repository.resolve(jar), Optional.of(sources).filter(folder -> Files.isDirectory(folder)));
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> entries = Files.walk(folder)) {
      return entries.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
