package io.tidemark.http;

import io.tidemark.model.worker.ClockReading;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/**
 * Reads a worker's clock over a blocking connection, which is kept. No other thread and little code
 * is between the network and the two time stamps, so readings are precise even in a new JVM.
 * Thread-safe.
 */
final class ClockConnection {
  private static final int TIMEOUT_MILLIS = 1_000;
  private static final byte[] QUESTION = WireFormat.write(Arguments.None.NONE);

  private final URI uri;
  private final Map<String, String> headers;

  /** One object for all readings: connections are kept per factory. */
  private final Optional<SSLSocketFactory> tls;

  ClockConnection(WorkerAddress address, HttpWorkerOptions options) {
    this.uri = address.resolve(Routes.READ_CLOCK.path());
    this.headers = Protocol.headers(options.token());
    this.tls = options.tls().map(SSLContext::getSocketFactory);
  }

  /** Empty if the worker did not answer as expected; a regular call reports the cause. */
  Optional<ClockReading> read() {
    try {
      return read(open());
    } catch (IOException | MalformedBodyException e) {
      return Optional.empty();
    }
  }

  private HttpURLConnection open() throws IOException {
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
    if (connection instanceof HttpsURLConnection secure) {
      tls.ifPresent(secure::setSSLSocketFactory);
    }
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    connection.setInstanceFollowRedirects(false);
    connection.setRequestMethod("POST");
    connection.setDoOutput(true);
    connection.setFixedLengthStreamingMode(QUESTION.length);
    headers.forEach(connection::setRequestProperty);
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
