package io.tidemark.driver.ibmmq.config;

import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Acknowledge;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.ConsumeBy;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Correlation;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.DestinationType;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Exchange;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Mode;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Persistence;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Provider;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Send;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.SubscriptionType;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.TargetClient;
import io.tidemark.driver.settings.NearestName;
import io.tidemark.driver.settings.SettingValues;
import io.tidemark.driver.settings.TlsStores;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.naming.Context;

/** Reads a driver file and checks rules between its keys. */
public record MqConfigurationRules(SettingValues values, IbmMqConfiguration read) {
  private static final Pattern CONNECTION_NAME = Pattern.compile("[^(),\\s]+(\\(\\d{1,5}\\))?");

  /** What IBM's client and Artemis's can read; others load classes or take files. */
  private static final Pattern CCDT_URL = Pattern.compile("(?i)(https?|file):.*+");

  private static final Pattern BROKER_URL = Pattern.compile("(?i)\\(?\\s*tcp://.*+");

  private static final List<String> JNDI_NAMES =
      List.of(
          Context.INITIAL_CONTEXT_FACTORY,
          Context.OBJECT_FACTORIES,
          Context.STATE_FACTORIES,
          Context.URL_PKG_PREFIXES,
          Context.PROVIDER_URL,
          Context.DNS_URL,
          Context.AUTHORITATIVE,
          Context.BATCHSIZE,
          Context.REFERRAL,
          Context.SECURITY_PROTOCOL,
          Context.SECURITY_AUTHENTICATION,
          Context.SECURITY_PRINCIPAL,
          Context.SECURITY_CREDENTIALS,
          Context.LANGUAGE);

  /** Keys for IBM MQ only. */
  private static final String ONLY_IBM_MQ =
      """
      connectionNames host port ccdtUrl channel queueManager token authentication
      tls.cipherSuite tls.peerName tls.certificateLabel tls.fips
      connections.shareConversations connections.providerVersion connections.reconnect
      connections.reconnectTimeout connections.temporaryModel connections.temporaryPrefix
      messages.targetClient messages.ccsid messages.encoding messages.putAsync
      messages.readAhead client.defaultMaxMessageSize client.messageProtection
      client.receiveBufferBytes client.sendBufferBytes setup.mode setup.replyModel
      """;

  /** Reads everything; what is wrong is noted in the values. */
  public static IbmMqConfiguration read(SettingValues values) {
    IbmMqConfiguration read = values.read(IbmMqConfiguration.class);
    check(values, read);
    return read;
  }

  private static void check(SettingValues values, IbmMqConfiguration read) {
    MqConfigurationRules rules = new MqConfigurationRules(values, read);
    if (read.provider() == Provider.IBMMQ) {
      rules.checkIbmMq();
    } else {
      rules.checkOtherProvider();
    }
    rules.checkJndi();
    rules.checkSubscriptions();
    rules.checkClients();
    rules.checkExchange(read.exchange());
  }

  private void checkClients() {
    boolean transacted = read.publishing().transacted();
    values.problemIf(
        transacted && read.publishing().send() == Send.ASYNC,
        "publishing.send",
        "async cannot be combined with publishing.transacted");
    values.problemIf(
        !transacted && values.has("publishing.commitEvery"),
        "publishing.commitEvery",
        "requires publishing.transacted: true");
    values.problemIf(
        read.consuming().by() == ConsumeBy.LISTENER && read.connecting().mode() == Mode.SHARED,
        "consuming.by",
        "listeners need separate connections; allowed with connections.mode per-client");
    Acknowledge acknowledge = read.consuming().acknowledge();
    values.problemIf(
        values.has("consuming.acknowledgeEvery")
            && (acknowledge == Acknowledge.AUTO || acknowledge == Acknowledge.DUPS_OK),
        "consuming.acknowledgeEvery",
        "has no effect with consuming.acknowledge auto or dups-ok; allowed with"
            + " client, transacted");
  }

  private void checkExchange(Exchange exchange) {
    requirePattern("requestReply.requestQueues", exchange.requestQueues());
    requirePattern("requestReply.replyQueues", exchange.replyQueues());
    requirePattern("queues.pattern", read.destinations().queues().pattern());
    boolean ownReplies = exchange.correlation() == Correlation.TEMPORARY_QUEUE;
    values.problemIf(
        !exchange.requestQueues().isEmpty() && exchange.replyQueues().isEmpty() && !ownReplies,
        "requestReply.replyQueues",
        "is missing; required with requestReply.requestQueues");
    values.problemIf(
        exchange.fixedReplyQueue() && ownReplies,
        "requestReply.fixedReplyQueue",
        "true: temporary reply queues are not fixed; allowed false");
    values.problemIf(
        exchange.to() < exchange.from(),
        "requestReply.to",
        "got " + exchange.to() + "; allowed from " + exchange.from());
  }

  private void requirePattern(String path, String pattern) {
    boolean numbered;
    try {
      numbered = !String.format(pattern, 1).equals(String.format(pattern, 2));
    } catch (IllegalArgumentException e) {
      numbered = false;
    }
    values.problemIf(
        !pattern.isEmpty() && !numbered,
        path,
        "got '" + pattern + "'; allowed a name with %d in it, as in REQUEST%d");
  }

