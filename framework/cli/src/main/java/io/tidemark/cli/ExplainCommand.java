package io.tidemark.cli;

import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.cli.brokers.BrokersCommand;
import io.tidemark.cli.explain.Chapter;
import io.tidemark.cli.explain.Explanation;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.report.document.Document;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.Installation;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Explains any name that a file, a result or a command has. */
@Command(
    name = "explain",
    description = {
      "Explains a name: a key of a file, metric, finding, status, exit code, column, option,"
          + " setting of a driver, or rule. Without a name it lists the chapters.",
      "Exit code: 0 done, 2 nothing has this name."
    })
public final class ExplainCommand implements Callable<Integer> {
  private final List<Chapter> ofFeatures;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description =
          "A name such as faults.kill, endToEnd.p99, cpu-starved, INVALID, 3, --drivers or"
              + " study.name; or a chapter.")
  private Optional<String> name = Optional.empty();

  @Mixin private HelpOption help;

  /**
   * @param ofFeatures chapters that features add
   */
  ExplainCommand(List<Chapter> ofFeatures) {
    this.ofFeatures = ofFeatures;
  }

  /** The name may be an option. */
  @Spec
  void allowOptions(CommandSpec itself) {
    itself.parser().unmatchedOptionsArePositionalParams(true);
  }

  @Override
  public Integer call() {
    Explanation explanation =
        new Explanation(
            programs(spec.root()), Installation.catalog(), Installation.root(), ofFeatures);
    List<Document> documents =
        name.map(explanation::of).orElseGet(() -> List.of(explanation.chapters()));
    ProcessConsole.open(false).print(documents, spec.usageMessage().width());
    return ExitCode.OK.code();
  }

  /** {@code bin/benchmark}, and the other programs, with all their commands. */
  public static List<CommandSpec> programs(CommandSpec benchmark) {
    return List.of(
        benchmark,
        CommandSpec.forAnnotatedObject(new BrokersCommand(LocalBrokersHome.discover())),
        CommandSpec.forAnnotatedObject(WorkerCommand.class),
        CommandSpec.forAnnotatedObject(WorkloadGeneratorCommand.class));
  }
}
