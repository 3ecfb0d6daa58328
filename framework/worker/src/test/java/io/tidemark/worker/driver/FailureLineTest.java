package io.tidemark.worker.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class FailureLineTest {

  @Test
  void reportsTheReasonBehindWrappers() {
    Throwable reason = new ConnectException("refused by h:1");
    Throwable failure = new CompletionException(new IOException("cannot reach the broker", reason));
    assertThat(FailureLine.of(failure))
        .isEqualTo("cannot reach the broker: ConnectException: refused by h:1");
  }

  @Test
  void doesNotRepeatWhatACauseAlreadySaid() {
    Throwable reason = new ConnectException("refused by h:1");
    assertThat(FailureLine.of(new IOException("no broker: refused by h:1", reason)))
        .isEqualTo("no broker: refused by h:1");
    assertThat(FailureLine.of(new RuntimeException(reason)))
        .isEqualTo("ConnectException: refused by h:1");
    assertThat(FailureLine.of(new IOException("no broker: refused by h:1", new Error(reason))))
        .isEqualTo("no broker: refused by h:1");
  }

  @Test
  void aMessageThatQuotesTheInnermostCauseIsTheWholeLine() {
    Throwable innermost = new ConnectException("Connection refused: /h:1");
    Throwable between = new RuntimeException("Error while creating connection to h:1", innermost);
    assertThat(FailureLine.of(new IOException("cannot connect to h: Connection refused", between)))
        .isEqualTo("cannot connect to h: Connection refused");
    assertThat(FailureLine.of(new IOException("cannot connect to h", between)))
        .isEqualTo(
            "cannot connect to h: Error while creating connection to h:1: ConnectException:"
                + " Connection refused: /h:1");
  }

  @Test
  void namesTheTypeWhereTheMessageIsNoSentence() {
    assertThat(FailureLine.of(new NullPointerException())).isEqualTo("NullPointerException");
    assertThat(FailureLine.of(new IllegalStateException("queue1")))
        .isEqualTo("IllegalStateException: queue1");
  }

  @Test
  void isOneLineWithoutPasswordsAndNotEndless() {
    assertThat(FailureLine.of(new IOException("no\n\tway to amqp://guest:s3cret@h:5672/v")))
        .isEqualTo("no; way to amqp://***@h:5672/v");
    assertThat(FailureLine.of(new IOException("x ".repeat(5_000)))).hasSizeLessThan(2_100);
  }

  @Test
  void survivesFailuresThatCauseEachOther() {
    Exception one = new IOException("one way");
    Exception other = new IOException("other way", one);
    one.initCause(other);
    assertThat(FailureLine.of(one)).isEqualTo("one way: other way");
  }
}
