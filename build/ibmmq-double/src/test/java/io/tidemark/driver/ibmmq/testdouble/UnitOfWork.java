package io.tidemark.driver.ibmmq.testdouble;

import java.util.ArrayList;
import java.util.List;

/** What a connection has put and got under syncpoint since its last commit. Any thread may call. */
final class UnitOfWork {
  private record Change(Runnable commit, Runnable rollback) {}

  private final List<Change> changes = new ArrayList<>();

  synchronized void put(LocalQueue queue, StoredMessage message) {
    changes.add(new Change(() -> queue.publish(message), queue::withdraw));
  }

  synchronized void published(Runnable publication) {
    changes.add(new Change(publication, () -> {}));
  }

  synchronized void got(LocalQueue queue, StoredMessage message) {
    changes.add(new Change(() -> {}, () -> queue.restore(message)));
  }

  synchronized void commit() {
    changes.forEach(c -> c.commit().run());
    changes.clear();
  }

  /** Last change first: messages come back in the order they were in. */
  synchronized void rollback() {
    for (int i = changes.size() - 1; i >= 0; i--) {
      changes.get(i).rollback().run();
    }
    changes.clear();
  }
}
