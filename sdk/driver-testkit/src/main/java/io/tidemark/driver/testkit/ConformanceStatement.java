package io.tidemark.driver.testkit;

import io.tidemark.driver.testkit.RuleOutcome.Result;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Which rules a driver keeps, which it violates, and which were not tried. The rendered forms do
 * not contain configurations, so no secrets.
 *
 * @param driver its name or class
 */
public record ConformanceStatement(String driver, List<RuleOutcome> outcomes) {
  private static final int REASON_CHARACTERS = 400;
  private static final Duration LOADING = Duration.ofMinutes(1);

  public ConformanceStatement {
    outcomes = List.copyOf(outcomes);
  }

  /**
   * Tries rules one after the other, until the subject's limit is over or the thread is
   * interrupted.
   *
   * @param directory for the temporary files of the rules
   * @param each gets each outcome at once
   */
  public static ConformanceStatement of(
      String driver,
      DriverUnderTest subject,
      List<Rule> rules,
      Path directory,
      Consumer<RuleOutcome> each) {
    Patience patience = Patience.of(subject);
    List<RuleOutcome> outcomes = new ArrayList<>();
    for (Rule rule : rules) {
      boolean interrupted = Thread.currentThread().isInterrupted();
      RuleOutcome outcome =
          RuleOutcome.tryRule(rule, new ConformanceBench(subject, directory, patience));
      outcomes.add(outcome);
      if (!interrupted) { // The summary names the rules that were not begun.
        each.accept(outcome);
      }
    }
    return new ConformanceStatement(driver, outcomes);
  }

  /**
   * Why no rule can be tried: the driver cannot be created or initialised; empty if it can. The
   * driver is also used once, so that its classes are loaded when the first rule is tried.
   */
  public static Optional<String> whyUnusable(DriverUnderTest subject, Path directory) {
    Rule connects = Rule.must("0", "The driver connects", ConformanceBench::driver);
    Optional<String> reason =
        Optional.of(RuleOutcome.tryRule(connects, loading(subject, directory)))
            .filter(outcome -> outcome.result() == Result.FAILED)
            .map(RuleOutcome::reason);
    if (reason.isEmpty()) {
      Rule works = Rule.must("0", "The driver sends and receives", LifecycleRules::use);
      RuleOutcome.tryRule(works, new ConformanceBench(subject, directory, Patience.of(subject)));
    }
    return reason;
  }

  /** The first use of a driver loads its classes, which must not count against its deadlines. */
  private static ConformanceBench loading(DriverUnderTest subject, Path directory) {
    Duration most = subject.deadline().compareTo(LOADING) > 0 ? subject.deadline() : LOADING;
    return new ConformanceBench(subject, directory, new Patience(most, subject.limit()));
  }

  /** Whether no rule of level MUST or MAY failed, and none was cut. */
  public boolean isConformant() {
    return outcomes.stream().noneMatch(o -> o.violates() || o.result() == Result.CUT);
  }

  private String conclusion() {
    boolean violates = outcomes.stream().anyMatch(RuleOutcome::violates);
    return isConformant() ? "conformant" : violates ? "NOT conformant" : "not decided";
  }

  private long count(Predicate<RuleOutcome> which) {
    return outcomes.stream().filter(which).count();
  }

  /** One line: conformant or not, and the numbers of rules by result. */
  public String summary() {
    return String.format(
        Locale.ROOT,
        "%s: %s; passed: %d, failed: %d (of level SHOULD: %d), not tried: %d%s",
        driver,
        conclusion(),
        count(o -> o.result() == Result.PASSED),
        count(o -> o.result() == Result.FAILED),
        count(o -> o.result() == Result.FAILED && !o.violates()),
        count(o -> o.result() == Result.NOT_TRIED),
        cut());
  }

  private String cut() {
    List<String> numbers =
        outcomes.stream()
            .filter(o -> o.result() == Result.CUT)
            .map(o -> o.rule().number())
            .toList();
    return numbers.isEmpty()
        ? ""
        : ", cut: " + numbers.size() + " (" + String.join(", ", numbers) + ")";
  }

  /** Failed and untried rules with their reasons, remarks, and the {@link #summary}. */
  public String shortText() {
    return lines(o -> o.result() != Result.PASSED || !o.reason().isEmpty()) + summary() + "\n";
  }

  /** Every rule, and the {@link #summary}. */
  public String text() {
    return lines(o -> true) + summary() + "\n";
  }

  private String lines(Predicate<RuleOutcome> which) {
    return outcomes.stream()
        .filter(which)
        .map(outcome -> line(outcome) + "\n")
        .collect(Collectors.joining());
  }

  /** One line, with the time that the rule took, and the reason if there is one. */
  public static String line(RuleOutcome outcome) {
    String reason = oneLine(outcome.reason());
    return String.format(
        Locale.ROOT,
        "%-9s %-6s %-4s  %s  [%.1f s]%s",
        word(outcome.result()),
        outcome.rule().level(),
        outcome.rule().number(),
        outcome.rule().text(),
        outcome.took().toNanos() / 1e9,
        reason.isEmpty() ? "" : "\n                        " + reason);
  }

  private static String word(Result result) {
    return switch (result) {
      case PASSED -> "passed";
      case FAILED -> "FAILED";
      case NOT_TRIED -> "not tried";
      case CUT -> "CUT";
    };
  }

  private static String oneLine(String reason) {
    String line = reason.strip().replaceAll("\\s+", " ");
    return line.length() <= REASON_CHARACTERS
        ? line
        : line.substring(0, REASON_CHARACTERS) + " ...";
  }

  /** The statement as JSON. */
  public String json() {
    String rules =
        outcomes.stream()
            .map(ConformanceStatement::json)
            .collect(Collectors.joining(",\n    ", "[\n    ", "\n  ]"));
    return "{\n  \"format\": 1,\n  \"driver\": %s,\n  \"conformant\": %b,\n  \"rules\": %s\n}\n"
        .formatted(quoted(driver), isConformant(), rules);
  }

  private static String json(RuleOutcome outcome) {
    Rule rule = outcome.rule();
    return "{\"rule\": %s, \"level\": %s, \"text\": %s, \"result\": %s, \"reason\": %s, \"seconds\": %s}"
        .formatted(
            quoted(rule.number()),
            quoted(rule.level().name()),
            quoted(rule.text()),
            quoted(outcome.result().name()),
            quoted(outcome.reason()),
            seconds(outcome));
  }

  private static String seconds(RuleOutcome outcome) {
    return String.format(Locale.ROOT, "%.3f", outcome.took().toNanos() / 1e9);
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      switch (c) {
        case '"' -> json.append("\\\"");
        case '\\' -> json.append("\\\\");
        case '\n' -> json.append("\\n");
        default ->
            json.append(
                c < ' ' ? String.format(Locale.ROOT, "\\u%04x", (int) c) : String.valueOf(c));
      }
    }
    return json.append('"').toString();
  }

  /** The statement as JUnit XML: untried rules and violations of SHOULD are skipped tests. */
  public String junitXml() {
    return ConformanceXml.write(driver, outcomes);
  }
}
