package io.tidemark.cli.process;

import io.tidemark.base.UsageException;
import io.tidemark.runs.GivenFile;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Common parsing of arguments and error reports of all commands. */
public final class ProgramCommand {
  private static final int HELP_WIDTH = 100;

  private ProgramCommand() {}

  /** The command line of a command, which reports errors as all do. */
  public static CommandLine of(Object command) {
    CommandErrors errors = new CommandErrors();
    return new CommandLine(command)
        .registerConverter(Path.class, ProgramCommand::path)
        .setExpandAtFiles(false) // By ArgumentFiles.
        .setUsageHelpWidth(HELP_WIDTH)
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors);
  }

  /** The empty path is the working directory, not what an empty word means. */
  public static Path path(String text) {
    if (text.isBlank()) {
      throw new TypeConversionException("the name of a file or folder is empty");
    }
    return Path.of(text);
  }

  /** Runs a command; {@code @file} among its arguments stands for the arguments in the file. */
  public static int execute(CommandLine command, String... arguments) {
    try {
      return command.execute(ArgumentFiles.expand(arguments));
    } catch (UsageException | InvalidPathException e) {
      return CommandErrors.usage(command, e);
    }
  }

  /**
   * Arguments from files: {@code @file} stands for the words in the file, {@code @@word} for the
   * word {@code @word}. In a file, quotes keep a word together and {@code #} begins a comment;
   * files may name further files.
   */
  static final class ArgumentFiles {
    private static final Pattern WORD =
        Pattern.compile("#[^\\n]*+|\"([^\"]*+)\"|'([^']*+)'|[^\\s#\"'][^\\s]*+");
    private static final int MOST_NESTED = 8;
    private static final int MOST_ARGUMENTS = 10_000;

    private final List<String> expanded = new ArrayList<>();

    private ArgumentFiles() {}

    /**
     * @throws UsageException when a file cannot be read
     */
    static String[] expand(String... arguments) {
      ArgumentFiles files = new ArgumentFiles();
      for (String argument : arguments) {
        files.add(argument, 0);
      }
      return files.expanded.toArray(String[]::new);
    }

    private void add(String argument, int depth) {
      if (argument.startsWith("@@")) {
        expanded.add(argument.substring(1));
      } else if (argument.startsWith("@") && argument.length() > 1) {
        addFile(argument.substring(1), depth + 1);
      } else {
        expanded.add(argument);
      }
      if (expanded.size() > MOST_ARGUMENTS) {
        throw new UsageException("more than " + MOST_ARGUMENTS + " arguments");
      }
    }

    private void addFile(String file, int depth) {
      if (depth > MOST_NESTED) {
        throw new UsageException(
            "@" + file + ": argument files are nested too deeply; allowed " + MOST_NESTED);
      }
      Matcher word = WORD.matcher(GivenFile.text("the argument file @", Path.of(file)));
      while (word.find()) {
        if (word.group().charAt(0) != '#') {
          add(unquoted(word), depth);
        }
      }
    }

    private static String unquoted(Matcher word) {
      if (word.group(1) != null) {
        return word.group(1);
      }
      return word.group(2) == null ? word.group() : word.group(2);
    }
  }
}
