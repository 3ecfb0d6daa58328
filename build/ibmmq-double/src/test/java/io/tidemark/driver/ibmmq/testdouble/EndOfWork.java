package io.tidemark.driver.ibmmq.testdouble;

/** MQCMIT, MQBACK, and MQDISC, which commits. */
final class EndOfWork implements Verb {
  private final boolean commits;

  EndOfWork(boolean commits) {
    this.commits = commits;
  }

  @Override
  public Answer execute(Call call) {
    UnitOfWork work = call.conversation().unitOfWork();
    if (commits) {
      work.commit();
    } else {
      work.rollback();
    }
    call.conversation().queueManager().journal().add(DoubleJournal.Flow.of(call.opcode()));
    return Answer.ok(call.echo());
  }
}
