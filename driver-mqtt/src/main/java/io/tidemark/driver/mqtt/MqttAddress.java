package io.tidemark.driver.mqtt;

import io.tidemark.driver.settings.HostPort;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The address of a listener. Its text form has no login.
 *
 * @param login the user with the password; empty for a client without a login
 */
record MqttAddress(boolean tls, String host, int port, Optional<Login> login) {
  private static final Pattern FORM = Pattern.compile("mqtt(s?)://(?:([^@/]*)@)?([^@/]+)/?");

  /** Says what is wrong without any part of the text, which may have a password. */
  static final String ALLOWED =
      "not an address; allowed mqtt[s]://user:password@host:port, where @ : / and % in user and"
          + " password are percent-encoded";

  private static final int PLAIN_PORT = 1883;
  private static final int TLS_PORT = 8883;

  /** The password is never part of a text. */
  record Login(String user, String password) {
    @Override
    public String toString() {
      return user;
    }
  }

  /**
   * Reads a list whose elements may be comma lists themselves, as placeholders resolve to them.
   *
   * @throws IllegalArgumentException without any part of the text, which may have a password
   */
  static List<MqttAddress> parseAll(List<String> texts) {
    return texts.stream()
        .flatMap(text -> Stream.of(text.split(",(?=\\s*mqtts?://)")))
        .map(text -> parse(text.strip()))
        .toList();
  }

  private static MqttAddress parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw wrong();
    }
    boolean tls = !form.group(1).isEmpty();
    HostPort found = HostPort.parse(form.group(3)).orElseThrow(MqttAddress::wrong);
    int port = found.port() < 0 ? tls ? TLS_PORT : PLAIN_PORT : found.port();
    if (port < 1 || port > 65_535) {
      throw wrong();
    }
    return new MqttAddress(
        tls, found.host(), port, Optional.ofNullable(form.group(2)).map(MqttAddress::login));
  }

  private static Login login(String encoded) {
    int colon = encoded.indexOf(':');
    return colon < 0
        ? new Login(decoded(encoded), "")
        : new Login(decoded(encoded.substring(0, colon)), decoded(encoded.substring(colon + 1)));
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static IllegalArgumentException wrong() {
    return new IllegalArgumentException(ALLOWED);
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
