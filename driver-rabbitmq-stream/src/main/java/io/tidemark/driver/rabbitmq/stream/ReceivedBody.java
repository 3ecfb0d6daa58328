package io.tidemark.driver.rabbitmq.stream;

/** A received message; the body is its own copy. */
final class ReceivedBody implements BodyMessage {
  private final byte[] body;

  ReceivedBody(byte[] body) {
    this.body = body;
  }

  @Override
  public byte[] getBodyAsBinary() {
    return body;
  }
}
