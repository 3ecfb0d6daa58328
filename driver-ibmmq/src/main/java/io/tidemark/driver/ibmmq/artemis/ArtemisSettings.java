package io.tidemark.driver.ibmmq.artemis;

import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.EffectiveSetting;
import io.tidemark.driver.EffectiveSetting.Origin;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.activemq.artemis.api.config.ActiveMQDefaultConfiguration;

/** What a broker reports about itself to those who may manage it. */
record ArtemisSettings(ArtemisAdmin admin) {
  private static final String CLUSTERED = "clustered";
  private static final String POLICY = "HAPolicy";
  private static final String PERSISTS = "persistenceEnabled";
  private static final String SYNC = "journalSyncNonTransactional";
  private static final String NONE = "none";
  private static final String SYNC_TRANSACTIONS = "journalSyncTransactional";

  /** Attributes that change results, with Artemis's default; empty where the type decides it. */
  private static final Map<String, String> DEFAULTS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry(CLUSTERED, "false"),
              Map.entry(POLICY, NONE),
              Map.entry("globalMaxSize", ""),
              Map.entry("journalBufferSize", ""),
              Map.entry("journalBufferTimeout", ""),
              Map.entry(
                  "journalFileSize", "" + ActiveMQDefaultConfiguration.getDefaultJournalFileSize()),
              Map.entry("journalMaxIO", ""),
              Map.entry(
                  "journalMinFiles", "" + ActiveMQDefaultConfiguration.getDefaultJournalMinFiles()),
              Map.entry(
                  SYNC, "" + ActiveMQDefaultConfiguration.isDefaultJournalSyncNonTransactional()),
              Map.entry(
                  SYNC_TRANSACTIONS,
                  "" + ActiveMQDefaultConfiguration.isDefaultJournalSyncTransactional()),
              Map.entry("journalType", "ASYNCIO"),
              Map.entry("maxDiskUsage", "" + ActiveMQDefaultConfiguration.getDefaultMaxDiskUsage()),
              Map.entry(
                  "persistDeliveryCountBeforeDelivery",
                  "" + ActiveMQDefaultConfiguration.isDefaultPersistDeliveryCountBeforeDelivery()),
              Map.entry(PERSISTS, "" + ActiveMQDefaultConfiguration.isDefaultPersistenceEnabled()),
              Map.entry(
                  "securityEnabled", "" + ActiveMQDefaultConfiguration.isDefaultSecurityEnabled()),
              Map.entry(
                  "threadPoolMaxSize",
                  "" + ActiveMQDefaultConfiguration.getDefaultThreadPoolMaxSize())));

  EffectiveConfiguration read() {
    List<EffectiveSetting> settings = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (Map.Entry<String, String> each : DEFAULTS.entrySet()) {
      try {
        settings.add(setting(each.getKey(), value(each.getKey()), each.getValue()));
      } catch (JmsFailure e) {
        notes.add(each.getKey() + ": " + e.getMessage());
        if (e.kind() != JmsFailure.Kind.OTHER) {
          break; // The user may not manage, or the connection is lost.
        }
      }
    }
    return new EffectiveConfiguration(settings, notes);
  }

  private static EffectiveSetting setting(String name, String value, String usual) {
    return new EffectiveSetting(
        EffectiveSetting.BROKER,
        "broker",
        name,
        value,
        usual.isEmpty() || usual.equals(value) ? Origin.DEFAULT : Origin.CHANGED,
        usual.isEmpty() ? "management" : "management, default " + usual);
  }

  private String value(String name) throws JmsFailure {
    String text = String.valueOf(admin.brokerAttribute(name));
    return text.equals("null") ? NONE : text; // A broker without a policy, for example.
  }

  /**
   * Nodes and copies, and where an acknowledged persistent message is if the broker does not wait
   * for its journal; whether that is flushed ({@code journal-datasync}) management does not report.
   * Empty for a user who may not manage.
   *
   * @param transacted whether it is put in a transaction
   */
  Map<String, String> durability(boolean transacted) {
    Map<String, String> facts = new LinkedHashMap<>();
    try {
      boolean replicates = value(POLICY).startsWith("Replica");
      facts.put(BrokerFacts.NODES, value(CLUSTERED).equals("true") ? admin.nodes() : "1");
      facts.put(BrokerFacts.REPLICATION, replicates ? "2" : "1");
      if (value(PERSISTS).equals("false")) {
        facts.put(BrokerFacts.PERSISTENCE, BrokerFacts.IN_MEMORY);
      } else if (value(transacted ? SYNC_TRANSACTIONS : SYNC).equals("false")) {
        facts.put(BrokerFacts.PERSISTENCE, BrokerFacts.WRITTEN);
      }
    } catch (JmsFailure e) {
      facts.clear(); // What is known in part is not comparable.
    }
    return facts;
  }
}
