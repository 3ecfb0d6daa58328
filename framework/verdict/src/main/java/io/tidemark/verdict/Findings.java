package io.tidemark.verdict;

import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects findings. */
final class Findings {
  private final List<Finding> findings = new ArrayList<>();

  void remark(FindingCode code, String message) {
    add(Severity.REMARK, code, message);
  }

  /** Shown at the top of the summary; does not change the status. */
  void warns(FindingCode code, String message) {
    add(Severity.WARNS, code, message);
  }

  /** The system under test was not good enough; the results are valid. */
  void fails(FindingCode code, String message) {
    add(Severity.FAILS, code, message);
  }

  void invalidates(FindingCode code, String message) {
    add(Severity.INVALIDATES, code, message);
  }

  void aborts(FindingCode code, String message) {
    add(Severity.ABORTS, code, message);
  }

  private void add(Severity severity, FindingCode code, String message) {
    assert code.severities().contains(severity) : code + " " + severity;
    findings.add(new Finding(severity, code.key(), message));
  }

  boolean any(Severity severity) {
    return findings.stream().anyMatch(finding -> finding.severity() == severity);
  }

  /** The worst first. */
  List<Finding> sorted() {
    return findings.stream().sorted(Comparator.comparing(Finding::severity).reversed()).toList();
  }
}
