package io.tidemark.model.yaml;

import java.util.List;
import java.util.stream.Collectors;

/** The configuration is wrong; nothing has been started. Exit code 2. */
public final class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  /**
   * @param problems everything found, warnings included
   */
  public ConfigurationException(List<Problem> problems) {
    super(
        problems.stream()
            .filter(problem -> problem.severity() == Problem.Severity.ERROR)
            .map(Problem::oneLine)
            .collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** Everything found, warnings included, in the order found. */
  public List<Problem> problems() {
    return problems;
  }
}
