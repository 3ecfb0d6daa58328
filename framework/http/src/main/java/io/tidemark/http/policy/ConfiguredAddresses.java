package io.tidemark.http.policy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds addresses to known schemes and parameters: a client may load a class or connect to any
 * protocol because of them.
 *
 * @param allowedSchemes beside the known ones, in lower case; their parameters are not restricted
 */
record ConfiguredAddresses(Set<String> allowedSchemes) {
  /**
   * Schemes of brokers, their clients and OMB's drivers. Files are judged by {@link
   * ConfiguredFiles}.
   */
  private static final Set<String> KNOWN_SCHEMES =
      Set.of(
          "amqp",
          "amqps",
          "file",
          "http",
          "https",
          "mqtt",
          "mqtts",
          "nats",
          "tls",
          "plaintext",
          "sasl_plaintext",
          "sasl_ssl",
          "ssl",
          "tcp",
          "pulsar",
          "pulsar+ssl",
          "persistent",
          "non-persistent",
          "rabbitmq-stream",
          "rabbitmq-stream+tls",
          "redis",
          "rediss",
          "arn",
          "urn");

  /** Their parameters are for the server. */
  private static final Set<String> WEB = Set.of("http", "https");

  /** Parameters of Artemis, Qpid JMS and RabbitMQ: none loads a class or leads to another host. */
  private static final Set<String> KNOWN_PARAMETERS =
      words(
          """
          autoGroup blockOnAcknowledge blockOnDurableSend blockOnNonDurableSend cacheDestinations
          cacheLargeMessagesClient callFailoverTimeout callTimeout clientFailureCheckPeriod clientID
          compressLargeMessage compressionLevel confirmationWindowSize connectionTTL
          consumerMaxRate consumerWindowSize dupsOKBatchSize enableSharedClientID
          failoverOnInitialConnection groupID ha initialConnectAttempts initialMessagePacketSize
          maxRetryInterval minLargeMessageSize preAcknowledge producerMaxRate producerWindowSize
          reconnectAttempts retryInterval retryIntervalMultiplier scheduledThreadPoolMaxSize
          threadPoolMaxSize transactionBatchSize type useGlobalPools useTopologyForLoadBalancing
          sslEnabled enabledCipherSuites enabledProtocols verifyHost trustAll sniHost
          keyStoreAlias keyStorePassword keyStorePath keyStoreType
          trustStorePassword trustStorePath trustStoreType
          useEpoll useKQueue useNio tcpNoDelay tcpReceiveBufferSize tcpSendBufferSize
          nioRemotingThreads remotingThreads batchDelay writeBufferHighWaterMark
          writeBufferLowWaterMark connect-timeout-millis user password
          amqp.idleTimeout amqp.maxFrameSize amqp.vhost amqp.saslMechanisms
          jms.clientID jms.username jms.password jms.connectTimeout jms.sendTimeout
          jms.requestTimeout jms.closeTimeout jms.forceAsyncSend jms.forceSyncSend
          jms.prefetchPolicy.all jms.prefetchPolicy.queuePrefetch jms.prefetchPolicy.topicPrefetch
          transport.connectTimeout transport.tcpNoDelay transport.verifyHost transport.trustAll
          transport.keyStoreLocation transport.keyStorePassword transport.keyStoreType
          transport.trustStoreLocation transport.trustStorePassword transport.trustStoreType
          failover.maxReconnectAttempts failover.startupMaxReconnectAttempts failover.reconnectDelay
          heartbeat connection_timeout channel_max frame_max auth_mechanism exchange
          """);

  /** One scheme or several of them, as in {@code jar:http://}. */
  private static final Pattern SCHEMES = Pattern.compile("((?:[\\w+.-]{1,64}+:)++)/");

  /** A scheme without a slash behind it; a number is the port of a host. */
  private static final Pattern OPAQUE = Pattern.compile("\\s*([\\w+.-]++):(?!\\d{1,5}(\\D|$))");

  private static final Pattern QUERY = Pattern.compile("[?#;)]");
  private static final Pattern BETWEEN_PARAMETERS = Pattern.compile("[?&;,()#\\s]+");

  /** A parameter is a word, so that it cannot be written in two ways. */
  private static final Pattern PARAMETER = Pattern.compile("([\\w.-]++)=.*", Pattern.DOTALL);

  private static Set<String> words(String text) {
    Set<String> words = new HashSet<>();
    Arrays.stream(text.split("\\s+")).map(ConfiguredAddresses::lower).forEach(words::add);
    return Set.copyOf(words);
  }

  Optional<String> problem(ConfiguredValue value) {
    String key = lower(value.key());
    if (key.endsWith("password")) {
      return Optional.empty();
    }
    if (isJndiName(value)) {
      return jndiName(value);
    }
    boolean restricted = false;
    Matcher matcher = SCHEMES.matcher(value.text());
    while (matcher.find()) {
      for (String scheme : matcher.group(1).split(":")) {
        if (!isAllowed(scheme)) {
          return Optional.of(unknownScheme(value));
        }
        restricted |= KNOWN_SCHEMES.contains(lower(scheme)) && !WEB.contains(lower(scheme));
      }
    }
    Matcher opaque = OPAQUE.matcher(value.text());
    boolean isAddress = key.endsWith("url") || key.endsWith("uri");
    if (isAddress && opaque.lookingAt() && !isAllowed(opaque.group(1))) {
      return Optional.of(unknownScheme(value));
    }
    return restricted || isAddress && !SCHEMES.matcher(value.text()).find()
        ? unknownParameter(value)
        : Optional.empty();
  }

  private boolean isAllowed(String scheme) {
    return KNOWN_SCHEMES.contains(lower(scheme)) || allowedSchemes.contains(lower(scheme));
  }

  private static String unknownScheme(ConfiguredValue value) {
    return value.path()
        + " has an address of a scheme that the worker does not know; start the worker with"
        + " --allow-driver-scheme to allow it";
  }

  /** Names that the driver looks up. The environment of the context has addresses. */
  private static boolean isJndiName(ConfiguredValue value) {
    String path = lower(value.path());
    return path.startsWith("jndi.") && !path.startsWith("jndi.environment");
  }

  private static Optional<String> jndiName(ConfiguredValue value) {
    String name = value.text().strip().replaceFirst("^java:", "");
    return name.contains(":")
        ? Optional.of(
            value.path() + " looks up a name with a scheme; allowed are java: and names without")
        : Optional.empty();
  }

  private static Optional<String> unknownParameter(ConfiguredValue value) {
    boolean known =
        value.text().lines().map(String::strip).allMatch(ConfiguredAddresses::knowsParameters);
    return known
        ? Optional.empty()
        : Optional.of(
            value.path()
                + " has an address with a parameter that the worker does not know; known are those"
                + " of timeouts, windows, threads and TLS");
  }

  private static boolean knowsParameters(String line) {
    boolean comment = line.startsWith("#") || line.startsWith("!");
    Matcher address = SCHEMES.matcher(line);
    Matcher query = QUERY.matcher(line);
    if (comment || !query.find(address.find() ? address.start() : 0)) {
      return true;
    }
    for (String part : BETWEEN_PARAMETERS.split(line.substring(query.start()), -1)) {
      Matcher parameter = PARAMETER.matcher(part);
      boolean isAddress = part.isEmpty() || SCHEMES.matcher(part).lookingAt();
      if (!isAddress
          && !(parameter.matches() && KNOWN_PARAMETERS.contains(lower(parameter.group(1))))) {
        return false;
      }
    }
    return true;
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
