package io.tidemark.cli.process;

import io.tidemark.runs.Console;

/** Standard output and error of this process as a console. */
public final class ProcessConsole {
  private ProcessConsole() {}

  /**
   * A console on the streams that the process has now.
   *
   * @param quiet leaves out progress and notes
   */
  public static Console open(boolean quiet) {
    return new Console(System.out, System.err, System.console() != null, quiet);
  }
}
