package io.tidemark.report.study;

import io.tidemark.model.result.Text;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StoredStudy.StudyBlocks;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why a study has no more blocks; the same words on the console, on the page and in summary.md. */
public final class StudyEnding {
  private StudyEnding() {}

  /** Without a full stop; empty for a fixed number of blocks, and as long as none is missing. */
  public static Optional<String> of(StoredStudy study) {
    StudyBlocks blocks = study.blocks();
    return blocks == null || blocks.end() == null
        ? Optional.empty()
        : Optional.of(text(blocks, blocks.end(), Math.max(0, study.lastBlock())));
  }

  private static String text(StudyBlocks blocks, StudyBlocks.End end, int done) {
    String of =
        done + (blocks.untilDecided() ? " of at most " : " of ") + blocks.most() + " blocks";
    return switch (end) {
      case DECIDED -> "The question is decided after " + of;
      case MOST -> "The question is not decided after " + of;
      case MAX_DURATION ->
          "The study ends after "
              + of
              + (blocks.untilDecided() ? ", not decided" : "")
              + ": another block would end later than maxDuration allows ("
              + seconds(blocks.maxDurationSeconds())
              + ")";
    };
  }

  private static String seconds(@Nullable Double limit) {
    return Text.duration(limit == null ? 0 : limit);
  }

  /** Whether a study that was to be decided is not. */
  public static boolean isUndecided(StoredStudy study) {
    StudyBlocks blocks = study.blocks();
    return blocks != null && blocks.untilDecided() && blocks.end() != StudyBlocks.End.DECIDED;
  }
}
