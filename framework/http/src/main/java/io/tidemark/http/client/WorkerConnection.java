package io.tidemark.http.client;

import io.tidemark.base.Deadline;
import io.tidemark.base.SystemClock;
import io.tidemark.http.protocol.Protocol;
import io.tidemark.http.protocol.Token;
import io.tidemark.http.protocol.WorkerAddress;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * HTTP to a worker over one socket, plain or TLS, without an HTTP client between the caller and the
 * network. For one thread at a time; {@link #close} is for all threads.
 */
public final class WorkerConnection implements AutoCloseable {
  private static final int MAX_BYTES = 16 * 1024;
  private static final String END_OF_HEADERS = "\r\n\r\n";
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");
  private static final Pattern CONTENT_LENGTH =
      Pattern.compile("\r\nContent-Length: *(\\d{1,6})\r\n", Pattern.CASE_INSENSITIVE);

  /**
   * The status line and headers.
   *
   * @param arrivedNanoTime of its first byte
   */
  public record Head(int status, String headers, long arrivedNanoTime) {
    public boolean ofWorker() {
      return headers.contains(Protocol.PROTOCOL_HEADER);
    }
  }

  private final Socket socket;
  private final InputStream in;
  private final Duration reading;

  private WorkerConnection(Socket socket, Duration reading) throws IOException {
    this.socket = socket;
    this.reading = reading;
    this.in = new BufferedInputStream(socket.getInputStream(), MAX_BYTES);
  }

  /**
   * @param connecting timeout of the connection
   * @param reading timeout of each read, of a head, and of a body
   */
  public static WorkerConnection open(
      WorkerAddress address, Optional<SSLContext> tls, Duration connecting, Duration reading)
      throws IOException {
    Socket plain = new Socket();
    try {
      plain.setTcpNoDelay(true);
      plain.setSoTimeout(Math.toIntExact(reading.toMillis()));
      plain.connect(
          new InetSocketAddress(address.host(), address.port()),
          Math.toIntExact(connecting.toMillis()));
      return new WorkerConnection(address.secure() ? secured(plain, address, tls) : plain, reading);
    } catch (IOException e) {
      plain.close();
      throw e;
    }
  }

  private static SSLSocket secured(Socket plain, WorkerAddress address, Optional<SSLContext> tls)
      throws IOException {
    String host = address.host().replaceAll("[\\[\\]]", "");
    SSLSocket secure =
        (SSLSocket) context(tls).getSocketFactory().createSocket(plain, host, address.port(), true);
    SSLParameters checked = secure.getSSLParameters();
    checked.setEndpointIdentificationAlgorithm("HTTPS");
    secure.setSSLParameters(checked);
    secure.startHandshake();
    return secure;
  }

  private static SSLContext context(Optional<SSLContext> tls) throws IOException {
    try {
      return tls.isPresent() ? tls.get() : SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new IOException(e);
    }
  }

  /**
   * A complete request.
   *
   * @param more header lines
   */
  public static byte[] request(
      WorkerAddress address, Optional<Token> token, String path, byte[] body, String... more) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    String[] lines = Arrays.copyOf(more, more.length + 1);
    lines[more.length] = "Content-Length: " + body.length;
    all.writeBytes(head(address, token, path, lines));
    all.writeBytes(body);
    return all.toByteArray();
  }

  /**
   * A request without its body.
   *
   * @param more header lines
   */
  public static byte[] head(
      WorkerAddress address, Optional<Token> token, String path, String... more) {
    StringBuilder head = new StringBuilder();
    head.append("POST ").append(path).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(address.hostAndPort()).append("\r\n");
    for (String line : more) {
      head.append(line).append("\r\n");
    }
    Protocol.headers(token)
        .forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The worker's own certificate; empty without TLS. */
  public byte[] certificate() throws IOException {
    if (!(socket instanceof SSLSocket secure)) {
      return new byte[0];
    }
    try {
      Certificate[] chain = secure.getSession().getPeerCertificates();
      return chain[0].getEncoded();
    } catch (CertificateEncodingException e) {
      throw new IOException(e);
    }
  }

  public OutputStream out() throws IOException {
    return socket.getOutputStream();
  }

  public InputStream in() {
    return in;
  }

  /** Status line and headers of the next response. */
  public Head readHead() throws IOException {
    StringBuilder text = new StringBuilder();
    long arrivedNanoTime = 0;
    int next = 0;
    Deadline deadline = Deadline.in(reading);
    while (next != '\n' || !endsWith(text, END_OF_HEADERS)) {
      requireTime(deadline);
      next = in.read();
      if (text.length() == 0) {
        arrivedNanoTime = SystemClock.get().nanoTime();
      }
      if (next < 0 || text.length() == MAX_BYTES) {
        throw new EOFException("no complete response");
      }
      text.append((char) next);
    }
    Matcher status = STATUS.matcher(text);
    if (!status.lookingAt()) {
      throw new IOException("not a response of HTTP/1.1");
    }
    return new Head(Integer.parseInt(status.group(1)), text.toString(), arrivedNanoTime);
  }

  /** The short body that follows. */
  public byte[] readBody(Head head) throws IOException {
    Matcher bodyLength = CONTENT_LENGTH.matcher(head.headers());
    if (!bodyLength.find()) {
      throw new IOException("a response without a length");
    }
    int length = Integer.parseInt(bodyLength.group(1));
    if (length > MAX_BYTES) {
      throw new IOException("a response of more than " + MAX_BYTES + " bytes");
    }
    byte[] body = new byte[length];
    Deadline deadline = Deadline.in(reading);
    for (int filled = 0; filled < length; ) {
      requireTime(deadline);
      int more = in.read(body, filled, length - filled);
      if (more < 0) {
        throw new EOFException("no complete response");
      }
      filled += more;
    }
    return body;
  }

  /** The timeout of a read begins again with each byte. */
  private static void requireTime(Deadline deadline) throws SocketTimeoutException {
    if (deadline.isOver()) {
      throw new SocketTimeoutException("no complete response");
    }
  }

  private static boolean endsWith(StringBuilder text, String end) {
    return text.length() >= end.length() && text.indexOf(end, text.length() - end.length()) >= 0;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // Closed nevertheless.
    }
  }
}
