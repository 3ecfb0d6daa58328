package io.tidemark.driver.rabbitmq;

import io.tidemark.driver.settings.HostPort;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

  private static final Pattern SEPARATOR =
      Pattern.compile(",(?=[\\s,]*(?:[A-Za-z][A-Za-z0-9+.-]*://|$))");

  /** An @ behind the first slash, question mark or number sign after the scheme. */
  private static final Pattern LATE_LOGIN =
      Pattern.compile("^[^/?#]*+(?://)?+[^/?#]*+[/?#].*@", Pattern.DOTALL);

  private static final String ENCODING =
      ": in user, password and virtual host, @ # / % , : ? and space must be percent-encoded (@ is"
          + " %40, / is %2F), or use the keys username and password";

  /**
   * Stricter than the client, which takes this machine where a host is missing: such an address is
   * rather one whose variable is empty, or a password that was cut off. Nothing listens on port 0.
   */
  public BrokerUri {
    if (host.isBlank() || port < 1 || port > 65_535) {
      throw new IllegalArgumentException("has no host, or a port outside 1 to 65535" + ENCODING);
    }
  }

  /**
   * Reads one address.
   *
   * @param plainScheme the scheme without TLS that is wanted: amqp, rabbitmq-stream or http
   * @throws IllegalArgumentException says what is wrong, without any part of the text: a part of a
   *     password can be in each place
   */
  public static BrokerUri parse(String text, String plainScheme) {
    if (LATE_LOGIN.matcher(text).find()) {
      throw new IllegalArgumentException("has an @ behind the host" + ENCODING);
    }
    URI uri = syntax(text);
    String scheme = scheme(uri, plainScheme);
    String authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
    int at = authority.indexOf('@');
    if (at != authority.lastIndexOf('@')) {
      throw new IllegalArgumentException("has two @" + ENCODING);
    }
    HostPort address =
        HostPort.parse(authority.substring(at + 1))
            .orElseThrow(
                () -> new IllegalArgumentException("has no host, or a wrong one" + ENCODING));
    if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "parameters after '?' and '#' are not supported; use the keys of the driver file"
              + " (heartbeat, tls)");
    }
    String[] login = login(at < 0 ? null : authority.substring(0, at));
    return new BrokerUri(
        isTls(scheme),
        address.host(),
        address.port() < 0 ? PORTS.get(scheme) : address.port(),
        virtualHost(uri),
        login[0],
        login[1]);
  }

  private static String scheme(URI uri, String plainScheme) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    List<String> allowed =
        List.of(plainScheme, plainScheme + (plainScheme.startsWith("rabbitmq") ? "+tls" : "s"));
    if (!allowed.contains(scheme)) {
      throw new IllegalArgumentException(
          "%s is not allowed here; allowed %s"
              .formatted(
                  PORTS.containsKey(scheme) ? "scheme '" + scheme + "'" : "what precedes '://'",
                  String.join(", ", allowed)));
    }
    return scheme;
  }

  private static boolean isTls(String scheme) {
    return scheme.endsWith("s") || scheme.endsWith("+tls");
  }

  /** Reads a list whose elements may be comma lists themselves, as placeholders resolve to them. */
  public static List<BrokerUri> parseAll(List<String> texts, String plainScheme) {
    return each(texts).map(text -> parse(text, plainScheme)).toList();
  }

  /**
   * Reads a list.
   *
   * @param login gives addresses without a login one
   */
  static List<BrokerUri> parseAll(
      List<String> texts, String plainScheme, UnaryOperator<BrokerUri> login) {
    return each(texts)
        .map(
            text -> {
              BrokerUri uri = parse(text, plainScheme);
              return hasLogin(text) ? uri : login.apply(uri);
            })
        .toList();
  }

  /** A comma is allowed in an address: only one in front of another address separates. */
  private static Stream<String> each(List<String> texts) {
    return texts.stream().flatMap(text -> addresses(text).stream());
  }

  /** A password with a comma and a scheme would look like the next address. */
  private static List<String> addresses(String list) {
    List<String> addresses =
        SEPARATOR.splitAsStream(list).map(String::strip).filter(text -> !text.isEmpty()).toList();
    for (int i = 1; i < addresses.size(); i++) {
      if (hasLogin(addresses.get(i)) && !hasLogin(addresses.get(i - 1))) {
        throw new IllegalArgumentException("has a login after an address without one" + ENCODING);
      }
    }
    return addresses;
  }

  static boolean hasLogin(String text) {
    return text.contains("@");
  }

  /** The address with another user. */
  BrokerUri withLogin(String other, String itsPassword) {
    return new BrokerUri(tls, host, port, virtualHost, other, itsPassword);
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
          "not an address, because of character " + (e.getIndex() + 1) + ENCODING);
    }
  }

  private static String[] login(@Nullable String rawUserInfo) {
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
          "a slash in the name of the virtual host must be written %2F");
    }
    return decode(name);
  }

  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
