package io.tidemark.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.BadMessageException;
import org.junit.jupiter.api.Test;

class RequestBodyTest {
  private static final int LIMIT = 50_000;

  private final AtomicLong nanos = new AtomicLong();
  private final BodyMemory memory = new BodyMemory(LIMIT);

  private RequestBody body(long declaredBytes) {
    return new RequestBody(declaredBytes, LIMIT, memory, nanos::get);
  }

  private static RequestRefusedException refusal(RequestBody body) {
    return catchThrowableOfType(RequestRefusedException.class, body::whole);
  }

  private static ByteBuffer part(int bytes) {
    return ByteBuffer.wrap(new byte[bytes]);
  }

  @Test
  void keepsWhatFits() throws RequestRefusedException {
    for (long declared : new long[] {-1, LIMIT}) {
      RequestBody body = body(declared);
      assertThat(body.add(part(LIMIT - 1))).isTrue();
      body.add(ByteBuffer.wrap(new byte[] {7}));
      assertThat(body.whole()).hasSize(LIMIT).endsWith(7);
      body.release();
    }
  }

  @Test
  void readsNoMoreThanItThrowsAwayOfABodyThatDoesNotSayHowLongItIs() {
    RequestBody body = body(-1);
    int parts = 0;
    while (body.add(part(1_000))) {
      parts++;
    }
    assertThat(refusal(body).status()).isEqualTo(413);
    assertThat(parts).as("read only to be thrown away").isBetween(50, 200);
  }

  @Test
  void believesOneThatSaysItIsTooLong() {
    RequestBody body = body(LIMIT + 5);
    assertThat(body.add(part(LIMIT))).isTrue();
    assertThat(body.add(part(5))).as("needs more").isFalse();
    assertThat(refusal(body).status()).isEqualTo(413);
  }

  @Test
  void givesUpOneThatTricklesIn() {
    RequestBody body = body(LIMIT);
    for (int second = 0; second <= 61; second++) {
      body.add(part(1));
      nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    }
    assertThat(refusal(body).status()).isEqualTo(408);
    assertThat(refusal(body)).hasMessageContaining("took longer than 60 s");
    nanos.addAndGet(Duration.ofSeconds(5).toNanos());
    assertThat(body.add(part(1))).as("thrown away for ever").isFalse();
  }

  @Test
  void bodiesTogetherHaveABound() throws RequestRefusedException {
    RequestBody first = body(-1);
    first.add(part(30_000));
    RequestBody second = body(30_000);
    second.add(part(20_000));
    second.add(part(10_000));
    assertThat(refusal(second).status()).isEqualTo(503);
    assertThat(refusal(second)).hasMessageContaining("try again");
    RequestBody heartbeat = body(1);
    heartbeat.add(part(1));
    assertThat(heartbeat.whole()).as("a short one").hasSize(1);
    first.release();
    second.release();
    RequestBody third = body(LIMIT);
    third.add(part(LIMIT));
    assertThat(third.whole()).as("all memory is free again").hasSize(LIMIT);
  }

  @Test
  void oneThatIsRefusedNeedsNoMemory() throws RequestRefusedException {
    RequestBody cut = body(LIMIT);
    cut.add(part(LIMIT - 1));
    cut.fail(new BadMessageException("chunk"));
    assertThat(refusal(cut).status()).isEqualTo(400);
    RequestBody stalled = body(LIMIT);
    stalled.add(part(LIMIT - 1));
    stalled.fail(new IllegalStateException(new TimeoutException()));
    assertThat(refusal(stalled).status()).isEqualTo(408);
    RequestBody next = body(LIMIT);
    next.add(part(LIMIT));
    assertThat(next.whole()).hasSize(LIMIT);
  }

  /** Callers wait for their answers: together their bodies were larger than the heap. */
  @Test
  void refusedOnesTogetherNeedNoHeap() {
    int bytes = 16 << 20;
    List<RequestBody> refused = new ArrayList<>();
    for (long all = 0; all <= Runtime.getRuntime().maxMemory(); all += bytes) {
      RequestBody body = new RequestBody(-1, bytes, new BodyMemory(bytes), nanos::get);
      body.add(part(bytes));
      body.fail(new BadMessageException("chunk"));
      refused.add(body);
    }
    assertThat(refused).allSatisfy(body -> assertThat(refusal(body).status()).isEqualTo(400));
  }
}
