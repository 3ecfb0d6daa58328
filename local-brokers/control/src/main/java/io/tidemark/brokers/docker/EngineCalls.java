package io.tidemark.brokers.docker;

import io.tidemark.brokers.process.LocalBrokerException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Limits every request to an engine, because the client has no timeouts. */
final class EngineCalls {
  private EngineCalls() {}

  /**
   * @param purpose what it is for, used in messages: "start container x"
   */
  static <T> T within(Duration deadline, String purpose, Callable<T> call) {
    FutureTask<T> answer = new FutureTask<>(call);
    Thread asking = new Thread(answer, "docker-call");
    asking.setDaemon(true);
    asking.start();
    try {
      return answer.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new LocalBrokerException(
          "cannot " + purpose + ": no answer after " + deadline.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      throw new LocalBrokerException("cannot " + purpose + ": " + firstLine(cause), cause);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new LocalBrokerException("interrupted while trying to " + purpose, e);
    }
  }

  private static String firstLine(Throwable cause) {
    String said = cause.getMessage();
    return said == null || said.isBlank()
        ? cause.getClass().getSimpleName()
        : said.strip().lines().findFirst().orElseThrow();
  }
}
