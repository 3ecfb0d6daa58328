package io.tidemark.report.compare;

import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StudyBlocks;
import java.util.List;
import java.util.Locale;

/** How runs are compared, for readers. */
public final class ComparisonMethod {
  private static final String OUTSIDE =
      "One value of each usable run, Welch's t-test on the logarithms, Holm's correction over the"
          + " %s of a table, level 5 %%.";

  private static final String EXPLORATORY =
      " Only the metrics of the question of the workload are tested; the intervals of the others are"
          + " exploratory.";

  private static final String OF_STUDIES =
      "One value of each usable run, on the logarithms; the effect of each block of the study is"
          + " removed, and all systems of a workload together give the variance, unless one of them"
          + " varies more than the others (then Welch's t-test). Only the metrics of the question"
          + " are tested, with Dunnett's correction over the systems, level 5 %; the intervals of"
          + " the others are exploratory.";

  private static final String LOOKS =
      " The study looks at its runs after each block from block %d on, at most %d times, and ends as"
          + " soon as the question is decided. The levels of tests and intervals are corrected for"
          + " these looks: the 5 %% are those of all of them together.";

  private ComparisonMethod() {}

  /** Outside a study. */
  public static String of(List<Comparison> comparisons) {
    boolean exploratory =
        comparisons.stream()
            .flatMap(each -> each.others().stream())
            .flatMap(side -> side.metrics().stream())
            .anyMatch(metric -> metric.outcome() == Outcome.EXPLORATORY);
    return OUTSIDE.formatted(exploratory ? "tested metrics" : "metrics")
        + (exploratory ? EXPLORATORY : "");
  }

  /** In a study; levels are corrected if it looks at its runs several times. */
  public static String ofStudy(StoredStudy study) {
    StudyBlocks blocks = study.blocks();
    return blocks == null || !blocks.untilDecided()
        ? OF_STUDIES
        : OF_STUDIES
            + String.format(Locale.ROOT, LOOKS, blocks.least(), blocks.most() - blocks.least() + 1);
  }
}
