package io.tidemark.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Bodies that lie about their length, or do not end. */
class RequestBodyTest {
  private static final long LIMIT = 1_000;

  private final AtomicLong nanos = new AtomicLong();

  /** Gives one byte at a time, for ever, and takes its time for each. */
  private final class Endless extends InputStream {
    private final Duration each;
    private long given;

    private Endless(Duration each) {
      this.each = each;
    }

    @Override
    public int read() {
      given++;
      nanos.addAndGet(each.toNanos());
      return 'x';
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      into[offset] = (byte) read();
      return 1;
    }
  }

  private RefusedException refusal(InputStream in, long declared) {
    return catchThrowableOfType(
        RefusedException.class, () -> RequestBody.read(in, declared, LIMIT, nanos::get));
  }

  @Test
  void readsWhatFits() throws IOException, RefusedException {
    byte[] body = new byte[(int) LIMIT];
    for (long declared : new long[] {-1, LIMIT}) {
      assertThat(RequestBody.read(new ByteArrayInputStream(body), declared, LIMIT)).isEqualTo(body);
    }
  }

  @Test
  void readsNoMoreThanTheLimitOfABodyThatDoesNotSayHowLongItIs() {
    Endless endless = new Endless(Duration.ZERO);
    assertThat(refusal(endless, -1).status()).isEqualTo(413);
    assertThat(endless.given).isEqualTo(LIMIT + 1);
  }

  @Test
  void believesOneThatSaysItIsTooLong() {
    Endless endless = new Endless(Duration.ZERO);
    assertThat(refusal(endless, LIMIT + 5).status()).isEqualTo(413);
    assertThat(endless.given).as("read only to be thrown away").isEqualTo(LIMIT + 5);
  }

  @Test
  void givesUpOneThatTricklesIn() {
    Endless slow = new Endless(Duration.ofSeconds(1));
    RefusedException refusal = refusal(slow, LIMIT);
    assertThat(refusal.status()).isEqualTo(408);
    assertThat(refusal).hasMessageContaining("took longer than 60 s");
    assertThat(slow.given).isEqualTo(61);
  }
}
