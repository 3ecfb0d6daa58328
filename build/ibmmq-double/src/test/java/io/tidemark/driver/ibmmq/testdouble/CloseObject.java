package io.tidemark.driver.ibmmq.testdouble;

/** MQCLOSE: a handle, and what is to become of what it stands for. */
final class CloseObject implements Verb {
  private static final int OPTIONS = Call.HEAD_BYTES;
  private static final int DELETE = 0x01;
  private static final int DELETE_PURGE = 0x02;
  private static final int REMOVE_SUBSCRIPTION = 0x08;

  @Override
  public String object(Call call) {
    return call.object().name();
  }

  @Override
  public Answer execute(Call call) {
    if ((new Structure(call.body(), OPTIONS).integer(0)
            & (DELETE | DELETE_PURGE | REMOVE_SUBSCRIPTION))
        != 0) {
      call.object().atRemoval().run();
    }
    call.conversation().closeObject(call.handle());
    return Answer.ok(call.echo());
  }
}
