package io.tidemark.driver.ibmmq;

import io.tidemark.driver.ibmmq.IbmMqConfiguration.Acknowledge;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.ConsumeBy;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Mode;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Persistence;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Provider;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Send;
import java.util.List;

/** What must fit together in a file. */
final class ConfigurationRules {
  /** What only a queue manager has. */
  private static final List<String> ONLY_IBM_MQ =
      List.of(
          "connectionNames",
          "host",
          "port",
          "ccdtUrl",
          "channel",
          "queueManager",
          "token",
          "authentication",
          "tls.cipherSuite",
          "tls.peerName",
          "tls.certificateLabel",
          "tls.fips",
          "connections.shareConversations",
          "connections.providerVersion",
          "connections.reconnect",
          "connections.reconnectTimeout",
          "connections.temporaryModel",
          "connections.temporaryPrefix",
          "messages.targetClient",
          "messages.ccsid",
          "messages.encoding",
          "messages.putAsync",
          "messages.readAhead",
          "client.defaultMaxMessageSize",
          "client.messageProtection",
          "client.receiveBufferBytes",
          "client.sendBufferBytes",
          "setup.mode",
          "setup.replyModel");

  private ConfigurationRules() {}

  static void check(SettingsTree tree, IbmMqConfiguration read) {
    if (read.provider() == Provider.ARTEMIS) {
      checkArtemis(tree, read);
    } else {
      checkIbmMq(tree, read);
    }
    if (read.publishing().transacted() && read.publishing().send() == Send.ASYNC) {
      tree.problem("publishing.send", "async beside publishing.transacted; allowed one of them");
    }
    if (!read.publishing().transacted() && tree.has("publishing.commitEvery")) {
      tree.problem("publishing.commitEvery", "means nothing without publishing.transacted: true");
    }
    if (read.consuming().by() == ConsumeBy.LISTENER && read.connecting().mode() == Mode.SHARED) {
      tree.problem(
          "consuming.by",
          "listeners need a connection each; allowed with connections.mode per-client");
    }
    Acknowledge acknowledge = read.consuming().acknowledge();
    if (tree.has("consuming.acknowledgeEvery")
        && (acknowledge == Acknowledge.AUTO || acknowledge == Acknowledge.DUPS_OK)) {
      tree.problem(
          "consuming.acknowledgeEvery",
          "means nothing with consuming.acknowledge auto or dups-ok; allowed with client, transacted");
    }
    checkExchange(tree, read);
  }

  private static void checkExchange(SettingsTree tree, IbmMqConfiguration read) {
    IbmMqConfiguration.Exchange exchange = read.exchange();
    requirePattern(tree, "requestReply.requestQueues", exchange.requestQueues());
    requirePattern(tree, "requestReply.replyQueues", exchange.replyQueues());
    requirePattern(tree, "queues.pattern", read.destinations().queuePattern());
    boolean ownReplies = exchange.correlation() == IbmMqConfiguration.Correlation.TEMPORARY_QUEUE;
    if (!exchange.requestQueues().isEmpty() && exchange.replyQueues().isEmpty() && !ownReplies) {
      tree.problem("requestReply.replyQueues", "is missing beside requestReply.requestQueues");
    }
    if (exchange.fixedReplyQueue() && ownReplies) {
      tree.problem(
          "requestReply.fixedReplyQueue",
          "true: temporary reply queues are not fixed; allowed false");
    }
    if (exchange.to() < exchange.from()) {
      tree.problem("requestReply.to", "got " + exchange.to() + "; allowed from " + exchange.from());
    }
  }

  private static void requirePattern(SettingsTree tree, String path, String pattern) {
    if (pattern.isEmpty()) {
      return;
    }
    try {
      if (String.format(pattern, 1).equals(String.format(pattern, 2))) {
        tree.problem(path, "got '" + pattern + "'; allowed a name with %d in it, as in REQUEST%d");
      }
    } catch (IllegalArgumentException e) {
      tree.problem(path, "got '" + pattern + "'; allowed a name with %d in it, as in REQUEST%d");
    }
  }

  private static void checkArtemis(SettingsTree tree, IbmMqConfiguration read) {
    if (read.where().brokerUrl().isEmpty()) {
      tree.problem("brokerUrl", "is missing; allowed for example ${brokers.url}");
    }
    for (String path : ONLY_IBM_MQ) {
      if (tree.has(path)) {
        tree.problem(path, "is IBM MQ's, and provider is artemis; allowed without it");
      }
    }
    Persistence persistence = read.messages().persistence();
    if (persistence == Persistence.QUEUE_DEFAULT || persistence == Persistence.APPLICATION) {
      tree.problem("messages.persistence", "artemis knows persistent and non-persistent only");
    }
  }

  private static void checkIbmMq(SettingsTree tree, IbmMqConfiguration read) {
    if (tree.has("brokerUrl")) {
      tree.problem("brokerUrl", "is Artemis's; allowed with provider: artemis");
    }
    boolean ccdt = !read.where().ccdtUrl().isEmpty();
    int ways = (ccdt ? 1 : 0) + (tree.has("connectionNames") ? 1 : 0) + (tree.has("host") ? 1 : 0);
    if (ways != 1) {
      tree.problem(
          "connectionNames",
          (ways == 0 ? "is missing" : "stands beside another address")
              + "; allowed exactly one of connectionNames, host, ccdtUrl");
    }
    if (!read.who().token().isEmpty() && !read.who().user().isEmpty()) {
      tree.problem("token", "stands beside user; allowed one of them");
    }
    if (!read.tls().trustStore().isEmpty() && read.tls().cipherSuite().isEmpty() && !ccdt) {
      tree.problem("tls.cipherSuite", "is missing beside tls.trustStore");
    }
    if (!List.of("unspecified", "6", "7", "8").contains(read.connecting().providerVersion())) {
      tree.problem(
          "connections.providerVersion",
          "got '" + read.connecting().providerVersion() + "'; allowed unspecified, 6, 7, 8");
    }
  }
}
