package io.tidemark.cli.driver;

import io.tidemark.base.UsageException;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.Installation;
import io.tidemark.worker.host.BuildFacts;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A project for a driver outside of this one. */
@Command(
    name = "new-driver",
    description = {
      "Creates a Maven project for a driver: driver with settings, driver files, workload,"
          + " conformance test, run script.",
      "It builds and passes at once, with a toy broker in place of yours.",
      "Exit code: 0 created, 2 error in the command line."
    })
public final class NewDriverCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "NAME",
      description = "Name of the driver: lower-case letters, digits and dashes, such as my-broker.")
  private String name;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "Folder to create, outside of a source checkout of Tidemark; must not exist. Default:"
              + " driver-NAME.")
  private Optional<Path> folder = Optional.empty();

  @Option(
      names = "--package",
      paramLabel = "PACKAGE",
      description = "Java package and Maven group. Default: org.example.NAME.")
  private Optional<String> javaPackage = Optional.empty();

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws IOException {
    ProjectNames names = ProjectNames.of(name, javaPackage);
    Path target = folder.orElse(Path.of("driver-" + names.driver()));
    requireOutsideOfCheckouts(target);
    Map<String, String> values =
        Map.of(
            "tidemark.version", BuildFacts.read().version(),
            "tidemark.home", Installation.root().toString());
    DriverTemplate template = new DriverTemplate(Installation.sdk().resolve("driver-template"));
    try {
      int files = template.copyTo(target, names, values);
      ProcessConsole.open(false)
          .print(
              String.format(
                  Locale.ROOT,
                  """
              Created %s with %d files. Next:
                %s/bin/benchmark install-sdk
                cd %s
                mvn verify
                ./run
              README.md lists what to replace.\
              """,
                  target,
                  files,
                  Installation.root(),
                  target));
      return ExitCode.OK.code();
    } catch (FileAlreadyExistsException e) {
      throw new UsageException("--dir: " + target + " exists; allowed is a folder that does not");
    }
  }

  /** There Maven would take over the settings of Tidemark's own build. */
  private static void requireOutsideOfCheckouts(Path target) {
    for (Path each = target.toAbsolutePath().normalize(); each != null; each = each.getParent()) {
      if (Files.exists(each.resolve("build/distribution/pom.xml"))) {
        throw new UsageException(
            "--dir: %s is in %s, a source checkout of Tidemark; allowed is a folder outside of it"
                .formatted(target, each));
      }
    }
  }
}
