package io.tidemark.driver.ibmmq.jndi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.driver.ibmmq.IbmMqConfigurations;
import java.net.ServerSocket;
import java.util.concurrent.CompletableFuture;
import javax.jms.InvalidDestinationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that come over the network must not make a worker a client of another directory. */
class JndiNamesTest {
  private static final String YAML =
      """
      provider: jndi
      jndi:
        environment:
          java.naming.factory.initial: org.apache.activemq.artemis.jndi.ActiveMQInitialContextFactory
      """;

  private ServerSocket directory;
  private CompletableFuture<Boolean> asked;

  @BeforeEach
  void listen() throws Exception {
    directory = new ServerSocket(0);
    asked =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                directory.accept().close();
                return true;
              } catch (java.io.IOException e) {
                return false; // Closed at the end of the test.
              }
            });
  }

  @AfterEach
  void close() throws Exception {
    directory.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ldap://localhost:%d/x",
        "LDAP://localhost:%d/x",
        "rmi://localhost:%d/x",
        "dns://localhost:%d/x",
        "java:ldap://localhost:%d/x",
        "dynamicQueues/ldap://localhost:%d/x",
      })
  void aNameWithASchemeIsNotLookedUp(String pattern) throws Exception {
    String name = pattern.formatted(directory.getLocalPort());
    try (JndiProvider provider =
        new JndiProvider(
            IbmMqConfigurations.of(
                YAML + "  connectionFactory: cf\nmessages: {persistence: persistent}\n"))) {
      assertThatThrownBy(() -> provider.queue(null, name))
          .isInstanceOf(InvalidDestinationException.class)
          .hasMessageContaining("has a scheme; allowed are java: and names without a colon");
      assertThatThrownBy(() -> provider.topic(null, name))
          .isInstanceOf(InvalidDestinationException.class);
    }
    directory.close();
    assertThat(asked.join()).as("a connection to the server in the name").isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "connectionFactory: 'dns:x'",
        "connectionFactory: c\n  destinations: 'ldap://x/%s'"
      })
  void norMayAFileHaveOne(String key) {
    assertThatThrownBy(() -> IbmMqConfigurations.of(YAML + "  " + key))
        .hasMessageContaining("jndi.")
        .hasMessageContaining("allowed are java: and names without a colon");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ccdtUrl: ftp://host/x",
        "ccdtUrl: jar:http://host/x!/a",
        "ccdtUrl: mailto:x",
        "provider: artemis\nbrokerUrl: vm://0",
        "provider: artemis\nbrokerUrl: jgroups://x?file=y",
        "provider: artemis\nbrokerUrl: (udp://231.7.7.7:9876)"
      })
  void addressesHaveSchemesThatTheClientNeeds(String yaml) {
    assertThatThrownBy(() -> IbmMqConfigurations.of(yaml))
        .hasMessageMatching("(?s).*(ccdtUrl|brokerUrl).*is not an address.*allowed.*");
  }
}
