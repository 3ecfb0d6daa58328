package io.tidemark.coordinator;

import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects findings. Codes are documented in docs/reference/verdict.md. */
final class Findings {
  private final List<Finding> findings = new ArrayList<>();

  void remark(String code, String message) {
    findings.add(new Finding(Severity.REMARK, code, message));
  }

  /** Heads the summary; the status stays. */
  void warns(String code, String message) {
    findings.add(new Finding(Severity.WARNS, code, message));
  }

  /** The system under test was not good enough; the figures may be used. */
  void fails(String code, String message) {
    findings.add(new Finding(Severity.FAILS, code, message));
  }

  void invalidates(String code, String message) {
    findings.add(new Finding(Severity.INVALIDATES, code, message));
  }

  void aborts(String code, String message) {
    findings.add(new Finding(Severity.ABORTS, code, message));
  }

  boolean any(Severity severity) {
    return findings.stream().anyMatch(finding -> finding.severity() == severity);
  }

  /** The worst first. */
  List<Finding> sorted() {
    return findings.stream().sorted(Comparator.comparing(Finding::severity).reversed()).toList();
  }
}
