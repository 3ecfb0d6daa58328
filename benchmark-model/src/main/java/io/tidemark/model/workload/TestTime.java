package io.tidemark.model.workload;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How long a workload runs. */
record TestTime(Duration warmup, Optional<Duration> test, List<Phase> phases) {}
