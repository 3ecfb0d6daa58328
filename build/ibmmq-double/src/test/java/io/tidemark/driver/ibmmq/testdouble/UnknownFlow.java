package io.tidemark.driver.ibmmq.testdouble;

/** The client sent what the double does not know: it ends the connection and the test fails. */
final class UnknownFlow extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnknownFlow(String what) {
    super(what);
  }
}
