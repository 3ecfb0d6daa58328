package io.tidemark.features.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.charts.page.ReportPage;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.question.Question;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.report.SameNumbers;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.SampleStudy;
import io.tidemark.report.SearchRuns;
import io.tidemark.report.answer.Answers;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Side;
import io.tidemark.report.compare.RunSetComparison;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.MarkdownRenderer;
import io.tidemark.report.document.Section;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.RunSet;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.runs.StoredStudy.Environment;
import io.tidemark.report.runs.StoredStudy.Price;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.section.RunDocument;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.study.Leaderboard;
import io.tidemark.report.study.Leaderboard.Row;
import io.tidemark.report.study.LeaderboardSection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prices of several systems: in the leaderboard, the answer, comparisons and on the page. */
class ComparedPricesTest {
  private static final MetricReference RATE = MetricReference.of(Metrics.PUBLISH_RATE);
  private static final MetricReference COST =
      MetricReference.compared("price.perMonth").orElseThrow();
  private static final String CURRENCY = "price.currency";
  private static final Map<String, String> NONE = Map.of();

  @TempDir Path folder;
  private final List<Environment> environments = new ArrayList<>();
  private final List<StudyEntry> runs = new ArrayList<>();
  private @Nullable Question question;

  private void environment(String name, @Nullable Price price) {
    environments.add(
        new Environment(name, name + ".yaml", Map.of(), Map.of(), price, List.of(), false));
  }

  private void run(String environment, int iteration, RunResult result) throws IOException {
    Path directory = RunDirectory.write(folder.resolve(environment), result, Map.of());
    runs.add(
        StudyEntry.pending(environment, "w", Map.of(), iteration)
            .done(result.verdict().status().name(), folder.relativize(directory).toString(), 1));
  }

  private ReportedRuns read() throws IOException {
    SampleStudy.stored(environments, Map.of(), 2, runs, question).write(folder);
    return ReportedRuns.read(List.of(folder));
  }

  private static String markdown(ReportedRuns runs) {
    return MarkdownRenderer.of(new Document("", List.of(), List.of(LeaderboardSection.of(runs))));
  }

  @Test
  void theCheapestIsFirstAndThoseThatMissedTheirObjectivesAreLast() throws IOException {
    environment("plain", new Price(100, "EUR"));
    environment("ramp", new Price(60, "EUR"));
    environment("missed", new Price(1, "EUR"));
    RunResult failed =
        SampleRuns.withVerdict(
            SampleRuns.sample(), new Verdict(Status.FAILED, List.of(), List.of()));
    for (int i = 1; i <= 2; i++) {
      run("missed", i, i == 1 ? failed : SampleRuns.sample());
      run("plain", i, SampleRuns.sample());
      run("ramp", i, SampleRuns.ramp());
    }

    List<Row> rows = Leaderboard.of(read()).rows();

    assertThat(rows).extracting(Row::system).containsExactly("plain", "ramp", "missed");
    assertThat(RowPrice.of(rows.get(0)).cost())
        .hasValueCloseTo(100.0 / (rows.get(0).ratePerSecond().orElseThrow() / 1_000), within(0.01));
    assertThat(markdown(read()))
        .contains("| w | missed | none | 1.00 EUR |  | not VALID in 1 of 2 runs |")
        .contains("price per month", "The cheapest system first");
  }

  @Test
  void aSearchHasThePriceOfTheRateThatItFound() throws IOException {
    environment("a", new Price(80, "USD"));
    run("a", 1, SearchRuns.trials());
    assertThat(RowPrice.of(Leaderboard.of(read()).rows().get(0)).cost()).hasValue(10);
  }

  @Test
  void twoSystemsWithPricesAnswerWhatARateCosts() throws IOException {
    environment("own", null);
    environment("service", null);
    for (int i = 1; i <= 2; i++) {
      run("own", i, priced(Map.of("amountPerMonth", 300)));
      run("service", i, priced(Map.of("amountPerMonth", 5, "fromClients", Map.of("perGiB", 5))));
    }
    question = new Question(List.of("publishRate"), 0.05);
    ReportedRuns study = read();

    assertThat(MarkdownRenderer.of(Answers.of(study).document()))
        .contains("Cheapest is own: 30.0 USD per month per 1,000 msg/s")
        .contains("service is cheaper than own up to");
    assertThat(markdown(study)).contains("service is cheaper than own up to");
    String page = ReportPage.html(study, List.of());
    assertThat(page).contains("id=\"price-over-rate\"", "Price over rate");
    List<Section> sections = new ArrayList<>(RunDocument.sections(ShownRuns.of(study.runs())));
    sections.add(LeaderboardSection.of(study));
    sections.removeIf(Section::isEmpty);
    assertThat(sections).extracting(Section::id).contains("price", "leaderboard");
    SameNumbers.assertInAllFormats(sections, page);
  }

