package io.tidemark.cli.live;

import io.tidemark.charts.Palette;
import io.tidemark.charts.page.AnswerView;
import io.tidemark.charts.page.LivePage.Answered;
import io.tidemark.model.result.Text;
import io.tidemark.report.answer.Answers;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.suite.RunOutcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What the runs of a command that have ended answer. */
final class LiveAnswer {
  private LiveAnswer() {}

  /** Of a study the blocks that are complete; empty if there is nothing to say. */
  static Optional<Answered> of(List<RunOutcome> outcomes) {
    List<Path> directories =
        outcomes.stream().flatMap(outcome -> outcome.directory().stream()).toList();
    if (directories.isEmpty()) {
      return Optional.empty();
    }
    try {
      return ReportedRuns.ofCommand(directories).ofCompleteBlocks().map(LiveAnswer::answered);
    } catch (ResultsException e) {
      return Optional.of(Answered.failed(Text.message(e)));
    }
  }

  private static Answered answered(ReportedRuns runs) {
    long blocks = runs.runs().stream().map(ReportedRun::iteration).distinct().count();
    return new Answered(
        "Answer so far: "
            + (runs.study().isPresent() ? Text.plural(blocks, "complete block") + ", " : "")
            + Text.plural(runs.runs().size(), "run"),
        Optional.of(
            AnswerView.of(
                Answers.of(runs),
                Palette.of(
                    runs.runs().stream().map(ReportedRun::environment).distinct().toList()))));
  }
}
