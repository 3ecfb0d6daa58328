package io.tidemark.features.probe;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where clients connect to, as driver files have it in different forms. */
public final class BrokerAddresses {
  /** A host and its port. */
  public record Address(String host, int port) {}

  private static final int MOST = 8;
  private static final int LAST_PORT = 65_535;

  /** Keys with the addresses of brokers; others, of management for example, do not take load. */
  private static final Pattern KEY =
      Pattern.compile(
          "bootstrap\\.servers|amqpUris?|streamUris?|mqttUris?|connectionNames?|brokerUrl|serviceUrl|uris?");

  private static final Pattern PROPERTY =
      Pattern.compile("(?m)^\\s*bootstrap\\.servers\\s*[=:]\\s*(\\S+)");

  /** {@code host:port}, {@code [::1]:port} after a scheme and user, or {@code host(port)}. */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?:[a-z0-9+.-]+://)?(?:[^@/,\\s]*@)?(\\[[0-9a-fA-F:]+]|[A-Za-z0-9._-]+)"
              + "(?::|\\()([0-9]{1,5})\\)?");

  private BrokerAddresses() {}

  /**
   * At most 8 of them, in the order of the file.
   *
   * @param driverFile as plain maps, lists and texts
   */
  public static List<Address> of(Map<String, Object> driverFile) {
    Set<Address> found = new LinkedHashSet<>();
    search(driverFile, false, found);
    return new ArrayList<>(found).subList(0, Math.min(MOST, found.size()));
  }

  private static void search(@Nullable Object value, boolean wanted, Set<Address> found) {
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, child) -> search(child, KEY.matcher(String.valueOf(key)).matches(), found));
    } else if (value instanceof Collection<?> list) {
      list.forEach(child -> search(child, wanted, found));
    } else if (value instanceof String text) {
      Matcher property = PROPERTY.matcher(text);
      if (wanted) {
        addresses(text, found);
      } else if (property.find()) {
        addresses(property.group(1), found);
      }
    }
  }

  private static void addresses(String text, Set<Address> found) {
    Matcher address = ADDRESS.matcher(text);
    while (address.find()) {
      int port = Integer.parseInt(address.group(2));
      if (port > 0 && port <= LAST_PORT) {
        found.add(new Address(address.group(1).replaceAll("[\\[\\]]", ""), port));
      }
    }
  }
}
