package io.tidemark.driver.rabbitmq.quorum.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.impl.Frame;
import com.rabbitmq.client.impl.FrameHandler;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What reaches the transport, and when. */
class GroupedWritesTest {
  private final List<String> calls = new ArrayList<>();
  private final GroupedWrites writes =
      new GroupedWrites(
          (FrameHandler)
              Proxy.newProxyInstance(
                  FrameHandler.class.getClassLoader(),
                  new Class<?>[] {FrameHandler.class},
                  (proxy, method, arguments) -> {
                    calls.add(method.getName());
                    return null;
                  }));

  @Test
  void withoutAHoldEveryMessageIsFlushed() throws IOException {
    message(10);
    message(10);

    assertThat(calls).containsExactly("writeFrame", "flush", "writeFrame", "flush");
  }

  @Test
  void aHoldKeepsFlushesBackUntilItEnds() throws IOException {
    writes.hold();
    message(10);
    message(10);
    assertThat(writes.letGo()).isTrue();
    assertThat(calls).containsExactly("writeFrame", "writeFrame");

    message(10);

    assertThat(calls).containsExactly("writeFrame", "writeFrame", "writeFrame", "flush");
    assertThat(writes.letGo()).as("nothing is held").isFalse();
  }

  @Test
  void moreThanABufferIsNeverHeld() throws IOException {
    writes.hold();
    message(5000);
    assertThat(calls).containsExactly("writeFrame");
    message(5000);
    assertThat(calls).as("it does not fit").containsExactly("writeFrame", "flush", "writeFrame");

    message(50_000);

    assertThat(calls)
        .containsExactly("writeFrame", "flush", "writeFrame", "flush", "writeFrame", "flush");
  }

  @Test
  void theFlushOfAnotherThreadIsItsOwnAffair() throws Exception {
    writes.hold();
    message(10);

    CompletableFuture.runAsync(
            () -> {
              writes.hold(); // It is another's.
              try {
                message(10);
              } catch (IOException e) {
                throw new AssertionError(e);
              }
              assertThat(writes.letGo()).isFalse();
            })
        .get(30, TimeUnit.SECONDS);

    assertThat(calls).containsExactly("writeFrame", "writeFrame", "flush");
    assertThat(writes.letGo()).as("the hold is still this thread's").isTrue();
  }

  @Test
  void aFlushWithAWaitingCallerIsNotHeldBack() throws IOException {
    writes.hold();

    writes.flush((success, cause) -> {});

    assertThat(calls).containsExactly("flush");
  }

  private void message(int bytes) throws IOException {
    writes.writeFrame(Frame.fromBodyFragment(1, ByteBuffer.allocate(bytes), 0, bytes));
    writes.flush(null);
  }
}
