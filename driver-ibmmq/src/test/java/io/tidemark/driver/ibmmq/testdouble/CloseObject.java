package io.tidemark.driver.ibmmq.testdouble;

/** MQCLOSE. */
final class CloseObject implements Verb {
  @Override
  public String object(Call call) {
    return call.object().queue().map(LocalQueue::name).orElse("");
  }

  @Override
  public Answer execute(Call call) {
    call.conversation().closeObject(call.handle());
    return Answer.ok(call.echo());
  }
}
