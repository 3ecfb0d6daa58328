package io.tidemark.features.study;

import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.runs.StudyEntry.State;
import io.tidemark.runs.PlannedRun;
import java.time.Duration;
import java.util.stream.IntStream;

/** How long the rest of a study takes: loads, pauses, and what each run so far took beside them. */
final class TimeEstimate {
  /** The time for brokers, clients, the drain and files that is assumed before the first run. */
  private static final Duration OVERHEAD = Duration.ofSeconds(8);

  private static final long SECONDS_TO_MINUTES = 120;

  private TimeEstimate() {}

  /** The time of all runs that are planned so far and not done. */
  static Duration left(StudySuite suite, StoredStudy study) {
    return sum(
        suite,
        study,
        IntStream.range(0, study.runs().size())
            .filter(i -> study.runs().get(i).state() != State.DONE));
  }

  /** The time of the runs of a block that are not done. */
  static Duration block(StudySuite suite, StoredStudy study, int iteration) {
    return sum(
        suite,
        study,
        IntStream.range(0, study.runs().size())
            .filter(i -> study.runs().get(i).iteration() == iteration)
            .filter(i -> study.runs().get(i).state() != State.DONE));
  }

  /** The time of all runs of a block. */
  static Duration of(StudySuite suite, StoredStudy study, int iteration) {
    return sum(
        suite,
        study,
        IntStream.range(0, suite.runs().size())
            .filter(i -> suite.place(i).iteration() == iteration));
  }

  private static Duration sum(StudySuite suite, StoredStudy study, IntStream runs) {
    double beside = overhead(suite, study) + suite.study().coolDown().toMillis() / 1e3;
    double seconds = runs.mapToDouble(i -> load(suite.planned(i)) + beside).sum();
    return Duration.ofMillis(Math.round(seconds * 1e3));
  }

  private static double overhead(StudySuite suite, StoredStudy study) {
    double sum = 0;
    int done = 0;
    for (int i = 0; i < study.runs().size(); i++) {
      StudyEntry run = study.runs().get(i);
      if (run.state() == State.DONE) {
        sum += Math.max(0, run.seconds() - load(suite.planned(i)));
        done++;
      }
    }
    return done == 0 ? OVERHEAD.toSeconds() : sum / done;
  }

  private static double load(PlannedRun run) {
    // Workloads without an end were refused.
    return LoadSchedule.longest(run.workload()).orElse(Duration.ZERO).toMillis() / 1e3;
  }

  /** {@code about 12 min}. */
  static String text(Duration time) {
    long seconds = time.toSeconds();
    if (seconds < SECONDS_TO_MINUTES) {
      return "about " + seconds + " s";
    }
    long minutes = Math.round(seconds / 60.0);
    return minutes < SECONDS_TO_MINUTES
        ? "about " + minutes + " min"
        : "about " + minutes / 60 + " h " + minutes % 60 + " min";
  }
}
