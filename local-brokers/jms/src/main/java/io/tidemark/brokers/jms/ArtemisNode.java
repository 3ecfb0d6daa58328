package io.tidemark.brokers.jms;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/** One Artemis broker on a loopback port, without security, until its process is asked to end. */
public final class ArtemisNode {
  private static final long PAGING_BYTES = 64L << 20;

  private ArtemisNode() {}

  /** Arguments: port, data directory, whether durable messages are forced to disk (true, false). */
  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[0]);
    EmbeddedActiveMQ broker =
        new EmbeddedActiveMQ()
            .setConfiguration(configuration(port, Path.of(args[1]), Boolean.parseBoolean(args[2])));
    broker.start();
    CountDownLatch stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    broker.stop();
                  } catch (Exception e) {
                    throw new IllegalStateException("broker did not stop: " + e, e);
                  } finally {
                    stopped.countDown();
                  }
                }));
    stopped.await();
  }

  private static Configuration configuration(int port, Path data, boolean forced) throws Exception {
    Configuration configuration = new ConfigurationImpl();
    configuration.setName("tidemark-jms");
    configuration.setSecurityEnabled(false);
    configuration.setPersistenceEnabled(true);
    configuration.setJournalType(JournalType.NIO);
    configuration.setJournalDatasync(forced);
    configuration.setJournalDirectory(data.resolve("journal").toString());
    configuration.setBindingsDirectory(data.resolve("bindings").toString());
    configuration.setPagingDirectory(data.resolve("paging").toString());
    configuration.setLargeMessagesDirectory(data.resolve("large").toString());
    configuration.setMaxDiskUsage(-1);
    configuration.setJMXManagementEnabled(false);
    configuration.addAcceptorConfiguration(
        "core", "tcp://127.0.0.1:" + port + "?protocols=CORE&useEpoll=false");
    configuration.addAddressSetting("#", addresses());
    return configuration;
  }

  /** Queues stay until they are deleted; what does not fit in memory goes to disk. */
  private static AddressSettings addresses() {
    return new AddressSettings()
        .setAutoCreateQueues(true)
        .setAutoCreateAddresses(true)
        .setAutoDeleteQueues(false)
        .setAutoDeleteAddresses(false)
        .setDeadLetterAddress(SimpleString.of("dead.letters"))
        .setMaxDeliveryAttempts(-1)
        .setMaxSizeBytes(PAGING_BYTES)
        .setAddressFullMessagePolicy(AddressFullMessagePolicy.PAGE);
  }
}
