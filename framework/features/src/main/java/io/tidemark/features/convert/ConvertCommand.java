package io.tidemark.features.convert;

import io.tidemark.base.UsageException;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.GivenFile;
import io.tidemark.runs.Installation;
import io.tidemark.runs.suite.DriverChecks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Converts a command line of another tool. */
@Command(
    name = "convert",
    sortOptions = false,
    description = {
      "Prints the workload and driver file for a command line of another load tool, and lists what"
          + " they do not contain.",
      "Nothing is started. docs/how-to/omb.md has examples."
    })
public final class ConvertCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "TOOL",
      description = "perftest, stream-perf-test, kafka-producer-perf-test or cphtestp.")
  private String tool;

  @Parameters(
      index = "1",
      paramLabel = "COMMAND",
      description = "The tool's command line as one argument, with or without its name.")
  private String command;

  @Option(
      names = "--output-folder",
      paramLabel = "FOLDER",
      description = "Writes workload.yaml and driver.yaml to this folder instead of printing them.")
  private Optional<Path> folder = Optional.empty();

  @Option(names = "--help", usageHelp = true, description = "Shows this and exits.")
  private boolean help;

  /** The command line begins with an option, which must not be taken for one of this command. */
  @Spec
  void commandBeginsWithAnOption(CommandSpec spec) {
    spec.parser().unmatchedOptionsArePositionalParams(true);
  }

  @Override
  public Integer call() throws IOException {
    folder.ifPresent(target -> GivenFile.requireFolder("--output-folder", target));
    Tool known = Tool.of(tool);
    List<String> words = ShellWords.of(command);
    if (words.stream().noneMatch(word -> word.startsWith("-"))) {
      throw new UsageException(
          "the command line of %s is one argument with its options, in quotation marks"
              .formatted(known));
    }
    Conversion files = known.convert(words);
    requireRight(known, files);
    Console console = ProcessConsole.open(false);
    if (folder.isPresent()) {
      write(folder.get(), files, console);
    } else {
      console.printFile("# workload.yaml\n" + files.workloadYaml());
      console.printFile("# driver.yaml\n" + files.driverYaml());
    }
    console.print(files.differences().stripTrailing());
    return ExitCode.OK.code();
  }

  /** Values that the tool takes may be none that a run can have. */
  private static void requireRight(Tool tool, Conversion files) throws IOException {
    Path folder = Files.createTempDirectory("convert-");
    Path workload = folder.resolve("workload.yaml");
    Path driver = folder.resolve("driver.yaml");
    Problems problems = new Problems();
    try {
      Files.writeString(workload, files.workloadYaml());
      Files.writeString(driver, files.driverYaml());
      ReadOptions options = ReadOptions.ofProcess(false);
      new WorkloadReader(options, problems).read(workload, Overrides.NONE);
      new DriverChecks(Installation.catalog(), problems).read(driver, Overrides.NONE, options);
    } finally {
      Files.deleteIfExists(workload);
      Files.deleteIfExists(driver);
      Files.delete(folder);
    }
    String wrong =
        problems.errors().stream()
            .filter(problem -> !problem.path().equals("driverClass")) // It may not be installed.
            .map(problem -> problem.path() + ": " + problem.message())
            .collect(Collectors.joining("; "));
    if (!wrong.isEmpty()) {
      throw new UsageException(tool + ": no run has these values: " + wrong);
    }
  }

  private static boolean isText(Path file, String text) throws IOException {
    return Files.isRegularFile(file)
        && Arrays.equals(Files.readAllBytes(file), text.getBytes(StandardCharsets.UTF_8));
  }

  private static void write(Path folder, Conversion files, Console console) throws IOException {
    Path workload = folder.resolve("workload.yaml");
    Path driver = folder.resolve("driver.yaml");
    Map<Path, String> texts = new LinkedHashMap<>();
    texts.put(workload, files.differences() + files.workloadYaml());
    texts.put(driver, files.driverYaml());
    List<String> present = new ArrayList<>();
    for (Map.Entry<Path, String> file : texts.entrySet()) {
      // A call that was killed between the two files is repeated with the same text.
      if (Files.exists(file.getKey()) && !isText(file.getKey(), file.getValue())) {
        present.add(file.getKey().toString());
      }
    }
    if (!present.isEmpty()) {
      throw new UsageException(
          "--output-folder: already there, with another content: " + String.join(", ", present));
    }
    Files.createDirectories(folder);
    for (Map.Entry<Path, String> file : texts.entrySet()) {
      ResultFiles.replaceFile(file.getKey(), file.getValue());
    }
    console.print("bin/benchmark --drivers " + driver + " " + workload);
  }
}
