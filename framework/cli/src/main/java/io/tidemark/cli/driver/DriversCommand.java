package io.tidemark.cli.driver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.base.UsageException;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.driver.settings.NearestName;
import io.tidemark.driver.settings.Setting;
import io.tidemark.model.grammar.KeyTable;
import io.tidemark.model.workloadfile.ConfigurationSchemas;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.Installation;
import io.tidemark.worker.driver.DriverCatalog;
import io.tidemark.worker.driver.DriverDescription;
import io.tidemark.worker.driver.DriverLoadException;
import io.tidemark.worker.driver.DriversText;
import io.tidemark.worker.driver.InstalledDriver;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is installed, and what it can do. */
@Command(
    name = "drivers",
    description = {
      "Lists the installed drivers: folder, version, class, capabilities, and what runs"
          + " with a driver do not have because a capability is missing.",
      "Capabilities of producers and consumers are listed if classes of the driver use"
          + " them. Connects to no broker.",
      "Exit code: 0 done, 2 error in the command line."
    })
public final class DriversCommand implements Callable<Integer> {
  @Option(
      names = "--schema",
      paramLabel = "NAME",
      description = "Only prints the JSON Schema of files for this driver (name, class or alias).")
  private Optional<String> schema = Optional.empty();

  @Option(
      names = "--doc",
      paramLabel = "NAME",
      description = "Only prints the settings of this driver, as a Markdown table.")
  private Optional<String> doc = Optional.empty();

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws JsonProcessingException {
    Console console = ProcessConsole.open(false);
    if (schema.isPresent() && doc.isPresent()) {
      throw new UsageException("--schema and --doc: allowed is one of the two");
    }
    DriverCatalog catalog = Installation.catalog();
    if (schema.isPresent()) {
      console.printFile(schema(described(catalog, "--schema", schema.get())));
    } else if (doc.isPresent()) {
      console.printFile(doc(described(catalog, "--doc", doc.get())).stripTrailing());
    } else {
      console.print(DriversText.of(catalog.inspect()).stripTrailing());
    }
    return ExitCode.OK.code();
  }

  private static DriverDescription described(DriverCatalog catalog, String option, String name) {
    String driverClass =
        catalog.installed().stream()
            .filter(driver -> driver.name().equals(name) && !driver.className().isEmpty())
            .map(InstalledDriver::className)
            .findFirst()
            .orElse(name);
    try {
      DriverDescription description = catalog.describe(driverClass, Map.of());
      if (!description.described()) {
        throw new UsageException(
            "%s: driver %s does not describe its settings; allowed are drivers with DescribedDriver"
                .formatted(option, name));
      }
      return description;
    } catch (DriverLoadException e) {
      Set<String> names = new LinkedHashSet<>();
      catalog.installed().forEach(driver -> names.add(driver.name()));
      throw new UsageException(
          option + ": " + e.getMessage() + NearestName.suggestion(name, names));
    }
  }

  private static String schema(DriverDescription driver) throws JsonProcessingException {
    List<String> names =
        Stream.concat(Stream.of(driver.driver().className()), driver.driver().aliases().stream())
            .toList();
    return new ObjectMapper()
        .writerWithDefaultPrettyPrinter()
        .writeValueAsString(ConfigurationSchemas.drivers(Map.of(names, driver.settings())));
  }

  /** The framework's keys are the same for all drivers: docs/reference/driver-file.md. */
  private static String doc(DriverDescription driver) {
    List<Setting> settings = driver.settings();
    return "# Settings of " + driver.driver().name() + "\n\n" + KeyTable.of(settings);
  }
}
