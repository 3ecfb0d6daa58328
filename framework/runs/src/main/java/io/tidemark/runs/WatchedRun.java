package io.tidemark.runs;

import io.tidemark.model.workload.Workload;
import io.tidemark.report.text.RunTitle;

/** A run of a command that is carried out or will be. */
public record WatchedRun(RunTitle title, Workload workload) {}
