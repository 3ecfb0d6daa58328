package io.tidemark.cli.brokers;

import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.cli.process.ProcessEnd;
import io.tidemark.model.yaml.Printable;
import io.tidemark.runs.ExitCode;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code bin/brokers}: manages local brokers. Exit codes: 0 done, 2 wrong usage, 3 failure of the
 * machine or a broker.
 */
@Command(
    name = "brokers",
    description =
        "Starts, stops, kills and freezes real brokers on this machine, and disturbs their"
            + " network.",
    footer = {
      "",
      "Examples:",
      "  brokers up kafka --nodes 3",
      "  brokers install rabbitmq",
      "  brokers up rabbitmq --nodes 3 --option tls=true",
      "  brokers kill 2 && brokers restart 2",
      "  brokers up kafka --nodes 3 --option proxy=true",
      "  brokers partition 2 && brokers heal 2",
      "  brokers down"
    },
    subcommands = {
      UpCommand.class,
      StatusCommand.class,
      NodeCommands.Kill.class,
      NodeCommands.Restart.class,
      NodeCommands.Freeze.class,
      NodeCommands.Resume.class,
      NetworkCommands.Partition.class,
      NetworkCommands.Delay.class,
      NetworkCommands.Reset.class,
      NetworkCommands.Heal.class,
      DownCommand.class,
      InstallCommand.class
    })
public final class BrokersCommand extends HelpfulCommand implements BrokerHost {
  private final LocalBrokersHome home;
  @Spec private CommandSpec spec;

  /** On the given home. */
  public BrokersCommand(LocalBrokersHome home) {
    this.home = home;
  }

  /** The program. */
  public static void main(String[] arguments) {
    ProcessEnd.after(
        () ->
            run(
                LocalBrokersHome.discover(),
                new PrintWriter(System.out, true, Charset.defaultCharset()),
                new PrintWriter(System.err, true, Charset.defaultCharset()),
                arguments));
  }

  /** Everything but the exit: results go to {@code out}, progress and errors to {@code err}. */
  public static int run(
      LocalBrokersHome home, PrintWriter out, PrintWriter err, String... arguments) {
    return new CommandLine(new BrokersCommand(home))
        .setOut(out)
        .setErr(err)
        .setExecutionExceptionHandler((failure, line, result) -> exitCode(failure, err))
        .execute(arguments);
  }

  private static int exitCode(Exception failure, PrintWriter err) throws Exception {
    if (failure instanceof IllegalArgumentException) {
      err.println("brokers: " + Printable.text(String.valueOf(failure.getMessage())));
      return ExitCode.USAGE.code();
    }
    if (failure instanceof LocalBrokerException) {
      err.println("brokers: " + Printable.text(String.valueOf(failure.getMessage())));
      return ExitCode.INFRASTRUCTURE.code();
    }
    throw failure;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  @Override
  public LocalBrokersHome home() {
    return home;
  }

  @Override
  public void say(String line) {
    spec.commandLine().getOut().println(Printable.text(line));
  }

  @Override
  public void progress(String line) {
    spec.commandLine().getErr().println(Printable.text(line));
  }
}
