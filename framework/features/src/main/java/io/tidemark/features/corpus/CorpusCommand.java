package io.tidemark.features.corpus;

import io.tidemark.base.UsageException;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.process.InputFile;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.model.result.Text;
import io.tidemark.report.document.MarkdownRenderer;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultFiles.Content;
import io.tidemark.report.file.ResultsException;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.GivenFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A repository of bundles that others can check. */
@Command(
    name = "corpus",
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Keeps bundles of many systems in one folder, by rules that others can check, and makes a page"
          + " with the systems side by side.",
      "docs/reference/corpus.md has the rules and the keys of its files."
    },
    subcommands = {CorpusCommand.New.class, CorpusCommand.Check.class, CorpusCommand.Build.class})
public final class CorpusCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Mixin private HelpOption help;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing, such as check");
  }

  /** Makes the folder. */
  @Command(
      name = "new",
      sortOptions = false,
      description = {
        "Makes the folder of a corpus: its workloads, its rules (README.md), and a workflow for GitHub"
            + " that checks each pull request."
      })
  static final class New implements Callable<Integer> {
    private static final String WORKFLOW = "check.yml";

    @Parameters(index = "0", paramLabel = "FOLDER", description = "It must not exist.")
    private Path folder;

    @Parameters(
        index = "1..*",
        arity = "1..*",
        paramLabel = "WORKLOAD",
        converter = InputFile.class,
        description = "Workload files, which are copied.")
    private List<Path> workloads;

    @Mixin private HelpOption help;

    @Override
    public Integer call() throws IOException {
      if (Files.exists(folder)) {
        throw new UsageException(folder + " exists; allowed is a folder that does not");
      }
      Map<String, Content> files = new TreeMap<>();
      files.put("README.md", Content.text(readme()));
      files.put(".github/workflows/" + WORKFLOW, Content.text(resource(WORKFLOW)));
      for (Path each : workloads) {
        files.put(Corpus.WORKLOADS + "/" + each.getFileName(), out -> Files.copy(each, out));
      }
      ResultFiles.writeNewFolder(
          folder,
          temporary -> {
            for (Map.Entry<String, Content> each : files.entrySet()) {
              ResultFiles.replace(temporary.resolve(each.getKey()), each.getValue());
            }
            Corpus.open(temporary); // Its workloads can be read.
          });
      ProcessConsole.open(false)
          .print(
              "Made %s with %s. Next: %s/NAME/%s and bundles, as its README.md says"
                  .formatted(
                      folder,
                      Text.plural(workloads.size(), "workload"),
                      Corpus.SYSTEMS,
                      SystemFile.FILE));
      return ExitCode.OK.code();
    }

    private static String readme() {
      return """
          # A corpus of benchmark runs

          ```
          bin/benchmark corpus check .
          bin/benchmark corpus build .
          ```

          Each bundle below `systems` is a study that Tidemark has carried out, with all its raw data:
          `bin/benchmark verify BUNDLE` computes its figures again, and `report BUNDLE` shows all of them.
          `index.html` has the systems side by side.

          To add a system or newer figures make a pull request with the bundle and `system.yaml`. The first
          command says what is missing; a workflow comments with the same text.

          ## Rules
          """
          + Rule.markdown();
    }

    private static String resource(String name) throws IOException {
      try (InputStream in =
          Objects.requireNonNull(CorpusCommand.class.getResourceAsStream(name), name)) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    }
  }

  /** Checks submissions. */
  @Command(
      name = "check",
      sortOptions = false,
      description = {
        "Checks whether the bundles of a corpus keep its rules, and prints in Markdown what is missing"
            + " or wrong: in CI it is the comment on a submission.",
        "The exit code is 1 if something is missing or wrong, 2 if a bundle cannot be read."
      })
  static final class Check implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FOLDER", description = "The corpus.")
    private Path folder;

    @Parameters(
        index = "1..*",
        arity = "0..*",
        paramLabel = "CHANGED",
        description =
            "Files of the corpus, relative to it: only their systems are checked, and only these"
                + " bundles of them. With a file that is not below systems all are.")
    private List<String> changed = List.of();

    @Mixin private HelpOption help;

    @Override
    public Integer call() throws ResultsException {
      Corpus corpus = Corpus.open(folder);
      boolean all = changed.isEmpty() || changed.stream().anyMatch(each -> system(each).isEmpty());
      List<String> systems = changed.stream().flatMap(each -> system(each).stream()).toList();
      CorpusCheck check =
          CorpusCheck.of(
              corpus,
              name -> all || systems.contains(name),
              place -> all || changed.contains(place.toString()));
      Console console = ProcessConsole.open(false);
      console.print(MarkdownRenderer.of(check.document()));
      return code(check).code();
    }

    private static Optional<String> system(String changed) {
      String[] names = changed.split("/", -1);
      return names.length > 2 && names[0].equals(Corpus.SYSTEMS)
          ? Optional.of(names[1])
          : Optional.empty();
    }
  }

  private static ExitCode code(CorpusCheck check) {
    return check.unreadable()
        ? ExitCode.USAGE
        : check.broken().isEmpty() ? ExitCode.OK : ExitCode.NOT_GOOD;
  }

  /** Makes the page. */
  @Command(
      name = "build",
      sortOptions = false,
      description = {
        "Writes the page of a corpus, which loads nothing from elsewhere: index.html in its folder,"
            + " with links to the bundles. All are checked; those that break rules have no figures.",
        "The exit code is that of check."
      })
  static final class Build implements Callable<Integer> {
    private static final int SHOWN = 5;

    @Parameters(index = "0", paramLabel = "FOLDER", description = "The corpus.")
    private Path folder;

    @Mixin private HelpOption help;

    @Override
    public Integer call() throws ResultsException {
      Path page = folder.resolve("index.html");
      GivenFile.requireWritable("FOLDER", page, List.of());
      Corpus corpus = Corpus.open(folder);
      CorpusCheck check = CorpusCheck.of(corpus, name -> true, place -> true);
      ResultFiles.replaceFile(page, CorpusSite.html(corpus, check));
      Console console = ProcessConsole.open(false);
      List<String> left =
          check.submissions().stream()
              .filter(each -> !check.accepts(each))
              .map(each -> each.place().toString())
              .toList();
      console.print(
          "Wrote %s: %s%s"
              .formatted(
                  page,
                  Text.plural(check.submissions().size() - left.size(), "bundle"),
                  left.isEmpty() ? "" : "; not shown: " + Text.listed(left, SHOWN)));
      check.broken().stream()
          .limit(SHOWN)
          .forEach(each -> console.error(each.place() + ": " + each.what()));
      return code(check).code();
    }
  }
}
