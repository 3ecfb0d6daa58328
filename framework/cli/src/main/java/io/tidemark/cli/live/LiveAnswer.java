package io.tidemark.cli.live;

import io.tidemark.charts.Palette;
import io.tidemark.charts.page.FirstScreen;
import io.tidemark.model.result.Text;
import io.tidemark.report.answer.Answers;
import io.tidemark.report.document.Document;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.suite.RunOutcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the runs of a command that have ended answer. */
final class LiveAnswer {
  private LiveAnswer() {}

  /**
   * Answers the question of the runs so far, of a study from its complete blocks; empty if there is
   * nothing to say.
   */
  static Optional<Document> of(List<RunOutcome> outcomes) {
    List<Path> directories =
        outcomes.stream().flatMap(outcome -> outcome.directory().stream()).toList();
    if (directories.isEmpty()) {
      return Optional.empty();
    }
    try {
      return ReportedRuns.ofCommand(directories).ofCompleteBlocks().map(LiveAnswer::answer);
    } catch (ResultsException e) {
      return Optional.of(
          new Document("No answer so far: " + Text.message(e), List.of(), List.of()));
    }
  }

  private static Document answer(ReportedRuns runs) {
    long blocks = runs.runs().stream().map(ReportedRun::iteration).distinct().count();
    Document answer =
        FirstScreen.of(
            Answers.of(runs).document(),
            Palette.of(runs.runs().stream().map(ReportedRun::environment).distinct().toList()),
            Set.of());
    return new Document(
        "Answer so far: "
            + (runs.study().isPresent() ? Text.plural(blocks, "complete block") + ", " : "")
            + Text.plural(runs.runs().size(), "run")
            + ". "
            + answer.title(),
        answer.opening(),
        answer.sections());
  }
}
