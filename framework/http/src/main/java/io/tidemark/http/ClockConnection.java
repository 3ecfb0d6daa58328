package io.tidemark.http;

import io.tidemark.model.worker.ClockReading;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/**
 * Reads a worker's clock over a blocking connection, which is kept. No other thread and little code
 * is between the wire and the two time stamps, so a reading is narrow also in a JVM that has just
 * started. One thread at a time.
 */
final class ClockConnection {
  private static final int TIMEOUT_MILLIS = 1_000;
  private static final byte[] QUESTION = WireFormat.write(Arguments.None.NONE);

  private final WorkerAddress address;
  private final Optional<Token> token;

  /** One object for all readings: connections are kept per factory. */
  private final Optional<SSLSocketFactory> tls;

  ClockConnection(WorkerAddress address, HttpWorkerOptions options) {
    this.address = address;
    this.token = options.token();
    this.tls = options.tls().map(SSLContext::getSocketFactory);
  }

  /** Empty when the worker did not answer as expected; an ordinary call finds out why. */
  Optional<ClockReading> read() {
    try {
      return read(open());
    } catch (IOException | MalformedBodyException e) {
      return Optional.empty();
    }
  }

  private HttpURLConnection open() throws IOException {
    URL url = address.resolve(Routes.READ_CLOCK.path()).toURL();
    HttpURLConnection connection = (HttpURLConnection) url.openConnection();
    if (connection instanceof HttpsURLConnection secure) {
      tls.ifPresent(secure::setSSLSocketFactory);
    }
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    connection.setInstanceFollowRedirects(false);
    connection.setRequestMethod("POST");
    connection.setDoOutput(true);
    connection.setFixedLengthStreamingMode(QUESTION.length);
    connection.setRequestProperty("Content-Type", Protocol.CONTENT_TYPE);
    connection.setRequestProperty(Protocol.PROTOCOL_HEADER, String.valueOf(Protocol.VERSION));
    connection.setRequestProperty(Protocol.PRODUCT_HEADER, Protocol.product());
    token.ifPresent(each -> connection.setRequestProperty("Authorization", each.header()));
    connection.connect();
    return connection;
  }

  private static Optional<ClockReading> read(HttpURLConnection connection)
      throws IOException, MalformedBodyException {
    long askedNanoTime = System.nanoTime();
    try (OutputStream question = connection.getOutputStream()) {
      question.write(QUESTION);
    }
    int status = connection.getResponseCode();
    long arrivedNanoTime = System.nanoTime();
    if (status != HttpURLConnection.HTTP_OK) {
      connection.disconnect();
      return Optional.empty();
    }
    try (InputStream answer = connection.getInputStream()) {
      ClockReading theirs = WireFormat.read(answer.readAllBytes(), ClockReading.class);
      return Optional.of(theirs.between(askedNanoTime, arrivedNanoTime));
    }
  }
}
