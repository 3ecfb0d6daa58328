package io.tidemark.cli;

import io.tidemark.model.workload.WorkloadTemplate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** OMB's template tool: one template with lists, one workload file for each combination. */
@Command(
    name = "generate-workloads",
    description = "Makes workload files from a template whose keys hold lists, as OMB's tool does.")
final class GenerateWorkloadsCommand implements Callable<Integer> {
  @Option(
      names = {"-t", "--template-file"},
      required = true,
      paramLabel = "FILE",
      description = "The template.")
  private Path template;

  @Option(
      names = {"-o", "--output-folder"},
      required = true,
      paramLabel = "DIR",
      description = "Where the files go; files of the same name are replaced.")
  private Path folder;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this and exits.")
  private boolean help;

  @Override
  public Integer call() throws IOException {
    Console console = Console.ofProcess(false);
    List<Path> files = WorkloadTemplate.read(template).generate(folder);
    files.forEach(file -> console.print(file.toString()));
    return ExitCode.OK.code();
  }
}
