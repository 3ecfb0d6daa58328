package io.tidemark.runs;

import io.tidemark.model.result.Verdict;

/** Exit codes of the process. */
public enum ExitCode {
  /** Every run valid, every objective met. */
  OK(0),
  /** Some run invalid, or an objective missed. */
  NOT_GOOD(1),
  /** Error in the command or a file; nothing was started. */
  USAGE(2),
  /** Failure of a broker, a worker or the machine. */
  INFRASTRUCTURE(3),
  /** By Ctrl-C, or a request without a signal; for SIGTERM the JVM exits with 143. */
  INTERRUPTED(130);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /** The code of one run. */
  public static ExitCode of(Verdict verdict) {
    return switch (verdict.status()) {
      case VALID -> OK;
      case FAILED, INVALID -> NOT_GOOD;
      case ABORTED -> INFRASTRUCTURE;
    };
  }

  /** The worse of two runs: 3, then 1, then 0; an interruption has precedence. */
  public ExitCode worse(ExitCode other) {
    return other.code > code ? other : this;
  }
}