  private static RunResult priced(Map<String, Object> price) {
    RunResult run = SampleRuns.sample();
    Map<String, Object> driver = new LinkedHashMap<>(run.driver());
    driver.put("price", price);
    return PriceModel.priced(run.with(RunResult.DRIVER, driver));
  }

  @Test
  void thePageHasThePriceThatTheStudyStates() throws IOException {
    environment("plain", new Price(502.5, "EUR"));
    run("plain", 1, SampleRuns.sample());
    assertThat(ReportPage.html(read(), List.of())).contains("price per month", "503 EUR");
  }

  @Test
  void thePageDefinesWhatMessagesCostWhereItHasFiguresOfIt() throws IOException {
    String meaning = CostFigure.BROKER_CPU_PER_MESSAGES.meaning();
    assertThat(page(SampleRuns.sample())).doesNotContain(meaning);
    assertThat(page(SampleEfficiency.run(62.5))).contains(meaning);
  }

  private String page(RunResult run) throws IOException {
    Path stored = RunDirectory.write(folder, run, Map.of());
    ReportedRuns runs = ReportedRuns.read(List.of(stored));
    String page = ReportPage.html(runs, List.of());
    List<Section> sections = new ArrayList<>(RunDocument.sections(ShownRuns.of(runs.runs())));
    sections.removeIf(Section::isEmpty);
    SameNumbers.assertInAllFormats(sections, page);
    return page;
  }

  private static ReportedRun run(
      Map<String, String> subject,
      Map<MetricReference, Double> metrics,
      Optional<Question> question) {
    return ReportedRun.unknown(Path.of("r"), "w", "d")
        .with()
        .metrics(metrics)
        .conditions(NONE)
        .subject(subject)
        .question(question)
        .build();
  }

  private static RunSet set(String label, ReportedRun... runs) {
    return new RunSet(label, List.of(runs), List.of());
  }

  private static Side side(RunSet baseline, RunSet other) {
    return RunSetComparison.of(baseline, List.of(other)).get(0).others().get(0);
  }

  private static RunSet priced(String label, String currency) {
    Map<String, String> subject =
        currency.isEmpty() ? Map.of("acks", "1") : Map.of(CURRENCY, currency, "acks", "all");
    return set(label, run(subject, Map.of(RATE, 9.0, COST, 100.0), Optional.empty()));
  }

  @Test
  void amountsInTwoCurrenciesAreNotCompared() {
    Question question = new Question(List.of("price.perMonth", "publishRate"), 0.05);
    ReportedRun usd =
        run(
            Map.of(CURRENCY, "USD", "acks", "1"),
            Map.of(RATE, 9.0, COST, 100.0),
            Optional.of(question));
    Side side = side(set("a", usd), priced("b", "EUR"));
    assertThat(side.obstacles())
        .containsExactly(CURRENCY + ": USD against EUR: amounts are only compared in one currency");
    assertThat(side.metrics()).extracting(Metric::metric).containsExactly(RATE);
    assertThat(side.differences())
        .containsExactly("acks: 1 against all", CURRENCY + ": USD against EUR");
    Side same = side(set("a", usd), priced("b", "USD"));
    assertThat(same.obstacles()).isEmpty();
    assertThat(same.metrics()).extracting(Metric::metric).containsExactly(RATE, COST);
    assertThat(side(set("a", usd), priced("b", "")))
        .as("of a side without prices nothing differs")
        .matches(each -> each.obstacles().isEmpty() && each.differences().isEmpty());
  }

  @Test
  void ratesInTwoCurrenciesAreNoObstacle() {
    Side side = side(priced("a", "USD"), priced("b", "EUR"));
    assertThat(side.metrics()).extracting(Metric::metric).containsExactly(RATE);
    assertThat(side.obstacles()).as("without a question no amount is compared").isEmpty();
  }
}
