package io.tidemark.cli;

import io.tidemark.model.result.Verdict;

/** What the process tells its caller. */
public enum ExitCode {
  /** Every run valid, every objective met. */
  OK(0),
  /** Some run invalid, or an objective missed. */
  NOT_GOOD(1),
  /** The command or a file is wrong; nothing was touched. */
  USAGE(2),
  /** A broker, a worker or the machine failed. */
  INFRASTRUCTURE(3),
  /** By Ctrl-C, or asked for without a signal; at SIGTERM the JVM itself makes it 143. */
  INTERRUPTED(130);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /** The code of one run. */
  static ExitCode of(Verdict verdict) {
    return switch (verdict.status()) {
      case VALID -> OK;
      case FAILED, INVALID -> NOT_GOOD;
      case ABORTED -> INFRASTRUCTURE;
    };
  }

  /** The worse of two runs: 3, then 1, then 0; an interruption is stronger than all. */
  ExitCode worse(ExitCode other) {
    return other.code > code ? other : this;
  }
}
