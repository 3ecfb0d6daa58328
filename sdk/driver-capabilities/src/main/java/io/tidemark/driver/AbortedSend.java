package io.tidemark.driver;

/**
 * The end of a send whose transaction the driver aborted on purpose, because its file says so, when
 * the broker has confirmed the abort. The framework counts the message as answered, does not expect
 * it, and reports each delivery of it as an aborted read.
 *
 * <p>Not for a transaction that could not be committed: its messages fail with the reason. Also not
 * for an abort without an answer: then it is not known whether consumers may receive the messages.
 */
public final class AbortedSend extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** For all sends: it has no stack trace and no state. */
  public static final AbortedSend CONFIRMED = new AbortedSend();

  private AbortedSend() {
    super("the transaction was aborted on purpose", null, false, false);
  }
}
