package io.tidemark.features.cost;

import io.tidemark.features.cost.SystemPrice.Money;
import io.tidemark.model.result.Text;
import io.tidemark.report.answer.AnswerPattern;
import io.tidemark.report.chart.ChartText.Drawn;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.document.Section;
import io.tidemark.report.runs.AddedViews;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.runs.StoredStudy.Environment;
import io.tidemark.report.runs.StoredStudy.Price;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Efficiency and price in the documents of runs. */
public final class CostViews implements AddedViews {
  /** The answer of a study with prices. */
  public static final AnswerPattern.Finder ANSWER = CostAnswer::of;

  @Override
  public List<Section> measured(ShownRuns runs) {
    return List.of(EfficiencySection.of(runs), PriceSection.of(runs));
  }

  /** The charts of the section of prices. */
  @Override
  public List<Section> sections(ReportedRuns runs) {
    return List.of(
        PriceSection.empty().add(PriceCharts.of(runs).stream().map(Drawn::new).toList()));
  }

  @Override
  public List<Statement> definitions(Set<String> sections) {
    return sections.contains(EfficiencySection.ID)
        ? CostFigure.ofEfficiency().stream()
            .map(each -> Statement.of(Text.capital(each.words()), each.meaning()))
            .toList()
        : List.of();
  }

  @Override
  public Map<String, String> properties(Environment environment) {
    Price price = environment.price();
    return price == null
        ? Map.of()
        : Map.of("price per month", Money.text(price.amountPerMonth(), price.currency()));
  }
}
