package io.tidemark.driver.ibmmq.mq;

import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * System properties that IBM's client reads when its classes load. They are set before, so each
 * driver with its own class loader gets what its file says.
 */
final class ClientEnvironment {
  /** The framework's folder for logs of a run, if set. */
  private static final String RUN_DIRECTORY = "tidemark.run.directory";

  private static final String LOG_FILE = "com.ibm.msg.client.commonservices.log.outputName";
  private static final String TRACE_FILE = "com.ibm.msg.client.commonservices.trace.outputName";
  private static final String BUFFER = "com.ibm.mq.jmqi.defaultMaxMsgSize";
  private static final String NO_AMS = "com.ibm.mq.cfg.AMQ_DISABLE_CLIENT_AMS";
  private static final String RECEIVE_BUFFER = "com.ibm.mq.cfg.TCP.ClntRcvBuffSize";
  private static final String SEND_BUFFER = "com.ibm.mq.cfg.TCP.ClntSndBuffSize";

  private static final String CONNECT_TIMEOUT = "com.ibm.mq.cfg.TCP.Connect_Timeout";

  private ClientEnvironment() {}

  /** Also makes the folder of the client's logs. */
  static void apply(IbmMqConfiguration configuration) throws JmsFailure {
    Path directory = logDirectory(configuration);
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new JmsFailure(
          "client.logDirectory " + directory + " cannot be created: " + e.getMessage(),
          JmsFailure.Kind.OTHER,
          e);
    }
    set(configuration);
  }

  /** Before the first use of a class of the client. */
  static void set(IbmMqConfiguration configuration) {
    IbmMqConfiguration.Client client = configuration.client();
    Path directory = logDirectory(configuration);
    System.setProperty(LOG_FILE, directory.resolve("mqjms.log").toString());
    // FFDC files go beside the trace, which is not switched on by this.
    System.setProperty(TRACE_FILE, directory.resolve("mqjms.trc").toString());
    // In whole seconds; 0 would be for ever.
    long connectSeconds = Math.max(1, configuration.connecting().connectTimeout().toSeconds());
    System.setProperty(CONNECT_TIMEOUT, Long.toString(connectSeconds));
    System.setProperty(NO_AMS, client.messageProtection() ? "FALSE" : "TRUE");
    if (client.defaultMaxMessageBytes() > 0) {
      System.setProperty(BUFFER, Integer.toString(client.defaultMaxMessageBytes()));
    }
    if (client.receiveBufferBytes() >= 0) {
      System.setProperty(RECEIVE_BUFFER, Integer.toString(client.receiveBufferBytes()));
    }
    if (client.sendBufferBytes() >= 0) {
      System.setProperty(SEND_BUFFER, Integer.toString(client.sendBufferBytes()));
    }
  }

  private static Path logDirectory(IbmMqConfiguration configuration) {
    String configured = configuration.client().logDirectory();
    String run = System.getProperty(RUN_DIRECTORY, "");
    Path directory;
    if (!configured.isEmpty()) {
      directory = Path.of(configured);
    } else if (!run.isEmpty()) {
      directory = Path.of(run);
    } else {
      directory = Path.of(System.getProperty("java.io.tmpdir"), "tidemark-ibmmq");
    }
    return directory.toAbsolutePath();
  }
}
