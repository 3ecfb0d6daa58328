package io.tidemark.worker.session;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Clean-up problems of a run, one line each. Equal problems of several clients are one line with a
 * count. Thread-safe.
 */
public final class TeardownProblems {
  private final Map<String, List<String>> subjectsByTrouble = new LinkedHashMap<>();

  /**
   * @param subject what could not be closed or removed @param trouble the reason; equal text for
   *     equal problems
   */
  public synchronized void add(String subject, String trouble) {
    subjectsByTrouble.computeIfAbsent(trouble, key -> new ArrayList<>()).add(subject);
  }

  public synchronized List<String> lines() {
    return subjectsByTrouble.entrySet().stream()
        .map(entry -> line(entry.getValue(), entry.getKey()))
        .toList();
  }

  private static String line(List<String> subjects, String trouble) {
    String others = subjects.size() == 1 ? "" : " and " + (subjects.size() - 1) + " more";
    return subjects.get(0) + others + ": " + trouble;
  }
}
