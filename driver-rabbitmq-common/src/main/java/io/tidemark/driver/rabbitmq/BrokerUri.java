package io.tidemark.driver.rabbitmq;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The address of a broker's listener, with user and virtual host. User, password and virtual host
 * are percent-decoded. Its text form has no password.
 *
 * @param tls whether the scheme asks for TLS
 * @param host name or address
 * @param port the scheme's own when the text has none
 * @param virtualHost "/" when the text has none
 * @param user "guest" when the text has none
 * @param password "guest" when the text has no user
 */
public record BrokerUri(
    boolean tls, String host, int port, String virtualHost, String user, String password) {
  private static final Map<String, Integer> PORTS =
      Map.of(
          "amqp", 5672,
          "amqps", 5671,
          "rabbitmq-stream", 5552,
          "rabbitmq-stream+tls", 5551,
          "http", 15672,
          "https", 15671);

  public BrokerUri {
    if (host.isBlank() || port < 1 || port > 65_535) {
      throw new IllegalArgumentException("no host and port to connect to: " + host + ":" + port);
    }
  }

  /**
   * Reads one address.
   *
   * @param plainScheme the scheme without TLS that is wanted: amqp, rabbitmq-stream or http
   * @throws IllegalArgumentException says what is wrong, without the password
   */
  public static BrokerUri parse(String text, String plainScheme) {
    URI uri = syntax(text);
    String scheme = uri.getScheme() == null ? "" : uri.getScheme();
    String tlsScheme =
        plainScheme.startsWith("rabbitmq") ? plainScheme + "+tls" : plainScheme + "s";
    if (!scheme.equals(plainScheme) && !scheme.equals(tlsScheme)) {
      throw new IllegalArgumentException(
          "scheme '" + scheme + "' is not allowed here; allowed " + plainScheme + ", " + tlsScheme);
    }
    if (uri.getHost() == null) {
      throw new IllegalArgumentException("no host name in the address of scheme " + scheme);
    }
    if (uri.getRawQuery() != null) {
      throw new IllegalArgumentException(
          "parameters after '?' are not supported; use the keys of the driver file"
              + " (heartbeat, tls)");
    }
    String[] login = login(uri.getRawUserInfo());
    int port = uri.getPort() < 0 ? PORTS.get(scheme) : uri.getPort();
    return new BrokerUri(
        scheme.equals(tlsScheme), uri.getHost(), port, virtualHost(uri), login[0], login[1]);
  }

  /** Reads a list whose elements may be comma lists themselves, as placeholders resolve to them. */
  public static List<BrokerUri> parseAll(List<String> texts, String plainScheme) {
    List<BrokerUri> uris = new ArrayList<>();
    for (String text : texts) {
      for (String one : text.split(",")) {
        if (!one.isBlank()) {
          uris.add(parse(one.strip(), plainScheme));
        }
      }
    }
    return List.copyOf(uris);
  }

  /** Reads a list; addresses without a login get that of the first of {@code logins}. */
  static List<BrokerUri> parseAll(List<String> texts, String plainScheme, List<BrokerUri> logins) {
    List<BrokerUri> found = parseAll(texts, plainScheme);
    return logins.isEmpty() || texts.stream().anyMatch(text -> text.contains("@"))
        ? found
        : found.stream().map(uri -> uri.withLoginOf(logins.get(0))).toList();
  }

  /** The address with another user. */
  public BrokerUri withLoginOf(BrokerUri other) {
    return new BrokerUri(tls, host, port, virtualHost, other.user, other.password);
  }

  /** host:port, for names, logs and messages. */
  public String address() {
    return host + ":" + port;
  }

  @Override
  public String toString() {
    return (tls ? "tls " : "") + address() + " vhost " + virtualHost + " user " + user;
  }

  private static URI syntax(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      // The exception's own message repeats the whole text, with the password.
      throw new IllegalArgumentException(
          "not an address: " + e.getReason() + " at character " + (e.getIndex() + 1));
    }
  }

  private static String[] login(String rawUserInfo) {
    if (rawUserInfo == null) {
      return new String[] {"guest", "guest"};
    }
    int colon = rawUserInfo.indexOf(':');
    return colon < 0
        ? new String[] {decode(rawUserInfo), ""}
        : new String[] {
          decode(rawUserInfo.substring(0, colon)), decode(rawUserInfo.substring(colon + 1))
        };
  }

  /** "amqp://host/" literally means the virtual host "", but "/" is meant. */
  private static String virtualHost(URI uri) {
    String path = uri.getRawPath() == null ? "" : uri.getRawPath();
    if (path.length() <= 1) {
      return "/";
    }
    String name = path.substring(1);
    if (name.contains("/")) {
      throw new IllegalArgumentException(
          "a slash in the name of the virtual host must be written %2F, got path " + path);
    }
    return decode(name);
  }

  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
