package io.tidemark.driver.settings;

import java.net.IDN;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Host and port of an address. {@link URI#getHost()} is null for names with an underscore, as
 * Docker Compose makes them, and for those with other letters than ASCII's.
 *
 * @param host name or address; IPv6 in brackets; letters outside ASCII encoded as in DNS
 * @param port -1 if none is given
 */
public record HostPort(String host, int port) {
  private static final String LABEL =
      "[\\p{L}\\p{N}_](?:[\\p{L}\\p{M}\\p{N}_-]*[\\p{L}\\p{M}\\p{N}_])?";
  private static final Pattern NAMED =
      Pattern.compile("(" + LABEL + "(?:\\." + LABEL + ")*\\.?)(?::(\\d{0,5}))?");

  /**
   * @param text {@code host} or {@code host:port}
   * @return empty if it is neither
   */
  public static Optional<HostPort> parse(String text) {
    if (text.startsWith("[")) {
      return uri("http://" + text).filter(uri -> uri.getHost() != null).map(HostPort::plain);
    }
    Matcher named = NAMED.matcher(text);
    return named.matches()
        ? ascii(named.group(1)).map(host -> new HostPort(host, port(named.group(2))))
        : Optional.empty();
  }

  /**
   * @return empty if the URI has no host, or a user
   */
  public static Optional<HostPort> of(URI uri) {
    return Optional.ofNullable(uri.getRawAuthority()).flatMap(HostPort::parse);
  }

  /**
   * The URI as Java's HTTP client and others take it, which need {@link URI#getHost()}: with the IP
   * address of the host if its name has an underscore. TLS cannot check such a name.
   *
   * @throws UnknownHostException if the name has no address
   */
  public static URI reachable(URI uri) throws UnknownHostException {
    Optional<HostPort> found = uri.getHost() == null ? of(uri) : Optional.empty();
    if (found.isEmpty()) {
      return uri;
    }
    String port = found.get().port < 0 ? "" : ":" + found.get().port;
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    String rest = port + uri.getRawPath() + query;
    return URI.create(uri.getScheme() + "://" + literal(found.get().host) + rest);
  }

  /**
   * The host as a part of a URI: the name, or its IP address if it has an underscore.
   *
   * @throws UnknownHostException if it has none
   */
  public static String literal(String host) throws UnknownHostException {
    if (uri("http://" + host).filter(uri -> uri.getHost() != null).isPresent()) {
      return host;
    }
    String address = InetAddress.getByName(host).getHostAddress();
    return address.contains(":") ? "[" + address.replaceAll("%.*", "") + "]" : address;
  }

  private static HostPort plain(URI uri) {
    return new HostPort(uri.getHost(), uri.getPort());
  }

  private static Optional<URI> uri(String text) {
    try {
      return Optional.of(URI.create(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> ascii(String name) {
    try {
      boolean plain = name.chars().allMatch(c -> c < 128);
      return Optional.of(plain ? name : IDN.toASCII(name, IDN.ALLOW_UNASSIGNED));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static int port(@Nullable String digits) {
    return digits == null || digits.isEmpty() ? -1 : Integer.parseInt(digits);
  }
}
