package io.tidemark.runs.run;

import io.tidemark.report.suite.RunOutcome;
import io.tidemark.runs.ExitCode;

/** How a run ended. */
public record EndedRun(RunOutcome outcome, ExitCode code) {}
