package io.tidemark.driver.ibmmq.testdouble;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;

/**
 * What the double pretends to be.
 *
 * @param channels the server-connection channels it has; empty: every name
 * @param users passwords by user; empty: no authentication
 * @param sharingConversations SHARECNV: 0 is the mode of version 6, 1 one conversation per socket
 * @param fapLevel the highest protocol level it admits to
 * @param tls present: it listens with TLS
 */
public record DoubleSettings(
    String queueManager,
    Set<String> channels,
    Map<String, String> users,
    int sharingConversations,
    int fapLevel,
    int maxSegmentBytes,
    Optional<SSLContext> tls) {
  /** From the level after this one on, the client protects passwords unless the channel has TLS. */
  static final int PASSWORDS_IN_CLEAR_LEVEL = 12;

  public DoubleSettings {
    channels = Set.copyOf(channels);
    users = Map.copyOf(users);
    if (!users.isEmpty() && tls.isEmpty() && fapLevel > PASSWORDS_IN_CLEAR_LEVEL) {
      throw new IllegalArgumentException(
          "the double cannot check passwords, which come protected at level " + fapLevel);
    }
  }

  public static DoubleSettings named(String queueManager) {
    return new DoubleSettings(
        queueManager, Set.of(), Map.of(), 1, PASSWORDS_IN_CLEAR_LEVEL, 32_748, Optional.empty());
  }

  public DoubleSettings withChannels(String... names) {
    return new DoubleSettings(
        queueManager, Set.of(names), users, sharingConversations, fapLevel, maxSegmentBytes, tls);
  }

  public DoubleSettings withUser(String user, String password) {
    Map<String, String> more = new HashMap<>(users);
    more.put(user, password);
    return new DoubleSettings(
        queueManager, channels, more, sharingConversations, fapLevel, maxSegmentBytes, tls);
  }

  public DoubleSettings withSharingConversations(int conversations) {
    return new DoubleSettings(
        queueManager, channels, users, conversations, fapLevel, maxSegmentBytes, tls);
  }

  public DoubleSettings withFapLevel(int level) {
    return new DoubleSettings(
        queueManager, channels, users, sharingConversations, level, maxSegmentBytes, tls);
  }

  public DoubleSettings withTls(SSLContext context) {
    return new DoubleSettings(
        queueManager,
        channels,
        users,
        sharingConversations,
        fapLevel,
        maxSegmentBytes,
        Optional.of(context));
  }
}
