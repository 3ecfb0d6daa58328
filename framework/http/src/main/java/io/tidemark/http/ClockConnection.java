package io.tidemark.http;

import io.tidemark.model.worker.ClockReading;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Reads a worker's clock over a plain socket, which is kept, with a request that is built once: in
 * a JVM that has just started the code of an HTTP client takes longer than the network.
 * Thread-safe.
 */
final class ClockConnection implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 1_000;
  private static final int MAX_ANSWER_BYTES = 16 * 1024;
  private static final String END_OF_HEADERS = "\r\n\r\n";
  private static final Pattern CONTENT_LENGTH =
      Pattern.compile("\r\nContent-Length: *(\\d{1,6})\r\n", Pattern.CASE_INSENSITIVE);

  private final WorkerAddress address;
  private final Optional<SSLContext> tls;
  private final byte[] question;
  private @Nullable Socket socket;

  ClockConnection(WorkerAddress address, HttpWorkerOptions options) {
    this.address = address;
    this.tls = options.tls();
    this.question = question(address, options);
  }

  private static byte[] question(WorkerAddress address, HttpWorkerOptions options) {
    byte[] body = WireFormat.write(Arguments.None.NONE);
    StringBuilder head = new StringBuilder();
    head.append("POST ").append(Routes.READ_CLOCK.path()).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(address.name()).append("\r\n");
    head.append("Content-Length: ").append(body.length).append("\r\n");
    Protocol.headers(options.token())
        .forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    all.writeBytes(body);
    return all.toByteArray();
  }

  /** Empty if the worker did not answer as expected; a regular call reports the cause. */
  synchronized Optional<ClockReading> read() {
    try {
      Socket open = socket == null ? connect() : socket;
      socket = open;
      return Optional.of(ask(open));
    } catch (IOException | MalformedBodyException e) {
      close();
      return Optional.empty();
    }
  }

  private Socket connect() throws IOException {
    Socket plain = new Socket();
    try {
      plain.setTcpNoDelay(true);
      plain.setSoTimeout(TIMEOUT_MILLIS);
      plain.connect(new InetSocketAddress(address.host(), address.port()), TIMEOUT_MILLIS);
      return address.secure() ? secured(plain) : plain;
    } catch (IOException e) {
      plain.close();
      throw e;
    }
  }

  private SSLSocket secured(Socket plain) throws IOException {
    String host = address.host().replaceAll("[\\[\\]]", "");
    SSLSocket secure =
        (SSLSocket) context().getSocketFactory().createSocket(plain, host, address.port(), true);
    SSLParameters checked = secure.getSSLParameters();
    checked.setEndpointIdentificationAlgorithm("HTTPS");
    secure.setSSLParameters(checked);
    secure.startHandshake();
    return secure;
  }

  private SSLContext context() throws IOException {
    try {
      return tls.isPresent() ? tls.get() : SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new IOException(e);
    }
  }

  private ClockReading ask(Socket worker) throws IOException, MalformedBodyException {
    byte[] answer = new byte[MAX_ANSWER_BYTES];
    InputStream in = worker.getInputStream();
    long askedNanoTime = System.nanoTime();
    worker.getOutputStream().write(question);
    int length = in.read(answer);
    long arrivedNanoTime = System.nanoTime();
    while (length >= 0) {
      Optional<byte[]> body = body(answer, length);
      if (body.isPresent()) {
        return WireFormat.read(body.get(), ClockReading.class)
            .between(askedNanoTime, arrivedNanoTime);
      }
      int more = in.read(answer, length, answer.length - length);
      length = more <= 0 ? -1 : length + more;
    }
    throw new EOFException("no complete response");
  }

  /** Empty while the response is not complete. */
  private static Optional<byte[]> body(byte[] answer, int length) throws IOException {
    String text = new String(answer, 0, length, StandardCharsets.ISO_8859_1);
    int start = text.indexOf(END_OF_HEADERS) + END_OF_HEADERS.length();
    if (start < END_OF_HEADERS.length()) {
      return Optional.empty();
    }
    Matcher bodyLength = CONTENT_LENGTH.matcher(text.substring(0, start));
    if (!text.startsWith("HTTP/1.1 200 ") || !bodyLength.find()) {
      throw new IOException("not the expected response");
    }
    int end = start + Integer.parseInt(bodyLength.group(1));
    return end > length ? Optional.empty() : Optional.of(Arrays.copyOfRange(answer, start, end));
  }

  /** The next reading opens a connection again. */
  @Override
  public synchronized void close() {
    if (socket != null) {
      try {
        socket.close();
      } catch (IOException e) {
        // Closed nevertheless.
      }
      socket = null;
    }
  }
}
