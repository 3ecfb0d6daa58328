package io.tidemark.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseBytesTest {

  /** Comes as over a slow network: one byte at a time. */
  private static final class Dribble extends InputStream {
    private final byte[] all;
    private int at;

    Dribble(String all) {
      this.all = all.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public int read() {
      return at < all.length ? all[at++] : -1;
    }

    @Override
    public int read(byte[] to, int from, int length) {
      int next = read();
      if (next < 0) {
        return -1;
      }
      to[from] = (byte) next;
      return 1;
    }
  }

  private static ResponseBytes read(InputStream in) throws IOException {
    ResponseBytes response = new ResponseBytes();
    while (!response.read(in)) {
      assertThat(response.hasBegun()).isTrue();
    }
    return response;
  }

  private static ResponseBytes read(String text) throws IOException {
    ResponseBytes slow = read(new Dribble(text));
    ResponseBytes whole = read(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)));
    assertThat(slow.body()).isEqualTo(whole.body());
    assertThat(slow.head()).isEqualTo(whole.head());
    return slow;
  }

  @Test
  void hasStatusHeadersAndTheBodyOfItsLength() throws IOException {
    ResponseBytes response = read("HTTP/1.1 422 No\r\nA: b\r\nContent-Length: 5\r\n\r\nhello");
    assertThat(response.status()).isEqualTo(422);
    assertThat(response.body()).asString().isEqualTo("hello");
    assertThat(Reply.of(response).header("a")).contains("b");
  }

  @Test
  void joinsChunks() throws IOException {
    String head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    ResponseBytes response =
        read(head + "5\r\nhello\r\n1;x=y\r\n,\r\nb\r\n hello worl\r\n0\r\n\r\n");
    assertThat(response.body()).asString().isEqualTo("hello, hello worl");
  }

  @Test
  void mayHaveNoBody() throws IOException {
    assertThat(read("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").body()).isEmpty();
  }

  @Test
  void maySpanManyReads() throws IOException {
    String body = "x".repeat(100_000);
    assertThat(read("HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n" + body).body())
        .hasSize(100_000);
  }

  @Test
  void thatIsCutOffOrOfAnotherProtocolIsRefused() {
    assertThatThrownBy(() -> read("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell"))
        .isInstanceOf(EOFException.class);
    assertThatThrownBy(() -> read("")).isInstanceOf(EOFException.class);
    assertThatThrownBy(() -> read("AMQP")).hasMessageContaining("status line");
    assertThatThrownBy(() -> read("HTTP/1.1 200 OK\r\n\r\n")).hasMessageContaining("length");
    assertThatThrownBy(() -> read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"))
        .hasMessageContaining("size of a chunk");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 999999999\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n7fffffff\r\nabc",
        "Transfer-Encoding: chunked\r\n\r\n5000000\r\nabc"
      })
  void refusesABodyThatIsTooLargeBeforeItIsThere(String rest) {
    assertThatThrownBy(() -> read("HTTP/1.1 200 OK\r\n" + rest))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a response of more than");
  }
}
