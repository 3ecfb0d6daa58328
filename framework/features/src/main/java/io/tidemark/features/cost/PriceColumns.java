package io.tidemark.features.cost;

import io.tidemark.model.result.RunResult;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy.Price;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.study.Leaderboard;
import io.tidemark.report.study.Leaderboard.Valuation;
import io.tidemark.report.study.Leaderboard.Value;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Prices in the leaderboard: the cheapest system is the first if rates decide. */
public final class PriceColumns implements Valuation {
  @Override
  public List<String> head() {
    return List.of("price per month", "per month per 1,000 msg/s");
  }

  @Override
  public String order() {
    return "The cheapest system first; without prices, the fastest one";
  }

  @Override
  public String note() {
    return "Price and rate give the price of 1,000 messages per second for a month.";
  }

  @Override
  public Value value(
      List<ReportedRun> members,
      List<RunResult> usable,
      ReportedRuns all,
      OptionalDouble ratePerSecond) {
    Optional<String> environment = members.get(0).planned().map(StudyEntry::environment);
    Optional<Price> ofStudy =
        all.study().stream()
            .flatMap(study -> study.environments().stream())
            .filter(each -> environment.equals(Optional.of(each.name())))
            .findFirst()
            .flatMap(each -> Optional.ofNullable(each.price()));
    return RowPrice.of(ofStudy, SystemPrice.of(usable), ratePerSecond);
  }

  /** From which rate which system is cheaper. */
  @Override
  public List<String> notes(Leaderboard board) {
    return BreakEven.of(board).stream().map(BreakEven::sentence).toList();
  }
}
