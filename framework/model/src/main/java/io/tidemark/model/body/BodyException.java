package io.tidemark.model.body;

/** Bodies cannot be made of a file or template; the message says what is wrong, and where. */
public final class BodyException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String problem;

  public BodyException(String problem) {
    super(problem);
    this.problem = problem;
  }

  /** The message. */
  public String problem() {
    return problem;
  }
}