  private void checkJndi() {
    boolean wanted = read.provider() == Provider.JNDI;
    IbmMqConfiguration.Jndi jndi = read.jndi();
    values.problemIf(
        !wanted && values.has("jndi"), "jndi", "is for another provider; set provider: jndi");
    // JNDI would take them from a jndi.properties on the class path, which a worker does not show.
    values.problemIf(
        wanted && jndi.environment().isEmpty(),
        "jndi.environment",
        "is missing; java.naming.factory.initial names the class of the context");
    values.problemIf(
        wanted && jndi.connectionFactory().isEmpty(), "jndi.connectionFactory", "is missing");
    values.problemIf(
        !jndi.destinations().contains("%s"),
        "jndi.destinations",
        "got '" + jndi.destinations() + "'; allowed a name with %s in it, as in jms/%s");
    jndi.environment().forEach(this::checkEnvironment);
    refuseScheme("jndi.connectionFactory", jndi.connectionFactory());
    refuseScheme("jndi.destinations", jndi.destinations());
  }

  private void store(String key, String file, String password) {
    if (!file.isEmpty()) {
      TlsStores.check(values, key, Path.of(file), password);
    }
  }

  private void refuseScheme(String path, String name) {
    values.problemIf(
        IbmMqConfiguration.Jndi.hasScheme(name),
        path,
        "got '" + name + "'; allowed are java: and names without a colon");
  }

  /** Providers have names of their own, but none like those of JNDI. */
  private void checkEnvironment(String name, String value) {
    String path = "jndi.environment." + name;
    if (name.equals(Context.INITIAL_CONTEXT_FACTORY) && !value.contains("${")) {
      try {
        Class.forName(value, false, Thread.currentThread().getContextClassLoader());
      } catch (ClassNotFoundException | LinkageError e) {
        values.problem(path, "class " + value + " is not in drivers/ibmmq/");
      }
    }
    Optional<String> nearest = NearestName.of(name, JNDI_NAMES);
    if (!JNDI_NAMES.contains(name) && (nearest.isPresent() || name.startsWith("java.naming."))) {
      values.warning(
          path,
          "is not a property of JNDI: it has no effect, unless the context reads it"
              + nearest.map(NearestName::question).orElse(""));
    }
  }

  private void checkSubscriptions() {
    boolean onTopics = read.destinations().type() == DestinationType.TOPIC;
    values.problemIf(
        !onTopics && values.has("subscriptionType"),
        "subscriptionType",
        "is for JMS topics; set destinationType: topic");
    values.problemIf(
        read.destinations().subscriptionType() == SubscriptionType.DURABLE
            && read.connecting().mode() == Mode.SHARED,
        "connections.mode",
        "a connection has one client id, which a durable subscription needs for itself; allowed"
            + " per-client, or subscriptionType: shared-durable");
  }

  private void checkOtherProvider() {
    boolean artemis = read.provider() == Provider.ARTEMIS;
    values.problemIf(
        artemis && read.where().brokerUrl().isEmpty(),
        "brokerUrl",
        "is missing; allowed for example ${brokers.url}");
    values.problemIf(
        artemis
            && !read.where().brokerUrl().isEmpty()
            && !BROKER_URL.matcher(read.where().brokerUrl()).matches(),
        "brokerUrl",
        "is not an address of Artemis; allowed tcp://host:port, several as (tcp://a:1,tcp://b:1)");
    values.problemIf(
        !artemis && values.has("brokerUrl"),
        "brokerUrl",
        "is for Artemis only; allowed with provider: artemis");
    String provider = read.provider().name().toLowerCase(Locale.ROOT);
    for (String path : ONLY_IBM_MQ.split("\\s+")) {
      values.problemIf(
          values.has(path), path, "is for IBM MQ only; not allowed with provider: " + provider);
    }
    Persistence persistence = read.messages().persistence();
    values.problemIf(
        persistence == Persistence.QUEUE_DEFAULT || persistence == Persistence.APPLICATION,
        "messages.persistence",
        provider + " supports persistent and non-persistent only");
  }

  private void checkIbmMq() {
    values.problemIf(
        values.has("brokerUrl"),
        "brokerUrl",
        "is for Artemis only; allowed with provider: artemis");
    boolean ccdt = !read.where().ccdtUrl().isEmpty();
    boolean names = values.has("connectionNames");
    int ways = (ccdt ? 1 : 0) + (names ? 1 : 0) + (values.has("host") ? 1 : 0);
    values.problemIf(
        ways != 1,
        "connectionNames",
        (ways == 0 ? "is missing" : "cannot be combined with another address")
            + "; allowed exactly one of connectionNames, host, ccdtUrl");
    values.problemIf(
        ccdt && !CCDT_URL.matcher(read.where().ccdtUrl()).matches(),
        "ccdtUrl",
        "is not an address that is allowed; allowed http://, https:// and file:");
    for (String name : read.where().addresses()) {
      values.problemIf(
          names && !CONNECTION_NAME.matcher(name).matches(),
          "connectionNames",
          "got '" + name + "'; allowed host(port), host2, ...");
    }
    values.problemIf(
        !read.who().token().isEmpty() && !read.who().user().isEmpty(),
        "token",
        "cannot be combined with user; allowed one of them");
    values.problemIf(
        !read.messages().keyProperty().isEmpty()
            && read.messages().targetClient() == TargetClient.MQ,
        "messages.keyProperty",
        "messages without an RFH2 header have no properties; allowed with messages.targetClient:"
            + " jms");
    store("tls.trustStore", read.tls().trustStore(), read.tls().trustStorePassword());
    store("tls.keyStore", read.tls().keyStore(), read.tls().keyStorePassword());
    // IBM's client would connect without TLS, silently.
    values.problemIf(
        !read.tls().trustStore().isEmpty() && read.tls().cipherSuite().isEmpty() && !ccdt,
        "tls.cipherSuite",
        "is missing; required with tls.trustStore");
  }
}
