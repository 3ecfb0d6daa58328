package io.tidemark.cli;

import io.tidemark.cli.process.InputFile;
import io.tidemark.cli.process.ProcessEnd;
import io.tidemark.cli.process.ProgramCommand;
import io.tidemark.cli.process.Version;
import io.tidemark.model.workloadfile.WorkloadTemplate;
import io.tidemark.model.yaml.Printable;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.GivenFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What {@code bin/workload-generator} starts; the options are OMB's. */
@Command(
    name = "workload-generator",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Writes a workload file for every combination of the lists in a template.",
      "Lists may be: topics, partitionsPerTopic, messageSize, subscriptionsPerTopic,"
          + " producersPerTopic, consumerPerSubscription, producerRate.",
      "nameFormat is the pattern of file names: '$${topics}-topics-$${producerRate}'."
    })
public final class WorkloadGeneratorCommand implements Callable<Integer> {

  @Option(
      names = {"-t", "--template-file"},
      converter = InputFile.class,
      required = true,
      paramLabel = "FILE",
      description = "The template, a workload with lists.")
  private Path templateFile;

  @Option(
      names = {"-o", "--output-folder"},
      required = true,
      paramLabel = "FOLDER",
      description = "Folder for the files; created if it does not exist.")
  private Path outputFolder;

  @Spec private CommandSpec spec;

  public static void main(String[] args) {
    ProcessEnd.after(() -> ProgramCommand.execute(commandLine(), args));
  }

  public static CommandLine commandLine() {
    return ProgramCommand.of(new WorkloadGeneratorCommand());
  }

  @Override
  public Integer call() throws IOException {
    GivenFile.requireFolder("--output-folder", outputFolder);
    List<Path> files = WorkloadTemplate.read(templateFile).generate(outputFolder);
    files.forEach(file -> spec.commandLine().getOut().println(Printable.text(file.toString())));
    spec.commandLine().getOut().flush();
    return ExitCode.OK.code();
  }
}
