package io.tidemark.features.study;

import io.tidemark.report.compare.StudyDecision;
import io.tidemark.report.compare.StudyDecision.Part;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StoredStudy.StudyBlocks;
import io.tidemark.report.runs.StoredStudy.StudyBlocks.End;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.runs.StudyEntry.State;
import io.tidemark.report.study.StudyEnding;
import io.tidemark.runs.Console;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whether another block of a study begins: not after {@code maxDuration}, and with {@code until:
 * decided} as long as the question is not decided. Console lines say what is known.
 */
record BlockPlan(StudySuite suite, StudyFolder folder, Console console) {

  /** Whether the runs of a block may begin. */
  boolean mayBegin(int iteration) throws ResultsException {
    StudyBlocks blocks = folder.study().blocks();
    boolean first = folder.study().runs().get(0).iteration() == iteration;
    if (blocks == null || first || !blocks.isTooLong(seconds(iteration))) {
      return true;
    }
    end(blocks, End.MAX_DURATION);
    return false;
  }

  /** Estimates the time of the block's runs that are not done. */
  private double seconds(int iteration) {
    return TimeEstimate.block(suite, folder.study(), iteration).toMillis() / 1e3;
  }

  /**
   * Adds a block to a study all blocks of which are done, if it needs one.
   *
   * @return whether it does
   */
  boolean addNext() throws ResultsException {
    StudyBlocks blocks = folder.study().blocks();
    if (blocks == null || !blocks.untilDecided()) {
      return false;
    }
    int done = folder.study().iterations();
    StudyDecision decision = decision();
    if (decision == null) {
      return false; // No run has a result.
    }
    decision.parts().stream().map(Part::toString).forEach(part -> console.note("  " + part));
    if (decision.isDecided()) {
      end(blocks, End.DECIDED);
      return false;
    }
    if (done >= blocks.most()) {
      end(blocks, End.MOST);
      return false;
    }
    List<StudyEntry> block = suite.block(done + 1);
    if (blocks.isTooLong(TimeEstimate.of(suite, folder.study(), done + 1).toMillis() / 1e3)) {
      end(blocks, End.MAX_DURATION);
      return false;
    }
    console.note(
        String.format(
            Locale.ROOT,
            "After block %d of at most %d: not decided; likely after %d blocks (%s), at most %s.",
            done,
            blocks.most(),
            decision.likelyBlocks(),
            TimeEstimate.text(time(done, decision.likelyBlocks())),
            TimeEstimate.text(time(done, blocks.most()))));
    folder.update(blocks.with(null));
    folder.add(block);
    return true;
  }

  private Duration time(int done, int until) {
    return TimeEstimate.of(suite, folder.study(), done + 1).multipliedBy(until - (long) done);
  }

  private @Nullable StudyDecision decision() throws ResultsException {
    return folder.study().done().isEmpty() ? null : StudyDecision.of(folder.figures());
  }

  private void end(StudyBlocks blocks, End reason) throws ResultsException {
    folder.update(blocks.with(reason));
    StudyEnding.of(folder.study()).ifPresent(text -> console.note(text + "."));
  }

  /** Whether runs of a study are left that a call may carry out. */
  static boolean isOpen(StoredStudy study) {
    StudyBlocks blocks = study.blocks();
    return study.runs().stream().anyMatch(run -> run.state() != State.DONE)
        || (blocks != null && blocks.untilDecided() && blocks.end() == null);
  }
}
