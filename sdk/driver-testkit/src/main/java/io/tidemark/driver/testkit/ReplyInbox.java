package io.tidemark.driver.testkit;

import io.tidemark.driver.ReplyCallback;
import java.util.ArrayList;
import java.util.List;

/** The replies of a requester. Thread-safe. */
final class ReplyInbox implements ReplyCallback {
  private final List<Long> numbers = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();
  private int damaged;

  @Override
  public synchronized void replyReceived(byte[] payload) {
    if (NumberedPayload.isIntact(payload)) {
      numbers.add(NumberedPayload.number(payload));
    } else {
      damaged++;
    }
  }

  @Override
  public synchronized void receiveFailed(Throwable cause) {
    failures.add(cause);
  }

  synchronized List<Long> numbers() {
    return List.copyOf(numbers);
  }

  synchronized List<Throwable> failures() {
    return List.copyOf(failures);
  }

  synchronized int count() {
    return numbers.size() + damaged;
  }

  synchronized int damaged() {
    return damaged;
  }
}
