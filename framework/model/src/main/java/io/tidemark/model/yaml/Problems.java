package io.tidemark.model.yaml;

import io.tidemark.model.yaml.Problem.Severity;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects what is wrong over all files, so that the user sees everything at once. Not thread-safe.
 */
public final class Problems {
  private final List<Problem> all = new ArrayList<>();

  public void error(Mark mark, String path, String message) {
    all.add(new Problem(Severity.ERROR, mark, path, message));
  }

  public void warn(Mark mark, String path, String message) {
    all.add(new Problem(Severity.WARNING, mark, path, message));
  }

  public void notice(Mark mark, String path, String message) {
    all.add(new Problem(Severity.NOTICE, mark, path, message));
  }

  /** An error, or with {@code lenient} a warning. */
  public void errorUnless(boolean lenient, Mark mark, String path, String message) {
    all.add(new Problem(lenient ? Severity.WARNING : Severity.ERROR, mark, path, message));
  }

  /** Everything, in the order found. */
  public List<Problem> all() {
    return List.copyOf(all);
  }

  public List<Problem> errors() {
    return all.stream().filter(problem -> problem.severity() == Severity.ERROR).toList();
  }

  public boolean hasErrors() {
    return all.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
  }

  /**
   * Ends the collecting.
   *
   * @throws ConfigurationException with everything found, when there is an error
   */
  public void throwIfErrors() {
    if (hasErrors()) {
      throw new ConfigurationException(all);
    }
  }
}
