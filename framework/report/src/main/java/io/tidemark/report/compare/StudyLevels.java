package io.tidemark.report.compare;

import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StudyBlocks;
import io.tidemark.report.statistics.Looks;

/**
 * Levels of the metrics that decide.
 *
 * @param ofMetric of all tests of one family: each family has its part of 5 %, and each look at the
 *     study a part of that
 * @param ofInterval of the interval of one system
 */
record StudyLevels(double ofMetric, double ofInterval) {
  /**
   * @param families of tests that share 5 %
   */
  static StudyLevels of(StoredStudy study, int families) {
    double share = Comparison.LEVEL / families;
    StudyBlocks planned = study.blocks();
    if (planned == null || !planned.untilDecided()) {
      return new StudyLevels(share, Comparison.LEVEL);
    }
    Looks looks = new Looks(planned.least(), planned.most());
    int blocks = study.lastBlock();
    return new StudyLevels(looks.level(share, blocks), looks.level(Comparison.LEVEL, blocks));
  }
}
