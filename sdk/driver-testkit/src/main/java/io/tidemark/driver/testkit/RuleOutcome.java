package io.tidemark.driver.testkit;

import io.tidemark.driver.settings.Quantities;
import java.time.Duration;
import java.util.Optional;

/**
 * What trying a rule has shown.
 *
 * @param reason of a failure, or why the rule was not tried, or a remark on a rule that is kept
 * @param failure with the stack trace, of a rule that failed; empty for a known violation
 */
public record RuleOutcome(
    Rule rule, Result result, String reason, Duration took, Optional<Throwable> failure) {

  /** The result of a rule. */
  public enum Result {
    PASSED,
    FAILED,
    NOT_TRIED,
    /** Not finished: the time of all rules was over, or the run was interrupted. */
    CUT
  }

  /** Whether a driver with this outcome is not conformant. */
  public boolean violates() {
    return result == Result.FAILED && rule.level() != Rule.Level.SHOULD;
  }

  /** Tries a rule. */
  static RuleOutcome tryRule(Rule rule, ConformanceBench bench) {
    String known = bench.kit().knownViolations().get(rule.number());
    if (known != null) {
      return new RuleOutcome(rule, Result.FAILED, known, Duration.ZERO, Optional.empty());
    }
    if (Thread.currentThread().isInterrupted()) {
      return new RuleOutcome(rule, Result.CUT, "interrupted", Duration.ZERO, Optional.empty());
    }
    if (bench.patience().isOver()) {
      return cut(rule, bench, "not begun", Duration.ZERO);
    }
    long startNanos = System.nanoTime();
    try {
      try (bench) {
        rule.check().check(bench);
      }
      String remark = String.join("; ", bench.remarks());
      return new RuleOutcome(rule, Result.PASSED, remark, since(startNanos), Optional.empty());
    } catch (ConformanceBench.NotTried e) {
      String reason = String.valueOf(e.getMessage());
      return new RuleOutcome(rule, Result.NOT_TRIED, reason, since(startNanos), Optional.empty());
    } catch (Throwable e) { // A driver may throw anything; its rule has failed.
      if (e instanceof InterruptedException || Thread.currentThread().isInterrupted()) {
        Thread.currentThread().interrupt();
        return new RuleOutcome(
            rule, Result.CUT, "interrupted", since(startNanos), Optional.empty());
      }
      if (bench.patience().isOver()) {
        return cut(rule, bench, text(e), since(startNanos));
      }
      return new RuleOutcome(rule, Result.FAILED, text(e), since(startNanos), Optional.of(e));
    }
  }

  private static RuleOutcome cut(Rule rule, ConformanceBench bench, String how, Duration took) {
    String limit = Quantities.spaced(bench.patience().limit());
    return new RuleOutcome(
        rule, Result.CUT, "the limit of " + limit + " is over; " + how, took, Optional.empty());
  }

  private static Duration since(long startNanos) {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  private static String text(Throwable e) {
    String message = String.valueOf(e.getMessage()).strip();
    return e instanceof AssertionError ? message : e.getClass().getSimpleName() + ": " + message;
  }
}
