package io.tidemark.driver.testkit.observed;

import io.tidemark.driver.requests.ReplyCallback;
import java.util.ArrayList;
import java.util.List;

/** The replies of a requester. Thread-safe. */
public final class ReplyInbox implements ReplyCallback {
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

  public synchronized List<Long> numbers() {
    return List.copyOf(numbers);
  }

  public synchronized List<Throwable> failures() {
    return List.copyOf(failures);
  }

  public synchronized int count() {
    return numbers.size() + damaged;
  }

  public synchronized int damaged() {
    return damaged;
  }
}
