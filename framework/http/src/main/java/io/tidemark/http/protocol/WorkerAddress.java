package io.tidemark.http.protocol;

import io.tidemark.driver.settings.HostPort;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where a worker listens.
 *
 * @param secure whether it speaks TLS
 * @param host name or address; IPv6 in brackets
 * @param name of the worker in messages and results: the name of its pod, or {@code host:port}
 */
public record WorkerAddress(boolean secure, String host, int port, String name) {
  public static final int DEFAULT_PORT = 8080;
  private static final int LONGEST = 1_024;

  public WorkerAddress {
    host = inUrl(host);
    if (host.isBlank()) {
      throw new IllegalArgumentException("a worker's address needs a host");
    }
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("a port is between 1 and 65535, got " + port);
    }
  }

  public WorkerAddress(boolean secure, String host, int port) {
    this(secure, host, port, inUrl(host) + ":" + port);
  }

  /** IPv6 is given in brackets, or as an address to listen on. */
  private static String inUrl(String host) {
    return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
  }

  /**
   * {@code http://host:port}, {@code https://host:port} or {@code host:port}; the port may be left
   * out.
   *
   * @throws IllegalArgumentException with one line on what is wrong
   */
  public static WorkerAddress parse(String text) {
    String trimmed = text.trim();
    if (trimmed.isEmpty()) {
      throw new IllegalArgumentException(
          "a list of workers has an empty element: remove the comma, or add http://host:port");
    }
    if (trimmed.length() > LONGEST) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a worker's address has at most %d characters, got %d",
              LONGEST,
              trimmed.length()));
    }
    String url = trimmed.contains("://") ? trimmed : "http://" + trimmed;
    URI uri;
    try {
      uri = URI.create(url);
    } catch (IllegalArgumentException e) {
      throw wrong(trimmed, e);
    }
    boolean secure = "https".equalsIgnoreCase(uri.getScheme());
    boolean path = uri.getPath() != null && !uri.getPath().isEmpty() && !uri.getPath().equals("/");
    HostPort host = HostPort.of(uri).orElseThrow(() -> wrong(trimmed, null));
    if (!secure && !"http".equalsIgnoreCase(uri.getScheme())
        || uri.getQuery() != null
        || uri.getFragment() != null
        || path) {
      throw wrong(trimmed, null);
    }
    return new WorkerAddress(secure, host.host(), host.port() == -1 ? DEFAULT_PORT : host.port());
  }

  /** The text may contain a secret by mistake: before an @, in it, or after a ?. */
  private static IllegalArgumentException wrong(String text, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "a worker's address is http://host:port or https://host:port, got "
            + (text.contains("@") ? "one with an @" : text.replaceAll("[?#].*", "?...")),
        text.contains("@") ? null : cause);
  }

  /** {@code host:port}. */
  public String hostAndPort() {
    return host + ":" + port;
  }

  /** Whether a token sent there cannot be read on the way: by TLS, or on this machine only. */
  public boolean protectsToken() {
    return secure || isLoopback();
  }

  /** Whether it is on this machine, whichever machine that is. */
  public boolean isLoopback() {
    return isLoopback(host);
  }

  /** Whether a host's name or address is this machine's loopback; false for unknown names. */
  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /**
   * Where a request is sent to.
   *
   * @throws UnknownHostException if the host is one whose address must be looked up for it, and has
   *     none
   */
  public URI resolve(String path) throws UnknownHostException {
    return HostPort.reachable(URI.create(url() + path));
  }

  private String url() {
    return (secure ? "https://" : "http://") + hostAndPort();
  }

  /** The URL; with the worker's name if the URL does not contain it. */
  @Override
  public String toString() {
    return url().contains(name) ? url() : "%s (%s)".formatted(name, url());
  }
}
